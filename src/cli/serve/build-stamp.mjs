// Plain JavaScript, because launch.mjs needs it before there is a Node that strips types.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hashFiles } from "./hash-files.mjs";

const projectFolder = join(import.meta.dirname, "..", "..", "..");

const sources = [
  "app",
  "src",
  "prisma/schema",
  "prisma/seed",
  "package-lock.json",
  "next.config.mjs",
  "postcss.config.mjs",
  "instrumentation-client.ts",
  "tsconfig.json",
];

export const builtFolder = join(projectFolder, ".next");
export const stampFile = join(builtFolder, "built-from");

export function hashSources() {
  return hashFiles(projectFolder, sources, (path) => path.endsWith(".test.ts"));
}

export function isBuildCurrent() {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === hashSources();
}

export function findBuiltProgram(name) {
  const program = join(builtFolder, "programs", name);
  return existsSync(program) && isBuildCurrent() ? program : null;
}
