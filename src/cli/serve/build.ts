import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readEnvironment } from "../../platform/environment.ts";
import { runProgram } from "../run-program.ts";
import { builtFolder, hashSources, isBuildCurrent, stampFile } from "./build-stamp.mjs";
import { compressAssets } from "./compress-assets.ts";

/**
 * Builds the pages with Next, parses the guides that they show, describes the API, and bundles the programs of servers:
 * what the next start need not do again (decision 0199).
 *
 * @param stopping ends the build; the promise then rejects
 *   Rejects with Next's own output when the build fails.
 */
export async function buildPages(stopping?: AbortSignal): Promise<void> {
  const wanted = hashSources();
  rmSync(stampFile, { force: true });
  const next = join("node_modules", "next", "dist", "bin", "next");
  await runProgram([next, "build"], { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" }, stopping);
  // Next empties the folder first.
  await Promise.all([
    compressAssets(join(builtFolder, "static")),
    buildGuides(stopping),
    runProgram([join("src", "cli", "serve", "bundle-server.ts")], {}, stopping),
    buildDescription(),
  ]);
  writeFileSync(stampFile, wanted);
}

/** Parses the guides for the servers of this build. */
async function buildGuides(stopping?: AbortSignal): Promise<void> {
  // Its module knows the whole API, which who only asks whether the pages are built need not load.
  const { builtGuidesFile, digestGuides, readGuideTexts } = await import("../../reference/guides.ts");
  const texts = readGuideTexts();
  const from = join(builtFolder, "guides-texts.json");
  writeFileSync(from, JSON.stringify({ digest: digestGuides(texts), texts }));
  await runProgram([join("src", "cli", "serve", "parse-guides.ts"), from, builtGuidesFile], {}, stopping);
  rmSync(from);
}

/** Describes the API for the servers of this build; this process needs the description itself, for the SDK. */
async function buildDescription(): Promise<void> {
  const { writeDescription } = await import("../../http/pages/built-description.ts");
  writeDescription(builtFolder, readEnvironment(process.env).baseUrl);
}

if (import.meta.main) {
  if (isBuildCurrent()) console.log("The pages are built already.");
  else await buildPages();
}
