import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { buildPages, isBuildNeeded } from "./serve/build.ts";
import { generateClient } from "./generate.ts";
import { projectFolder, runProgram } from "./run-program.ts";
import { runStages, type Stage, type StageResult } from "./run-stages.ts";
import { showStep } from "./steps.mjs";

/** Reports of the runners, for the closing line; git ignores the folder. */
const reports = join(projectFolder, ".test");

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Everything that `npm test` promises, cheapest first. All of it runs, whatever fails; then comes the verdict. */
const stages: readonly Stage[] = [
  quiet("Data model", () => generateClient()),
  quiet("Types", () => runProgram(["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."], {})),
  quiet("Lint", () => runProgram(["node_modules/oxlint/bin/oxlint", "--quiet"], {})),
  // One core each.
  quiet("Import rules and dead code", async () => {
    const results = await Promise.allSettled([
      runProgram(["node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", "--config", "src/testing/import-rules.cjs", "src", "app", "prisma/seed"], {}),
      runProgram(["node_modules/knip/bin/knip.js", "--config", "src/testing/knip.json"], {}),
    ]);
    const faults = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
    if (faults.length > 0) throw new Error(faults.join("\n"));
  }),
  { title: "Tests", run: () => runVisibly(["node_modules/vitest/vitest.mjs", "run", "--config", "src/testing/vitest.config.ts"]) },
  quiet("Build pages", async () => {
    if (isBuildNeeded()) await buildPages();
  }),
  { title: "Browser tests", run: () => runVisibly(["node_modules/@playwright/test/cli.js", "test", "--config", "e2e/playwright.config.ts"]) },
];

process.exitCode = await main();

/** @returns the exit code */
async function main(): Promise<number> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  console.log("\nCaseport: tests");
  const results = await runStages(stages);
  report(results);
  return results.every(({ fault }) => fault === null) ? 0 : 1;
}

/** A stage without output of its own; the verdict lists its errors. */
function quiet(title: string, work: () => Promise<unknown>): Stage {
  return { title, run: () => showStep(title, work).then(() => undefined) };
}

/** Runs a program whose output is worth watching. Rejects when it fails. */
function runVisibly(words: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd: projectFolder, stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`${words[0]} failed`))));
  });
}

/** The verdict: each stage with its time, why it failed, and the closing line, which continuous integration reads. */
function report(results: readonly StageResult[]): void {
  const counts = [countVitest(), countPlaywright()];
  const sum = (field: keyof Counts) => counts.reduce((total, count) => total + count[field], 0);
  const failedStages = results.filter(({ fault }) => fault !== null);
  console.log("");
  for (const { title, seconds, fault } of results) console.log(`  ${fault === null ? "✓" : "✗"} ${title.padEnd(34)} ${seconds} s`);
  for (const { title, fault } of failedStages) console.error(`\n${title}: ${fault}`);
  console.log(`\nTook ${results.reduce((total, { seconds }) => total + seconds, 0)} s.`);
  console.log(`${sum("passed")} passed, ${Math.max(sum("failed"), failedStages.length)} failed, ${sum("skipped")} skipped`);
}

function readReport(name: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(reports, name), "utf8")) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function countVitest(): Counts {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = readReport("vitest.json");
  return { passed: Number(numPassedTests), failed: Number(numFailedTests), skipped: Number(numPendingTests) };
}

function countPlaywright(): Counts {
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = (readReport("playwright.json")["stats"] ?? {}) as Record<string, unknown>;
  return { passed: Number(expected) + Number(flaky), failed: Number(unexpected), skipped: Number(skipped) };
}
