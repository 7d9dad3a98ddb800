import { mkdirSync, writeFileSync } from "node:fs";
import type { Reporter, TestCase } from "vitest/node";

/** Writes the tests that passed only at their second try to `.test/flaky.json`, so that `npm test` can name them. */
export function nameFlakyTests(): Reporter {
  const names: string[] = [];
  return {
    onTestCaseResult: (test: TestCase) => {
      if (test.diagnostic()?.flaky === true) names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
    },
    onTestRunEnd: () => {
      mkdirSync(".test", { recursive: true });
      writeFileSync(".test/flaky.json", JSON.stringify(names));
    },
  };
}
