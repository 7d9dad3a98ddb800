import { Temporal } from "temporal-polyfill";
import { listLunarDates, type LunarDay } from "./lunar-days.ts";

/**
 * Business days: which days a calendar is open, and dates counted in them. Calendar dates are `YYYY-MM-DD` without a
 * time zone. The only implementation: holiday calendars, tasks, deadlines and appointments call it.
 *
 * Whether a day is closed depends on the reading (`Reading`): of days in doubt, and of the direction of the period.
 *
 * A count takes a step for each year, not for each day: the open days of a year are listed once and then searched.
 */

export type CertainObservance = "none" | "saturday" | "sunday" | "both";
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
    | { type: "easter"; plusDays: number }
    /**
     * A day of a calendar of the moon, in the years for which that is published. The Islamic one is doubtful: a month
     * may begin when the moon is seen.
     */
    | ({ type: "lunar"; plusDays: number } & LunarDay)
    /** Days that somebody publishes year by year, such as a governor. */
    | { type: "listed"; dates: readonly string[] };
  /** Where a date or a day of the moon is observed if it falls on a weekend. Both days are closed. */
  observed: { saturday: Movement; sunday: Movement };
  /**
   * Of which weekdays the law itself moves the holiday, as 5 U.S.C. § 6103(b) does of a Saturday's: the day on which it
   * is observed is closed in each reading. None unless given.
   */
  certainObservance?: CertainObservance;
  firstYear: number | null;
  lastYear: number | null;
  /** Only every so many years since one, such as Inauguration Day. */
  years?: { every: number; from: number } | null;
  /** `forward_only` closes the day for periods after an event alone: Fed. R. Civ. P. 6(a)(6)(C). Both unless given. */
  counts?: "both" | "forward_only";
  /**
   * Not every source has it: whether the day is closed is decided as for a day on which another day's holiday is
   * observed.
   */
  isDoubtful?: boolean;
}

export interface WorkCalendar {
  /** ISO weekdays: 1 is Monday. */
  workWeek: readonly number[];
  rules: readonly HolidayRule[];
  /**
   * A day on which the clerk's office is inaccessible is open, but a period does not end on it ({@link
   * DayCount.isExtended}).
   */
  exceptions: readonly { on: string; name: string; type: "closed" | "open" | "inaccessible" }[];
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
  /** Whether it is closed in each reading of days in doubt. */
  isCertain: boolean;
  /** In periods of which direction it is closed. */
  counts: "both" | "forward_only";
  type: "closed" | "open" | "inaccessible";
}

export type DayUnit = "calendar_days" | "business_days" | "weeks" | "months" | "years";
export type DayRoll = "none" | "next_business_day" | "previous_business_day";

export interface DayCount {
  startOn: string;
  offset: number;
  unit: DayUnit;
  /** Of the period: it decides which holidays count, whatever the roll. */
  direction: Direction;
  roll: DayRoll;
  /**
   * Whether a day is closed on which another day's holiday is observed by practice alone, or whose holiday is doubtful.
   * Closed unless given.
   */
  observed?: ObservedDays;
  /**
   * A last day that is rolled moves on while the clerk's office is inaccessible on it: forward in both directions, as
   * the committee note of 2009 on Fed. R. Civ. P. 6(a)(3) counts. Not unless given.
   */
  isExtended?: boolean;
}

export type ObservedDays = "closed" | "open";
type Direction = "after" | "before";

/** What decides whether a day is closed, beside the calendar. */
interface Reading {
  observed: ObservedDays;
  direction: Direction;
}

export interface SkippedDay {
  on: string;
  reason: "weekend" | "holiday" | "observed" | "doubtful" | "exception" | "inaccessible";
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

/** What is kept of a year, for each reading that differs. */
class Readings<Kept> {
  readonly #years = new Map<number, Kept>();

  getOrMake(year: number, { observed, direction }: Reading, make: () => Kept): Kept {
    const key = 4 * year + (observed === "closed" ? 2 : 0) + (direction === "after" ? 1 : 0);
    const known = this.#years.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#years.set(key, made);
    return made;
  }
}

/** The days of a calendar. Years are expanded on first use. */
export class BusinessDays {
  readonly #calendar: WorkCalendar;
  readonly #exceptions: ReadonlyMap<string, SpecialDay>;
  readonly #exceptionsOfYears: ReadonlyMap<number, readonly SpecialDay[]>;
  readonly #hasForwardOnly: boolean;
  readonly #ruled = new Map<number, readonly RuledDay[]>();
  readonly #years = new Map<number, ReadonlyMap<string, readonly SpecialDay[]>>();
  readonly #open = new Readings<Int32Array>();
  readonly #closed = new Readings<readonly SkippedDay[]>();

  constructor(calendar: WorkCalendar) {
    this.#calendar = calendar;
    const certain = { ruleKey: null, isObserved: false, isDoubtful: false, isCertain: true, counts: "both" } as const;
    const exceptions = calendar.exceptions.map(({ on, name, type }) => ({ on, name, type, ...certain }));
    this.#exceptions = new Map(exceptions.map((exception) => [exception.on, exception]));
    this.#exceptionsOfYears = Map.groupBy(this.#exceptions.values(), ({ on }) => yearOf(on));
    this.#hasForwardOnly = calendar.rules.some(({ counts }) => counts === "forward_only");
  }

  /**
   * Why a date is closed; null if it is open. An exception wins over a rule, and a rule over the weekday. A day on
   * which the clerk's office is inaccessible is open ({@link findInaccessibility}).
   *
   * @param direction of the period
   */
  findClosure(on: string, observed: ObservedDays = "closed", direction: Direction = "after"): SkippedDay | null {
    return this.#explain(on, numberOf(on), { observed, direction });
  }

  /** Why a period does not end on a date that is open otherwise: the clerk's office is inaccessible. */
  findInaccessibility(on: string): SkippedDay | null {
    const exception = this.#exceptions.get(on);
    return exception?.type === "inaccessible" ? { on, reason: "inaccessible", name: exception.name } : null;
  }

  /** @param day the number of the date */
  #explain(on: string, day: DayNumber, reading: Reading): SkippedDay | null {
    const exception = this.#exceptions.get(on);
    if (exception?.type === "open") return null;
    if (exception?.type === "closed") return { on, reason: "exception", name: exception.name };
    const rule = this.#expand(yearOf(on))
      .get(on)
      ?.find((special) => isClosed(special, reading));
    if (rule !== undefined) return { on, reason: reasonOf(rule), name: rule.name };
    return this.#calendar.workWeek.includes(weekdayOf(day)) ? null : { on, reason: "weekend", name: null };
  }

  /** Days that rules or exceptions name, by date; weekends are not among them. */
  listSpecialDays(from: string, to: string): SpecialDay[] {
    const [first, last] = [yearOf(from), yearOf(to)];
    const years = Array.from({ length: last - first + 1 }, (_, index) => [...this.#expand(first + index).values()]);
    // Of several on a day, the one that closes it in most readings.
    const named = years
      .flat()
      .flatMap((days) => days.slice(0, 1))
      .filter(({ on }) => !this.#exceptions.has(on));
    const days = [...named, ...this.#exceptions.values()].filter(({ on }) => on >= from && on <= to);
    return days.toSorted((left, right) => (left.on < right.on ? -1 : 1));
  }

  /**
   * Counts from a date, which is not counted itself.
   *
   * @throws {UncountableDateError}
   */
  count({ startOn, offset, unit, direction, roll, observed = "closed", isExtended = false }: DayCount): CountedDate {
    const reading = this.#read({ observed, direction });
    const sign = direction === "after" ? 1 : -1;
    const isInOpenDays = unit === "business_days";
    const rawOn = isInOpenDays ? this.#step(startOn, offset, sign, reading) : addUnits(startOn, offset * sign, unit);
    const skipped = isInOpenDays ? this.#listSkipped(startOn, rawOn, reading) : [];
    const rolled = this.#roll(rawOn, roll, reading, isExtended);
    const { verifiedThroughOn } = this.#calendar;
    const isVerified =
      verifiedThroughOn !== null && [startOn, rawOn, rolled.resultOn].every((on) => on <= verifiedThroughOn);
    return {
      rawOn,
      resultOn: rolled.resultOn,
      skipped: [...skipped, ...rolled.skipped].slice(0, maxSkippedDays),
      isVerified,
    };
  }

  /** A calendar without rules that count forward only is the same in both directions. */
  #read({ observed, direction }: Reading): Reading {
    return { observed, direction: this.#hasForwardOnly ? direction : "after" };
  }

  /** The last day of a period, moved to an open day, and on to one on which the clerk's office is accessible. */
  #roll(
    rawOn: string,
    roll: DayRoll,
    reading: Reading,
    isExtended: boolean,
  ): Pick<CountedDate, "resultOn" | "skipped"> {
    if (roll === "none") return { resultOn: rawOn, skipped: [] };
    const skipped: SkippedDay[] = [];
    let resultOn = rawOn;
    const move = (closure: SkippedDay, sign: 1 | -1) => {
      const nextOn = this.#step(resultOn, 1, sign, reading);
      skipped.push(closure, ...this.#listSkipped(resultOn, nextOn, reading));
      resultOn = nextOn;
    };
    const closure = this.#explain(rawOn, numberOf(rawOn), reading);
    if (closure !== null) move(closure, roll === "next_business_day" ? 1 : -1);
    for (
      let office = this.findInaccessibility(resultOn);
      isExtended && office !== null;
      office = this.findInaccessibility(resultOn)
    )
      move(office, 1);
    return { resultOn, skipped };
  }

  /** The open day that is so many open days from a date; the date itself for none. */
  #step(startOn: string, offset: number, sign: 1 | -1, reading: Reading): string {
    if (offset === 0) return startOn;
    const start = numberOf(startOn);
    const firstYear = yearOf(startOn);
    let remaining = offset;
    /** The start, or the open day that was counted last. */
    let last = start;
    for (let year = firstYear; Math.abs(year - firstYear) <= maxYears; year += sign) {
      assertYear(year);
      const days = this.#listOpenDays(year, reading);
      const passed = findPassed(days, start, sign);
      const next = days.at(sign === 1 ? passed : -1 - passed);
      if (passed < days.length && next !== undefined) {
        assertOpen(next - last);
        const wanted = passed + remaining - 1;
        if (wanted < days.length) return textOf(days.at(sign === 1 ? wanted : -1 - wanted) ?? next);
        remaining -= days.length - passed;
        last = days.at(sign === 1 ? -1 : 0) ?? next;
      }
      assertOpen((sign === 1 ? firstOf(year + 1) : firstOf(year) - 1) - last);
    }
    throw new UncountableDateError(`the calendar has too few open days: the count takes more than ${maxYears} years`);
  }

  /** The closed days between two dates, in the direction from the first to the second: at most {@link maxSkippedDays}. */
  #listSkipped(startOn: string, endOn: string, reading: Reading): SkippedDay[] {
    const sign = endOn > startOn ? 1 : -1;
    const [low, high] = sign === 1 ? [startOn, endOn] : [endOn, startOn];
    const skipped: SkippedDay[] = [];
    const lastYear = yearOf(endOn);
    for (let year = yearOf(startOn); sign * (lastYear - year) >= 0 && skipped.length < maxSkippedDays; year += sign) {
      const between = this.#listClosedDays(year, reading).filter(({ on }) => on > low && on < high);
      skipped.push(...(sign === 1 ? between : between.toReversed()));
    }
    return skipped.slice(0, maxSkippedDays);
  }

  /** The closed days of a year, ascending. */
  #listClosedDays(year: number, reading: Reading): readonly SkippedDay[] {
    return this.#closed.getOrMake(year, reading, () => {
      const open = this.#listOpenDays(year, reading);
      const closed: SkippedDay[] = [];
      const next = firstOf(year + 1);
      for (let day = firstOf(year), at = 0; day < next; day += 1) {
        const closure = open[at] === day ? null : this.#explain(textOf(day), day, reading);
        if (closure === null) at += 1;
        else closed.push(closure);
      }
      return closed;
    });
  }

  /** The open days of a year, ascending. */
  #listOpenDays(year: number, reading: Reading): Int32Array {
    return this.#open.getOrMake(year, reading, () => {
      const first = firstOf(year);
      const isOpen = new Uint8Array(firstOf(year + 1) - first);
      for (const weekday of this.#calendar.workWeek) {
        for (let at = (weekday - weekdayOf(first) + 7) % 7; at < isOpen.length; at += 7) isOpen[at] = 1;
      }
      for (const [on, days] of this.#expand(year))
        if (days.some((day) => isClosed(day, reading))) isOpen[numberOf(on) - first] = 0;
      for (const { on, type } of this.#exceptionsOfYears.get(year) ?? []) {
        if (type !== "inaccessible") isOpen[numberOf(on) - first] = type === "open" ? 1 : 0;
      }
      const days = new Int32Array(isOpen.length);
      let count = 0;
      for (let at = 0; at < isOpen.length; at += 1) if (isOpen[at] === 1) days[count++] = first + at;
      return days.slice(0, count);
    });
  }

  /**
   * Also of the years beside it: New Year's Day can be observed on December 31. Of several on a day, the one that
   * closes it in most readings is first.
   */
  #expand(year: number): ReadonlyMap<string, readonly SpecialDay[]> {
    const known = this.#years.get(year);
    if (known !== undefined) return known;
    const [first, next] = [firstOf(year), firstOf(year + 1)];
    const expanded = new Map<string, SpecialDay[]>();
    for (const ruled of [year - 1, year, year + 1].flatMap((each) => this.#listRuledDays(each))) {
      if (ruled.day < first || ruled.day >= next) continue;
      const special = describeDay(textOf(ruled.day), ruled);
      const others = expanded.get(special.on) ?? [];
      // Stable: of equals, the earlier rule.
      expanded.set(
        special.on,
        [...others, special].toSorted((left, right) => weigh(right) - weigh(left)),
      );
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

const isClosed = ({ isCertain, counts }: SpecialDay, { observed, direction }: Reading): boolean =>
  (isCertain || observed === "closed") && (counts === "both" || direction === "after");

/** More for what closes a day in more readings; the holiday itself before one that is observed there. */
const weigh = ({ isCertain, isObserved, counts }: SpecialDay): number =>
  (isCertain ? 4 : 0) + (counts === "both" ? 2 : 0) + (isObserved ? 0 : 1);

/** A month of the Islamic calendar may begin when the moon is seen, a day off the calculated one. */
const isInDoubt = ({ on, isDoubtful = false }: HolidayRule): boolean =>
  isDoubtful || (on.type === "lunar" && on.calendar === "islamic_umalqura");

function describeDay(on: string, { rule, isObserved, isByLaw }: RuledDay): SpecialDay {
  const { name, key, counts = "both" } = rule;
  const isDoubtful = isInDoubt(rule);
  return { on, name, ruleKey: key, isObserved, isDoubtful, isCertain: !isDoubtful && isByLaw, counts, type: "closed" };
}

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

function assertYear(year: number): void {
  if (year < 1 || year > 9999) throw new UncountableDateError("the date must be in the years 1 to 9999");
}

/** @param distance of two open days, or of one and the last day that was looked at */
function assertOpen(distance: number): void {
  if (distance > maxClosedDays + 1) throw new UncountableDateError("the calendar has no open day there");
}

/**
 * How many of ascending days a count has passed that begins at a day: those up to it, from the end of the year for a
 * count backwards.
 */
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
    if (day < firstOf(1) || day >= firstOf(10_000)) assertYear(0);
    return textOf(day);
  }
  const date = Temporal.PlainDate.from(on).add({ [unit]: count });
  assertYear(date.year);
  return date.toString();
}

interface RuledDay {
  day: DayNumber;
  rule: HolidayRule;
  isObserved: boolean;
  /** The holiday itself, or observed on the day by the law itself. */
  isByLaw: boolean;
}

/** The days that a rule closes because of a year's holidays. */
function listDays(rule: HolidayRule, year: number): RuledDay[] {
  const { on, observed, firstYear, lastYear, years = null, certainObservance = "none" } = rule;
  if (year < Math.max(firstYear ?? 1, 1) || year > Math.min(lastYear ?? 9999, 9999)) return [];
  if (years !== null && (year < years.from || (year - years.from) % years.every !== 0)) return [];
  const canMove = on.type === "date" || on.type === "lunar";
  return findDays(on, year).flatMap((day) => {
    const weekday = weekdayOf(day);
    const movement = canMove ? findMovement(observed, weekday) : "none";
    const itself = { day, rule, isObserved: false, isByLaw: true };
    if (movement === "none") return [itself];
    const moved = movement === "previous_friday" ? day - (weekday - 5) : day + (8 - weekday);
    const isByLaw = certainObservance === "both" || certainObservance === (weekday === 6 ? "saturday" : "sunday");
    return [itself, { day: moved, rule, isObserved: true, isByLaw }];
  });
}

function findMovement({ saturday, sunday }: HolidayRule["observed"], weekday: number): Movement {
  if (weekday === 6) return saturday;
  return weekday === 7 ? sunday : "none";
}

/** None where the year has no such day, such as a fifth Monday. */
function findDays(on: HolidayRule["on"], year: number): DayNumber[] {
  if (on.type === "easter") return [findEaster(year) + on.plusDays];
  if (on.type === "lunar") return listLunarDates(on, year).map((date) => numberOf(date) + on.plusDays);
  if (on.type === "listed") return on.dates.filter((date) => yearOf(date) === year).map(numberOf);
  const first = dayOf(year, on.month, 1);
  const length = dayOf(year, on.month + 1, 1) - first;
  if (on.type === "date") return on.day > length ? [] : [first + on.day - 1];
  const firstSuch = 1 + ((on.weekday - weekdayOf(first) + 7) % 7);
  const ofMonth = on.n === -1 ? firstSuch + 7 * Math.floor((length - firstSuch) / 7) : firstSuch + 7 * (on.n - 1);
  return ofMonth > length ? [] : [first + ofMonth - 1 + on.plusDays];
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
