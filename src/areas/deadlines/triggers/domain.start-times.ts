import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { dayOf, timeOf } from "../../../platform/local-time.ts";
import type { DeadlineRow } from "../store.ts";

/** A day from which is counted, and the instant at which hours begin on it. */
export interface Start {
  on: string;
  /** Undefined where nothing but the day is known: hours keep their time of day then. */
  at?: string | undefined;
}

/**
 * The time of day, `HH:MM`, from which the hours of a deadline run, in its own time zone. Where the start is on another
 * day there, the edge of the day that is counted from stands for it.
 */
export function findStartTime({ on, at }: { on: string; at: string }, timeZone: string): string {
  const localOn = dayOf(at, timeZone);
  if (localOn === on) return timeOf(at, timeZone).slice(0, 5);
  return localOn < on ? "00:00" : "23:59";
}

/** The instant at which the event of a trigger begins, and its time zone. */
export interface EventStart {
  on: string;
  at: string;
  timeZone: string;
}

/**
 * The time of day from which the hours of a deadline run: that of the event of its trigger, which nobody sets
 * otherwise.
 *
 * @param start null where no event has a time
 * @param given in the deadline's time zone
 * @returns it in that time zone; the given one without an event's
 * @throws VALIDATION_FAILED for another time than the event's
 */
export function chooseStartTime(
  start: EventStart | null,
  { given, timeZone }: { given: string | null; timeZone: string },
): string | null {
  if (start === null) return given;
  const startTime = findStartTime(start, timeZone);
  if (given !== null && given !== startTime)
    throw invalidInput({ path: "startTime", message: `must be the start of the event in ${timeZone}, ${startTime}` });
  return startTime;
}

/** The same for a deadline that is recorded: null where it counts no hours. */
export const startTimeOf = (
  { startTime, timeZone }: Pick<DeadlineRow, "startTime" | "timeZone">,
  { on, at }: Start,
): string | null => (startTime === null || at === undefined ? startTime : findStartTime({ on, at }, timeZone));

/** Whether a deadline is counted from this start, or waits for the later date that is counted from it. */
export const startsAlike = ({ recalculation, ...before }: DeadlineRow, on: string, startTime: string | null): boolean =>
  (recalculation ?? before).triggerOn === on && (recalculation?.triggerTime ?? before.startTime) === startTime;

type Counting = Pick<DeadlineRow, "startTime" | "unit" | "countPlan">;

const countsHours = ({ startTime, unit, countPlan }: Counting): boolean =>
  startTime !== null ||
  unit === "hours" ||
  (countPlan !== null &&
    [...countPlan.steps, countPlan.last].some(({ counts }) => counts.some((each) => each.unit === "hours")));

/** Of a deadline that is counted from the date of another: its hours run from the time of day of that. */
export const startTimeFrom = (counted: Counting, { dueTime }: Due): string | null =>
  countsHours(counted) ? dueTime : null;

/** A date, with its time of day. */
export type Due = Pick<DeadlineRow, "dueOn" | "dueTime">;

/** Without a time of day a date is due at the end of its day. */
const sortKey = ({ dueOn, dueTime }: Due): string => `${dueOn} ${dueTime ?? "24:00"}`;

/** Whether a date, with its time of day, is later than another in the same time zone. */
export const isLater = (due: Due, than: Due): boolean => sortKey(due) > sortKey(than);
