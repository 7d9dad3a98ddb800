import { expect, test } from "vitest";
import { defaultTemplates } from "../../areas/deadline-chains/shipped/domain.templates.ts";
import { describeItem, describePeriod } from "./views.ts";

const describeAll = (key: string) => {
  const template = defaultTemplates.get(key);
  if (template === undefined) throw new Error(`no template ${key}`);
  return {
    periods: template.items.map((item) => describePeriod(item, template)),
    items: template.items.map((item) => describeItem(item, template)),
  };
};

test("a period says what it is counted from, and whether service extends it", () => {
  expect(describeAll("frcp.discovery_served").periods).toEqual([
    "30 days after the trigger, plus days for service under the court’s rule",
  ]);
  expect(describeAll("frcp.trial_set").periods).toEqual([
    "90 days before the trigger",
    "30 days before the trigger",
    "14 days before the trigger",
  ]);
  expect(describeAll("frcp.judgment_entered").items[0]).toMatchObject({
    lead: null,
    counts: [{ period: "28 days after the trigger" }],
    more: ["no court can extend it"],
  });
});

test("the earlier or later of several dates, a weekday with a time, steps and facts are in words", () => {
  const [amendment] = describeAll("frcp.answer_served").items;
  const served = "plus days for service under the court’s rule";
  expect([amendment?.lead, amendment?.counts.map(({ period }) => period)]).toEqual([
    "The earliest of",
    [`21 days after the trigger, ${served}`, `21 days after “Motion under Rule 12(b), (e) or (f) served”, ${served}`],
  ]);
  expect(describeAll("tx.defendant_served").items).toEqual([
    {
      lead: null,
      counts: [{ period: "20 days after the trigger, then the next Monday", citation: "Tex. R. Civ. P. 99(b)" }],
      more: ["at 10:00 AM"],
    },
  ]);
  const [decided, final, appeal] = describeAll("mo.judgment_entered").items;
  expect(decided?.counts[1]?.period).toBe(
    "on the day of “Last timely motion decided”, even on a closed day, only if a timely post-trial motion was filed",
  );
  expect([final?.lead, appeal?.counts[0]?.period]).toEqual(["The latest of", "10 days after “Judgment final”"]);
  expect(describeAll("frcp.defendant_served").periods[0]).toBe(
    "21 days after the trigger, unless the defendant is the United States",
  );
});
