import { invalidInput } from "../../../contract/errors/error-codes.ts";
import type { Changes } from "./domain.content.ts";
import {
  changeTimes,
  describeTimes,
  hasTimes,
  moveRule,
  pickTimes,
  readRecurrence,
  readTimes,
  type Times,
} from "../domain.times.ts";
import type { NewEvent } from "../schema.input.ts";
import type { EventRow } from "../store.ts";

/** When an event takes place: from a request to the columns of its times and its recurrence rule. Pure. */

/** The columns of an event's times and rule. */
export type Schedule = ReturnType<typeof describeTimes>;

/**
 * The schedule of a new event.
 *
 * @param timezone the organization's
 * @throws VALIDATION_FAILED
 */
export function computeSchedule(input: NewEvent, timezone: string): Schedule {
  const times = readTimes(input, timezone);
  assertReminders(times.allDay, input.reminders ?? []);
  const rule = input.recurrence ? readRecurrence(input.recurrence, times, null) : null;
  return describeTimes(times, rule);
}

/**
 * The schedule of an event after a change.
 *
 * @param timezone the organization's
 * @throws VALIDATION_FAILED
 */
export function changeSchedule(
  before: Times & Pick<EventRow, "rule" | "reminders">,
  changes: Changes,
  timezone: string,
): Schedule {
  const times = hasTimes(changes)
    ? changeTimes(before, changes, { timezone, isSeries: before.rule !== null })
    : pickTimes(before);
  assertReminders(times.allDay, changes.reminders ?? before.reminders);
  return describeTimes(times, ruleAfter(before, changes, times));
}

function ruleAfter(
  { rule, startOn }: Pick<EventRow, "rule" | "startOn">,
  { recurrence }: Changes,
  times: Times,
): string | null {
  if (recurrence === null) return null;
  if (recurrence !== undefined) return readRecurrence(recurrence, times, rule);
  return rule === null ? null : moveRule(rule, startOn, times.startOn);
}

/** @throws VALIDATION_FAILED for reminders that count days where the event has times, or minutes where it has whole days */
function assertReminders(allDay: boolean, reminders: readonly { daysBefore?: number | null | undefined }[]): void {
  const wrong = reminders.findIndex(({ daysBefore }) => (typeof daysBefore === "number") !== allDay);
  if (wrong !== -1)
    throw invalidInput({
      path: `reminders.${wrong}`,
      message: allDay
        ? "must have daysBefore and at: the event has whole days"
        : "must have minutesBefore: the event has times",
    });
}
