import { expect, test } from "vitest";
import { findFirstUse, writeTestCalls } from "./test-calls.ts";

test("a first request in three languages reads the secret from the environment", () => {
  const calls = writeTestCalls("https://caseport.example");
  expect(calls.map(({ language }) => language)).toEqual(["curl", "TypeScript", "Python"]);
  for (const { code } of calls) {
    expect(code).toContain("https://caseport.example/api/v1/me");
    expect(code).toContain("CASEPORT_API_KEY");
  }
});

test("after a rotation only a request with the new secret counts as seen", () => {
  const requests = [{ keyPrefix: "cpk_aaaaaaaa" }, { keyPrefix: "cpk_bbbbbbbb" }];
  expect(findFirstUse(requests, `cpk_bbbbbbbb_${"x".repeat(49)}`)).toBe(requests[1]);
  expect(findFirstUse(requests, `cpk_cccccccc_${"x".repeat(49)}`)).toBeNull();
});
