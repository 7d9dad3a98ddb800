import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildPages } from "./serve/build.ts";
import { isBuildCurrent } from "./serve/build-stamp.mjs";
import { isFullExtent } from "../testing/harness/extent.ts";
import { generateClient } from "./generate.ts";
import { projectFolder, runProgram } from "./run-program.ts";
import {
  chooseInstant,
  findMissingTool,
  runAtInstant,
  runVisibly,
  setInstants,
  type Instant,
} from "./stages/instants.ts";
import { runStages, type Stage, type StageResult } from "./stages/run-stages.ts";
import { readPlaywright, readVitest } from "./stages/test-results.ts";

/** Reports of the runners, for the closing line; git ignores the folder. */
const reports = join(projectFolder, ".test");

const dataModel: Stage = {
  title: "Data model",
  run: async () => {
    await generateClient();
  },
};

/** Both are written in Go, whose collector otherwise takes a fifth of their time; they hold 3.2 GB instead of 3.0. */
const collectLess = { GOGC: "300" };

/** In order, before the tests: beside them the tests took longer by more than these take. */
const checks: readonly Stage[] = [
  // Each checker infers the router's types anew: one takes half the CPU of four.
  {
    title: "Types",
    run: () => runProgram(["node_modules/typescript/bin/tsc", "--noEmit", "-p", ".", "--checkers", "1"], collectLess),
  },
  { title: "Lint", run: () => runProgram(["node_modules/oxlint/bin/oxlint", "--quiet"], collectLess) },
  { title: "Format", run: () => runProgram(["node_modules/oxfmt/bin/oxfmt", "--check"], {}) },
];

/** Beside the checks: together they keep two cores busy to the end. */
const rulesAndPages: readonly Stage[] = [
  {
    title: "Import rules",
    run: () =>
      runProgram(
        [
          "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
          "--config",
          "src/testing/import-rules.cjs",
          "src",
          "app",
          "prisma/seed",
        ],
        {},
      ),
  },
  {
    title: "Dead code",
    run: () => runProgram(["node_modules/knip/bin/knip.js", "--config", "src/testing/knip.json"], {}),
  },
  {
    title: "Build pages",
    run: async () => {
      if (!isBuildCurrent()) await buildPages();
    },
  },
];

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "src/testing/vitest.config.ts"];
const playwright = ["node_modules/@playwright/test/cli.js", "test", "--config", "e2e/playwright.config.ts"];
const browserTests: Stage = { title: "Browser tests", run: () => runVisibly(process.execPath, playwright) };

/** @param files `all`, or all but those of `testing/dated-files.ts` */
const runTests = (files: "all" | "undated"): Stage => ({
  title: "Tests",
  run: () => runVisibly(process.execPath, vitest, { CASEPORT_TEST_FILES: files }),
});

/** The dated files at another instant; what they try in the full extent is tried once, at the present one. */
const runDatedTests = ({ at, reason }: Instant): Stage => ({
  title: `Tests at ${at}`,
  run: () => {
    console.log(
      `\nTests that depend on the day, at ${at}: ${reason}. To repeat: CASEPORT_TEST_INSTANT=${at} npm test\n`,
    );
    return runAtInstant(at, vitest, {
      CASEPORT_TEST_FILES: "dated",
      CASEPORT_TEST_EXTENT: "",
      CASEPORT_TEST_REPORT: at,
    });
  },
});

/**
 * `npm test` runs the dated files at one instant that changes with each run, or at that of `CASEPORT_TEST_INSTANT`, in
 * place of the present one; the full extent runs them at the present one and at all set instants.
 */
function listTestStages(): Stage[] {
  const missing = findMissingTool();
  if (missing !== null)
    console.log(`  The clock cannot be set without ${missing}: all tests run at the present instant.`);
  if (missing !== null) return [runTests("all")];
  if (isFullExtent) return [runTests("all"), ...setInstants.map(runDatedTests)];
  const given = process.env["CASEPORT_TEST_INSTANT"];
  return [runTests("undated"), runDatedTests(given === undefined ? chooseInstant() : { at: given, reason: "given" })];
}

process.exitCode = await main();

/** @returns the exit code */
async function main(): Promise<number> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  console.log("\nCaseport: tests");
  const begun = performance.now();
  const results = [
    ...(await runStages([dataModel], print)),
    ...(await Promise.all([runStages(checks, print), runStages(rulesAndPages, print)])).flat(),
    ...(await runStages([...listTestStages(), browserTests])),
  ];
  report(results, Math.round((performance.now() - begun) / 1000));
  return results.every(({ fault }) => fault === null) ? 0 : 1;
}

/** A stage without output of its own is reported when it ends, and once more in the verdict. */
function print({ title, seconds, fault }: StageResult): void {
  console.log(`  ${fault === null ? "✓" : "✗"} ${title.padEnd(34)} ${seconds} s${fault === null ? "" : `\n${fault}`}`);
}

/**
 * The verdict: each stage with its time, why it failed, every failed test once more (they are far up in a long log),
 * and the closing line, which continuous integration reads.
 */
function report(results: readonly StageResult[], seconds: number): void {
  const runners = [readVitest(reports), readPlaywright(reports)];
  const sum = (field: "passed" | "failed" | "skipped") => runners.reduce((total, runner) => total + runner[field], 0);
  const failedStages = results.filter(({ fault }) => fault !== null);
  console.log("");
  results.forEach(print);
  for (const { test, reason } of runners.flatMap(({ failures }) => failures)) console.log(`\n  ✗ ${test}\n${reason}`);
  console.log(`\nTook ${seconds} s.`);
  console.log(
    `${sum("passed")} passed, ${Math.max(sum("failed"), failedStages.length)} failed, ${sum("skipped")} skipped`,
  );
}
