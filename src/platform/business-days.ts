import { Temporal } from "temporal-polyfill";

/**
 * Business days: which days a calendar is open, and dates counted in them. Calendar dates are `YYYY-MM-DD` without a time zone. The only
 * implementation: holiday calendars, tasks, deadlines and appointments call it.
 */

type Movement = "none" | "previous_friday" | "next_monday";

/** A holiday of every year. */
export interface HolidayRule {
  key: string;
  name: string;
  on:
    | { type: "date"; month: number; day: number }
    /** `n` -1 is the last one of the month. */
    | { type: "nth_weekday"; month: number; weekday: number; n: number; plusDays: number }
    /** Days after Easter Sunday of the Gregorian calendar. */
    | { type: "easter"; plusDays: number };
  /** Where a date is observed if it falls on a weekend. Both days are closed. */
  observed: { saturday: Movement; sunday: Movement };
  firstYear: number | null;
  lastYear: number | null;
}

export interface WorkCalendar {
  /** ISO weekdays: 1 is Monday. */
  workWeek: readonly number[];
  rules: readonly HolidayRule[];
  exceptions: readonly { on: string; name: string; type: "closed" | "open" }[];
  /** The last day that was checked; null while nobody vouches for the calendar. */
  verifiedThroughOn: string | null;
}

/** A day that differs from the work week, or is named by a rule. */
export interface SpecialDay {
  on: string;
  name: string;
  /** Null for an exception. */
  ruleKey: string | null;
  isObserved: boolean;
  type: "closed" | "open";
}

export type DayUnit = "calendar_days" | "business_days" | "weeks" | "months" | "years";
export type DayRoll = "none" | "next_business_day" | "previous_business_day";

export interface DayCount {
  startOn: string;
  offset: number;
  unit: DayUnit;
  direction: "after" | "before";
  roll: DayRoll;
  /** Whether a day is closed on which another day's holiday is observed. Closed unless given. */
  observed?: ObservedDays;
}

export type ObservedDays = "closed" | "open";

export interface SkippedDay {
  on: string;
  reason: "weekend" | "holiday" | "observed" | "exception";
  /** Null for a weekend. */
  name: string | null;
}

export interface CountedDate {
  /** Before the roll. */
  rawOn: string;
  resultOn: string;
  /** The closed days that were passed over. */
  skipped: SkippedDay[];
  /** Whether the calendar was checked for every date that the count touched. */
  isVerified: boolean;
}

/** Ten years: a calendar that is closed that long is never open. */
const maxClosedDays = 3_660;

/** The calendar has no open day there, or the date is not in the years 1 to 9999. */
export class UncountableDateError extends Error {}

/** The days of a calendar. Years are expanded on first use. */
export class BusinessDays {
  readonly #calendar: WorkCalendar;
  readonly #exceptions: ReadonlyMap<string, SpecialDay>;
  readonly #years = new Map<number, ReadonlyMap<string, SpecialDay>>();

  constructor(calendar: WorkCalendar) {
    this.#calendar = calendar;
    this.#exceptions = new Map(calendar.exceptions.map(({ on, name, type }) => [on, { on, name, type, ruleKey: null, isObserved: false }]));
  }

  /** Why a date is closed; null if it is open. An exception wins over a rule, and a rule over the weekday. */
  findClosure(on: string, observed: ObservedDays = "closed"): SkippedDay | null {
    const exception = this.#exceptions.get(on);
    if (exception !== undefined) return exception.type === "open" ? null : { on, reason: "exception", name: exception.name };
    const rule = this.#findByRule(on);
    if (rule !== undefined && (observed === "closed" || !rule.isObserved)) return { on, reason: rule.isObserved ? "observed" : "holiday", name: rule.name };
    return this.#calendar.workWeek.includes(Temporal.PlainDate.from(on).dayOfWeek) ? null : { on, reason: "weekend", name: null };
  }

  /** Days that rules or exceptions name, by date; weekends are not among them. */
  listSpecialDays(from: string, to: string): SpecialDay[] {
    const [first, last] = [yearOf(from), yearOf(to)];
    const years = Array.from({ length: last - first + 1 }, (_, index) => [...this.#expand(first + index).values()]);
    const named = years.flat().filter(({ on }) => !this.#exceptions.has(on));
    return [...named, ...this.#exceptions.values()].filter(({ on }) => on >= from && on <= to).toSorted((left, right) => (left.on < right.on ? -1 : 1));
  }

  /** Counts from a date, which is not counted itself. @throws {UncountableDateError} */
  count({ startOn, offset, unit, direction, roll, observed = "closed" }: DayCount): CountedDate {
    const sign = direction === "after" ? 1 : -1;
    const skipped: SkippedDay[] = [];
    const rawOn = unit === "business_days" ? this.#step(startOn, offset, sign, observed, skipped) : addUnits(startOn, offset * sign, unit);
    const resultOn = roll === "none" || this.findClosure(rawOn, observed) === null ? rawOn : this.#roll(rawOn, roll === "next_business_day" ? 1 : -1, observed, skipped);
    const { verifiedThroughOn } = this.#calendar;
    const isVerified = verifiedThroughOn !== null && [startOn, rawOn, resultOn].every((on) => on <= verifiedThroughOn);
    return { rawOn, resultOn, skipped, isVerified };
  }

  #roll(on: string, sign: 1 | -1, observed: ObservedDays, skipped: SkippedDay[]): string {
    const closure = this.findClosure(on, observed);
    if (closure !== null) skipped.push(closure);
    return this.#step(on, 1, sign, observed, skipped);
  }

  #step(startOn: string, offset: number, sign: 1 | -1, observed: ObservedDays, skipped: SkippedDay[]): string {
    let on = startOn;
    for (let open = 0, closed = 0; open < offset; ) {
      on = addUnits(on, sign, "calendar_days");
      const closure = this.findClosure(on, observed);
      if (closure === null) {
        open += 1;
        closed = 0;
      } else {
        skipped.push(closure);
        closed += 1;
        if (closed > maxClosedDays) throw new UncountableDateError("the calendar has no open day there");
      }
    }
    return on;
  }

  #findByRule(on: string): SpecialDay | undefined {
    return this.#expand(yearOf(on)).get(on);
  }

  /** Also of the years beside it: New Year's Day can be observed on December 31. */
  #expand(year: number): ReadonlyMap<string, SpecialDay> {
    const known = this.#years.get(year);
    if (known !== undefined) return known;
    const days = [year - 1, year, year + 1].flatMap((each) => this.#calendar.rules.flatMap((rule) => listDays(rule, each))).filter(({ on }) => yearOf(on) === year);
    // Of two on a day, the holiday itself wins over one that is observed there, then the earlier rule.
    const expanded = new Map<string, SpecialDay>();
    for (const day of days) if (!expanded.has(day.on) || (expanded.get(day.on)?.isObserved === true && !day.isObserved)) expanded.set(day.on, day);
    this.#years.set(year, expanded);
    return expanded;
  }
}

const yearOf = (on: string) => Number(on.slice(0, 4));

/** Months and years end on the month's last day at the latest. */
function addUnits(on: string, count: number, unit: Exclude<DayUnit, "business_days">): string {
  const duration = unit === "calendar_days" ? { days: count } : { [unit]: count };
  const date = Temporal.PlainDate.from(on).add(duration);
  if (date.year < 1 || date.year > 9999) throw new UncountableDateError("the date must be in the years 1 to 9999");
  return date.toString();
}

/** The days that a rule closes because of a year's holiday. */
function listDays({ key: ruleKey, name, on, observed, firstYear, lastYear }: HolidayRule, year: number): SpecialDay[] {
  if (year < Math.max(firstYear ?? 1, 1) || year > Math.min(lastYear ?? 9999, 9999)) return [];
  const date = findDate(on, year);
  if (date === null) return [];
  const day = (of: Temporal.PlainDate, isObserved: boolean): SpecialDay => ({ on: of.toString(), name, ruleKey, isObserved, type: "closed" });
  const movement = on.type !== "date" ? "none" : date.dayOfWeek === 6 ? observed.saturday : date.dayOfWeek === 7 ? observed.sunday : "none";
  if (movement === "none") return [day(date, false)];
  const moved = movement === "previous_friday" ? date.subtract({ days: date.dayOfWeek - 5 }) : date.add({ days: 8 - date.dayOfWeek });
  return [day(date, false), day(moved, true)];
}

/** Null where the year has no such day, such as a fifth Monday. */
function findDate(on: HolidayRule["on"], year: number): Temporal.PlainDate | null {
  if (on.type === "easter") return findEaster(year).add({ days: on.plusDays });
  const first = Temporal.PlainDate.from({ year, month: on.month, day: 1 });
  if (on.type === "date") return on.day > first.daysInMonth ? null : first.with({ day: on.day });
  const firstSuch = 1 + ((on.weekday - first.dayOfWeek + 7) % 7);
  const day = on.n === -1 ? firstSuch + 7 * Math.floor((first.daysInMonth - firstSuch) / 7) : firstSuch + 7 * (on.n - 1);
  return day > first.daysInMonth ? null : first.with({ day }).add({ days: on.plusDays });
}

/** The Gregorian computus (Meeus, Astronomical Algorithms, chapter 8). */
function findEaster(year: number): Temporal.PlainDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return Temporal.PlainDate.from({ year, month: Math.floor(days / 31), day: (days % 31) + 1 });
}
