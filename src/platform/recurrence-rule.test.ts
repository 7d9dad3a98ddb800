import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import fc from "fast-check";
import ICAL from "ical.js";
import type * as Rrule from "rrule";
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { isFullExtent } from "../testing/harness/extent.ts";
import {
  addDays,
  addYears,
  beginsWith,
  findLast,
  findOccurrence,
  findRuleProblem,
  listOccurrences,
  localizeUntil,
  reachesCount,
  readAdditional,
  withAdditional,
  withoutAdditional,
} from "./recurrence-rule.ts";

// Its ES modules have no file extensions, which Node needs.
const { RRule } = createRequire(import.meta.url)("rrule") as typeof Rrule;

const compared = 12;
const horizonDays = 365 * 4;

/** Dates from a day to another by ical.js, another implementation of RFC 5545. */
function listByIcal(rule: string, fromOn: string, toOn: string, most = Number.POSITIVE_INFINITY): string[] {
  const dates = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateString(fromOn));
  const found: string[] = [];
  for (let next = dates.next(); next && found.length < most && next.toString() <= toOn; next = dates.next())
    found.push(next.toString());
  return found;
}

const listByOther = (rule: string, fromOn: string, most: number) =>
  listByIcal(rule, fromOn, addDays(fromOn, horizonDays), most);

/** The same by rrule, a port of Python's dateutil. */
function listByRrule(rule: string, fromOn: string, toOn: string): string[] {
  const series = new RRule({ ...RRule.parseString(rule), dtstart: new Date(fromOn) });
  // It lists a day twice that is the first and the last of its period.
  return [
    ...new Set(series.between(new Date(fromOn), new Date(toOn), true).map((date) => date.toISOString().slice(0, 10))),
  ];
}

/** The same by rrule-temporal. */
function listByTemporal(rule: string, fromOn: string, toOn: string): string[] {
  const [from, to] = [fromOn, toOn].map((on) => Temporal.PlainDate.from(on).toZonedDateTime("UTC"));
  if (from === undefined || to === undefined) return [];
  const series = new RRuleTemporal({ rruleString: rule, dtstart: from, temporal: Temporal });
  return series.between(from, to, true).map((date) => date.toString().slice(0, 10));
}

const days = fc.subarray(["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const, { minLength: 1, maxLength: 4 });
const inMonth = fc.constantFrom("1", "2", "3", "4", "-1", "-2");
const months = fc.integer({ min: 1, max: 12 });
const choices = fc.oneof(
  fc.constant("FREQ=DAILY"),
  days.map((each) => `FREQ=WEEKLY;BYDAY=${each.join(",")}`),
  fc.record({ place: inMonth, day: days }).map(({ place, day }) => `FREQ=MONTHLY;BYDAY=${place}${day[0]}`),
  fc
    .oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: -31, max: -1 }))
    .map((day) => `FREQ=MONTHLY;BYMONTHDAY=${day}`),
  fc
    .record({ month: months, day: fc.integer({ min: 1, max: 28 }) })
    .map(({ month, day }) => `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${day}`),
  fc
    .record({ month: months, place: inMonth, day: days })
    .map(({ month, place, day }) => `FREQ=YEARLY;BYMONTH=${month};BYDAY=${place}${day[0]}`),
);
const rules = fc.record({
  choice: choices,
  interval: fc.integer({ min: 1, max: 6 }),
  end: fc.constantFrom("", ";COUNT=7", ";UNTIL=20291231"),
  week: fc.constantFrom("", ";WKST=SU"),
});

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
      expect([rule, firstOn, ...own.slice(0, compared)]).toEqual([
        rule,
        firstOn,
        ...listByOther(rule, firstOn, compared),
      ]);
    }),
    { numRuns: isFullExtent ? 100_000 : 500 },
  );
});

/** A series with RDATE by ical.js. */
function expandByIcal(rule: string, firstOn: string, dates: readonly string[], toOn: string): string[] {
  const lines = [
    `DTSTART;VALUE=DATE:${firstOn.replaceAll("-", "")}`,
    `RRULE:${rule}`,
    ...dates.map((on) => `RDATE;VALUE=DATE:${on.replaceAll("-", "")}`),
  ];
  const component = ICAL.Component.fromString(["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n"));
  const expansion = new ICAL.RecurExpansion({ component, dtstart: ICAL.Time.fromDateString(firstOn) });
  const found: string[] = [];
  for (let next = expansion.next(); next && next.toString() <= toOn; next = expansion.next())
    found.push(next.toString());
  return [...new Set(found)];
}

test("a series with additional dates has those of its rule and these, as another implementation has them", () => {
  const extra = fc.uniqueArray(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(rules, fc.integer({ min: 0, max: 1_000 }), extra, ({ choice, interval, end }, later, offsets) => {
      const rule = `${choice};INTERVAL=${interval}${end}`;
      const [firstOn] = listByOther(choice, addDays("2026-01-01", later), 1);
      fc.pre(firstOn !== undefined && (!end.includes("UNTIL") || firstOn < "2029-12-31"));
      const dates = offsets.map((offset) => addDays(firstOn ?? "", offset));
      const [whole, toOn] = [withAdditional(rule, dates), addDays(firstOn ?? "", 700)];
      const own = listOccurrences(whole, firstOn ?? "", firstOn ?? "", toOn);
      expect([whole, ...own]).toEqual([whole, ...expandByIcal(rule, firstOn ?? "", dates, toOn)]);
      expect([withoutAdditional(whole), readAdditional(whole)]).toEqual([rule, dates.toSorted()]);
      const [middle = ""] = dates.toSorted();
      expect(findOccurrence(whole, firstOn ?? "", middle)).toBe(middle);
      expect(
        [findLast(rule, firstOn ?? ""), findLast(whole, firstOn ?? "")].every(
          (last) => last === null || last >= (firstOn ?? ""),
        ),
      ).toBe(true);
    }),
    { numRuns: isFullExtent ? 20_000 : 200 },
  );
});

const names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/**
 * The first or the last day of each month that is one of the weekdays: day by day, because ical.js begins such a rule
 * with a wrong date.
 */
function walkMonths(fromOn: string, each: readonly string[], place: number, interval: number): string[] {
  const byMonth = new Map<number, string[]>();
  const [start, most] = [Date.parse(`${fromOn.slice(0, 8)}01`), 40];
  for (let at = start; byMonth.size <= most; at += 86_400_000) {
    const date = new Date(at);
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
    if (each.includes(names[date.getUTCDay()] ?? ""))
      byMonth.set(month, [...(byMonth.get(month) ?? []), date.toISOString().slice(0, 10)]);
  }
  // The last month is not whole.
  const found = [...byMonth]
    .slice(0, most)
    .map(([month, all]) => ({ month, on: all.at(place === 1 ? 0 : -1) ?? "" }))
    .filter(({ on }) => on >= fromOn);
  return found.filter(({ month }) => (month - (found[0]?.month ?? 0)) % interval === 0).map(({ on }) => on);
}

test("the first and the last of a month's weekdays are those that walking from day to day finds", () => {
  fc.assert(
    fc.property(
      days,
      fc.constantFrom(1, -1),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 1_000 }),
      (each, place, interval, later) => {
        const expected = walkMonths(addDays("2026-01-01", later), each, place, interval);
        const [firstOn = ""] = expected;
        const rule = `FREQ=MONTHLY;BYDAY=${each.join(",")};BYSETPOS=${place};INTERVAL=${interval}`;
        expect(beginsWith(rule, firstOn)).toBe(true);
        expect([rule, ...listOccurrences(rule, firstOn, firstOn, expected.at(-1) ?? "")]).toEqual([rule, ...expected]);
      },
    ),
    { numRuns: isFullExtent ? 10_000 : 200 },
  );
});

const listed = (values: readonly (string | number)[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 }).map((each) => each.join(","));
const part = (name: string, values: readonly (string | number)[]) =>
  fc.option(
    listed(values).map((each) => `${name}=${each}`),
    { nil: "" },
  );
const weekdays = part("BYDAY", ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]);
const placed = part("BYDAY", ["1MO", "2TU", "4TH", "-1FR", "5SU", "-2WE"]);
const byMonth = part("BYMONTH", [1, 2, 4, 7, 12]);
const byMonthDay = part("BYMONTHDAY", [1, 2, 13, 28, 29, 30, 31, -1, -2]);
const position = part("BYSETPOS", [1, 2, -1]);
const joined = (...given: readonly fc.Arbitrary<string>[]) =>
  fc.tuple(...given).map((each) => each.filter((text) => text !== "").join(";"));
/**
 * The whole subset, without an end. Of a week without BYSETPOS: rrule 2.8.1 counts places in the first week only from
 * the first date.
 */
const subset = joined(
  fc.integer({ min: 1, max: 5 }).map((interval) => `INTERVAL=${interval}`),
  fc.oneof(
    joined(fc.constant("FREQ=DAILY"), byMonth, byMonthDay, weekdays),
    joined(fc.constant("FREQ=WEEKLY"), byMonth, weekdays, fc.constantFrom("", "WKST=SU", "WKST=TH")),
    joined(fc.constantFrom("FREQ=MONTHLY", "FREQ=YEARLY"), byMonth, byMonthDay, weekdays, position),
    joined(fc.constant("FREQ=MONTHLY"), byMonth, byMonthDay, placed, position),
    joined(fc.constant("FREQ=YEARLY;BYMONTH=2,11"), byMonthDay, placed, position),
    // rrule-temporal 2.2.8 puts the 53rd weekday of a year that has 52 into the next one.
    joined(fc.constant("FREQ=YEARLY"), part("BYDAY", ["1MO", "20TU", "51TH", "-1FR", "-50WE"])),
  ),
).filter((rule) => findRuleProblem(rule) === null);

test("the whole subset has the dates that two other implementations find", { timeout: 30 * 60_000 }, () => {
  fc.assert(
    fc.property(subset, fc.integer({ min: 0, max: 2_000 }), (rule, later) => {
      const fromOn = addDays("2026-01-01", later);
      const firstOn = listOccurrences(rule, fromOn, addDays(fromOn, 1), addYears(fromOn, 8)).find((on) =>
        beginsWith(rule, on),
      );
      fc.pre(firstOn !== undefined);
      const toOn = addYears(firstOn, 9);
      const own = [rule, ...listOccurrences(rule, firstOn, firstOn, toOn).slice(0, 40)];
      expect(own).toEqual([rule, ...listByRrule(rule, firstOn, toOn).slice(0, 40)]);
      expect(own).toEqual([rule, ...listByTemporal(rule, firstOn, toOn).slice(0, 40)]);
    }),
    { numRuns: isFullExtent ? 20_000 : 150 },
  );
});

describe("the guide", () => {
  const guide = readFileSync(join(process.cwd(), "src/guides/recurrence.md"), "utf8");
  const rowsOf = (heading: string) => [
    ...(guide.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "").matchAll(
      /^\| `(.*?)` +\| (.*?) +\|(?: (.*?) +\|)?$/gm,
    ),
  ];
  const dated = rowsOf("Read the dates").map(([, rule = "", firstOn = "", next = ""]) => ({
    rule,
    firstOn,
    dates: [firstOn, ...next.split(", ")],
  }));
  const rejected = rowsOf("What is rejected").map(([, rule = "", message = ""]) => ({ rule, message }));

  test("has a row for each part and each frequency", () => {
    const text = dated.map(({ rule }) => rule).join(" ");
    for (const name of [
      "DAILY",
      "WEEKLY",
      "MONTHLY",
      "YEARLY",
      "INTERVAL",
      "COUNT",
      "BYDAY",
      "BYMONTHDAY",
      "BYMONTH",
      "BYSETPOS",
      "WKST",
    ])
      expect(text).toContain(name);
    expect(rejected.length).toBeGreaterThan(10);
  });

  test.each(dated)(
    "$rule from $firstOn is accepted, and has these dates here and in two other implementations",
    ({ rule, firstOn, dates }) => {
      expect([findRuleProblem(rule), beginsWith(rule, firstOn), reachesCount(rule, firstOn)]).toEqual([
        null,
        true,
        true,
      ]);
      const toOn = dates.at(-1) ?? firstOn;
      expect(listOccurrences(rule, firstOn, firstOn, toOn)).toEqual(dates);
      const agreeing = [listByIcal, listByRrule, listByTemporal].filter(
        (list) => list(rule, firstOn, toOn).join() === dates.join(),
      );
      expect(agreeing.length).toBeGreaterThanOrEqual(2);
    },
  );

  test.each(rejected)("$rule is rejected: $message", ({ rule, message }) => {
    expect(findRuleProblem(rule)).toBe(message);
  });
});

describe("a rule with few dates, or none", () => {
  const weekdayNames = "MO,TU,WE,TH,FR,SA,SU";
  test.each([
    ["FREQ=DAILY;BYMONTHDAY=29;BYMONTH=12;COUNT=30", "2026-12-29", "2055-12-29"],
    ["FREQ=DAILY;BYDAY=FR;BYMONTHDAY=13;COUNT=60", "2026-11-13", "2062-01-13"],
    ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=20", "2028-02-29", "2108-02-29"],
    ["FREQ=WEEKLY;BYDAY=MO;BYMONTH=1;COUNT=500", "2027-01-25", "2140-01-18"],
    ["FREQ=YEARLY;COUNT=500", "2026-11-30", "2525-11-30"],
  ])("%s has its last date", (rule, firstOn, lastOn) => {
    expect([findLast(rule, firstOn), reachesCount(rule, firstOn)]).toEqual([lastOn, true]);
    expect([findOccurrence(rule, firstOn, lastOn), findOccurrence(rule, firstOn, addDays(lastOn, 1))]).toEqual([
      lastOn,
      null,
    ]);
  });

  test.each([
    ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=500", "2028-02-29"],
    ["FREQ=YEARLY;INTERVAL=2;COUNT=500", "2026-11-30"],
    ["FREQ=DAILY;INTERVAL=7;BYDAY=TU;COUNT=2", "2027-01-04"],
    [`FREQ=YEARLY;BYDAY=${weekdayNames};BYSETPOS=366;COUNT=500`, "2028-12-31"],
    [`FREQ=WEEKLY;BYDAY=${weekdayNames};BYSETPOS=7;INTERVAL=52;BYMONTH=2;COUNT=500`, "2028-02-06"],
  ])("%s does not reach COUNT, and is searched without a stall", (rule, firstOn) => {
    const begun = process.cpuUsage();
    // Each as if it were read first: another first date by a year.
    for (let year = 0; year < 400; year += 28) expect(reachesCount(rule, addYears(firstOn, year))).toBe(false);
    const { user, system } = process.cpuUsage(begun);
    // 15 searches of at most some 10 ms each; by walking from date to date one alone took longer, or never ended.
    expect((user + system) / 1_000_000).toBeLessThan(5);
  });

  test("the 53rd weekday is only of years that have one", () => {
    expect(listOccurrences("FREQ=YEARLY;BYDAY=53FR", "2027-01-01", "2027-01-02", "2040-01-01")).toEqual([
      "2027-12-31",
      "2032-12-31",
      "2038-12-31",
    ]);
  });
});

test("UNTIL in UTC becomes a day, and stays what it is where it is none", () => {
  const toDay = (instant: string) => (instant === "2026-11-30T14:00:00.000Z" ? "2026-11-30" : "2026-11-29");
  expect(localizeUntil("FREQ=DAILY;UNTIL=20261130T140000Z;WKST=SU", toDay)).toBe("FREQ=DAILY;UNTIL=20261130;WKST=SU");
  expect(localizeUntil("UNTIL=20261130T135959Z;FREQ=DAILY", toDay)).toBe("UNTIL=20261129;FREQ=DAILY");
  for (const rule of [
    "FREQ=DAILY;UNTIL=20261130",
    "FREQ=DAILY;UNTIL=20269930T140000Z",
    "FREQ=DAILY;UNTIL=20261130T140000",
    "FREQ=DAILY",
  ])
    expect(localizeUntil(rule, toDay)).toBe(rule);
});

test("a day that a month lacks has no date", () => {
  expect(listOccurrences("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2028-02-29", "2028-02-29", "2040-01-01")).toEqual([
    "2028-02-29",
    "2032-02-29",
    "2036-02-29",
  ]);
  expect(listOccurrences("FREQ=MONTHLY;BYMONTHDAY=31", "2026-01-31", "2026-01-31", "2026-06-30")).toEqual([
    "2026-01-31",
    "2026-03-31",
    "2026-05-31",
  ]);
});
