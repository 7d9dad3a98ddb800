import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { isFullExtent } from "../testing/harness/extent.ts";
import {
  BusinessDays, maxSkippedDays, UncountableDateError,
  type DayCount, type HolidayRule, type ObservedDays, type SkippedDay, type WorkCalendar,
} from "./business-days.ts";

/** The definition, day by day: what BusinessDays must equal without walking. */

const add = (on: string, days: number) => Temporal.PlainDate.from(on).add({ days }).toString();

interface Closing {
  on: string;
  name: string;
  isObserved: boolean;
}

interface Definition extends WorkCalendar {
  /** The days that rules close because of a year's holidays. */
  closings: (year: number) => Closing[];
}

/** The days that a rule closes because of a year's holiday: the day itself, then where it is observed. */
function closedBy({ on, observed, firstYear, lastYear }: HolidayRule, year: number): Omit<Closing, "name">[] {
  if (year < (firstYear ?? year) || year > (lastYear ?? year)) return [];
  const found = findHoliday(on, year);
  if (found === null) return [];
  const itself = { on: found.toString(), isObserved: false };
  const movement = { 6: observed.saturday, 7: observed.sunday }[on.type === "date" ? found.dayOfWeek : 0] ?? "none";
  if (movement === "none") return [itself];
  const [step, wanted] = movement === "previous_friday" ? [-1, 5] : [1, 1];
  let moved = found;
  while (moved.dayOfWeek !== wanted) moved = moved.add({ days: step });
  return [itself, { on: moved.toString(), isObserved: true }];
}

function findHoliday(on: HolidayRule["on"], year: number): Temporal.PlainDate | null {
  if (on.type === "easter") return findEaster(year).add({ days: on.plusDays });
  const days = Array.from({ length: 31 }, (_, index) => index + 1).flatMap((day) => {
    const date = Temporal.PlainDate.from({ year, month: on.month, day });
    return date.day === day ? [date] : [];
  });
  if (on.type === "date") return days[on.day - 1] ?? null;
  const such = days.filter(({ dayOfWeek }) => dayOfWeek === on.weekday);
  return such.at(on.n === -1 ? -1 : on.n - 1)?.add({ days: on.plusDays }) ?? null;
}

/** The first Sunday after the full moon of the table of 19 years (Book of Common Prayer, for 1900 to 2199). */
function findEaster(year: number): Temporal.PlainDate {
  const fullMoons = [
    "04-14", "04-03", "03-23", "04-11", "03-31", "04-18", "04-08", "03-28", "04-16", "04-05",
    "03-25", "04-13", "04-02", "03-22", "04-10", "03-30", "04-17", "04-07", "03-27",
  ];
  let date = Temporal.PlainDate.from(`${year}-${fullMoons[year % 19] ?? ""}`).add({ days: 1 });
  while (date.dayOfWeek !== 7) date = date.add({ days: 1 });
  return date;
}

type Explained = SkippedDay | null;

function findClosure({ exceptions, workWeek, closings }: Definition, on: string, observed: ObservedDays): Explained {
  const exception = exceptions.find((each) => each.on === on);
  if (exception?.type === "open") return null;
  if (exception !== undefined) return { on, reason: "exception", name: exception.name };
  const year = Number(on.slice(0, 4));
  const closing = [year - 1, year, year + 1].flatMap(closings).filter((day) => day.on === on);
  const decisive = closing.find(({ isObserved }) => !isObserved) ?? closing[0];
  if (decisive !== undefined && (observed === "closed" || !decisive.isObserved)) {
    return { on, reason: decisive.isObserved ? "observed" : "holiday", name: decisive.name };
  }
  return workWeek.includes(Temporal.PlainDate.from(on).dayOfWeek) ? null : { on, reason: "weekend", name: null };
}

function walk(calendar: WorkCalendar, { startOn, offset, unit, direction, roll, observed = "closed" }: DayCount) {
  const skipped: SkippedDay[] = [];
  const known = new Map<number, Closing[]>();
  const closings = (year: number) => {
    const close = (rule: HolidayRule) => closedBy(rule, year).map((day) => ({ ...day, name: rule.name }));
    const days = known.get(year) ?? calendar.rules.flatMap(close);
    known.set(year, days);
    return days;
  };
  const explain = (on: string) => findClosure({ ...calendar, closings }, on, observed);
  const step = (from: string, count: number, sign: number) => {
    let on = from;
    for (let open = 0; open < count; ) {
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
  const closure = roll === "none" ? null : explain(rawOn);
  if (closure !== null) skipped.push(closure);
  const resultOn = closure === null ? rawOn : step(rawOn, 1, roll === "next_business_day" ? 1 : -1);
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
      type: fc.constant("nth_weekday" as const), month, weekday: fc.integer({ min: 1, max: 7 }),
      n: fc.constantFrom(-1, 1, 2, 3, 4, 5), plusDays: fc.integer({ min: -7, max: 7 }),
    }),
    fc.record({ type: fc.constant("easter" as const), plusDays: fc.integer({ min: -60, max: 60 }) }),
  ),
  observed: fc.record({ saturday: movement, sunday: movement }),
  firstYear: fc.option(fc.integer({ min: 2097, max: 2102 })),
  lastYear: fc.option(fc.integer({ min: 2097, max: 2102 })),
});
const calendar: fc.Arbitrary<WorkCalendar> = fc.record({
  workWeek: fc.oneof(fc.constant([1, 2, 3, 4, 5]), fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })),
  rules: fc
    .array(rule, { maxLength: 6 })
    .map((rules) => rules.map((each, index) => ({ ...each, key: `k${index}`, name: `Holiday ${index}` }))),
  exceptions: fc.uniqueArray(
    fc.record({ on: date(2098, 2101), name: fc.constant("Exception"), type: fc.constantFrom("closed", "open") }),
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
});

test("every count equals the walk from day to day: result, days skipped and their reasons", () => {
  const property = fc.property(calendar, fc.array(dayCount, { minLength: 1, maxLength: 3 }), (given, counts) => {
    const days = new BusinessDays(given);
    for (const count of counts) expect(days.count(count)).toEqual({ ...walk(given, count), isVerified: false });
  });
  fc.assert(property, { numRuns: isFullExtent ? 3_000 : 80, seed: 20_261_129 });
}, 600_000);

const weekdays: WorkCalendar = { workWeek: [1, 2, 3, 4, 5], rules: [], exceptions: [], verifiedThroughOn: null };
const after = (startOn: string, offset: number, more: Partial<DayCount> = {}): DayCount =>
  ({ startOn, offset, unit: "business_days", direction: "after", roll: "none", ...more });

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
