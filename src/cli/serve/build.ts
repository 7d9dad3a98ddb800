import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compressAssets } from "./compress-assets.ts";
import { hashFiles } from "./hash-files.ts";
import { projectFolder, runProgram } from "../run-program.ts";

const stampFile = join(projectFolder, ".next", "built-from");
const sources = [
  "app",
  "src",
  "prisma/schema",
  "package-lock.json",
  "next.config.mjs",
  "postcss.config.mjs",
  "instrumentation-client.ts",
  "tsconfig.json",
];

/** Whether the pages must be built: a source changed since the last build, or that build was interrupted. */
export function isBuildNeeded(): boolean {
  return !existsSync(stampFile) || readFileSync(stampFile, "utf8") !== hashSources();
}

/**
 * Builds the pages with Next, and parses the guides that they show.
 *
 * @param stopping ends the build; the promise then rejects
 *   Rejects with Next's own output when the build fails.
 */
export async function buildPages(stopping?: AbortSignal): Promise<void> {
  const wanted = hashSources();
  rmSync(stampFile, { force: true });
  const next = join("node_modules", "next", "dist", "bin", "next");
  await runProgram([next, "build"], { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" }, stopping);
  await Promise.all([compressAssets(join(projectFolder, ".next", "static")), buildGuides(stopping)]);
  writeFileSync(stampFile, wanted);
}

/** Parses the guides for the servers of this build. */
async function buildGuides(stopping?: AbortSignal): Promise<void> {
  // Its module knows the whole API, which who only asks whether the pages are built need not load.
  const { builtGuidesFile, digestGuides, readGuideTexts } = await import("../../reference/guides.ts");
  const texts = readGuideTexts();
  const from = join(projectFolder, ".next", "guides-texts.json");
  writeFileSync(from, JSON.stringify({ digest: digestGuides(texts), texts }));
  await runProgram([join("src", "cli", "serve", "parse-guides.ts"), from, builtGuidesFile], {}, stopping);
  rmSync(from);
}

function hashSources(): string {
  return hashFiles(projectFolder, sources, (path) => path.endsWith(".test.ts"));
}

if (import.meta.main) {
  if (isBuildNeeded()) await buildPages();
  else console.log("The pages are built already.");
}
