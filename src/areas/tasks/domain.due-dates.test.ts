import { expect, test } from "vitest";
import { BusinessDays } from "../../platform/business-days.ts";
import { federalTemplate } from "../organization/holiday-calendars/domain.templates.ts";
import { countDueOn, type DueCount } from "./domain.due-dates.ts";

const workWeek = [1, 2, 3, 4, 5];
const days = new BusinessDays({ workWeek, rules: federalTemplate.rules, exceptions: [], verifiedThroughOn: null });
const due = (offset: number, unit: DueCount["unit"], more: Partial<DueCount> = {}): DueCount => ({
  offset,
  unit,
  direction: "after",
  roll: "none",
  ...more,
});

test.each<[string, string, DueCount, string]>([
  // Thanksgiving is Thursday, November 26.
  ["a task completed on Wednesday", "2026-11-25", due(3, "business_days"), "2026-12-01"],
  ["a retainer signed on Friday: letter of representation", "2026-11-20", due(1, "business_days"), "2026-11-23"],
  ["a retainer signed on Friday: records of the emergency room", "2026-11-20", due(10, "business_days"), "2026-12-07"],
  [
    "the statute of limitations: file or toll",
    "2027-03-01",
    due(60, "calendar_days", { direction: "before", roll: "previous_business_day" }),
    "2026-12-31",
  ],
  ["business days counted back", "2026-11-30", due(3, "business_days", { direction: "before" }), "2026-11-24"],
  ["the day itself", "2026-11-28", due(0, "calendar_days", { roll: "next_business_day" }), "2026-11-30"],
])("due from %s", (_what, anchorOn, count, dueOn) => {
  expect(countDueOn(count, anchorOn, days)).toBe(dueOn);
});

test("nothing is due without an anchor date, or where the calendar cannot count that far", () => {
  expect(countDueOn(due(1, "business_days"), null, days)).toBeNull();
  expect(countDueOn(due(1, "years"), "9999-06-01", days)).toBeNull();
  expect(
    countDueOn(
      due(1, "business_days"),
      "2026-11-20",
      new BusinessDays({ workWeek: [], rules: [], exceptions: [], verifiedThroughOn: null }),
    ),
  ).toBeNull();
});
