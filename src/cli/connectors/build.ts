import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ApiDescription } from "../../openapi/describe-api.ts";
import { projectFolder, runProgram } from "../run-program.ts";
import { describeConnector } from "./describe-connector.ts";
import { n8nPrograms, writeN8nSources } from "./write-n8n.ts";
import { writeZapierSources } from "./write-zapier.ts";

/** A process of its own: the bundler is neither part of the server's bundle nor of its memory. */
const bundler = join("src", "cli", "connectors", "bundle-modules.ts");

/**
 * Builds the n8n package.
 *
 * @param folder gets its sources and the package
 * @returns the folder of the package
 */
export async function buildN8n(document: ApiDescription, folder: string): Promise<string> {
  const [sources, output] = [join(folder, "n8n-sources"), join(folder, "n8n-package")];
  writeN8nFolder(document, sources);
  await compileN8n(sources, output);
  return output;
}

/** Writes the sources of the n8n package: what is generated, and the runtime as it is in the project. */
export function writeN8nFolder(document: ApiDescription, folder: string): void {
  copyRuntime(folder);
  writeFiles(folder, writeN8nSources(describeConnector(document)));
}

/**
 * Compiles the n8n package: each node is one CommonJS file with what it imports, because n8n's cloud takes no package
 * that has dependencies.
 *
 * @param folder has the sources
 * @param output gets the package
 */
export async function compileN8n(folder: string, output: string): Promise<void> {
  await runProgram([bundler, folder, join(output, "dist"), "n8n-workflow", ...n8nPrograms], {});
  for (const name of ["package.json", "README.md"]) cpSync(join(folder, name), join(output, name));
  cpSync(join(folder, "icons"), join(output, "dist", "icons"), { recursive: true });
  for (const program of n8nPrograms.filter((each) => each.startsWith("nodes/")))
    cpSync(join(folder, `${program}.json`), join(output, "dist", `${program}.json`));
}

/**
 * Builds the Zapier app.
 *
 * @param folder gets its sources and the package
 * @returns the folder of the package
 */
export async function buildZapier(document: ApiDescription, folder: string): Promise<string> {
  const [sources, output] = [join(folder, "zapier-sources"), join(folder, "zapier-package")];
  copyRuntime(sources);
  writeFiles(sources, writeZapierSources(describeConnector(document)));
  await runProgram([bundler, sources, output, "zapier-platform-core", "index"], {});
  for (const name of ["package.json", "README.md"]) cpSync(join(sources, name), join(output, name));
  return output;
}

/** The runtime, and what it shares: the SDK's verification of webhooks, and the clocks of time zones. */
function copyRuntime(folder: string): void {
  cpSync(join(projectFolder, "src", "connectors"), join(folder, "connectors"), {
    recursive: true,
    filter: (path) => !path.endsWith(".test.ts"),
  });
  for (const path of ["sdk/webhooks.ts", "sdk/errors.ts", "contract/values/zone-clock.ts"])
    cpSync(join(projectFolder, "src", path), join(folder, path));
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
