import { invalidInput, invalidState, notFound, recordInUse } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { createId } from "../../platform/database/ids.ts";
import { replaceTagRows } from "../../platform/database/tag-rows.ts";
import { asJson } from "../../platform/database/wire-form.ts";
import type { Context } from "../../rpc/context.ts";
import { describeActor } from "../../rpc/principal.ts";
import {
  chooseAssignees,
  computeDueDay,
  isSet,
  assertDates,
  setAssignees,
  type AssignmentWarnings,
} from "./domain.create.ts";
import { releaseSuccessors } from "./domain.dependents.ts";
import {
  lockTaskForUpdate,
  lockTaskOwnerForShare,
  lockTaskDocumentsForShare,
  checkPredecessors,
} from "./domain.locks.ts";
import { notifyAssignees } from "./reminders/domain.notices.ts";
import { refreshReminders, assertReminders, setReminders } from "./reminders/domain.ts";
import { updateRecurrence, readRecurrence } from "./recurrence/domain.series.ts";
import { recordChange, recordTaskEvent, showTask } from "./domain.ts";
import type { Task } from "./schema.ts";
import type { Assignment, TaskChanges } from "./schema.input.ts";
import {
  updateTaskRow,
  checkItem,
  refreshWaiting,
  replaceChecklist,
  softDeleteTask,
  type TaskColumns,
  lockGraph,
} from "./store.changes.ts";
import { switchReminders } from "./recurrence/store.ts";
import { lockClockForShare, type Clock, type TaskRow } from "./store.ts";

const daysAhead = 90;
/** The fields that an ended task still accepts. */
const lasting: ReadonlySet<string> = new Set(["tags", "actualMinutes", "description", "externalId"]);

/**
 * Updates a task; null clears a field, a list replaces the one before it.
 *
 * @throws NOT_FOUND for the task, a task that it depends on, or a document; INVALID_STATE_TRANSITION for an archived
 *   case, or where it has ended; STALE_REVISION; DUPLICATE_ENTRY; VALIDATION_FAILED
 */
export async function updateTask(context: Context, taskId: string, changes: TaskChanges): Promise<Task> {
  const found = await lockTaskOwnerForShare(context, taskId);
  const clock = await lockClockForShare(context);
  const { dependsOnTaskIds, documentIds } = changes;
  if (dependsOnTaskIds !== undefined) {
    await lockGraph(context, found);
    await checkPredecessors(context, found, dependsOnTaskIds, taskId);
  }
  // Only new documents are checked: those that the task has stay, even if deleted.
  const attached = new Set(found.attachments.map(({ id }) => id));
  await lockTaskDocumentsForShare(
    context,
    found,
    (documentIds ?? []).filter((id) => !attached.has(id)),
  );
  const before = await lockTaskForUpdate(context, taskId);
  assertAcceptsChanges(before, changes);
  const {
    tags: _tags,
    reminders,
    recurrence,
    checklist,
    dependsOnTaskIds: _dependsOn,
    documentIds: _documents,
    ...columns
  } = changes;
  const due = computeDueChange(before, changes, clock);
  assertSnooze(changes.snoozedUntilOn, clock);
  assertReminders(due, reminders ?? before.reminders);
  const seriesColumns = await applyRecurrence(context, before, { recurrence, due, clock });
  if (!(await updateTaskRow(context, taskId, { ...columns, ...due.columns, ...seriesColumns })))
    throw staleRevision("task");
  await replaceLinks(context, taskId, changes);
  if (checklist !== undefined) await updateChecklist(context, before, checklist);
  const { snoozedUntilOn = before.snoozedUntilOn } = changes;
  const now = { id: taskId, dueOn: due.dueOn, dueAt: due.dueAt, snoozedUntilOn };
  if (reminders !== undefined) await setReminders(context, now, clock, reminders);
  else if (due.isChanged || changes.snoozedUntilOn !== undefined)
    await refreshReminders(context, { ...now, reminders: before.reminders }, clock);
  return showTask(context, await recordChange(context, "task.updated", before));
}

function assertAcceptsChanges({ isOpen, status }: TaskRow, changes: TaskChanges): void {
  const rejected = isOpen ? [] : Object.keys(changes).filter((name) => !lasting.has(name));
  if (rejected.length > 0)
    throw invalidState(`The task is ${status}: only ${[...lasting].join(", ")} can be changed; reopen it first`, {
      detail: status,
    });
}

interface ChangedDue extends Pick<Task, "dueOn" | "dueAt"> {
  isChanged: boolean;
  columns: TaskColumns;
}

/**
 * The due date after a change. A date replaces an instant, and an instant a date.
 *
 * @throws VALIDATION_FAILED
 */
function computeDueChange(before: TaskRow, changes: TaskChanges, clock: Clock): ChangedDue {
  const {
    dueOn = isSet(changes.dueAt) ? null : before.dueOn,
    dueAt = isSet(changes.dueOn) ? null : before.dueAt,
    startOn = before.startOn,
  } = changes;
  assertDates({ dueOn, dueAt, startOn }, clock);
  const isChanged = changes.dueOn !== undefined || changes.dueAt !== undefined;
  if (!isChanged) return { dueOn, dueAt, isChanged, columns: {} };
  const isManual = before.dueRule !== null && { dueRule: JSON.stringify({ ...before.dueRule, isManual: true }) };
  return {
    dueOn,
    dueAt,
    isChanged,
    columns: { dueOn, dueAt, dueDay: computeDueDay({ dueOn, dueAt }, clock), ...isManual },
  };
}

/**
 * Ends, replaces or begins the task's series; without a change of it checks that a task that recurs keeps a due date.
 *
 * @param change `recurrence`: null ends the series, undefined keeps it
 * @returns the columns of the task that change
 * @throws VALIDATION_FAILED
 */
async function applyRecurrence(
  context: Context,
  before: TaskRow,
  { recurrence, due, clock }: { recurrence: TaskChanges["recurrence"]; due: ChangedDue; clock: Clock },
): Promise<object> {
  if (recurrence === undefined) {
    assertDatedSeries(before, due);
    return {};
  }
  const parentTaskId = before.parentTaskId ?? undefined;
  const start = recurrence === null ? null : readRecurrence({ ...due, parentTaskId }, recurrence, clock);
  return updateRecurrence(context, before, start, clock);
}

/** @throws VALIDATION_FAILED for a task that recurs and would have no due date */
function assertDatedSeries({ recurrence }: TaskRow, { dueOn, dueAt }: ChangedDue): void {
  if (recurrence !== null && recurrence.endedAt === null && dueOn === null && dueAt === null)
    throw invalidInput({ path: "dueOn", message: "required while the task recurs; send recurrence null with it" });
}

function assertSnooze(until: string | null | undefined, { today }: Clock): void {
  if (!isSet(until)) return;
  const ahead = (Date.parse(until) - Date.parse(today)) / 86_400_000;
  if (ahead < 0 || ahead > daysAhead)
    throw invalidInput({ path: "snoozedUntilOn", message: `must be from today to ${daysAhead} days ahead` });
}

async function replaceLinks(
  context: Context,
  taskId: string,
  { tags, documentIds, dependsOnTaskIds }: TaskChanges,
): Promise<void> {
  if (tags !== undefined) await replaceTagRows(context, "TaskTag", taskId, tags);
  if (documentIds !== undefined) await replaceTagRows(context, "TaskDocument", taskId, documentIds);
  if (dependsOnTaskIds === undefined) return;
  await replaceTagRows(context, "TaskDependency", taskId, dependsOnTaskIds);
  await refreshWaiting(context, [taskId]);
}

/** @throws VALIDATION_FAILED for an item that the task does not have */
async function updateChecklist(
  context: Context,
  { id, checklist }: TaskRow,
  items: NonNullable<TaskChanges["checklist"]>,
): Promise<void> {
  const rows = items.map(({ id: itemId, text, isDone }, place) => {
    const has = checklist.find((item) => item.id === itemId);
    if (itemId !== undefined && has === undefined)
      throw invalidInput({ path: `checklist.${place}.id`, message: "must be an item of the task" });
    const done = isDone === undefined || isDone === has?.isDone ? null : describeDone(context, isDone);
    const kept = { isDone: has?.isDone ?? false, doneAt: has?.doneAt ?? null, doneBy: asJson(has?.doneBy ?? null) };
    return { id: itemId ?? createId("taskChecklistItem"), text, ...(done ?? kept) };
  });
  await replaceChecklist(context, id, rows);
}

function describeDone({ principal }: Context, isDone: boolean) {
  return {
    isDone,
    doneAt: isDone ? new Date().toISOString() : null,
    doneBy: isDone ? JSON.stringify(describeActor(principal)) : null,
  };
}

/**
 * Checks an item of the checklist, or unchecks it.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case, or where the task has ended; STALE_REVISION
 */
export async function setItemDone(context: Context, taskId: string, itemId: string, isDone: boolean): Promise<Task> {
  await lockTaskOwnerForShare(context, taskId);
  const before = await lockTaskForUpdate(context, taskId);
  const item = before.checklist.find(({ id }) => id === itemId);
  if (item === undefined) throw notFound("Checklist item");
  assertAcceptsChanges(before, { checklist: [] });
  if (!(await updateTaskRow(context, taskId, {}))) throw staleRevision("task");
  if (item.isDone !== isDone) await checkItem(context, itemId, describeDone(context, isDone));
  return showTask(context, await recordChange(context, "task.updated", before));
}

/**
 * Deletes a task. Tasks that depended on it no longer wait for it.
 *
 * @throws NOT_FOUND, STALE_REVISION; INVALID_STATE_TRANSITION for an archived case, and with open subtasks
 */
export async function deleteTask(context: Context, taskId: string): Promise<void> {
  const found = await lockTaskOwnerForShare(context, taskId);
  await lockGraph(context, found);
  const before = await lockTaskForUpdate(context, taskId);
  if (before.openSubtaskCount > 0)
    throw recordInUse(`The task has ${before.openSubtaskCount} open subtasks; complete or cancel them first`);
  const now = new Date().toISOString();
  const deleted = await softDeleteTask(context, taskId, now);
  if (deleted === undefined) throw staleRevision("task");
  await switchReminders(context, taskId, "cancelled", now);
  recordTaskEvent(context, "task.deleted", before, { ...before, ...deleted });
  await releaseSuccessors(context, taskId);
}

/**
 * Assigns a task to members, or to a team whose rule chooses one.
 *
 * @throws NOT_FOUND for the task, a member who is not active, or the team; STALE_REVISION; INVALID_STATE_TRANSITION
 */
export async function assignTask(
  context: Context,
  taskId: string,
  { memberIds, teamId }: Assignment,
): Promise<{ task: Task; warnings: AssignmentWarnings }> {
  await lockTaskOwnerForShare(context, taskId);
  const before = await lockTaskForUpdate(context, taskId);
  if (!before.isOpen)
    throw invalidState(`The task is ${before.status}; reopen it first`, {
      detail: before.status,
    });
  const chosen = await chooseAssignees(context, teamId ?? null, memberIds);
  if (!(await updateTaskRow(context, taskId, { assignedTeamId: teamId ?? null }))) throw staleRevision("task");
  await setAssignees(context, taskId, chosen.memberIds);
  const after = await recordChange(context, "task.assigned", before);
  const had = new Set(before.assignees.map(({ id }) => id));
  await notifyAssignees(
    context,
    "task.assigned",
    after,
    chosen.memberIds.filter((id) => !had.has(id)),
  );
  return { task: showTask(context, after), warnings: chosen.warnings };
}
