import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { hashFiles } from "./serve/hash-files.mjs";
import { projectFolder, runProgram } from "./run-program.ts";

const generatedFolder = join(projectFolder, "prisma", "generated");
const stampFile = join(generatedFolder, ".generated-from");

/**
 * Generates the Prisma client into prisma/generated when the schema or Prisma's version has changed.
 *
 * @param stopping ends the generation; the promise then rejects
 * @returns true when it was generated, false when it was current. Rejects with Prisma's own output when it fails.
 */
export async function generateClient(stopping?: AbortSignal): Promise<boolean> {
  const manifest = createRequire(import.meta.url).resolve("prisma/package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const wanted = `${version} ${hashFiles(projectFolder, ["prisma/schema"])}`;
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === wanted) return false;
  // The stamp is written last: an interrupted run is repeated.
  rmSync(stampFile, { force: true });
  const words = [join(dirname(manifest), "build", "index.js"), "generate", "--schema", join("prisma", "schema")];
  // Generating does not use the native schema engine, but Prisma downloads it unless some executable is named here.
  const quiet = {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: "1",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
  };
  await runProgram(words, quiet, stopping);
  writeFileSync(stampFile, wanted);
  return true;
}

if (import.meta.main) {
  console.log((await generateClient()) ? "Prisma client generated." : "Prisma client is current.");
}
