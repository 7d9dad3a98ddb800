import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";

/** A runner's report: how many tests ended how, and which failed. */
export interface TestResults {
  passed: number;
  failed: number;
  skipped: number;
  failures: readonly Failure[];
}

export interface Failure {
  /** The file and the test's whole title; the file alone when it could not be loaded. */
  test: string;
  /** First lines of the message, without colors. */
  reason: string;
}

const none: TestResults = { passed: 0, failed: 0, skipped: 0, failures: [] };

/**
 * The sum of Vitest's runs; of a test that failed at another instant than the present one the instant is named.
 *
 * @param folder where the runners put their reports. A runner that ended before it wrote one counts nothing.
 */
export function readVitest(folder: string): TestResults {
  return globSync("vitest*.json", { cwd: folder })
    .toSorted()
    .map((name) => readRun(folder, name))
    .reduce(
      (sum, run) => ({
        passed: sum.passed + run.passed,
        failed: sum.failed + run.failed,
        skipped: sum.skipped + run.skipped,
        failures: [...sum.failures, ...run.failures],
      }),
      none,
    );
}

/** @param name `vitest.json`, or `vitest-<instant>.json` */
function readRun(folder: string, name: string): TestResults {
  const report = readReport(folder, name) as JsonTestResults | null;
  if (report === null) return none;
  const failures = report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0 && file.status === "failed") return [describe(file.name, file.message)];
    return failed.map((test) => describe(`${file.name} > ${test.fullName}`, test.failureMessages?.[0]));
  });
  const instant = /^vitest-(.+)\.json$/.exec(name)?.[1];
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures:
      instant === undefined ? failures : failures.map((each) => ({ ...each, test: `${each.test} (at ${instant})` })),
  };
}

/** As {@link readVitest}; a test that passed at its second attempt counts as passed. */
export function readPlaywright(folder: string): TestResults {
  const report = readReport(folder, "playwright.json") as JSONReport | null;
  if (report === null) return none;
  const { expected, flaky, unexpected, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected, skipped, failures: report.suites.flatMap(findFailures) };
}

function findFailures(suite: JSONReportSuite): Failure[] {
  const own = suite.specs
    .filter(({ ok }) => !ok)
    .map((spec) =>
      describe(
        `${spec.file} > ${spec.title}`,
        spec.tests.flatMap(({ results }) => results).find(({ error }) => error !== undefined)?.error?.message,
      ),
    );
  return [...own, ...(suite.suites ?? []).flatMap(findFailures)];
}

function describe(test: string, message = ""): Failure {
  // oxlint-disable-next-line no-control-regex -- the runners color their messages with escape sequences
  const lines = message.replaceAll(/\u001b\[[0-9;]*m/gu, "").split("\n");
  return {
    test: test.replace(`${process.cwd()}/`, ""),
    reason: lines
      .slice(0, 6)
      .map((line) => line.slice(0, 300))
      .join("\n"),
  };
}

function readReport(folder: string, name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, name), "utf8"));
  } catch {
    return null;
  }
}
