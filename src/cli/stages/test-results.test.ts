import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPlaywright, readVitest } from "./test-results.ts";

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "caseport-results-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("failed tests are named with their reasons, and so is a file that could not be loaded", () => {
  const failed = {
    status: "failed",
    fullName: "cases a case is closed",
    failureMessages: ["AssertionError: \u001B[31mexpected\u001B[39m 409\nat here"],
  };
  const testResults = [
    {
      name: `${process.cwd()}/src/a.test.ts`,
      status: "failed",
      message: "",
      assertionResults: [{ status: "passed", fullName: "fine" }, failed],
    },
    {
      name: `${process.cwd()}/src/b.test.ts`,
      status: "failed",
      message: "SyntaxError: no such export",
      assertionResults: [],
    },
  ];
  writeFileSync(
    join(folder, "vitest.json"),
    JSON.stringify({ numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, testResults }),
  );
  expect(readVitest(folder)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: [
      { test: "src/a.test.ts > cases a case is closed", reason: "AssertionError: expected 409\nat here" },
      { test: "src/b.test.ts", reason: "SyntaxError: no such export" },
    ],
  });
});

test("a browser test that failed is found in its suite, and a report that was never written counts nothing", () => {
  expect(readPlaywright(folder)).toEqual({ passed: 0, failed: 0, skipped: 0, failures: [] });
  const spec = {
    file: "portal/team.spec.ts",
    title: "a member is invited",
    ok: false,
    tests: [{ results: [{}, { error: { message: "not visible" } }] }],
  };
  const suites = [{ specs: [], suites: [{ specs: [{ ok: true, tests: [] }, spec] }] }];
  writeFileSync(
    join(folder, "playwright.json"),
    JSON.stringify({ stats: { expected: 5, flaky: 1, unexpected: 1, skipped: 0 }, suites }),
  );
  expect(readPlaywright(folder)).toEqual({
    passed: 6,
    failed: 1,
    skipped: 0,
    failures: [{ test: "portal/team.spec.ts > a member is invited", reason: "not visible" }],
  });
});
