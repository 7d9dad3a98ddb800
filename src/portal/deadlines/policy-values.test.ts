import { describe, expect, test } from "vitest";
import { hasSameValues, parsePolicy, toFormValues, type Policy } from "./policy-values.ts";

const policy: Policy = {
  id: "org_1",
  organizationId: "org_1",
  limitationVerification: "members",
  otherVerification: "other_persons",
  requireVerificationOf: ["notice", "limitation"],
  warningDays: { limitation: [180, 90, 1], court: [], notice: [60, 0], contract: [14], internal: [3, 1] },
  unverifiedReminderDays: 14,
  revision: 3,
  createdAt: "2026-11-29T12:00:00.000Z",
  updatedAt: "2026-11-29T12:00:00.000Z",
};

describe("the values of the policy's form", () => {
  test("are sent as they were read, without what only the server sets", () => {
    const { id: _id, organizationId: _organizationId, revision: _revision, ...rest } = policy;
    const { createdAt: _createdAt, updatedAt: _updatedAt, ...changes } = rest;
    expect(parsePolicy(toFormValues(policy))).toEqual({ changes, faults: {} });
  });

  test.each(["3, 7", "7, 7", "1.5", "-1", "1096", "week", Array.from({ length: 21 }, (_, day) => 21 - day).join(",")])(
    "are rejected with the days %j",
    (typed) => {
      const values = toFormValues(policy);
      const parsed = parsePolicy({ ...values, warningDays: { ...values.warningDays, court: typed } });
      expect(parsed).toEqual({ changes: null, faults: { "warningDays.court": expect.any(String) } });
    },
  );

  test.each(["", " ", "0", "366", "2.5", "soon"])("are rejected with the reminder %j", (typed) => {
    const parsed = parsePolicy({ ...toFormValues(policy), unverifiedReminderDays: typed });
    expect(parsed).toEqual({ changes: null, faults: { unverifiedReminderDays: expect.any(String) } });
  });

  test("are the same in another order of the classes that require verification", () => {
    const values = toFormValues(policy);
    expect(hasSameValues(values, { ...values, requireVerificationOf: ["limitation", "notice"] })).toBe(true);
    expect(hasSameValues(values, { ...values, requireVerificationOf: ["limitation"] })).toBe(false);
    expect(hasSameValues(values, { ...values, requireVerificationOf: ["limitation", "court"] })).toBe(false);
    expect(hasSameValues(values, { ...values, otherVerification: "members" })).toBe(false);
    expect(hasSameValues(values, { ...values, warningDays: { ...values.warningDays, court: "1" } })).toBe(false);
    expect(hasSameValues(values, { ...values, unverifiedReminderDays: "15" })).toBe(false);
  });
});
