// Runs in a process of its own: node generate.mjs <generator> <document> <folder>. The generators need the JavaScript API of TypeScript 6,
// which TypeScript 7 does not have. No TypeScript itself, because orval and kubb are installed by `npm run test:full` alone.
import { readFileSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";

registerHooks({
  resolve: (specifier, context, next) => next(specifier === "typescript" ? "typescript6" : specifier, context),
});

const [generator = "", documentFile = "", folder = ""] = process.argv.slice(2);

/** A package of this folder's own manifest, which the rules for imports and packages do not know. */
const load = (name) => import(name);

/**
 * Each with its defaults, as an integrator has it at first. kubb copies its client beside the generated files, so that
 * it is compiled, too.
 */
const generators = {
  "openapi-typescript": async () => {
    const { default: generate, astToString } = await import("openapi-typescript");
    writeFileSync(join(folder, "schema.ts"), astToString(await generate(readFileSync(documentFile, "utf8"))));
  },
  "@hey-api/openapi-ts": async () => {
    const { createClient } = await import("@hey-api/openapi-ts");
    await createClient({ input: documentFile, output: { path: folder }, logs: { level: "silent" } });
  },
  orval: async () => {
    const { generate } = await load("orval");
    await generate({ input: { target: documentFile }, output: { target: join(folder, "client.ts"), client: "fetch" } });
  },
  kubb: async () => {
    const { safeBuild } = await load("@kubb/core");
    const { pluginOas } = await load("@kubb/plugin-oas");
    const { pluginTs } = await load("@kubb/plugin-ts");
    const { pluginClient } = await load("@kubb/plugin-client");
    // It writes to the working directory, too, when that is not the root.
    process.chdir(folder);
    const { error, failedPlugins } = await safeBuild({
      config: {
        root: folder,
        input: { path: documentFile },
        // Its own default names the files with the extension .ts, which a compiler accepts only with a flag.
        output: { path: folder, extension: { ".ts": "" } },
        plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: "fetch", bundle: true })],
      },
    });
    for (const { error: failure } of failedPlugins) throw failure;
    if (error !== undefined) throw error;
  },
};

const generate = generators[generator];
if (generate === undefined) throw new Error(`There is no generator ${generator}`);
await generate();
