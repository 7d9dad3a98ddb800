import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { buildPages, isBuildNeeded } from "./build.ts";
import { generateClient } from "./generate.ts";
import { projectFolder, runProgram } from "./run-program.ts";
import { showStep } from "./steps.mjs";

/** Reports of the runners, for the closing line; git ignores the folder. */
const reports = join(projectFolder, ".test");

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

process.exitCode = await main();

/** Everything that `npm test` promises, cheapest first; stops at the first step that fails. Answers the exit code. */
async function main(): Promise<number> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const begun = performance.now();
  console.log("\nCaseport: tests");
  try {
    await showStep("Data model", () => generateClient());
    await showStep("Types", () => runProgram(["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."], {}));
    await showStep("Lint", () => runProgram(["node_modules/oxlint/bin/oxlint", "--quiet"], {}));
    await showStep("Import rules", () =>
      runProgram(["node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", "--config", "src/testing/import-rules.cjs", "src", "app", "prisma/seed"], {}),
    );
    await showStep("Dead code", () => runProgram(["node_modules/knip/bin/knip.js", "--config", "src/testing/knip.json"], {}));
    await runVisibly(["node_modules/vitest/vitest.mjs", "run", "--config", "src/testing/vitest.config.ts"]);
    if (isBuildNeeded()) await showStep("Build pages", () => buildPages());
    await runVisibly(["node_modules/@playwright/test/cli.js", "test", "--config", "e2e/playwright.config.ts"]);
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    report(begun, 1);
    return 1;
  }
  report(begun, 0);
  return 0;
}

/** Runs a program whose output is worth watching. Rejects when it fails. */
function runVisibly(words: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, TEST_RETRIES: "1" };
    const child = spawn(process.execPath, words, { cwd: projectFolder, env, stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`${words[0]} failed`))));
  });
}

/** The closing line, which continuous integration reads. */
function report(begun: number, failedSteps: number): void {
  const counts = [countVitest(), countPlaywright()];
  const sum = (field: keyof Counts) => counts.reduce((total, count) => total + count[field], 0);
  const failed = Math.max(sum("failed"), failedSteps);
  for (const name of listSecondTries()) console.log(`Passed only at the second try: ${name}`);
  console.log(`\nTook ${Math.round((performance.now() - begun) / 1000)} s.`);
  console.log(`${sum("passed")} passed, ${failed} failed, ${sum("skipped")} skipped`);
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

interface PlaywrightSuite {
  specs?: { title: string; file: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

/** The tests that failed and then passed: to be mended, and no reason to refuse a submission. */
function listSecondTries(): string[] {
  const fromVitest = readReport("second-tries.json");
  const collect = ({ specs = [], suites = [] }: PlaywrightSuite): string[] => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky")).map(({ file, title }) => `${file} > ${title}`),
    ...suites.flatMap(collect),
  ];
  const { suites = [] } = readReport("playwright.json") as PlaywrightSuite;
  return [...(Array.isArray(fromVitest) ? (fromVitest as string[]) : []), ...suites.flatMap(collect)];
}
