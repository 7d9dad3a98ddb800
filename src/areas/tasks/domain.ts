import type { DeletedRecord } from "../../contract/deleted-records.ts";
import { notFound } from "../../contract/errors/error-codes.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import type { StateMachine } from "../../contract/state-machine.ts";
import { listWithDeleted } from "../../platform/database/lists/deleted-records.ts";
import { readSearchWords } from "../../platform/database/lists/search-terms.ts";
import { commonSorts, type Sort } from "../../platform/database/lists/sorted-list.ts";
import { diffRecords, recordEvent, type Context, type RecordReference } from "../../rpc/context.ts";
import { Task, TaskInEvent, type TaskQuery, type TaskStatus } from "./schema.ts";
import { findTasks, getListDays, selectTaskPage, type TaskRow } from "./store.ts";

export const taskStates = {
  noun: "A task",
  operation: "tasks.transition",
  transitions: {
    pending: ["in_progress", "blocked", "in_review", "completed", "cancelled"],
    in_progress: ["pending", "blocked", "in_review", "completed", "cancelled"],
    blocked: ["pending", "in_progress", "cancelled"],
    in_review: ["in_progress", "completed", "cancelled"],
    completed: ["pending"],
    cancelled: ["pending"],
  },
} as const satisfies StateMachine<TaskStatus>;

function describeTask(row: TaskRow): Task {
  const { createdBy, onBehalfOf, daysOverdue, waitsFor, isOpen } = row;
  const derived = {
    isOverdue: daysOverdue > 0,
    isWaiting: isOpen && waitsFor.length > 0,
    availableTransitions: taskStates.transitions[row.status],
  };
  return Task.parse({ ...row, ...derived, createdBy: { ...createdBy, onBehalfOf } });
}

/** The task as the caller may see it. */
export function showTask({ principal: { scopes } }: Context, row: TaskRow): Task {
  const task = describeTask(row);
  return task.lead === null || scopes.has("leads:read") ? task : { ...task, lead: { ...task.lead, name: null } };
}

const taskSorts = {
  ...commonSorts,
  due: { column: "dueDay", type: "date", descending: false },
} as const satisfies Record<string, Sort>;

/**
 * A page of tasks.
 *
 * @throws VALIDATION_FAILED for a foreign cursor, or a search without words
 */
export async function listTasks(
  context: Context,
  query: TaskQuery,
): Promise<{ tasks: (Task | DeletedRecord)[]; nextCursor: string | null }> {
  const { q, completedFrom, completedTo, after, limit, sort, includeDeleted, ...plain } = query;
  const words = q === undefined ? [] : await readSearchWords(context.transaction, q, "q");
  const filters = { ...plain, words, days: await getListDays(context, completedFrom, completedTo) };
  const list = {
    name: "tasks",
    alias: "w",
    sorts: taskSorts,
    deleted: { table: "Task", caseId: plain.caseId },
  } as const;
  const page = { after, limit, sort, includeDeleted, updatedSince: plain.updatedSince };
  const { rows, nextCursor } = await listWithDeleted(context, list, page, {
    select: (each) => selectTaskPage(context, filters, each),
    show: (row) => showTask(context, row),
  });
  return { tasks: rows, nextCursor };
}

/** @throws NOT_FOUND, also when it was deleted */
export async function getTaskRow(context: Context, taskId: string): Promise<TaskRow> {
  const [row] = await findTasks(context, [taskId]);
  if (row === undefined) throw notFound("Task");
  return row;
}

/** @throws NOT_FOUND */
export async function getTask(context: Context, taskId: string): Promise<Task> {
  return showTask(context, await getTaskRow(context, taskId));
}

/** relatedIds of an event of the task or of its comments. */
export function relateTask({
  id,
  caseId,
  caseClientId,
  leadId,
  parentTaskId,
  templateId,
  assignees,
}: TaskRow): RecordReference[] {
  const others = { case: caseId, client: caseClientId, lead: leadId, task: parentTaskId, task_template: templateId };
  return [
    { entity: "task", id },
    ...Object.entries(others).flatMap(([entity, other]) => (other === null ? [] : [{ entity, id: other }])),
    ...assignees.map((member) => ({ entity: "member", id: member.id })),
  ];
}

/** The task as its events show it. */
export const describeInEvent = (row: TaskRow): TaskInEvent => TaskInEvent.parse(describeTask(row));

/** @param before null for a creation */
export function recordTaskEvent(context: Context, eventType: EventType, before: TaskRow | null, after: TaskRow): void {
  const payload = describeInEvent(after);
  const diff = before === null ? {} : diffRecords(describeInEvent(before), payload);
  recordEvent(context, { eventType, entityId: after.id, payload, diff, relatedIds: relateTask(after) });
}

/**
 * Records an event of a task that was changed.
 *
 * @returns it as it is now
 */
export async function recordChange(context: Context, eventType: EventType, before: TaskRow): Promise<TaskRow> {
  const after = await getTaskRow(context, before.id);
  recordTaskEvent(context, eventType, before, after);
  return after;
}
