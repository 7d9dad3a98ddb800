import { expect, test } from "vitest";
import { defaultTemplates } from "../../areas/deadline-chains/domain.default-templates.ts";
import { ownTemplate } from "../../areas/deadline-chains/examples.ts";
import { describePeriod } from "./views.ts";

test("a period says what it is counted from, and what service adds", () => {
  const periodsOf = (key: string) => (defaultTemplates.get(key)?.items ?? []).map((item, _, items) => describePeriod(item, items));
  expect(periodsOf("frcp.discovery_served")).toEqual(["30 days after the trigger, plus 3 days for service by mail"]);
  expect(periodsOf("frcp.trial_set")).toEqual(["90 days before the trigger", "30 days before the trigger", "14 days before the trigger"]);
  expect(periodsOf("frcp.judgment_entered")[0]).toBe("28 days after the trigger, no court may extend it");
  const { items } = ownTemplate;
  expect(describePeriod({ ...items[1], offset: 1, unit: "weeks", warningDays: null }, items.map((item) => ({ ...item, warningDays: null })))).toBe("1 week after Disclosure of our experts");
});
