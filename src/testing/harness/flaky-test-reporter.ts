import { mkdirSync, writeFileSync } from "node:fs";
import type { Reporter, TestCase } from "vitest/node";

/** Writes the tests that passed only at their second try to `.test/flaky.json`, with what failed at the first, so that `npm test` can name them. */
export function nameFlakyTests(): Reporter {
  const names: string[] = [];
  return {
    onTestCaseResult: (test: TestCase) => {
      if (test.diagnostic()?.flaky !== true) return;
      const faults = test.result().errors?.map(({ message, stacks = [] }) => `${message} at line ${stacks.find(({ file }) => file === test.module.moduleId)?.line ?? "?"}`);
      names.push(`${test.module.relativeModuleId} > ${test.fullName}: ${faults?.join("; ") ?? ""}`);
    },
    onTestRunEnd: () => {
      mkdirSync(".test", { recursive: true });
      writeFileSync(".test/flaky.json", JSON.stringify(names));
    },
  };
}
