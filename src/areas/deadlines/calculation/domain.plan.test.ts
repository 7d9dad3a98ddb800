import { expect, test } from "vitest";
import { countPlan, type CountFrom, type CountPlan, type PlannedCount } from "./domain.plan.ts";

/** Counts calendar days alone: what is tested here is the choice. */
const countFrom: CountFrom = ({ offset }, { start: { on: startOn } }) => {
  const on = new Date(Date.parse(`${startOn}T00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
  return {
    rolledOn: on,
    dueTime: null,
    conservativeOn: on,
    citation: null,
    warnings: [],
    steps: [{ text: `${offset}`, on }],
    candidates: [],
  } as unknown as ReturnType<CountFrom>;
};
const count = (offset: number, more: Partial<PlannedCount> = {}): PlannedCount => ({
  offset,
  unit: "calendar_days",
  direction: "after",
  rollRule: "none",
  startRule: "next_day",
  nextWeekday: null,
  isExtendedByService: false,
  from: { source: "trigger" },
  label: `${offset} days`,
  citation: null,
  onlyIf: [],
  unless: [],
  ...more,
});
const plan = (
  choose: "earliest" | "latest",
  counts: PlannedCount[],
  more: Partial<CountPlan> = {},
  unknown: string[] = [],
): CountPlan => ({
  steps: [],
  last: { key: "last", title: "Last", choose, counts, unknown },
  serviceMethod: null,
  ...more,
});
const find = (of: CountPlan) => {
  const { rolledOn, warnings, candidates, steps } = countPlan(of, { on: "2026-01-01", time: null }, countFrom);
  return { rolledOn, warnings, candidates: candidates.map(({ on }) => on), steps: steps.map(({ text }) => text) };
};
const on = (day: string) => ({ from: { source: "date", on: day } as const });

test("the earliest or latest of several dates is taken, and each is a candidate", () => {
  const counts = [count(21), count(21, { ...on("2025-12-20"), label: "21 days after a motion" })];
  expect(find(plan("earliest", counts))).toMatchObject({
    rolledOn: "2026-01-10",
    warnings: [],
    candidates: ["2026-01-22", "2026-01-10"],
    steps: ["21 days", "21 days after a motion", "The earliest counts: 21 days after a motion", "21"],
  });
  expect(find(plan("latest", counts)).rolledOn).toBe("2026-01-22");
});

test("on one day the time decides, and the end of the day is the last", () => {
  const timed = (offset: number, time: string | null) => ({ ...count(offset), label: time ?? "end of day" });
  const at: CountFrom = (counted, given) => ({
    ...countFrom(counted, given),
    dueTime: counted.label === "end of day" ? null : counted.label,
  });
  const chosen = (choose: "earliest" | "latest", ...times: (string | null)[]) =>
    countPlan(
      plan(
        choose,
        times.map((time) => timed(1, time)),
      ),
      { on: "2026-01-01", time: null },
      at,
    ).dueTime;
  expect(chosen("earliest", "10:00", "09:00")).toBe("09:00");
  expect(chosen("latest", "09:00", "10:00")).toBe("10:00");
  expect(chosen("earliest", null, "23:59")).toBe("23:59");
  expect(chosen("latest", "23:59", null)).toBeNull();
  const perhaps = plan("latest", [timed(1, "09:00"), { ...timed(1, "10:00"), onlyIf: ["the party is a defendant"] }]);
  const { dueTime, warnings } = countPlan(perhaps, { on: "2026-01-01", time: null }, at);
  expect([dueTime, warnings]).toEqual(["09:00", ["fact_unknown"]]);
});

test("what has no date does not count, is named and warned of", () => {
  expect(find(plan("earliest", [count(30)], {}, ["Motion served"]))).toMatchObject({
    rolledOn: "2026-01-31",
    warnings: ["trigger_date_unknown"],
    steps: ["No date is known for “Motion served”: it does not count", "30"],
  });
});

test("a fact that is not known makes a date as early as it may be, and never later", () => {
  const states = ["the defendant is the United States"];
  const answer = [count(21, { unless: states }), count(60, { onlyIf: states })];
  expect(find(plan("earliest", answer))).toMatchObject({ rolledOn: "2026-01-22", warnings: ["fact_unknown"] });
  // The longest of three, all of which one fact excludes: where it applies, it is the longest.
  const removed = ["answered before"];
  expect(
    find(plan("latest", [count(7, { unless: removed }), count(21, { ...on("2025-12-25"), unless: removed })])),
  ).toMatchObject({ rolledOn: "2026-01-15", warnings: ["fact_unknown"] });
  // A longer period that counts only perhaps.
  expect(find(plan("latest", [count(30), count(45, { onlyIf: ["the party is a defendant"] })]))).toMatchObject({
    rolledOn: "2026-01-31",
    warnings: ["fact_unknown"],
  });
  // It makes no difference: no warning.
  expect(find(plan("latest", [count(30), count(20, { onlyIf: ["the party is a defendant"] })])).warnings).toEqual([]);
  const many = Array.from({ length: 9 }, (_, index) => count(10 + index, { onlyIf: [`fact ${index}`] }));
  expect(find(plan("latest", many))).toMatchObject({ rolledOn: "2026-01-11", warnings: ["fact_unknown"] });
});

test("steps are counted before what follows from them", () => {
  const final = {
    key: "final",
    title: "Judgment final",
    choose: "latest" as const,
    counts: [count(30), count(0, on("2026-02-20"))],
    unknown: [],
  };
  const found = find(plan("earliest", [count(10, { from: { source: "step", key: "final" } })], { steps: [final] }));
  expect(found).toMatchObject({ rolledOn: "2026-03-02", warnings: [] });
  expect(found.steps).toContain("Step: Judgment final");
  expect(() => find(plan("earliest", [count(10, { from: { source: "step", key: "final" } })]))).toThrow("a later step");
});
