import { Temporal } from "temporal-polyfill";
import {
  describeDay,
  endOfYear,
  hasFirst,
  lastYear,
  listDays,
  toDate,
  toDay,
  type DayFilter,
  type Frequency,
} from "./recurrence-days.ts";

/**
 * Recurrence on calendar dates: a subset of RFC 5545 with at most one occurrence a day, the table of
 * `guides/recurrence.md`. Dates are `YYYY-MM-DD`. Every function ends after some milliseconds, for every rule of it.
 */

/** A task has its second occurrence within these years. */
export const horizonYears = 5;
export const maxOccurrences = 500;
const maxInterval = 400;
const units = { DAILY: "days", WEEKLY: "weeks", MONTHLY: "months", YEARLY: "years" } as const;
const weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** @returns null for what is no whole number, such as `1.5`; a plus sign and leading zeros are of the RFC */
const readNumber = (text: string): number | null => (/^[+-]?\d{1,3}$/.test(text) ? Number(text) : null);

/** Whether a list has only numbers up to a limit, from 1 or, with a minus sign, from the end. */
const numbers =
  (most: number, { from }: { from: "start" | "either_end" }) =>
  (value: string) =>
    value.split(",").every((each) => {
      const number = readNumber(each);
      return number !== null && number !== 0 && Math.abs(number) <= most && (from === "either_end" || number > 0);
    });
function isBetween(value: string, min: number, max: number): boolean {
  return /^\d{1,3}$/.test(value) && Number(value) >= min && Number(value) <= max;
}

/** The accepted subset of RFC 5545, for the reference; the guide on recurrence rules has it as a table. */
export const acceptedRules = [
  "`FREQ` is DAILY, WEEKLY, MONTHLY or YEARLY, and required",
  `\`INTERVAL\` 1 to ${maxInterval}`,
  `\`COUNT\` 2 to ${maxOccurrences}, or \`UNTIL\`, a day such as 20271231 or with times of day UTC such as 20271231T235959Z`,
  "`BYDAY` weekdays, with MONTHLY numbers from 1 to 5 and with YEARLY from 1 to 53, negative from the end",
  "`BYMONTHDAY` 1 to 31, negative from the end, not with WEEKLY",
  "`BYMONTH` 1 to 12",
  "`BYSETPOS` from 1, negative from the end, with another `BY…` part",
  "`WKST` a weekday",
].join("; ");

const untilForm = "a date such as 20271231, or with times of day also UTC such as 20271231T235959Z";
const isWeekday = (value: string) => readWeekday(value) !== null;

/** @returns null for what is no weekday; a place of 0 is every one of them */
function readWeekday(text: string): { weekday: number; place: number } | null {
  const [, place = "", name = ""] = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(text) ?? [];
  const number = Number(place);
  if (name === "" || Math.abs(number) > 53 || (place !== "" && number === 0)) return null;
  return { weekday: weekdayNames.indexOf(name), place: number };
}

const parts: Readonly<Record<string, { isValid: (value: string) => boolean; form: string }>> = {
  FREQ: { isValid: (value) => Object.hasOwn(units, value), form: "DAILY, WEEKLY, MONTHLY or YEARLY" },
  INTERVAL: { isValid: (value) => isBetween(value, 1, maxInterval), form: `a number from 1 to ${maxInterval}` },
  COUNT: { isValid: (value) => isBetween(value, 2, maxOccurrences), form: `a number from 2 to ${maxOccurrences}` },
  UNTIL: { isValid: (value) => readUntil(value) !== null, form: untilForm },
  BYDAY: { isValid: (value) => value.split(",").every(isWeekday), form: "weekdays such as MO,WE or -1FR" },
  BYMONTHDAY: { isValid: numbers(31, { from: "either_end" }), form: "days from 1 to 31, or from -31 to -1" },
  BYMONTH: { isValid: numbers(12, { from: "start" }), form: "months from 1 to 12" },
  BYSETPOS: { isValid: numbers(366, { from: "either_end" }), form: "places from 1 to 366, or from -366 to -1" },
  WKST: { isValid: (value) => weekdayNames.includes(value), form: "a weekday such as MO" },
};

/** @returns the date as `YYYY-MM-DD`; null for what is no date */
function readUntil(value: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(value) ?? [];
  if (year === undefined) return null;
  try {
    return Temporal.PlainDate.from(`${year}-${month}-${day}`).toString();
  } catch {
    return null;
  }
}

const utcUntil = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

/**
 * The rule with UNTIL as a date, where it has the form in UTC that RFC 5545 wants of a series with times of day. Rules
 * are stored with a date: the instant would end the series on another day after its time zone changes (decision 0142).
 *
 * @param findDay the last local day whose occurrence does not begin after an instant
 */
export function localizeUntil(rule: string, findDay: (instant: string) => string): string {
  const [, year, month, day, hour, minute, second] = utcUntil.exec(readRule(rule).get("UNTIL") ?? "") ?? [];
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (year === undefined || Number.isNaN(instant.getTime())) return rule;
  return rule.replace(/(^|;)UNTIL=[^;]*/, `$1UNTIL=${findDay(instant.toISOString()).replaceAll("-", "")}`);
}

function splitRule(rule: string): [string, string][] {
  return rule.split(";").map((part) => {
    const place = part.indexOf("=");
    return [part.slice(0, Math.max(place, 0)), part.slice(place + 1)];
  });
}

/** The parts of a rule by their names. */
export const readRule = (rule: string): ReadonlyMap<string, string> => new Map(splitRule(rule));

/** The rule with other parts; those without a value are left out. */
export function changeRule(rule: string, changes: Readonly<Record<string, string | undefined>>): string {
  const changed = Object.entries({ ...Object.fromEntries(splitRule(rule)), ...changes });
  return changed.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join(";");
}

const additionalPart = "RDATE";

/** The dates that a series has besides those of its rule, in order: RDATE of RFC 5545, stored with the rule. */
export function readAdditional(rule: string): string[] {
  const dates = readRule(rule).get(additionalPart);
  return dates?.split(",").map((each) => `${each.slice(0, 4)}-${each.slice(4, 6)}-${each.slice(6)}`) ?? [];
}

/** The rule with these dates besides its own, in the form that is stored. No request and no response has it so. */
export function withAdditional(rule: string, dates: readonly string[]): string {
  const sorted = [...new Set(dates)].toSorted().map((on) => on.replaceAll("-", ""));
  return changeRule(rule, { [additionalPart]: sorted.length === 0 ? undefined : sorted.join(",") });
}

/** The rule alone, as RFC 5545 writes RRULE. */
export const withoutAdditional = (rule: string): string => withAdditional(rule, []);

function describeUnknown(name: string): string {
  if (name === "RSCALE" || name === "SKIP") {
    return `${name} of RFC 7529 is not supported: for the 31st or the last day write BYMONTHDAY=-1`;
  }
  if (name === "RDATE" || name === "EXDATE") return `${name} is not a part of a rule`;
  const known = Object.keys(parts).join(", ");
  return `must have only the parts ${known}, each as NAME=value, separated by semicolons`;
}

/** Why a rule is not one of the subset; null if it is. */
export function findRuleProblem(rule: string): string | null {
  const given = splitRule(rule);
  for (const [name, value] of given) {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (part === undefined) return describeUnknown(name);
    if (!part.isValid(value)) return `${name} must be ${part.form}`;
  }
  const values = new Map(given);
  return values.size < given.length ? "must not have a part twice" : findConflict(values);
}

const mostPositions = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 } as const;

/** A place that no period has would be searched for in vain. */
function findPositionConflict(frequency: Frequency, values: ReadonlyMap<string, string>): string | null {
  const positions = values.get("BYSETPOS")?.split(",").map(Number) ?? [];
  if (positions.length === 0) return null;
  if (listChoosing(values).length === 1) return "BYSETPOS needs BYDAY, BYMONTHDAY or BYMONTH";
  const most = mostPositions[frequency];
  if (positions.every((position) => Math.abs(position) <= most)) return null;
  return `BYSETPOS must be at most ${most} where FREQ is ${frequency}`;
}

function findPlaceConflict(frequency: Frequency, values: ReadonlyMap<string, string>): string | null {
  const places =
    values
      .get("BYDAY")
      ?.split(",")
      .map((each) => Math.abs(readWeekday(each)?.place ?? 0)) ?? [];
  if (places.every((place) => place === 0)) return null;
  if (frequency === "DAILY" || frequency === "WEEKLY") {
    return "BYDAY must not have numbers unless FREQ is MONTHLY or YEARLY";
  }
  if (frequency === "MONTHLY" || values.has("BYMONTH")) {
    const isOfMonth = places.every((place) => place <= 5);
    return isOfMonth ? null : "BYDAY must have numbers from 1 to 5, or from -5 to -1, in a month";
  }
  return values.has("BYMONTHDAY") ? "BYDAY with numbers must not be used with BYMONTHDAY in a year; add BYMONTH" : null;
}

/** The parts that choose days, such as BYDAY. */
export function listChoosing(values: ReadonlyMap<string, string>): string[] {
  return [...values.keys()].filter((name) => name.startsWith("BY"));
}

/** What RFC 5545 does not allow together. */
function findConflict(values: ReadonlyMap<string, string>): string | null {
  const frequency = values.get("FREQ");
  if (frequency === undefined) return "must have FREQ";
  if (values.has("COUNT") && values.has("UNTIL")) return "must not have both COUNT and UNTIL";
  if (values.has("BYMONTHDAY") && frequency === "WEEKLY") return "must not have BYMONTHDAY where FREQ is WEEKLY";
  return findPositionConflict(frequency as Frequency, values) ?? findPlaceConflict(frequency as Frequency, values);
}

export const addDays = (on: string, days: number): string => toDate(toDay(on) + days);
export const addYears = (on: string, years: number): string => Temporal.PlainDate.from(on).add({ years }).toString();

interface Series {
  filter: DayFilter;
  /** The last day on which it can have a date: of UNTIL, of COUNT, or the last to which dates are searched. */
  end: number;
  /** Whether it has as many dates as its COUNT; true without COUNT. */
  hasCount: boolean;
  isEndless: boolean;
  /** The days besides those of the rule, in order; COUNT and UNTIL are of the rule alone. */
  additional: readonly number[];
}

/** Series that were read before: lists ask for the same ones, and the end of COUNT is found from the first date. */
const remembered = new Map<string, Series>();
const maxRemembered = 2_000;

function openSeries(rule: string, firstOn: string): Series {
  const key = `${firstOn} ${rule}`;
  const found = remembered.get(key) ?? readSeries(rule, firstOn);
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(key, found);
  return found;
}

function readSeries(rule: string, firstOn: string): Series {
  const [values, until] = [readRule(rule), findUntil(rule)];
  const filter = readFilter(values, toDay(firstOn));
  const [given, most] = [values.get("COUNT"), until === null ? endOfYear(lastYear) : toDay(until)];
  const last = given === undefined ? null : findLastOfCount(filter, Number(given), most);
  const hasCount = given === undefined || last !== null;
  const additional = readAdditional(rule)
    .map(toDay)
    .filter((day) => day > filter.first);
  return { filter, end: last ?? most, hasCount, isEndless: given === undefined && until === null, additional };
}

/** The last date of COUNT; null where it would be after a day. */
function findLastOfCount(filter: DayFilter, count: number, most: number): number | null {
  let found = 0;
  for (const day of listDays(filter, filter.first, most)) {
    found += 1;
    if (found === count) return day;
  }
  return null;
}

/** What the rule leaves open is as on its first date. */
function readFilter(values: ReadonlyMap<string, string>, first: number): DayFilter {
  const list = (name: string) => values.get(name)?.split(",").map(Number) ?? null;
  const frequency = (values.get("FREQ") ?? "DAILY") as Frequency;
  const start = describeDay(first);
  const ofWeek = frequency === "WEEKLY" ? weekdayNames[start.weekday] : undefined;
  const weekdays = readPlaces(values.get("BYDAY") ?? ofWeek);
  const [months, monthDays] = [list("BYMONTH"), list("BYMONTHDAY")];
  const isOpen = weekdays === null && monthDays === null;
  const isOfYears = frequency === "YEARLY" && isOpen && months === null;
  const isOfMonthDay = isOpen && (frequency === "MONTHLY" || frequency === "YEARLY");
  return {
    frequency,
    first,
    interval: Number(values.get("INTERVAL") ?? 1),
    weekStart: Math.max(weekdayNames.indexOf(values.get("WKST") ?? "MO"), 0),
    months: asSet(isOfYears ? [start.month] : months),
    monthDays: asSet(isOfMonthDay ? [start.monthDay] : monthDays),
    weekdays,
    // A day has one date, its first and its last: places change nothing.
    positions: frequency === "DAILY" ? null : list("BYSETPOS"),
  };
}

/** By weekday, 0 for Monday, the places of BYDAY; null without it. */
function readPlaces(value: string | undefined): (number[] | undefined)[] | null {
  if (value === undefined) return null;
  const given = value.split(",").flatMap((each) => readWeekday(each) ?? []);
  return weekdayNames.map((_name, index) => {
    const places = given.filter(({ weekday }) => weekday === index).map(({ place }) => place);
    return places.length === 0 ? undefined : places;
  });
}

const asSet = (list: readonly number[] | null) => (list === null ? null : new Set(list));

/**
 * The first date of a series at or after a date; null where it has ended. The series begins with its first date, also
 * where that does not fit the rule.
 */
export function findOccurrence(rule: string, firstOn: string, fromOn: string): string | null {
  const { filter, end, additional } = openSeries(rule, firstOn);
  const from = toDay(fromOn);
  const [ofRule] = listDays(filter, from, end);
  const days = [ofRule, additional.find((day) => day >= from)].filter((day) => day !== undefined);
  return days.length === 0 ? null : toDate(Math.min(...days));
}

/** The dates of a series from one date to another, both included. */
export function listOccurrences(rule: string, firstOn: string, fromOn: string, toOn: string): string[] {
  const { filter, end, additional } = openSeries(rule, firstOn);
  const [from, to] = [toDay(fromOn), toDay(toOn)];
  const ofRule = [...listDays(filter, from, Math.min(to, end))];
  const others = additional.filter((day) => day >= from && day <= to);
  const days =
    others.length === 0 ? ofRule : [...new Set([...ofRule, ...others])].toSorted((one, other) => one - other);
  return days.map(toDate);
}

/** Whether the rule has this date, which a series can begin with. */
export const beginsWith = (rule: string, firstOn: string): boolean => hasFirst(openSeries(rule, firstOn).filter);

/** Whether a series from a date has as many dates as its COUNT by the end of {@link lastYear}; true without COUNT. */
export const reachesCount = (rule: string, firstOn: string): boolean => openSeries(rule, firstOn).hasCount;

/** The last date of a series; null without an end. */
export function findLast(rule: string, firstOn: string): string | null {
  const { filter, end, isEndless, additional } = openSeries(rule, firstOn);
  if (isEndless) return null;
  let last = filter.first;
  for (const day of listDays(filter, last, end)) last = day;
  return toDate(Math.max(last, additional.at(-1) ?? last));
}

/** Counted from a date; months and years end on the month's last day at the latest. */
export function addInterval(rule: string, on: string): string {
  const values = readRule(rule);
  const unit = units[(values.get("FREQ") ?? "DAILY") as Frequency];
  return Temporal.PlainDate.from(on)
    .add({ [unit]: Number(values.get("INTERVAL") ?? 1) })
    .toString();
}

/** The last day that a rule allows; null without one. */
export function findUntil(rule: string): string | null {
  return readUntil(readRule(rule).get("UNTIL") ?? "");
}
