// Prints what n8n's linters find, as JSON. Its packages are in the folder of the platforms, not among the project's.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [platforms = "", folder = ""] = process.argv.slice(2);
const fromPlatforms = createRequire(join(platforms, "package.json"));
const { ESLint } = fromPlatforms("eslint");
const parser = fromPlatforms("@typescript-eslint/parser");
const nodesBase = fromPlatforms("eslint-plugin-n8n-nodes-base");
const { default: community } = await import(
  pathToFileURL(fromPlatforms.resolve("@n8n/eslint-plugin-community-nodes")).href
);

/** Where the older linter contradicts the newer one, or asks of a community's node what n8n's own have. */
const leftOut = {
  // The newer one wants NodeConnectionTypes.Main in place of its value.
  "n8n-nodes-base/node-class-description-inputs-wrong-regular-node": "off",
  "n8n-nodes-base/node-class-description-outputs-wrong": "off",
  // A name of a page of n8n's documentation; the newer one wants a URL.
  "n8n-nodes-base/cred-class-field-documentation-url-miscased": "off",
};

const languageOptions = { parser, parserOptions: { extraFileExtensions: [".json"] } };
const plugins = { "n8n-nodes-base": nodesBase };
const { plugins: communityPlugins, rules } = community.configs.recommended;
const eslint = new ESLint({
  cwd: folder,
  overrideConfigFile: true,
  overrideConfig: [
    {
      files: ["**/*.ts", "package.json"],
      languageOptions,
      plugins: communityPlugins,
      rules,
    },
    { files: ["nodes/**/*.ts"], plugins, rules: { ...nodesBase.configs.nodes.rules, ...leftOut } },
    { files: ["credentials/**/*.ts"], plugins, rules: { ...nodesBase.configs.credentials.rules, ...leftOut } },
    // Errors become n8n's at the edge of the runtime, in n8n/connection.ts.
    { files: ["connectors/**/*.ts"], rules: { "@n8n/community-nodes/require-node-api-error": "off" } },
  ],
});
const results = await eslint.lintFiles(["nodes/**/*.ts", "credentials/**/*.ts", "connectors/**/*.ts", "package.json"]);
const faults = results.flatMap(({ filePath, messages }) =>
  messages.map(({ ruleId, message, line }) => ({
    file: filePath.slice(folder.length + 1),
    line,
    rule: ruleId,
    message,
  })),
);
process.stdout.write(JSON.stringify(faults));
