import { Temporal } from "temporal-polyfill";

/**
 * Business days: which days a calendar is open, and dates counted in them. Calendar dates are `YYYY-MM-DD` without a time zone. The only
 * implementation: holiday calendars, tasks, deadlines and appointments call it.
 *
 * A count takes a step for each year, not for each day: the open days of a year are listed once and then searched.
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
  /** Not every source has it: whether the day is closed is decided as for a day on which another day's holiday is observed. */
  isDoubtful?: boolean;
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
  isDoubtful: boolean;
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
  /** Whether a day is closed on which another day's holiday is observed, or whose holiday is doubtful. Closed unless given. */
  observed?: ObservedDays;
}

export type ObservedDays = "closed" | "open";

export interface SkippedDay {
  on: string;
  reason: "weekend" | "holiday" | "observed" | "doubtful" | "exception";
  /** Null for a weekend. */
  name: string | null;
}

export interface CountedDate {
  /** Before the roll. */
  rawOn: string;
  resultOn: string;
  /** The closed days that were passed over, in the order of the count: the first {@link maxSkippedDays}. */
  skipped: SkippedDay[];
  /** Whether the calendar was checked for every date that the count touched. */
  isVerified: boolean;
}

/** Ten years: a calendar that is closed that long is never open. */
const maxClosedDays = 3_660;
/** A count over more years is of a calendar that is hardly ever open: 3,660 days of one a week are 70 years. */
const maxYears = 100;
export const maxSkippedDays = 400;

/** The calendar has too few open days there, or the date is not in the years 1 to 9999. */
export class UncountableDateError extends Error {}

/** Days since 1970-01-01. */
type DayNumber = number;

/** The days of a calendar. Years are expanded on first use. */
export class BusinessDays {
  readonly #calendar: WorkCalendar;
  readonly #exceptions: ReadonlyMap<string, SpecialDay>;
  readonly #exceptionsOfYears: ReadonlyMap<number, readonly SpecialDay[]>;
  readonly #ruled = new Map<number, readonly RuledDay[]>();
  readonly #years = new Map<number, ReadonlyMap<string, SpecialDay>>();
  readonly #open = { closed: new Map<number, Int32Array>(), open: new Map<number, Int32Array>() };
  readonly #closed = { closed: new Map<number, readonly SkippedDay[]>(), open: new Map<number, readonly SkippedDay[]>() };

  constructor(calendar: WorkCalendar) {
    this.#calendar = calendar;
    const exceptions = calendar.exceptions.map(({ on, name, type }) => ({ on, name, type, ruleKey: null, isObserved: false, isDoubtful: false }));
    this.#exceptions = new Map(exceptions.map((exception) => [exception.on, exception]));
    this.#exceptionsOfYears = Map.groupBy(this.#exceptions.values(), ({ on }) => yearOf(on));
  }

  /** Why a date is closed; null if it is open. An exception wins over a rule, and a rule over the weekday. */
  findClosure(on: string, observed: ObservedDays = "closed"): SkippedDay | null {
    return this.#explain(on, numberOf(on), observed);
  }

  /** @param day the number of the date */
  #explain(on: string, day: DayNumber, observed: ObservedDays): SkippedDay | null {
    const exception = this.#exceptions.get(on);
    if (exception !== undefined) {
      return exception.type === "open" ? null : { on, reason: "exception", name: exception.name };
    }
    const rule = this.#expand(yearOf(on)).get(on);
    if (rule !== undefined && (observed === "closed" || isCertain(rule))) return { on, reason: reasonOf(rule), name: rule.name };
    return this.#calendar.workWeek.includes(weekdayOf(day)) ? null : { on, reason: "weekend", name: null };
  }

  /** Days that rules or exceptions name, by date; weekends are not among them. */
  listSpecialDays(from: string, to: string): SpecialDay[] {
    const [first, last] = [yearOf(from), yearOf(to)];
    const years = Array.from({ length: last - first + 1 }, (_, index) => [...this.#expand(first + index).values()]);
    const named = years.flat().filter(({ on }) => !this.#exceptions.has(on));
    const days = [...named, ...this.#exceptions.values()].filter(({ on }) => on >= from && on <= to);
    return days.toSorted((left, right) => (left.on < right.on ? -1 : 1));
  }

  /** Counts from a date, which is not counted itself. @throws {UncountableDateError} */
  count({ startOn, offset, unit, direction, roll, observed = "closed" }: DayCount): CountedDate {
    const sign = direction === "after" ? 1 : -1;
    const isInOpenDays = unit === "business_days";
    const rawOn = isInOpenDays ? this.#step(startOn, offset, sign, observed) : addUnits(startOn, offset * sign, unit);
    const skipped = isInOpenDays ? this.#listSkipped(startOn, rawOn, observed) : [];
    const closure = roll === "none" ? null : this.findClosure(rawOn, observed);
    const resultOn = closure === null ? rawOn : this.#step(rawOn, 1, roll === "next_business_day" ? 1 : -1, observed);
    if (closure !== null) skipped.push(closure, ...this.#listSkipped(rawOn, resultOn, observed));
    const { verifiedThroughOn } = this.#calendar;
    const isVerified = verifiedThroughOn !== null && [startOn, rawOn, resultOn].every((on) => on <= verifiedThroughOn);
    return { rawOn, resultOn, skipped: skipped.slice(0, maxSkippedDays), isVerified };
  }

  /** The open day that is so many open days from a date; the date itself for none. */
  #step(startOn: string, offset: number, sign: 1 | -1, observed: ObservedDays): string {
    if (offset === 0) return startOn;
    const start = numberOf(startOn);
    const firstYear = yearOf(startOn);
    let remaining = offset;
    /** The start, or the open day that was counted last. */
    let last = start;
    for (let year = firstYear; Math.abs(year - firstYear) <= maxYears; year += sign) {
      requireYear(year);
      const days = this.#listOpenDays(year, observed);
      const passed = findPassed(days, start, sign);
      const next = days.at(sign === 1 ? passed : -1 - passed);
      if (passed < days.length && next !== undefined) {
        requireOpen(next - last);
        const wanted = passed + remaining - 1;
        if (wanted < days.length) return textOf(days.at(sign === 1 ? wanted : -1 - wanted) ?? next);
        remaining -= days.length - passed;
        last = days.at(sign === 1 ? -1 : 0) ?? next;
      }
      requireOpen((sign === 1 ? firstOf(year + 1) : firstOf(year) - 1) - last);
    }
    throw new UncountableDateError(`the calendar has too few open days: the count takes more than ${maxYears} years`);
  }

  /** The closed days between two dates, in the direction from the first to the second: at most {@link maxSkippedDays}. */
  #listSkipped(startOn: string, endOn: string, observed: ObservedDays): SkippedDay[] {
    const sign = endOn > startOn ? 1 : -1;
    const [low, high] = sign === 1 ? [startOn, endOn] : [endOn, startOn];
    const skipped: SkippedDay[] = [];
    const lastYear = yearOf(endOn);
    for (let year = yearOf(startOn); sign * (lastYear - year) >= 0 && skipped.length < maxSkippedDays; year += sign) {
      const between = this.#listClosedDays(year, observed).filter(({ on }) => on > low && on < high);
      skipped.push(...(sign === 1 ? between : between.toReversed()));
    }
    return skipped.slice(0, maxSkippedDays);
  }

  /** The closed days of a year, ascending. */
  #listClosedDays(year: number, observed: ObservedDays): readonly SkippedDay[] {
    const known = this.#closed[observed].get(year);
    if (known !== undefined) return known;
    const open = this.#listOpenDays(year, observed);
    const closed: SkippedDay[] = [];
    const next = firstOf(year + 1);
    for (let day = firstOf(year), at = 0; day < next; day += 1) {
      const closure = open[at] === day ? null : this.#explain(textOf(day), day, observed);
      if (closure === null) at += 1;
      else closed.push(closure);
    }
    this.#closed[observed].set(year, closed);
    return closed;
  }

  /** The open days of a year, ascending. */
  #listOpenDays(year: number, observed: ObservedDays): Int32Array {
    const known = this.#open[observed].get(year);
    if (known !== undefined) return known;
    const first = firstOf(year);
    const isOpen = new Uint8Array(firstOf(year + 1) - first);
    for (const weekday of this.#calendar.workWeek) {
      for (let at = (weekday - weekdayOf(first) + 7) % 7; at < isOpen.length; at += 7) isOpen[at] = 1;
    }
    for (const day of this.#expand(year).values()) if (observed === "closed" || isCertain(day)) isOpen[numberOf(day.on) - first] = 0;
    for (const { on, type } of this.#exceptionsOfYears.get(year) ?? []) isOpen[numberOf(on) - first] = type === "open" ? 1 : 0;
    const days = new Int32Array(isOpen.length);
    let count = 0;
    for (let at = 0; at < isOpen.length; at += 1) if (isOpen[at] === 1) days[count++] = first + at;
    const openDays = days.slice(0, count);
    this.#open[observed].set(year, openDays);
    return openDays;
  }

  /** Also of the years beside it: New Year's Day can be observed on December 31. */
  #expand(year: number): ReadonlyMap<string, SpecialDay> {
    const known = this.#years.get(year);
    if (known !== undefined) return known;
    const [first, next] = [firstOf(year), firstOf(year + 1)];
    // Of two on a day, the holiday itself wins over one that is observed there or doubtful, then the earlier rule.
    const expanded = new Map<string, SpecialDay>();
    for (const { day, rule, isObserved } of [year - 1, year, year + 1].flatMap((each) => this.#listRuledDays(each))) {
      if (day < first || day >= next) continue;
      const on = textOf(day);
      const special: SpecialDay = { on, name: rule.name, ruleKey: rule.key, isObserved, isDoubtful: rule.isDoubtful ?? false, type: "closed" };
      const other = expanded.get(on);
      if (other === undefined || (!isCertain(other) && isCertain(special))) expanded.set(on, special);
    }
    this.#years.set(year, expanded);
    return expanded;
  }

  #listRuledDays(year: number): readonly RuledDay[] {
    const known = this.#ruled.get(year);
    if (known !== undefined) return known;
    const days = this.#calendar.rules.flatMap((rule) => listDays(rule, year));
    this.#ruled.set(year, days);
    return days;
  }
}

const isCertain = ({ isObserved, isDoubtful }: SpecialDay): boolean => !isObserved && !isDoubtful;

function reasonOf({ isObserved, isDoubtful }: SpecialDay): SkippedDay["reason"] {
  if (isObserved) return "observed";
  return isDoubtful ? "doubtful" : "holiday";
}

const yearOf = (on: string) => Number(on.slice(0, 4));

const dayLength = 86_400_000;
const numberOf = (on: string): DayNumber => Date.parse(`${on}T00:00:00Z`) / dayLength;
const textOf = (day: DayNumber) => new Date(day * dayLength).toISOString().slice(0, 10);

/** ISO weekday: 1 is Monday. January 1, 1970 was a Thursday. */
const weekdayOf = (day: DayNumber) => ((((day + 3) % 7) + 7) % 7) + 1;

/** A date of the Gregorian calendar; a month of 13 is January of the next year. */
function dayOf(year: number, month: number, day: number): DayNumber {
  // Date.UTC takes the years 0 to 99 for those of 1900; 400 years are 146,097 days.
  return Date.UTC(year + 400, month - 1, day) / dayLength - 146_097;
}
const firstOf = (year: number) => dayOf(year, 1, 1);

function requireYear(year: number): void {
  if (year < 1 || year > 9999) throw new UncountableDateError("the date must be in the years 1 to 9999");
}

/** @param distance of two open days, or of one and the last day that was looked at */
function requireOpen(distance: number): void {
  if (distance > maxClosedDays + 1) throw new UncountableDateError("the calendar has no open day there");
}

/** How many of ascending days a count has passed that begins at a day: those up to it, from the end of the year for a count backwards. */
function findPassed(days: Int32Array, start: DayNumber, sign: 1 | -1): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const isPassed = sign === 1 ? (days[middle] ?? 0) <= start : (days[days.length - 1 - middle] ?? 0) >= start;
    if (isPassed) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Months and years end on the month's last day at the latest. */
function addUnits(on: string, count: number, unit: Exclude<DayUnit, "business_days">): string {
  if (unit === "calendar_days" || unit === "weeks") {
    const day = numberOf(on) + (unit === "weeks" ? 7 * count : count);
    if (day < firstOf(1) || day >= firstOf(10_000)) requireYear(0);
    return textOf(day);
  }
  const date = Temporal.PlainDate.from(on).add({ [unit]: count });
  requireYear(date.year);
  return date.toString();
}

interface RuledDay {
  day: DayNumber;
  rule: HolidayRule;
  isObserved: boolean;
}

/** The days that a rule closes because of a year's holiday. */
function listDays(rule: HolidayRule, year: number): RuledDay[] {
  const { on, observed, firstYear, lastYear } = rule;
  if (year < Math.max(firstYear ?? 1, 1) || year > Math.min(lastYear ?? 9999, 9999)) return [];
  const day = findDay(on, year);
  if (day === null) return [];
  const weekday = weekdayOf(day);
  const movement = on.type === "date" ? findMovement(observed, weekday) : "none";
  if (movement === "none") return [{ day, rule, isObserved: false }];
  const moved = movement === "previous_friday" ? day - (weekday - 5) : day + (8 - weekday);
  return [{ day, rule, isObserved: false }, { day: moved, rule, isObserved: true }];
}

function findMovement({ saturday, sunday }: HolidayRule["observed"], weekday: number): Movement {
  if (weekday === 6) return saturday;
  return weekday === 7 ? sunday : "none";
}

/** Null where the year has no such day, such as a fifth Monday. */
function findDay(on: HolidayRule["on"], year: number): DayNumber | null {
  if (on.type === "easter") return findEaster(year) + on.plusDays;
  const first = dayOf(year, on.month, 1);
  const length = dayOf(year, on.month + 1, 1) - first;
  if (on.type === "date") return on.day > length ? null : first + on.day - 1;
  const firstSuch = 1 + ((on.weekday - weekdayOf(first) + 7) % 7);
  const ofMonth = on.n === -1 ? firstSuch + 7 * Math.floor((length - firstSuch) / 7) : firstSuch + 7 * (on.n - 1);
  return ofMonth > length ? null : first + ofMonth - 1 + on.plusDays;
}

/** The Gregorian computus (Meeus, Astronomical Algorithms, chapter 8). */
function findEaster(year: number): DayNumber {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return dayOf(year, Math.floor(days / 31), (days % 31) + 1);
}
