import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { isFullExtent } from "../testing/harness/extent.ts";
import {
  BusinessDays,
  maxSkippedDays,
  UncountableDateError,
  type CertainObservance,
  type DayCount,
  type HolidayRule,
  type ObservedDays,
  type SkippedDay,
  type WorkCalendar,
} from "./business-days.ts";

/** The definition, day by day: what BusinessDays must equal without walking. */

const add = (on: string, days: number) => Temporal.PlainDate.from(on).add({ days }).toString();

interface Closing {
  on: string;
  name: string;
  isObserved: boolean;
  isDoubtful: boolean;
  isCertain: boolean;
  isForwardOnly: boolean;
}
type Reading = Required<Pick<DayCount, "observed" | "direction">>;

interface Definition extends WorkCalendar {
  /** The days that rules close because of a year's holidays. */
  closings: (year: number) => Closing[];
}

/** The days that a rule closes because of a year's holidays: the day itself, then where it is observed. */
function closedBy(rule: HolidayRule, year: number): Closing[] {
  const { name, on, observed, firstYear, lastYear, years, isDoubtful = false, certainObservance = "none" } = rule;
  if (year < (firstYear ?? year) || year > (lastYear ?? year)) return [];
  if (years && (year < years.from || !Number.isInteger((year - years.from) / years.every))) return [];
  const close = (date: Temporal.PlainDate, isObserved: boolean, isByLaw = true): Closing => ({
    on: date.toString(),
    name,
    isObserved,
    isDoubtful,
    isCertain: !isDoubtful && isByLaw,
    isForwardOnly: rule.counts === "forward_only",
  });
  return findHolidays(on, year).flatMap((found) => {
    const movement = { 6: observed.saturday, 7: observed.sunday }[on.type === "date" ? found.dayOfWeek : 0] ?? "none";
    if (movement === "none") return [close(found, false)];
    const [step, wanted] = movement === "previous_friday" ? [-1, 5] : [1, 1];
    let moved = found;
    while (moved.dayOfWeek !== wanted) moved = moved.add({ days: step });
    return [
      close(found, false),
      close(moved, true, ["both", found.dayOfWeek === 7 ? "sunday" : "saturday"].includes(certainObservance)),
    ];
  });
}

function findHolidays(on: HolidayRule["on"], year: number): Temporal.PlainDate[] {
  // Days of the moon have tables of their own (lunar-days.test.ts).
  if (on.type === "lunar") return [];
  if (on.type === "listed")
    return on.dates.map((date) => Temporal.PlainDate.from(date)).filter((date) => date.year === year);
  if (on.type === "easter") return [findEaster(year).add({ days: on.plusDays })];
  const days = Array.from({ length: 31 }, (_, index) => index + 1).flatMap((day) => {
    const date = Temporal.PlainDate.from({ year, month: on.month, day });
    return date.day === day ? [date] : [];
  });
  if (on.type === "date") return days.slice(on.day - 1, on.day);
  const such = days.filter(({ dayOfWeek }) => dayOfWeek === on.weekday);
  const found = such.at(on.n === -1 ? -1 : on.n - 1);
  return found === undefined ? [] : [found.add({ days: on.plusDays })];
}

/** The first Sunday after the full moon of the table of 19 years (Book of Common Prayer, for 1900 to 2199). */
function findEaster(year: number): Temporal.PlainDate {
  const fullMoons = [
    "04-14",
    "04-03",
    "03-23",
    "04-11",
    "03-31",
    "04-18",
    "04-08",
    "03-28",
    "04-16",
    "04-05",
    "03-25",
    "04-13",
    "04-02",
    "03-22",
    "04-10",
    "03-30",
    "04-17",
    "04-07",
    "03-27",
  ];
  let date = Temporal.PlainDate.from(`${year}-${fullMoons[year % 19] ?? ""}`).add({ days: 1 });
  while (date.dayOfWeek !== 7) date = date.add({ days: 1 });
  return date;
}

type Explained = SkippedDay | null;

const reasonOf = ({ isObserved, isDoubtful }: Closing) =>
  isObserved ? "observed" : ((["holiday", "doubtful"] as const)[Number(isDoubtful)] ?? "holiday");

function findClosure(
  { exceptions, workWeek, closings }: Definition,
  on: string,
  { observed, direction }: Reading,
): Explained {
  const exception = exceptions.find((each) => each.on === on);
  if (exception?.type === "open") return null;
  if (exception?.type === "closed") return { on, reason: "exception", name: exception.name };
  const year = Number(on.slice(0, 4));
  const closing = [year - 1, year, year + 1].flatMap(closings).filter((day) => day.on === on);
  const closed = closing.filter(
    ({ isCertain, isForwardOnly }) =>
      (isCertain || observed === "closed") && !(isForwardOnly && direction === "before"),
  );
  // The one that closes the day for most: nobody doubts it, then in both directions, then the holiday itself.
  const [decisive] = (["isCertain", "isForwardOnly", "isObserved"] as const).reduce((left, kind) => {
    const better = left.filter((day) => day[kind] === (kind === "isCertain"));
    return better.length > 0 ? better : left;
  }, closed);
  if (decisive !== undefined) return { on, reason: reasonOf(decisive), name: decisive.name };
  return workWeek.includes(Temporal.PlainDate.from(on).dayOfWeek) ? null : { on, reason: "weekend", name: null };
}

function walk(
  calendar: WorkCalendar,
  { startOn, offset, unit, direction, roll, observed = "closed", isExtended = false }: DayCount,
) {
  const skipped: SkippedDay[] = [];
  const known = new Map<number, Closing[]>();
  const closings = (year: number) => {
    const days = known.get(year) ?? calendar.rules.flatMap((rule) => closedBy(rule, year));
    known.set(year, days);
    return days;
  };
  const explain = (on: string) => findClosure({ ...calendar, closings }, on, { observed, direction });
  const step = (from: string, count: number, sign: number) => {
    let on = from;
    for (let open = 0; open < count;) {
      on = add(on, sign);
      const closure = explain(on);
      if (closure === null) open += 1;
      else skipped.push(closure);
    }
    return on;
  };
  const sign = direction === "after" ? 1 : -1;
  const duration = { [unit === "calendar_days" ? "days" : unit]: offset * sign };
  const raw = () => Temporal.PlainDate.from(startOn).add(duration).toString();
  const rawOn = unit === "business_days" ? step(startOn, offset, sign) : raw();
  let resultOn = rawOn;
  const pass = (closure: SkippedDay, way: number) => {
    skipped.push(closure);
    resultOn = step(resultOn, 1, way);
  };
  const closure = roll === "none" ? null : explain(rawOn);
  if (closure !== null) pass(closure, roll === "next_business_day" ? 1 : -1);
  while (isExtended && roll !== "none") {
    const office = calendar.exceptions.find(({ on, type }) => on === resultOn && type === "inaccessible");
    if (office === undefined) break;
    pass({ on: resultOn, reason: "inaccessible", name: office.name }, 1);
  }
  return { rawOn, resultOn, skipped: skipped.slice(0, maxSkippedDays) };
}

/** Few years, so that holidays, exceptions and counts meet; 2100 has no leap day. */
const date = (first: number, last: number) =>
  fc.integer({ min: 0, max: 366 * (last - first + 1) }).map((days) => add(`${first}-01-01`, days));
const month = fc.integer({ min: 1, max: 12 });
const movement = fc.constantFrom("none", "previous_friday", "next_monday");
const rule: fc.Arbitrary<Omit<HolidayRule, "key" | "name">> = fc.record({
  on: fc.oneof(
    fc.record({ type: fc.constant("date" as const), month, day: fc.integer({ min: 1, max: 31 }) }),
    // Those that are observed in another year.
    fc.record({ type: fc.constant("date" as const), month: fc.constantFrom(1, 12), day: fc.constantFrom(1, 30, 31) }),
    fc.record({
      type: fc.constant("nth_weekday" as const),
      month,
      weekday: fc.integer({ min: 1, max: 7 }),
      n: fc.constantFrom(-1, 1, 2, 3, 4, 5),
      plusDays: fc.integer({ min: -7, max: 7 }),
    }),
    fc.record({ type: fc.constant("easter" as const), plusDays: fc.integer({ min: -60, max: 60 }) }),
    fc.record({ type: fc.constant("listed" as const), dates: fc.uniqueArray(date(2098, 2101), { maxLength: 5 }) }),
  ),
  observed: fc.record({ saturday: movement, sunday: movement }),
  firstYear: fc.option(fc.integer({ min: 2097, max: 2102 })),
  lastYear: fc.option(fc.integer({ min: 2097, max: 2102 })),
  years: fc.option(fc.record({ every: fc.integer({ min: 1, max: 4 }), from: fc.integer({ min: 2096, max: 2100 }) }), {
    nil: null,
  }),
  counts: fc.constantFrom("both", "both", "forward_only"),
  isDoubtful: fc.boolean(),
  certainObservance: fc.constantFrom("none", "saturday", "sunday", "both"),
});
const calendar: fc.Arbitrary<WorkCalendar> = fc.record({
  workWeek: fc.oneof(fc.constant([1, 2, 3, 4, 5]), fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })),
  rules: fc
    .array(rule, { maxLength: 6 })
    .map((rules) => rules.map((each, index) => ({ ...each, key: `k${index}`, name: `Holiday ${index}` }))),
  exceptions: fc.uniqueArray(
    fc.record({
      on: date(2098, 2101),
      name: fc.constant("Exception"),
      type: fc.constantFrom("closed", "open", "inaccessible"),
    }),
    { maxLength: 20, selector: ({ on }) => on },
  ),
  verifiedThroughOn: fc.constant(null),
});
const dayCount: fc.Arbitrary<DayCount> = fc.record({
  startOn: date(2098, 2101),
  offset: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 300 })),
  unit: fc.constantFrom("business_days", "business_days", "business_days", "calendar_days", "weeks", "months"),
  direction: fc.constantFrom("after", "before"),
  roll: fc.constantFrom("none", "next_business_day", "previous_business_day"),
  observed: fc.constantFrom("closed", "open"),
  isExtended: fc.boolean(),
});

test("every count equals the walk from day to day: result, days skipped and their reasons", () => {
  const property = fc.property(calendar, fc.array(dayCount, { minLength: 1, maxLength: 3 }), (given, counts) => {
    const days = new BusinessDays(given);
    for (const count of counts) expect(days.count(count)).toEqual({ ...walk(given, count), isVerified: false });
  });
  fc.assert(property, { numRuns: isFullExtent ? 3_000 : 80, seed: 20_261_129 });
}, 600_000);

const weekdays: WorkCalendar = { workWeek: [1, 2, 3, 4, 5], rules: [], exceptions: [], verifiedThroughOn: null };
const after = (startOn: string, offset: number, more: Partial<DayCount> = {}): DayCount => ({
  startOn,
  offset,
  unit: "business_days",
  direction: "after",
  roll: "none",
  ...more,
});

test("3,660 days of five a week are 732 weeks, and the first 400 closed days are named", () => {
  const days = new BusinessDays(weekdays);
  // Mondays.
  const forward = days.count(after("2026-11-02", 3_660));
  const backward = days.count(after("2026-11-02", 3_660, { direction: "before" }));
  expect([forward.resultOn, backward.resultOn]).toEqual([add("2026-11-02", 732 * 7), add("2026-11-02", -732 * 7)]);
  const named = [forward.skipped.length, forward.skipped[0]?.on, forward.skipped.at(-1)?.on];
  expect(named).toEqual([400, "2026-11-07", add("2026-11-08", 199 * 7)]);
  expect(backward.skipped[0]?.on).toBe("2026-11-01");
});

test("a count takes a step for each year, not for each day, and later counts search what was listed", () => {
  let reads = 0;
  const workWeek = new Proxy(weekdays.workWeek, {
    get: (target, property, receiver) => {
      reads += 1;
      return Reflect.get(target, property, receiver) as unknown;
    },
  });
  const days = new BusinessDays({ ...weekdays, workWeek });
  days.count(after("2026-11-02", 3_660));
  const once = reads;
  for (let count = 0; count < 100; count += 1) days.count(after("2026-11-02", 3_660 - count));
  // Fifteen years, and the reasons of the closed days of four. A walk asks 5,000 times for each count.
  expect([once < 6_000, reads - once]).toEqual([true, 0]);
});

describe("what cannot be counted is an error that says so", () => {
  const openOn = (on: string) => ({ on, name: "Open", type: "open" as const });
  const count = (given: Partial<WorkCalendar>, counted: DayCount) =>
    new BusinessDays({ ...weekdays, ...given }).count(counted);

  test.each<[string, Partial<WorkCalendar>, DayCount, RegExp]>([
    ["a calendar that is never open", { workWeek: [] }, after("2026-11-02", 1), /no open day/],
    ["one open day", { workWeek: [], exceptions: [openOn("2026-11-05")] }, after("2026-11-02", 2), /no open day/],
    ["a roll that finds none", { workWeek: [] }, after("2026-11-02", 0, { roll: "next_business_day" }), /no open day/],
    ["the end of the calendar", {}, after("9999-12-30", 3), /years 1 to 9999/],
    ["its beginning", {}, after("0001-01-02", 3, { direction: "before" }), /years 1 to 9999/],
    ["days beyond the end", {}, after("9996-01-01", 3_660, { unit: "calendar_days" }), /years 1 to 9999/],
    ["months before it", {}, after("0001-01-02", 3_660, { unit: "months", direction: "before" }), /years 1 to 9999/],
  ])("%s", (_, given, counted, message) => {
    expect(() => count(given, counted)).toThrow(UncountableDateError);
    expect(() => count(given, counted)).toThrow(message);
  });

  test("one open day in three years: 34 are more than 100 years away", () => {
    const exceptions = Array.from({ length: 60 }, (_, index) => openOn(`${2027 + 3 * index}-06-01`));
    expect(count({ workWeek: [], exceptions }, after("2026-11-02", 30)).resultOn).toBe("2114-06-01");
    expect(() => count({ workWeek: [], exceptions }, after("2026-11-02", 36))).toThrow(/more than 100 years/);
  });
});

test("years below 100 are themselves", () => {
  const days = new BusinessDays({ ...weekdays, exceptions: [{ on: "0026-03-02", name: "Closed", type: "closed" }] });
  expect(days.count(after("0026-02-27", 1)).resultOn).toBe("0026-03-03");
});

describe("what a rule of a court can say", () => {
  const common = { key: "a", observed: { saturday: "none", sunday: "none" }, firstYear: null, lastYear: null } as const;
  const federal = (more: Partial<WorkCalendar>) => new BusinessDays({ ...weekdays, ...more });

  test("a state's holiday counts for periods after an event alone (Fed. R. Civ. P. 6(a)(6)(C))", () => {
    // Patriots' Day of Massachusetts, Monday, April 19, 2027.
    const patriots: HolidayRule = {
      ...common,
      name: "Patriots’ Day",
      on: { type: "nth_weekday", month: 4, weekday: 1, n: 3, plusDays: 0 },
      counts: "forward_only",
    };
    const days = federal({ rules: [patriots] });
    const count = (startOn: string, direction: DayCount["direction"]) => {
      const roll = direction === "after" ? "next_business_day" : "previous_business_day";
      return days.count({ startOn, offset: 14, unit: "calendar_days", direction, roll }).resultOn;
    };
    expect([count("2027-04-05", "after"), count("2027-05-03", "before")]).toEqual(["2027-04-20", "2027-04-19"]);
    expect([days.findClosure("2027-04-19")?.name, days.findClosure("2027-04-19", "closed", "before")]).toEqual([
      "Patriots’ Day",
      null,
    ]);
  });

  test("a period does not end while the clerk's office is inaccessible; the day is counted all the same (Rule 6(a)(3))", () => {
    const storm = (on: string) => ({ on, name: "Snowstorm", type: "inaccessible" as const });
    // A Thursday and the Friday after it.
    const days = federal({ exceptions: [storm("2027-01-28"), storm("2027-01-29")] });
    const extended = { unit: "calendar_days", roll: "next_business_day", isExtended: true } as const;
    const last = days.count({ startOn: "2027-01-07", offset: 21, direction: "after", ...extended });
    expect([last.rawOn, last.resultOn, last.skipped.map(({ on, reason }) => `${on} ${reason}`)]).toEqual([
      "2027-01-28",
      "2027-02-01",
      ["2027-01-28 inaccessible", "2027-01-29 inaccessible", "2027-01-30 weekend", "2027-01-31 weekend"],
    ]);
    // Between the first and the last day it is a court day as others are.
    expect(days.count(after("2027-01-27", 3, { roll: "next_business_day", isExtended: true })).resultOn).toBe(
      "2027-02-01",
    );
    expect(
      days.count({ startOn: "2027-01-07", offset: 21, direction: "after", ...extended, isExtended: false }).resultOn,
    ).toBe("2027-01-28");
    expect([
      days.findClosure("2027-01-28"),
      days.findInaccessibility("2027-01-28")?.name,
      days.findInaccessibility("2027-01-27"),
    ]).toEqual([null, "Snowstorm", null]);
  });

  test("a period before an event is extended forward, too: the example of the committee note of 2009", () => {
    // Labor Day is September 3, 2007.
    const labor: HolidayRule = {
      ...common,
      name: "Labor Day",
      on: { type: "nth_weekday", month: 9, weekday: 1, n: 1, plusDays: 0 },
    };
    const days = federal({
      rules: [labor],
      exceptions: [{ on: "2007-08-31", name: "Hurricane", type: "inaccessible" }],
    });
    const count = (isExtended: boolean) =>
      days.count({
        startOn: "2007-09-11",
        offset: 10,
        unit: "calendar_days",
        direction: "before",
        roll: "previous_business_day",
        isExtended,
      }).resultOn;
    expect([count(false), count(true)]).toEqual(["2007-08-31", "2007-09-04"]);
  });

  test("Inauguration Day is every fourth year, on Monday where January 20 is a Sunday (5 U.S.C. § 6103(c))", () => {
    const inauguration: HolidayRule = {
      ...common,
      name: "Inauguration Day",
      on: { type: "date", month: 1, day: 20 },
      observed: { saturday: "none", sunday: "next_monday" },
      years: { every: 4, from: 1965 },
    };
    const listed = federal({ rules: [inauguration] })
      .listSpecialDays("2009-01-01", "2033-12-31")
      .map(({ on }) => on);
    expect(listed).toEqual([
      "2009-01-20",
      "2013-01-20",
      "2013-01-21",
      "2017-01-20",
      "2021-01-20",
      "2025-01-20",
      "2029-01-20",
      "2033-01-20",
    ]);
  });

  test("an observed day that the law itself closes is closed in each reading", () => {
    const independence = (certainObservance: CertainObservance): HolidayRule => ({
      ...common,
      name: "Independence Day",
      on: { type: "date", month: 7, day: 4 },
      observed: { saturday: "previous_friday", sunday: "next_monday" },
      certainObservance,
    });
    // A Saturday's of 2026, a Sunday's of 2027: read as open.
    const reasons = (["both", "saturday", "sunday", "none"] as const).map((certain) =>
      ["2026-07-03", "2027-07-05"].map(
        (on) => federal({ rules: [independence(certain)] }).findClosure(on, "open")?.reason ?? "open",
      ),
    );
    expect(reasons).toEqual([
      ["observed", "observed"],
      ["observed", "open"],
      ["open", "observed"],
      ["open", "open"],
    ]);
  });

  test("a day that is doubtful both ways and certain forward is closed in both readings forward, and in one backward", () => {
    const on = { type: "listed", dates: ["2027-03-10"] } as const;
    const days = federal({
      rules: [
        { ...common, name: "Doubtful", on, isDoubtful: true },
        { ...common, key: "b", name: "Of the state", on, counts: "forward_only" },
      ],
    });
    const read = (observed: ObservedDays, direction: DayCount["direction"]) =>
      days.findClosure("2027-03-10", observed, direction)?.name ?? "open";
    expect([read("open", "after"), read("closed", "after"), read("open", "before"), read("closed", "before")]).toEqual([
      "Of the state",
      "Of the state",
      "open",
      "Doubtful",
    ]);
  });
});
