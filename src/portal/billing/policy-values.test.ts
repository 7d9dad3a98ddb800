import { describe, expect, test } from "vitest";
import { parsePolicy, toFormValues, type Policy } from "./policy-values.ts";

const policy: Policy = {
  id: "org_1",
  organizationId: "org_1",
  approvalThresholdCents: 49_999,
  expenseApproval: "members",
  revision: 3,
  createdAt: "2026-11-29T12:00:00.000Z",
  updatedAt: "2026-11-29T12:00:00.000Z",
};

describe("the values of the policy's form", () => {
  test("are sent as they were read", () => {
    expect(toFormValues(policy)).toEqual({ threshold: "499.99", expenseApproval: "members" });
    expect(parsePolicy(toFormValues(policy))).toEqual({ approvalThresholdCents: 49_999, expenseApproval: "members" });
  });

  test.each([
    ["500", 50_000],
    ["0.00", 0],
    [" $1,250.50 ", 125_050],
    ["100000000000.00", 10_000_000_000_000],
  ])("read %j as %i cents", (threshold, approvalThresholdCents) => {
    expect(parsePolicy({ ...toFormValues(policy), threshold })?.approvalThresholdCents).toBe(approvalThresholdCents);
  });

  test.each(["", "-1", "1.5", "1.005", "1,25", "five", "100000000000.01"])("are rejected with %j", (threshold) => {
    expect(parsePolicy({ ...toFormValues(policy), threshold })).toBeNull();
  });
});
