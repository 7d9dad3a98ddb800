import { mkdirSync, writeFileSync } from "node:fs";
import type { Reporter, TestCase } from "vitest/node";

/** Notes the tests that passed only at their second try, in `.test/second-tries.json`: `npm test` names them, so that none hides. */
export function flakyTestReporter(): Reporter {
  const names: string[] = [];
  return {
    onTestCaseResult: (test: TestCase) => {
      if (test.diagnostic()?.flaky === true) names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
    },
    onTestRunEnd: () => {
      mkdirSync(".test", { recursive: true });
      writeFileSync(".test/second-tries.json", JSON.stringify(names));
    },
  };
}
