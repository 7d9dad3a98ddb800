import type { Context } from "../../rpc/context.ts";
import { openBusinessDays } from "../organization/holiday-calendars/domain.ts";
import { countDueOn } from "./domain.due-dates.ts";
import { notifyAssignees } from "./reminders/domain.notices.ts";
import { refreshReminders, setReminders } from "./reminders/domain.ts";
import { getTaskRow, recordChange, recordTaskEvent } from "./domain.ts";
import { updateTaskRow, listDueAfter, listSuccessors, lockTaskRowsForUpdate, refreshWaiting } from "./store.changes.ts";
import type { Clock, TaskRow } from "./store.ts";

/**
 * Dates the open tasks whose due date counts from the end of this task, unless a caller set the date.
 *
 * @param endedOn the organization's day on which it ended
 */
export async function moveDependents(context: Context, clock: Clock, endedId: string, endedOn: string): Promise<void> {
  const taskIds = await listDueAfter(context, endedId);
  if (taskIds.length === 0) return;
  await lockTaskRowsForUpdate(context, taskIds);
  const { days } = await openBusinessDays(context);
  for (const taskId of taskIds) {
    const before = await getTaskRow(context, taskId);
    const dueOn = before.dueRule === null ? null : countDueOn(before.dueRule, endedOn, days);
    if (dueOn !== null && before.isOpen) await updateDueDate(context, clock, before, { dueOn, anchorOn: endedOn });
  }
}

/**
 * Sets the due date that a task's rule computes from an anchor date, with the reminders that waited for one, and
 * records `task.updated`.
 *
 * @returns the task after the change
 */
export async function updateDueDate(
  context: Context,
  clock: Clock,
  before: TaskRow,
  { dueOn, anchorOn }: { dueOn: string; anchorOn: string },
): Promise<TaskRow> {
  const { reminders = [], ...rule } = before.dueRule ?? {};
  await updateTaskRow(
    context,
    before.id,
    { dueOn, dueAt: null, dueDay: dueOn, dueRule: JSON.stringify({ ...rule, anchorOn }) },
    null,
  );
  const dated = { ...before, dueOn, dueAt: null };
  if (reminders.length > 0) await setReminders(context, dated, clock, reminders);
  else await refreshReminders(context, dated, clock);
  return recordChange(context, "task.updated", before);
}

/** Records `task.ready` of the tasks whose last open predecessor has ended. */
export async function releaseSuccessors(context: Context, endedId: string): Promise<void> {
  const successorIds = await listSuccessors(context, endedId);
  if (successorIds.length === 0) return;
  await lockTaskRowsForUpdate(context, successorIds);
  for (const taskId of await refreshWaiting(context, successorIds)) {
    const ready = await getTaskRow(context, taskId);
    recordTaskEvent(context, "task.ready", ready, ready);
    await notifyAssignees(context, "task.ready", ready);
  }
}
