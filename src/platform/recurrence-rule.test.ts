import fc from "fast-check";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { isFullExtent } from "../testing/harness/extent.ts";
import { addDays, beginsWith, findRuleProblem, listOccurrences } from "./recurrence-rule.ts";

const compared = 12;
const horizonDays = 365 * 4;

/** The first dates by ical.js, another implementation of RFC 5545, counted from a day. */
function listByOther(rule: string, fromOn: string, most: number): string[] {
  const dates = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateString(fromOn));
  const found: string[] = [];
  for (let next = dates.next(); next && found.length < most && next.toString() <= addDays(fromOn, horizonDays); next = dates.next()) found.push(next.toString());
  return found;
}

const days = fc.subarray(["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const, { minLength: 1, maxLength: 4 });
const inMonth = fc.constantFrom("1", "2", "3", "4", "-1", "-2");
const months = fc.integer({ min: 1, max: 12 });
const choices = fc.oneof(
  fc.constant("FREQ=DAILY"),
  days.map((each) => `FREQ=WEEKLY;BYDAY=${each.join(",")}`),
  fc.record({ place: inMonth, day: days }).map(({ place, day }) => `FREQ=MONTHLY;BYDAY=${place}${day[0]}`),
  fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: -31, max: -1 })).map((day) => `FREQ=MONTHLY;BYMONTHDAY=${day}`),
  fc.record({ month: months, day: fc.integer({ min: 1, max: 28 }) }).map(({ month, day }) => `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${day}`),
  fc.record({ month: months, place: inMonth, day: days }).map(({ month, place, day }) => `FREQ=YEARLY;BYMONTH=${month};BYDAY=${place}${day[0]}`),
);
const rules = fc.record({ choice: choices, interval: fc.integer({ min: 1, max: 6 }), end: fc.constantFrom("", ";COUNT=7", ";UNTIL=20291231"), week: fc.constantFrom("", ";WKST=SU") });

test("dates of rules agree with another implementation of RFC 5545", { timeout: 30 * 60_000 }, () => {
  fc.assert(
    fc.property(rules, fc.integer({ min: 0, max: 1_000 }), ({ choice, interval, end, week }, later) => {
      const rule = `${choice};INTERVAL=${interval}${end}${choice.includes("WEEKLY") ? week : ""}`;
      expect(findRuleProblem(rule)).toBeNull();
      // The first date of the rule, from which both count.
      const [firstOn] = listByOther(choice, addDays("2026-01-01", later), 1);
      fc.pre(firstOn !== undefined && (!end.includes("UNTIL") || firstOn < "2029-12-31"));
      expect(beginsWith(rule, firstOn)).toBe(true);
      const own = listOccurrences(rule, firstOn, firstOn, addDays(firstOn, horizonDays));
      expect([rule, firstOn, ...own.slice(0, compared)]).toEqual([rule, firstOn, ...listByOther(rule, firstOn, compared)]);
    }),
    { numRuns: isFullExtent ? 100_000 : 1_000 },
  );
});

const names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** The first or the last day of each month that is one of the weekdays: day by day, because ical.js begins such a rule with a wrong date. */
function walkMonths(fromOn: string, each: readonly string[], place: number, interval: number): string[] {
  const byMonth = new Map<number, string[]>();
  const [start, most] = [Date.parse(`${fromOn.slice(0, 8)}01`), 40];
  for (let at = start; byMonth.size <= most; at += 86_400_000) {
    const date = new Date(at);
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
    if (each.includes(names[date.getUTCDay()] ?? "")) byMonth.set(month, [...(byMonth.get(month) ?? []), date.toISOString().slice(0, 10)]);
  }
  // The last month is not whole.
  const found = [...byMonth].slice(0, most).map(([month, all]) => ({ month, on: all.at(place === 1 ? 0 : -1) ?? "" })).filter(({ on }) => on >= fromOn);
  return found.filter(({ month }) => (month - (found[0]?.month ?? 0)) % interval === 0).map(({ on }) => on);
}

test("the first and the last of a month's weekdays are those that walking from day to day finds", () => {
  fc.assert(
    fc.property(days, fc.constantFrom(1, -1), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 1_000 }), (each, place, interval, later) => {
      const expected = walkMonths(addDays("2026-01-01", later), each, place, interval);
      const [firstOn = ""] = expected;
      const rule = `FREQ=MONTHLY;BYDAY=${each.join(",")};BYSETPOS=${place};INTERVAL=${interval}`;
      expect(beginsWith(rule, firstOn)).toBe(true);
      expect([rule, ...listOccurrences(rule, firstOn, firstOn, expected.at(-1) ?? "")]).toEqual([rule, ...expected]);
    }),
    { numRuns: isFullExtent ? 10_000 : 200 },
  );
});

test("a day that a month lacks has no date", () => {
  expect(listOccurrences("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2028-02-29", "2028-02-29", "2040-01-01")).toEqual(["2028-02-29", "2032-02-29", "2036-02-29"]);
  expect(listOccurrences("FREQ=MONTHLY;BYMONTHDAY=31", "2026-01-31", "2026-01-31", "2026-06-30")).toEqual(["2026-01-31", "2026-03-31", "2026-05-31"]);
});
