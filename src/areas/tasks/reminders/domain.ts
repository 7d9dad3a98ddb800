import { Temporal } from "temporal-polyfill";
import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { dayOf, toInstant } from "../../../platform/local-time.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeMoved, type TimezoneDependent } from "../../../rpc/timezone-dependents.ts";
import type { Task } from "../schema.ts";
import type { GivenReminder } from "../schema.input.ts";
import { enqueueRecomputation } from "../recomputation/store.queue.ts";
import { lockTaskRowsForUpdate } from "../store.changes.ts";
import {
  listLocalTasks,
  listScheduledReminders,
  moveReminders,
  refreshDueDays,
  replaceReminders,
  insertReminders,
  type NewReminder,
} from "../recurrence/store.ts";
import { lockClockForShare, type Clock } from "../store.ts";

type Due = Pick<Task, "dueOn" | "dueAt" | "snoozedUntilOn">;
type Times = Pick<Clock, "timezone" | "workdayStartsAt">;
export type ReminderTime = Pick<Task["reminders"][number], "daysBefore" | "at" | "minutesBefore">;

/** The instant at which a reminder is due. While the task is snoozed it waits for the day on which that ends. */
export function computeRemindAt(
  { daysBefore, at, minutesBefore }: ReminderTime,
  { dueOn, dueAt, snoozedUntilOn }: Due,
  { timezone, workdayStartsAt }: Times,
): string {
  const time = at ?? workdayStartsAt;
  const counted =
    dueOn !== null
      ? toInstant(addDays(dueOn, -(daysBefore ?? 0)), time, timezone)
      : Temporal.Instant.from(dueAt ?? "")
          .subtract({ minutes: minutesBefore ?? 0 })
          .toString({ fractionalSecondDigits: 3 });
  return snoozedUntilOn !== null && dayOf(counted, timezone) < snoozedUntilOn
    ? toInstant(snoozedUntilOn, time, timezone)
    : counted;
}

/** @throws VALIDATION_FAILED for reminders that do not fit the task's due date */
export function assertReminders(
  { dueOn, dueAt }: Pick<Due, "dueOn" | "dueAt">,
  reminders: readonly { daysBefore?: number | null | undefined; minutesBefore?: number | null | undefined }[],
): void {
  const wrong = reminders.findIndex(
    ({ daysBefore, minutesBefore }) =>
      (dueOn === null && typeof daysBefore === "number") || (dueAt === null && typeof minutesBefore === "number"),
  );
  if (wrong === -1) return;
  throw invalidInput({ path: `reminders.${wrong}`, message: describeRequiredTime({ dueOn, dueAt }) });
}

function describeRequiredTime({ dueOn, dueAt }: Pick<Due, "dueOn" | "dueAt">): string {
  if (dueOn !== null) return "must have daysBefore: the task has dueOn";
  if (dueAt !== null) return "must have minutesBefore: the task has dueAt";
  return "needs a task with dueOn or dueAt";
}

const statusAt = (remindAt: string, { now }: Clock) => (remindAt > now ? "scheduled" : "skipped");

/** Adds the reminders of a new task. */
export function addReminders(
  context: Context,
  task: Due & { id: string },
  clock: Clock,
  given: readonly GivenReminder[],
): Promise<void> {
  return insertReminders(context, task.id, describeReminders(task, clock, given));
}

/** Replaces the reminders of a task. Those that were sent stay. */
export function setReminders(
  context: Context,
  task: Due & { id: string },
  clock: Clock,
  given: readonly GivenReminder[],
): Promise<void> {
  return replaceReminders(context, task.id, describeReminders(task, clock, given));
}

function describeReminders(task: Due, clock: Clock, given: readonly GivenReminder[]): NewReminder[] {
  return given.map(({ channel, daysBefore = null, at = null, minutesBefore = null }) => {
    const remindAt = computeRemindAt({ daysBefore, at, minutesBefore }, task, clock);
    return {
      id: createId("taskReminder"),
      channel,
      daysBefore,
      at,
      minutesBefore,
      remindAt,
      status: statusAt(remindAt, clock),
    };
  });
}

/** Recomputes the unsent reminders after a change of the due date or of `snoozedUntilOn`. */
export async function refreshReminders(
  context: Context,
  task: Due & Pick<Task, "reminders">,
  clock: Clock,
): Promise<void> {
  const unsent = task.reminders.filter(({ status }) => status !== "sent" && status !== "cancelled");
  await moveReminders(
    context,
    unsent.map((reminder) => {
      const remindAt = computeRemindAt(reminder, task, clock);
      return { id: reminder.id, remindAt, status: statusAt(remindAt, clock) };
    }),
  );
}

/**
 * Recomputes the due days and the reminders of tasks after a change of the organization's time zone or working hours.
 * Reminders keep their local time, and are sent even if it is past by then. Dates do not change.
 */
export async function moveToLocalTime(context: Context, taskIds: readonly string[]): Promise<void> {
  const clock = await lockClockForShare(context);
  await lockTaskRowsForUpdate(context, taskIds);
  await refreshDueDays(context, clock, taskIds);
  const reminders = await listScheduledReminders(context, taskIds);
  await moveReminders(
    context,
    reminders.map((reminder) => ({
      id: reminder.id,
      remindAt: computeRemindAt(reminder, reminder, reminder),
      status: "scheduled",
    })),
  );
}

/** @param most how many tasks the transaction of the change moves; a job moves more */
export function followTimezone(most: number): TimezoneDependent {
  return {
    async recompute(context) {
      const taskIds = await listLocalTasks(context, most + 1);
      if (taskIds.length > most) await enqueueRecomputation(context, "timezone");
      else await moveToLocalTime(context, taskIds);
    },
    async preview(context, timezone) {
      const reminders = await listScheduledReminders(context, null);
      return describeMoved(
        reminders.map((reminder) => ({
          before: reminder.remindAt,
          after: computeRemindAt(reminder, reminder, { ...reminder, timezone }),
        })),
      );
    },
  };
}

export const timezoneDependent = followTimezone(20_000);
