import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { buildPages, isBuildNeeded } from "./serve/build.ts";
import { generateClient } from "./generate.ts";
import { projectFolder, runProgram } from "./run-program.ts";
import { runStages, type Stage, type StageResult } from "./run-stages.ts";

/** Reports of the runners, for the closing line; git ignores the folder. */
const reports = join(projectFolder, ".test");

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const dataModel: Stage = {
  title: "Data model",
  run: async () => {
    await generateClient();
  },
};

/** In order, beside the tests: those wait for PostgreSQL a third of their time. */
const checks: readonly Stage[] = [
  { title: "Types", run: () => runProgram(["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."], {}) },
  { title: "Lint", run: () => runProgram(["node_modules/oxlint/bin/oxlint", "--quiet"], {}) },
  {
    title: "Import rules",
    run: () => runProgram(["node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", "--config", "src/testing/import-rules.cjs", "src", "app", "prisma/seed"], {}),
  },
  { title: "Dead code", run: () => runProgram(["node_modules/knip/bin/knip.js", "--config", "src/testing/knip.json"], {}) },
  {
    title: "Build pages",
    run: async () => {
      if (isBuildNeeded()) await buildPages();
    },
  },
];

const tests: Stage = { title: "Tests", run: () => runVisibly(["node_modules/vitest/vitest.mjs", "run", "--config", "src/testing/vitest.config.ts"]) };
const browserTests: Stage = { title: "Browser tests", run: () => runVisibly(["node_modules/@playwright/test/cli.js", "test", "--config", "e2e/playwright.config.ts"]) };

process.exitCode = await main();

/** @returns the exit code */
async function main(): Promise<number> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  console.log("\nCaseport: tests");
  const begun = performance.now();
  const results = [
    ...(await runStages([dataModel], print)),
    ...(await Promise.all([runStages(checks, print), runStages([tests])])).flat(),
    ...(await runStages([browserTests])),
  ];
  report(results, Math.round((performance.now() - begun) / 1000));
  return results.every(({ fault }) => fault === null) ? 0 : 1;
}

/** A stage without output of its own is reported when it ends, and once more in the verdict. */
function print({ title, seconds, fault }: StageResult): void {
  console.log(`  ${fault === null ? "✓" : "✗"} ${title.padEnd(34)} ${seconds} s${fault === null ? "" : `\n${fault}`}`);
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
function report(results: readonly StageResult[], seconds: number): void {
  const counts = [countVitest(), countPlaywright()];
  const sum = (field: keyof Counts) => counts.reduce((total, count) => total + count[field], 0);
  const failedStages = results.filter(({ fault }) => fault !== null);
  console.log("");
  results.forEach(print);
  console.log(`\nTook ${seconds} s.`);
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
