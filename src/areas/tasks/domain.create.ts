import { invalidInput } from "../../contract/errors/error-codes.ts";
import { createId } from "../../platform/database/ids.ts";
import { insertTagRows, replaceTagRows } from "../../platform/database/tag-rows.ts";
import { asJson } from "../../platform/database/wire-form.ts";
import { dayOf } from "../../platform/local-time.ts";
import type { Context } from "../../rpc/context.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import { describeActor, onBehalfOf } from "../../rpc/principal.ts";
import { assertMembersActive } from "../team/domain.ts";
import { assignToTeam, type TeamAssignment } from "../team/teams/domain.ts";
import {
  lockPlaceForShare,
  lockTaskDocumentsForShare,
  checkNote,
  checkParent,
  checkPredecessors,
  type Place,
} from "./domain.locks.ts";
import { notifyAssignees } from "./reminders/domain.notices.ts";
import { addReminders, assertReminders } from "./reminders/domain.ts";
import { readRecurrence, startSeries } from "./recurrence/domain.series.ts";
import { getTaskRow, recordTaskEvent, showTask } from "./domain.ts";
import type { Task } from "./schema.ts";
import type { NewTask } from "./schema.input.ts";
import {
  insertChecklist,
  insertTask,
  refreshWaiting,
  setUnassigned,
  type NewTaskRow,
  type Owner,
  lockGraph,
} from "./store.changes.ts";
import { lockClockForShare, type Clock, type TaskRow } from "./store.ts";

export type AssignmentWarnings = TeamAssignment["warnings"];

/** Where a task comes from: the application of a template, or a series. */
type Origin = Partial<
  Pick<
    NewTaskRow,
    "templateId" | "applicationId" | "itemKey" | "dueAfterTaskId" | "seriesId" | "occurrenceNumber" | "nominalOn"
  >
> & { dueRule?: Omit<NonNullable<Task["dueRule"]>, "isManual"> | null | undefined };

/** The day of a task in the organization's time zone. */
export function computeDueDay(
  { dueOn = null, dueAt = null }: { dueOn?: string | null | undefined; dueAt?: string | null | undefined },
  { timezone }: Clock,
): string {
  return dueOn ?? (dueAt === null ? "9999-12-31" : dayOf(dueAt, timezone));
}

export function isSet<Value>(value: Value): value is NonNullable<Value> {
  return value !== undefined && value !== null;
}

type Dates = Pick<NewTask, "dueOn" | "dueAt" | "startOn">;

/** @throws VALIDATION_FAILED for two due dates, and for a start after them */
export function assertDates({ dueOn, dueAt, startOn }: Dates, clock: Clock): void {
  if (isSet(dueOn) && isSet(dueAt)) throw invalidInput({ path: "dueAt", message: "must not be sent with dueOn" });
  if (isSet(startOn) && startOn > computeDueDay({ dueOn, dueAt }, clock))
    throw invalidInput({ path: "startOn", message: "must not be after the due day" });
}

function assertEnded({ status, completedAt, recurrence, reminders }: NewTask, { now }: Clock): void {
  if (completedAt !== undefined && status !== "completed")
    throw invalidInput({ path: "completedAt", message: "allowed only with status completed" });
  if (completedAt !== undefined && Date.parse(completedAt) > Date.parse(now))
    throw invalidInput({ path: "completedAt", message: "must not be in the future" });
  if (status === undefined) return;
  for (const [path, value] of Object.entries({ recurrence, reminders }))
    if (isSet(value)) throw invalidInput({ path, message: "must not be sent with status" });
}

/**
 * Creates a task of a case or a lead, or of the organization.
 *
 * @throws NOT_FOUND for the owner, a member, a team, a task, a note or a document; INVALID_STATE_TRANSITION for an
 *   archived case, or at 50 subtasks; DUPLICATE_ENTRY; VALIDATION_FAILED
 */
export async function createTask(
  context: Context,
  ofOwner: Partial<Owner>,
  given: NewTask,
): Promise<{ task: Task; warnings: AssignmentWarnings }> {
  const place = await lockPlaceForShare(context, ofOwner);
  const { row, warnings } = await createTaskIn(context, place, given);
  return { task: showTask(context, row), warnings };
}

/**
 * Creates a task in a place that is locked.
 *
 * @throws as {@link createTask}
 */
export async function createTaskIn(
  context: Context,
  { owner, clock }: Place,
  given: NewTask,
  origin: Origin = {},
): Promise<{ row: TaskRow; warnings: AssignmentWarnings }> {
  const { dependsOnTaskIds = [], documentIds = [], parentTaskId, sourceNoteId } = given;
  assertDates(given, clock);
  assertEnded(given, clock);
  assertReminders({ dueOn: given.dueOn ?? null, dueAt: given.dueAt ?? null }, given.reminders ?? []);
  if (parentTaskId !== undefined || dependsOnTaskIds.length > 0) await lockGraph(context, owner);
  await checkParent(context, owner, parentTaskId);
  await checkPredecessors(context, owner, dependsOnTaskIds, null);
  const [, , { memberIds, warnings }] = await settleInOrder(
    checkNote(context, owner, sourceNoteId),
    lockTaskDocumentsForShare(context, owner, documentIds),
    chooseAssignees(context, given.assignedTeamId ?? null, given.assigneeMemberIds),
  );
  const { recurrence } = given;
  const series = isSet(recurrence) ? await startSeries(context, readRecurrence(given, recurrence, clock)) : {};
  const id = createId("task");
  const inserted = insertTask(context, {
    ...describeNewTask(context, given, clock),
    ...owner,
    ...series,
    ...describeOrigin(origin),
    id,
    isUnassigned: memberIds.length === 0,
  });
  const [, , , row] = await settleInOrder(
    inserted,
    insertTagRows(context, "TaskAssignee", id, memberIds),
    insertParts(context, clock, id, given),
    getTaskRow(context, id),
  );
  recordTaskEvent(context, "task.created", null, row);
  if (row.isOpen) await notifyAssignees(context, "task.assigned", row);
  return { row, warnings };
}

/** The columns of a new task that the request gives. */
function describeNewTask({ principal }: Context, given: NewTask, clock: Clock) {
  const {
    status = "pending",
    completedAt = clock.now,
    assignedTeamId = null,
    assigneeMemberIds: _assignees,
    recurrence: _recurrence,
    dependsOnTaskIds: _dependsOn,
    documentIds: _documents,
    checklist: _checklist,
    reminders: _reminders,
    tags: _tags,
    ...plain
  } = given;
  const actor = JSON.stringify(describeActor(principal));
  return {
    ...plain,
    ...(status === "completed" && { completedAt, completedBy: actor }),
    status,
    assignedTeamId,
    dueDay: computeDueDay(given, clock),
    createdBy: actor,
    onBehalfOfAttorneyId: onBehalfOf(principal),
  };
}

function describeOrigin({ dueRule, ...columns }: Origin) {
  return { ...columns, dueRule: asJson(isSet(dueRule) ? { ...dueRule, isManual: false } : null) };
}

/** In one round trip. */
async function insertParts(context: Context, clock: Clock, id: string, given: NewTask): Promise<void> {
  const {
    dependsOnTaskIds = [],
    documentIds = [],
    checklist = [],
    reminders = [],
    tags = [],
    dueOn = null,
    dueAt = null,
  } = given;
  await settleInOrder(
    insertTagRows(context, "TaskTag", id, tags),
    insertTagRows(context, "TaskDocument", id, documentIds),
    insertTagRows(context, "TaskDependency", id, dependsOnTaskIds),
    dependsOnTaskIds.length > 0 ? refreshWaiting(context, [id]) : Promise.resolve([]),
    insertChecklist(
      context,
      id,
      checklist.map((text) => ({ id: createId("taskChecklistItem"), text, isDone: false, doneAt: null, doneBy: null })),
    ),
    addReminders(context, { id, dueOn, dueAt, snoozedUntilOn: null }, clock, reminders),
  );
}

/**
 * The given members; without them whom the team's rule chooses.
 *
 * @throws NOT_FOUND for a member who is not active, or a team
 */
export async function chooseAssignees(
  context: Context,
  teamId: string | null,
  memberIds: readonly string[] | undefined,
): Promise<{ memberIds: readonly string[]; warnings: AssignmentWarnings }> {
  if (memberIds !== undefined) await assertMembersActive(context, memberIds);
  if (teamId === null) return { memberIds: memberIds ?? [], warnings: [] };
  // assignToTeam locks the team against deletion.
  const chosen = await assignToTeam(context, teamId, memberIds !== undefined);
  if (memberIds !== undefined) return { memberIds, warnings: [] };
  return { memberIds: chosen.memberId === null ? [] : [chosen.memberId], warnings: chosen.warnings };
}

/** Replaces the assignees of a task. */
export async function setAssignees(context: Context, taskId: string, memberIds: readonly string[]): Promise<void> {
  await replaceTagRows(context, "TaskAssignee", taskId, memberIds);
  await setUnassigned(context, taskId, memberIds.length === 0);
}

/** An item of a template, with what it names by keys of items before it. */
export interface TemplateTask {
  key: string;
  task: NewTask;
  parentKey?: string | undefined;
  dependsOnKeys?: readonly string[];
  dueRule: Origin["dueRule"];
  /** The item at whose end `dueRule` computes the date. */
  dueAfterKey?: string | undefined;
}

/**
 * Creates the tasks of a template's application, each with its event. The case is locked.
 *
 * @param items in order of dependencies
 * @throws as {@link createTask}
 */
export async function createTemplateTasks(
  context: Context,
  owner: Owner,
  application: { templateId: string; applicationId: string },
  items: readonly TemplateTask[],
): Promise<{ tasks: Task[]; warnings: { itemKey: string; warning: AssignmentWarnings[number] }[] }> {
  const place = { owner, clock: await lockClockForShare(context) };
  const made = new Map<string, TaskRow>();
  const all: { itemKey: string; warning: AssignmentWarnings[number] }[] = [];
  const idOf = (key: string) => made.get(key)?.id ?? "";
  if (items.length > 0) await lockGraph(context, owner);
  for (const { key, task, parentKey, dependsOnKeys = [], dueRule, dueAfterKey } of items) {
    const below = parentKey === undefined ? {} : { parentTaskId: idOf(parentKey) };
    const origin = {
      ...application,
      itemKey: key,
      dueRule,
      dueAfterTaskId: dueAfterKey === undefined ? null : idOf(dueAfterKey),
    };
    const { row, warnings } = await createTaskIn(
      context,
      place,
      { ...task, ...below, dependsOnTaskIds: dependsOnKeys.map(idOf) },
      origin,
    );
    made.set(key, row);
    all.push(...warnings.map((warning) => ({ itemKey: key, warning })));
  }
  // A later task changes the counts of its parent and of what waits for it, so all are read at the end.
  const tasks: Task[] = [];
  for (const { id } of made.values()) tasks.push(showTask(context, await getTaskRow(context, id)));
  return { tasks, warnings: all };
}
