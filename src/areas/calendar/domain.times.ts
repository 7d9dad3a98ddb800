import { invalidInput } from "../../contract/errors/error-codes.ts";
import type { Row } from "../../platform/database/tables.ts";
import { lastYear } from "../../platform/recurrence-days.ts";
import { dayOf, startOfDay, timeOf, toInstant } from "../../platform/local-time.ts";
import {
  addDays,
  beginsWith,
  findLast,
  findOccurrence,
  findRuleProblem,
  findUntil,
  listOccurrences,
  localizeUntil,
  reachesCount,
  readAdditional,
  withAdditional,
  withoutAdditional,
} from "../../platform/recurrence-rule.ts";

/** When an event, or the first occurrence of a series, takes place. */
export type Times = Pick<Row<"CalendarEvent">, "allDay" | "startAt" | "endAt" | "startOn" | "endOn" | "timeZone">;

export const pickTimes = ({ allDay, startAt, endAt, startOn, endOn, timeZone }: Times): Times => ({
  allDay,
  startAt,
  endAt,
  startOn,
  endOn,
  timeZone,
});

type Given = { [Name in keyof Times]?: Times[Name] | undefined };

const dayLength = 86_400_000;
const maxDays = 31;
export const neverEnds = "9999-12-31T00:00:00.000Z";
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayLength);

function assertSpan(endPath: string, isAfter: boolean, days: number): void {
  if (!isAfter)
    throw invalidInput({
      path: endPath,
      message: endPath === "endAt" ? "must be after startAt" : "must not be before startOn",
    });
  if (days > maxDays) throw invalidInput({ path: endPath, message: `must be at most ${maxDays} days after the start` });
}

/** Whole days in a time zone: 23 or 25 hours long where its clocks change. */
export function wholeDays(startOn: string, endOn: string, timeZone: string): Times {
  return {
    allDay: true,
    startOn,
    endOn,
    timeZone,
    startAt: startOfDay(startOn, timeZone),
    endAt: startOfDay(addDays(endOn, 1), timeZone),
  };
}

function timed(startAt: string, endAt: string, timeZone: string): Times {
  const [start, end] = [new Date(startAt), new Date(endAt)];
  // An event that ends at midnight is not of the day that begins then.
  return {
    allDay: false,
    startAt: start.toISOString(),
    endAt: end.toISOString(),
    startOn: dayOf(start.toISOString(), timeZone),
    endOn: dayOf(new Date(end.getTime() - 1).toISOString(), timeZone),
    timeZone,
  };
}

/**
 * The times of a request.
 *
 * @param timezone the organization's
 * @throws VALIDATION_FAILED
 */
export function readTimes(
  { allDay = false, startAt, endAt, startOn, endOn, timeZone }: Given,
  timezone: string,
): Times {
  const [needed, foreign] = allDay
    ? [
        { startOn, endOn },
        { startAt, endAt, timeZone },
      ]
    : [
        { startAt, endAt },
        { startOn, endOn },
      ];
  for (const [path, value] of Object.entries(needed))
    if (value === undefined) throw invalidInput({ path, message: allDay ? "required with allDay" : "required" });
  for (const [path, value] of Object.entries(foreign))
    if (value !== undefined)
      throw invalidInput({
        path,
        message: allDay ? "must not be sent with allDay: its days are the organization’s" : "allowed only with allDay",
      });
  return allDay
    ? readDays(startOn ?? "", endOn ?? "", timezone)
    : readInstants(startAt ?? "", endAt ?? "", timeZone ?? timezone);
}

function readDays(startOn: string, endOn: string, timeZone: string): Times {
  assertSpan("endOn", endOn >= startOn, daysBetween(startOn, endOn) + 1);
  return wholeDays(startOn, endOn, timeZone);
}

function readInstants(startAt: string, endAt: string, timeZone: string): Times {
  const length = Date.parse(endAt) - Date.parse(startAt);
  assertSpan("endAt", length > 0, length / dayLength);
  return timed(startAt, endAt, timeZone);
}

export const hasTimes = ({ allDay, startAt, endAt, startOn, endOn, timeZone }: Given) =>
  [allDay, startAt, endAt, startOn, endOn, timeZone].some((value) => value !== undefined);

/**
 * The times that an event has before a change, changed. A series keeps its local time in another time zone; a single
 * event its instant.
 *
 * @param timezone the organization's
 * @throws VALIDATION_FAILED
 */
export function changeTimes(
  before: Times,
  given: Given,
  { timezone, isSeries }: { timezone: string; isSeries: boolean },
): Times {
  const { allDay = before.allDay, timeZone = before.allDay ? timezone : before.timeZone } = given;
  if (allDay)
    return readTimes(
      {
        ...given,
        allDay,
        startOn: given.startOn ?? before.startOn,
        endOn: given.endOn ?? given.startOn ?? before.endOn,
      },
      timezone,
    );
  if (before.allDay) return readTimes({ ...given, allDay, timeZone }, timezone);
  const moved =
    isSeries && timeZone !== before.timeZone
      ? computeOccurrenceTimes({ ...before, timeZone }, before.startOn, before)
      : before;
  const startAt = given.startAt ?? moved.startAt;
  const length = Date.parse(before.endAt) - Date.parse(before.startAt);
  const endAt =
    given.endAt ?? (given.startAt === undefined ? moved.endAt : new Date(Date.parse(startAt) + length).toISOString());
  return readTimes({ ...given, allDay, startAt, endAt, timeZone }, timezone);
}

/**
 * Where the rule of a series puts an occurrence: at the series' local time, as long as its first one. A local start
 * that does not exist moves forward by the gap, one that comes twice is the first.
 *
 * @param local whose start has that local time
 */
export function computeOccurrenceTimes(series: Times, on: string, local: Times = series): Times {
  const { allDay, timeZone } = series;
  if (allDay) return wholeDays(on, addDays(on, daysBetween(series.startOn, series.endOn)), timeZone);
  const startAt = toInstant(on, timeOf(local.startAt, local.timeZone), timeZone);
  return {
    ...timed(
      startAt,
      new Date(Date.parse(startAt) + Date.parse(series.endAt) - Date.parse(series.startAt)).toISOString(),
      timeZone,
    ),
    startOn: on,
  };
}

/** The last local day on which an occurrence of a series begins by an instant. */
function findDayBy(instant: string, { startAt, timeZone }: Times): string {
  const on = dayOf(instant, timeZone);
  return toInstant(on, timeOf(startAt, timeZone), timeZone) > instant ? addDays(on, -1) : on;
}

/** A rule as it is stored: of a series with times of day, UNTIL may be given in UTC. */
const readRuleOf = (rule: string, times: Times): string =>
  times.allDay ? rule : localizeUntil(rule, (instant) => findDayBy(instant, times));

/** Why a series cannot have a rule; null where it can. Its additional dates do not count. */
function findProblem(rule: string, startOn: string): string | null {
  const until = findUntil(rule);
  return (
    findRuleProblem(rule) ??
    (until !== null && (until < startOn || until > lastUntil)
      ? `UNTIL must be between the first day and ${lastUntil}`
      : null) ??
    (beginsWith(rule, startOn) ? null : "must have the first day, in the time zone of the event, as an occurrence") ??
    (reachesCount(rule, startOn) ? null : `COUNT must be reached by the end of ${lastYear}`)
  );
}

const lastUntil = "2100-12-31";

/** @throws VALIDATION_FAILED at `recurrence.rule` */
function assertRule(rule: string, startOn: string): void {
  const problem = findProblem(rule, startOn);
  if (problem !== null) throw invalidInput({ path: "recurrence.rule", message: problem });
}

interface GivenRecurrence {
  rule: string;
  additionalDates?: readonly string[] | undefined;
}

/**
 * The rule of a series with its additional dates, as it is stored.
 *
 * @param former that of the series before: its dates after the first day stay where none are given
 * @throws VALIDATION_FAILED at `recurrence.rule`, and for a date that is not after the first day
 */
export function readRecurrence(
  { rule, additionalDates }: GivenRecurrence,
  times: Times,
  former: string | null,
): string {
  const read = readRuleOf(rule, times);
  assertRule(read, times.startOn);
  const early = additionalDates?.findIndex((on) => on <= times.startOn) ?? -1;
  if (early !== -1)
    throw invalidInput({ path: `recurrence.additionalDates.${early}`, message: "must be after the first day" });
  return keepAdditional(read, additionalDates ?? readAdditional(former ?? ""), times.startOn);
}

const keepAdditional = (rule: string, dates: readonly string[], startOn: string) =>
  withAdditional(
    rule,
    dates.filter((on) => on > startOn),
  );

/**
 * The rule of a series that begins on another day, without a new rule.
 *
 * @returns null where its only date leaves the rule: of one date there is none
 * @throws VALIDATION_FAILED at `recurrence.rule`, which is required then
 */
export function moveRule(rule: string, from: string, to: string): string | null {
  const moved = keepAdditional(rule, readAdditional(rule), to);
  if (from === to) return moved;
  const problem = findProblem(withoutAdditional(rule), to);
  if (problem === null) return moved;
  if (findOccurrence(rule, from, addDays(from, 1)) === null) return null;
  throw invalidInput({
    path: "recurrence.rule",
    message: `required to move the first day to ${to}; the current rule ${problem}`,
  });
}

/** The columns of an event's times and of its rule. */
export function describeTimes(times: Times, rule: string | null) {
  if (rule === null) return { ...times, rule, endsOn: null, seriesEndAt: times.endAt };
  const endsOn = findLast(rule, times.startOn);
  const lastEndAt = endsOn === null ? neverEnds : computeOccurrenceTimes(times, endsOn).endAt;
  return { ...times, rule, endsOn, seriesEndAt: lastEndAt > times.endAt ? lastEndAt : times.endAt };
}

export const hasOccurrence = (rule: string, startOn: string, on: string) =>
  listOccurrences(rule, startOn, on, on).length > 0;

/** The first and the last local day on which an occurrence that touches a window can begin. */
export const boundRuleDays = ({ from, to }: { from: string; to: string }) => ({
  fromOn: addDays(from.slice(0, 10), -maxDays - 1),
  toOn: addDays(to.slice(0, 10), 1),
});

/** The local days on which occurrences of a rule that touch a window can begin. */
export function listDays({ rule, startOn }: { rule: string; startOn: string }, from: string, to: string): string[] {
  const { fromOn, toOn } = boundRuleDays({ from, to });
  return listOccurrences(rule, startOn, fromOn, toOn);
}

/** `YYYY-MM-DDTHH:mm` of an instant in a time zone. */
export const toLocal = (at: string, timeZone: string) => `${dayOf(at, timeZone)}T${timeOf(at, timeZone).slice(0, 5)}`;
