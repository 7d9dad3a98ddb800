import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";

/** Recurrence on calendar dates: a subset of RFC 5545 with at most one occurrence a day. Dates are `YYYY-MM-DD`. */

/** How far ahead a second occurrence is looked for. */
export const horizonYears = 5;
export const maxOccurrences = 500;
const units = { DAILY: "days", WEEKLY: "weeks", MONTHLY: "months", YEARLY: "years" } as const;
type Frequency = keyof typeof units;

const isNumberIn = (text: string, min: number, max: number) => /^-?[1-9]\d{0,2}$/.test(text) && Number(text) >= min && Number(text) <= max;
const numbers = (min: number, max: number) => (value: string) => value.split(",").every((each) => isNumberIn(each, min, max));
/** With a place in the month or year: of up to 53 weeks, from the beginning or the end. */
const isWeekday = (text: string) => /^(?:[+-]?(?:[1-9]|[1-4]\d|5[0-3]))?(?:MO|TU|WE|TH|FR|SA|SU)$/.test(text);

const parts: Readonly<Record<string, { isValid: (value: string) => boolean; form: string }>> = {
  FREQ: { isValid: (value) => Object.hasOwn(units, value), form: "DAILY, WEEKLY, MONTHLY or YEARLY" },
  INTERVAL: { isValid: (value) => isNumberIn(value, 1, 99), form: "a number from 1 to 99" },
  COUNT: { isValid: (value) => isNumberIn(value, 2, maxOccurrences), form: `a number from 2 to ${maxOccurrences}` },
  UNTIL: { isValid: (value) => readUntil(value) !== null, form: "a date such as 20271231" },
  BYDAY: { isValid: (value) => value.split(",").every(isWeekday), form: "weekdays such as MO,WE or -1FR" },
  BYMONTHDAY: { isValid: numbers(-31, 31), form: "days from 1 to 31, or from -31 to -1" },
  BYMONTH: { isValid: numbers(1, 12), form: "months from 1 to 12" },
  BYSETPOS: { isValid: numbers(-366, 366), form: "places from 1 to 366, or from -366 to -1" },
  WKST: { isValid: (value) => /^(?:MO|TU|WE|TH|FR|SA|SU)$/.test(value), form: "a weekday such as MO" },
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

const splitRule = (rule: string) => rule.split(";").map((part): [string, string] => [part.slice(0, Math.max(part.indexOf("="), 0)), part.slice(part.indexOf("=") + 1)]);

/** The parts of a rule by their names. */
export const readRule = (rule: string): ReadonlyMap<string, string> => new Map(splitRule(rule));

/** The rule with other parts; those without a value are left out. */
export function changeRule(rule: string, changes: Readonly<Record<string, string | undefined>>): string {
  const changed = Object.entries({ ...Object.fromEntries(splitRule(rule)), ...changes });
  return changed.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join(";");
}

/** Why a rule is not one of the subset; null if it is. */
export function findRuleProblem(rule: string): string | null {
  const given = splitRule(rule);
  for (const [name, value] of given) {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (part === undefined) return `must have only the parts ${Object.keys(parts).join(", ")}, each as NAME=value, separated by semicolons`;
    if (!part.isValid(value)) return `${name} must be ${part.form}`;
  }
  const values = new Map(given);
  return values.size < given.length ? "must not have a part twice" : findConflict(values);
}

/** The parts that choose days, such as BYDAY. */
export const listChoosing = (values: ReadonlyMap<string, string>): string[] => [...values.keys()].filter((name) => name.startsWith("BY"));

/** What RFC 5545 does not allow together. */
function findConflict(values: ReadonlyMap<string, string>): string | null {
  const frequency = values.get("FREQ");
  if (frequency === undefined) return "must have FREQ";
  if (values.has("COUNT") && values.has("UNTIL")) return "must not have both COUNT and UNTIL";
  if (values.has("BYSETPOS") && listChoosing(values).length === 1) return "BYSETPOS needs BYDAY, BYMONTHDAY or BYMONTH";
  if (/\d/.test(values.get("BYDAY") ?? "") && (frequency === "DAILY" || frequency === "WEEKLY")) return "BYDAY must not have numbers unless FREQ is MONTHLY or YEARLY";
  if (values.has("BYMONTHDAY") && frequency === "WEEKLY") return "must not have BYMONTHDAY where FREQ is WEEKLY";
  return null;
}

export const addDays = (on: string, days: number): string => Temporal.PlainDate.from(on).add({ days }).toString();
export const addYears = (on: string, years: number): string => Temporal.PlainDate.from(on).add({ years }).toString();
const midnight = (on: string) => Temporal.PlainDate.from(on).toZonedDateTime("UTC");
const toDay = (at: { toString(): string }) => at.toString().slice(0, 10);

function openSeries(rule: string, firstOn: string, untilOn: string): RRuleTemporal {
  // An option `until` would win over the rule's own.
  const until = rule.includes("UNTIL=") ? {} : { until: midnight(untilOn) };
  return new RRuleTemporal({ rruleString: rule, dtstart: midnight(firstOn), includeDtstart: true, temporal: Temporal, ...until });
}

/** The first date of a series at or after a date; null where it has ended, or has none for five years. The series begins with its first date, also where that date does not fit the rule. */
export function findOccurrence(rule: string, firstOn: string, fromOn: string): string | null {
  return openSeries(rule, firstOn, addYears(fromOn, horizonYears)).next(midnight(fromOn), true)?.toPlainDate().toString() ?? null;
}

/** The dates of a series from one date to another, both included. */
export function listOccurrences(rule: string, firstOn: string, fromOn: string, toOn: string): string[] {
  const [from, until] = [fromOn > firstOn ? fromOn : firstOn, findUntil(rule)];
  const to = until !== null && until < toOn ? until : toOn;
  return from > to ? [] : openSeries(rule, firstOn, to).between(midnight(from), midnight(to), true).map(toDay);
}

/** Whether the rule has this date, which a series can begin with. */
export function beginsWith(rule: string, firstOn: string): boolean {
  const series = new RRuleTemporal({ rruleString: changeRule(rule, { COUNT: undefined, UNTIL: undefined }), dtstart: midnight(firstOn), temporal: Temporal, until: midnight(firstOn) });
  return series.next(midnight(firstOn), true) !== null;
}

/** The last date of a series; null without an end. */
export function findLast(rule: string, firstOn: string): string | null {
  const until = findUntil(rule);
  if (until === null && !readRule(rule).has("COUNT")) return null;
  const series = openSeries(rule, firstOn, "9999-12-31");
  const last = until === null ? series.all().at(-1) : series.previous(midnight(until), true);
  return toDay(last ?? firstOn);
}

/** Counted from a date; months and years end on the month's last day at the latest. */
export function addInterval(rule: string, on: string): string {
  const values = readRule(rule);
  const unit = units[(values.get("FREQ") ?? "DAILY") as Frequency];
  return Temporal.PlainDate.from(on).add({ [unit]: Number(values.get("INTERVAL") ?? 1) }).toString();
}

/** The last day that a rule allows; null without one. */
export function findUntil(rule: string): string | null {
  return readUntil(readRule(rule).get("UNTIL") ?? "");
}
