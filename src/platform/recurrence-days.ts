/**
 * The days of a recurrence rule by integer arithmetic (RFC 5545, section 3.3.10). A day is counted from 0001-01-01, a
 * Monday. A rule is a filter over the days of its periods; a search jumps to the period that it begins with and ends
 * with {@link lastYear}, so that none takes longer than some milliseconds (decision 0142).
 */

/** No series goes further; 500 dates, one in each year, end before. */
export const lastYear = 2599;

export type Frequency = "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";

/** What a rule says, with what it leaves to its first date filled in. */
export interface DayFilter {
  frequency: Frequency;
  interval: number;
  /** 0 for Monday. */
  weekStart: number;
  months: ReadonlySet<number> | null;
  /** From 1, or from -1 for the last. */
  monthDays: ReadonlySet<number> | null;
  /** By weekday its places: 1 for the first of the month, or of the year, -1 for the last, 0 for each of them. */
  weekdays: readonly (readonly number[] | undefined)[] | null;
  /** Of BYSETPOS. */
  positions: readonly number[] | null;
  first: number;
}

interface Month {
  year: number;
  month: number;
  first: number;
  length: number;
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

function startOfYear(year: number): number {
  const before = year - 1;
  return 365 * before + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
}

function readMonth(year: number, month: number): Month {
  const leapDay = isLeap(year) ? 1 : 0;
  const first = startOfYear(year) + (daysBeforeMonth[month - 1] ?? 0) + (month > 2 ? leapDay : 0);
  return { year, month, first, length: (monthLengths[month - 1] ?? 0) + (month === 2 ? leapDay : 0) };
}

export const endOfYear = (year: number): number => startOfYear(year + 1) - 1;

function yearOf(day: number): number {
  const year = Math.floor(day / 365.2425) + 1;
  if (startOfYear(year) > day) return year - 1;
  return startOfYear(year + 1) <= day ? year + 1 : year;
}

function monthOf(day: number): Month {
  const year = yearOf(day);
  // No month is longer than 31 days: the month is this one or the next.
  const month = readMonth(year, Math.floor((day - startOfYear(year)) / 31) + 1);
  return day < month.first + month.length ? month : readMonth(year, month.month + 1);
}

/** @param on `YYYY-MM-DD` of a day that exists */
export function toDay(on: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(on)) throw new RangeError("a date must be YYYY-MM-DD");
  return readMonth(Number(on.slice(0, 4)), Number(on.slice(5, 7))).first + Number(on.slice(8, 10)) - 1;
}

/** @returns `YYYY-MM-DD` */
export function toDate(day: number): string {
  const { year, month, first } = monthOf(day);
  const digits = (value: number, length: number) => String(value).padStart(length, "0");
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day - first + 1, 2)}`;
}

/** The month and the day of the month, each from 1, and the weekday, 0 for Monday. */
export function describeDay(day: number): { month: number; monthDay: number; weekday: number } {
  const { month, first } = monthOf(day);
  return { month, monthDay: day - first + 1, weekday: day % 7 };
}

/** A place from the beginning, and from the end, in a span of days. */
function hasPlace(place: number, day: number, first: number, length: number): boolean {
  const before = day - first;
  const places = place > 0 ? Math.floor(before / 7) + 1 : -Math.floor((length - 1 - before) / 7) - 1;
  return place === places;
}

function isOfWeekdays({ weekdays, frequency, months }: DayFilter, day: number, month: Month): boolean {
  if (weekdays === null) return true;
  const places = weekdays[day % 7];
  if (places === undefined) return false;
  if (places.includes(0)) return true;
  const isOfYear = frequency === "YEARLY" && months === null;
  const wholeYear = { first: startOfYear(month.year), length: isLeap(month.year) ? 366 : 365 };
  const { first, length } = isOfYear ? wholeYear : month;
  return places.some((place) => hasPlace(place, day, first, length));
}

function isChosen(filter: DayFilter, day: number, month: Month): boolean {
  const { monthDays } = filter;
  const monthDay = day - month.first + 1;
  const isOfMonthDays = monthDays === null || monthDays.has(monthDay) || monthDays.has(monthDay - month.length - 1);
  return isOfMonthDays && isOfWeekdays(filter, day, month);
}

const weekOf = ({ weekStart }: DayFilter, day: number) => Math.floor((day - weekStart) / 7);
const monthIndex = ({ year, month }: Pick<Month, "year" | "month">) => year * 12 + month - 1;

/** Whether the rule can have days in a month: of BYMONTH, and of INTERVAL where that counts months or years. */
function isOpen(filter: DayFilter, origin: Month, year: number, month: number): boolean {
  const { frequency, interval, months } = filter;
  if (months !== null && !months.has(month)) return false;
  if (frequency === "YEARLY") return (year - origin.year) % interval === 0;
  return frequency !== "MONTHLY" || (monthIndex({ year, month }) - monthIndex(origin)) % interval === 0;
}

/** The days that the rule chooses of a part of a month, in order; those before the first date, too. */
function listChosen(filter: DayFilter, month: Month, from: number, to: number): number[] {
  const { frequency, interval, first } = filter;
  const stride = frequency === "DAILY" ? interval : 1;
  const firstWeek = weekOf(filter, first);
  const isOfWeek = (day: number) => frequency !== "WEEKLY" || (weekOf(filter, day) - firstWeek) % interval === 0;
  const found: number[] = [];
  for (let day = first + Math.ceil((from - first) / stride) * stride; day <= to; day += stride) {
    if (isChosen(filter, day, month) && isOfWeek(day)) found.push(day);
  }
  return found;
}

type Positions = readonly number[];

/**
 * Of BYSETPOS.
 *
 * @param found all days of one period
 */
function choosePositions(found: readonly number[], positions: Positions): number[] {
  const chosen = new Set(positions.map((position) => found.at(position > 0 ? position - 1 : position)));
  return found.filter((day) => chosen.has(day));
}

interface Span {
  first: number;
  last: number;
}

/** The week or the year of a day where BYSETPOS counts in it, otherwise its month: what is read at once. */
function periodOf(filter: DayFilter, day: number): Span {
  const { frequency, positions } = filter;
  if (positions !== null && frequency === "WEEKLY") {
    const first = weekOf(filter, day) * 7 + filter.weekStart;
    return { first: Math.max(first, 0), last: first + 6 };
  }
  const year = yearOf(day);
  if (positions !== null && frequency === "YEARLY") return { first: startOfYear(year), last: endOfYear(year) };
  const { first, length } = monthOf(day);
  return { first, last: first + length - 1 };
}

/** The days that the rule chooses from one day to another, a list for each month; those before the first date, too. */
function* listMonths(filter: DayFilter, from: number, to: number): Generator<number[]> {
  const origin = monthOf(filter.first);
  const last = monthIndex(monthOf(to));
  for (let index = monthIndex(monthOf(from)); index <= last; index += 1) {
    const [year, month] = [Math.floor(index / 12), (index % 12) + 1];
    if (!isOpen(filter, origin, year, month)) continue;
    const found = readMonth(year, month);
    yield listChosen(filter, found, Math.max(found.first, from), Math.min(found.first + found.length - 1, to));
  }
}

/**
 * The days of BYSETPOS, a list for each period.
 *
 * @param months the days of whole periods
 */
function* listPositions(filter: DayFilter, positions: Positions, months: Iterable<number[]>): Generator<number[]> {
  let [period, end]: [number[], number] = [[], -1];
  for (const day of flatten(months)) {
    if (day > end) {
      yield choosePositions(period, positions);
      [period, end] = [[], periodOf(filter, day).last];
    }
    period.push(day);
  }
  yield choosePositions(period, positions);
}

function* flatten(lists: Iterable<number[]>): Generator<number> {
  for (const list of lists) yield* list;
}

/** The days of the rule in the periods from one to another day’s, in order; those before the first date, too. */
function listDaysOfPeriods(filter: DayFilter, from: number, to: number): Generator<number> {
  const months = listMonths(filter, periodOf(filter, from).first, periodOf(filter, to).last);
  return flatten(filter.positions === null ? months : listPositions(filter, filter.positions, months));
}

/** Whether the rule has its first date, which begins a series in any case. */
export function hasFirst(filter: DayFilter): boolean {
  const { first } = filter;
  return [...listDaysOfPeriods(filter, first, first)].includes(first);
}

/**
 * The dates of a series from one day to another, both included, in order. The series begins with its first date, also
 * where that does not fit the rule. No month or period after that of the last one read is calculated.
 */
export function* listDays(filter: DayFilter, from: number, to: number): Generator<number> {
  const { first } = filter;
  const begin = Math.max(from, first);
  if (begin > to) return;
  if (begin === first) yield first;
  for (const day of listDaysOfPeriods(filter, begin, to)) {
    if (day > to) return;
    if (day >= begin && day !== first) yield day;
  }
}
