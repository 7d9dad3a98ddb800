import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import type { BusinessDays, DayRoll } from "../../platform/business-days.ts";

/** Recurrence of tasks: a subset of RFC 5545 on calendar dates. Dates are `YYYY-MM-DD`. */

export interface RecurrenceRule {
  rule: string;
  basis: "due_date" | "completion";
  roll: DayRoll;
}

/** The occurrence that has ended. */
export interface EndedOccurrence {
  /** The first nominal date of the series. */
  firstOn: string;
  nominalOn: string;
  occurrenceNumber: number;
  /** The firm's day on which it was completed or cancelled. */
  endedOn: string;
}

export interface NextOccurrence {
  nominalOn: string;
  /** The nominal date, rolled. */
  dueOn: string;
}

const horizonYears = 5;
const maxOccurrences = 500;
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

const readParts = (rule: string) => rule.split(";").map((part): [string, string] => [part.slice(0, Math.max(part.indexOf("="), 0)), part.slice(part.indexOf("=") + 1)]);

/** Why a rule cannot be used for a series that begins on a date; null if it can. */
export function findRuleProblem({ rule, basis }: Pick<RecurrenceRule, "rule" | "basis">, firstOn: string): string | null {
  const given = readParts(rule);
  for (const [name, value] of given) {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (part === undefined) return `must have only the parts ${Object.keys(parts).join(", ")}, each as NAME=value, separated by semicolons`;
    if (!part.isValid(value)) return `${name} must be ${part.form}`;
  }
  const values = new Map(given);
  if (values.size < given.length) return "must not have a part twice";
  return findConflict(values, basis) ?? (hasSecond({ rule, basis }, firstOn) ? null : `must have a second occurrence within ${horizonYears} years`);
}

/** What RFC 5545 does not allow together. */
function findConflict(values: ReadonlyMap<string, string>, basis: RecurrenceRule["basis"]): string | null {
  const frequency = values.get("FREQ");
  const choosing = [...values.keys()].filter((name) => name.startsWith("BY"));
  if (frequency === undefined) return "must have FREQ";
  if (values.has("COUNT") && values.has("UNTIL")) return "must not have both COUNT and UNTIL";
  if (basis === "completion" && choosing.length > 0) return `must not have ${choosing[0]} where the next is counted from completion`;
  if (values.has("BYSETPOS") && choosing.length === 1) return "BYSETPOS needs BYDAY, BYMONTHDAY or BYMONTH";
  if (/\d/.test(values.get("BYDAY") ?? "") && (frequency === "DAILY" || frequency === "WEEKLY")) return "BYDAY must not have numbers unless FREQ is MONTHLY or YEARLY";
  if (values.has("BYMONTHDAY") && frequency === "WEEKLY") return "must not have BYMONTHDAY where FREQ is WEEKLY";
  return null;
}

function hasSecond(given: Pick<RecurrenceRule, "rule" | "basis">, firstOn: string): boolean {
  const nominalOn = given.basis === "completion" ? addInterval(given.rule, firstOn) : findOccurrence(given.rule, firstOn, addDays(firstOn, 1));
  return nominalOn !== null && nominalOn <= Temporal.PlainDate.from(firstOn).add({ years: horizonYears }).toString() && !isAfterEnd(given.rule, nominalOn);
}

const addDays = (on: string, days: number) => Temporal.PlainDate.from(on).add({ days }).toString();
const midnight = (on: string) => Temporal.PlainDate.from(on).toZonedDateTime("UTC");

/** The first date of a series at or after a date; null where it has ended, or has none for five years. */
function findOccurrence(rule: string, firstOn: string, fromOn: string): string | null {
  // An option `until` would win over the rule's own.
  const until = rule.includes("UNTIL=") ? {} : { until: midnight(fromOn).add({ years: horizonYears }) };
  // The series begins with its first date, also where that date does not fit the rule.
  const series = new RRuleTemporal({ rruleString: rule, dtstart: midnight(firstOn), includeDtstart: true, temporal: Temporal, ...until });
  return series.next(midnight(fromOn), true)?.toPlainDate().toString() ?? null;
}

/** Counted from a date; months and years end on the month's last day at the latest. */
function addInterval(rule: string, on: string): string {
  const values = new Map(readParts(rule));
  const unit = units[(values.get("FREQ") ?? "DAILY") as Frequency];
  return Temporal.PlainDate.from(on).add({ [unit]: Number(values.get("INTERVAL") ?? 1) }).toString();
}

function isAfterEnd(rule: string, on: string): boolean {
  const until = readUntil(new Map(readParts(rule)).get("UNTIL") ?? "");
  return until !== null && on > until;
}

/**
 * What follows an occurrence that has ended; missed ones are skipped. Counted from completion, COUNT counts the tasks that there were; otherwise
 * the dates of the rule, of which some may have been skipped.
 * @returns null where the series ends
 */
export function findNextOccurrence({ rule, basis, roll }: RecurrenceRule, { firstOn, nominalOn, occurrenceNumber, endedOn }: EndedOccurrence, days: BusinessDays): NextOccurrence | null {
  if (occurrenceNumber >= maxOccurrences) return null;
  const tomorrow = addDays(nominalOn, 1);
  const next = basis === "completion" ? findByCompletion(rule, occurrenceNumber, endedOn) : findOccurrence(rule, firstOn, tomorrow > endedOn ? tomorrow : endedOn);
  return next === null ? null : { nominalOn: next, dueOn: days.count({ startOn: next, offset: 0, unit: "calendar_days", direction: "after", roll }).resultOn };
}

function findByCompletion(rule: string, occurrenceNumber: number, endedOn: string): string | null {
  const count = new Map(readParts(rule)).get("COUNT");
  if (count !== undefined && occurrenceNumber >= Number(count)) return null;
  const next = addInterval(rule, endedOn);
  return isAfterEnd(rule, next) ? null : next;
}

/** An instant moved to another day at the same local time: one that does not exist moves forward by the gap, of two the first is taken. */
export function moveToDay(at: string, timezone: string, on: string): string {
  const plainTime = Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainTime();
  return Temporal.PlainDate.from(on).toZonedDateTime({ timeZone: timezone, plainTime }).toInstant().toString({ fractionalSecondDigits: 3 });
}
