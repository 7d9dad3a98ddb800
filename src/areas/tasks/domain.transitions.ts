import { invalidInput, invalidState } from "../../contract/errors/error-codes.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { staleRevision, type ExpectedRevisions } from "../../contract/revision.ts";
import { requireTransition } from "../../contract/state-machine.ts";
import { dayOf } from "../../platform/local-time.ts";
import { describeActor } from "../../rpc/principal.ts";
import type { Context } from "../../rpc/context.ts";
import { createTaskIn } from "./domain.create.ts";
import { moveDependents, releaseSuccessors } from "./domain.dependents.ts";
import { lockTaskForUpdate, lockTaskOwnerForShare } from "./domain.locks.ts";
import { advanceSeries, type Successor } from "./recurrence/domain.series.ts";
import { getTaskRow, recordChange, showTask, taskStates } from "./domain.ts";
import type { Task, TaskStatus } from "./schema.ts";
import type { Transition } from "./schema.input.ts";
import {
  updateTaskRow,
  listOpenSubtasks,
  listSuccessors,
  lockTaskRowsForUpdate,
  refreshWaiting,
  type TaskColumns,
  lockGraph,
} from "./store.changes.ts";
import { switchReminders } from "./recurrence/store.ts";
import { lockClockForShare, type Clock, type TaskRow } from "./store.ts";

const isEnded = (status: string) => status === "completed" || status === "cancelled";

/**
 * Transitions a task to another status, with its open subtasks where `cascade` says so, and with what follows from it.
 *
 * @throws NOT_FOUND; STALE_REVISION; VALIDATION_FAILED without a reason; INVALID_STATE_TRANSITION for an archived case,
 *   a status that does not follow, a task that waits, and open subtasks
 */
export async function moveTask(context: Context, taskId: string, { toStatus, ...how }: Transition): Promise<Task> {
  const found = await lockTaskOwnerForShare(context, taskId);
  const clock = await lockClockForShare(context);
  await lockGraph(context, found);
  const subtaskIds = isEnded(toStatus) ? await listOpenSubtasks(context, taskId) : [];
  await lockTaskRowsForUpdate(context, [taskId, ...subtaskIds]);
  const before = await lockTaskForUpdate(context, taskId);
  requireTransition(taskStates, before.status, toStatus);
  assertTransitionDetails(before.status, toStatus, how, clock);
  const subtasks: TaskRow[] = [];
  for (const id of subtaskIds) subtasks.push(await getTaskRow(context, id));
  assertUnblocked([before, ...subtasks], toStatus, how);
  for (const subtask of subtasks) await applyTransition(context, clock, subtask, { ...how, toStatus, expected: null });
  const current = subtasks.length === 0 ? before : await getTaskRow(context, taskId);
  const { expectedRevisions: expected } = context;
  return showTask(context, await applyTransition(context, clock, current, { ...how, toStatus, expected }));
}

type How = Omit<Transition, "toStatus">;

/** @throws VALIDATION_FAILED */
function assertTransitionDetails(
  from: string,
  to: TaskStatus,
  { reason, force, completedAt, endSeries, cascade }: How,
  { now }: Clock,
): void {
  const isExplained =
    to === "blocked" || to === "cancelled" || isEnded(from) || `${from} ${to}` === "in_review in_progress";
  if ((isExplained || force === true) && reason === undefined)
    throw invalidInput({
      path: "reason",
      message: force === true ? "required with force" : `required to go from ${from} to ${to}`,
    });
  const foreign = Object.entries({ completedAt, cascade }).find(([, value]) => value !== undefined);
  if (to !== "completed" && foreign !== undefined)
    throw invalidInput({ path: foreign[0], message: "allowed only with completed" });
  if (completedAt !== undefined && Date.parse(completedAt) > Date.parse(now))
    throw invalidInput({ path: "completedAt", message: "must not be in the future" });
  if (endSeries !== undefined && !isEnded(to))
    throw invalidInput({ path: "endSeries", message: "allowed only with completed and cancelled" });
}

/**
 * Checks that the first can move: it waits for no task, and has no open subtask.
 *
 * @throws INVALID_STATE_TRANSITION
 */
function assertUnblocked(
  [task, ...subtasks]: readonly [TaskRow, ...TaskRow[]],
  to: TaskStatus,
  { force = false, cascade = false }: How,
): void {
  const ending = new Set([task.id, ...subtasks.map(({ id }) => id)]);
  const waitsFor = [task, ...subtasks].flatMap((each) => each.waitsFor).filter((id) => !ending.has(id));
  if ((to === "in_progress" || to === "completed") && waitsFor.length > 0 && !force) {
    throw invalidState(
      `The task waits for ${[...new Set(waitsFor)].join(", ")}; complete them, or send force with a reason`,
    );
  }
  if (to === "completed" && subtasks.length > 0 && !cascade) {
    throw invalidState(
      `The task has ${subtasks.length} open subtask${subtasks.length === 1 ? "" : "s"}; complete them, or send cascade`,
    );
  }
}

function nameMove(from: string, to: TaskStatus): EventType {
  if (to === "completed") return "task.completed";
  if (to === "cancelled") return "task.cancelled";
  return isEnded(from) ? "task.reopened" : "task.status_changed";
}

/**
 * Writes the status of a locked task, records its event, and applies what follows from its end or its reopening.
 *
 * @param transition `expected`: the revisions that If-Match names; null accepts any
 * @throws STALE_REVISION
 */
async function applyTransition(
  context: Context,
  clock: Clock,
  before: TaskRow,
  { toStatus: to, expected, ...how }: Transition & { expected: ExpectedRevisions },
): Promise<TaskRow> {
  const at = to === "completed" ? new Date(how.completedAt ?? clock.now).toISOString() : null;
  const completion = {
    completedAt: at,
    completedBy: at === null ? null : JSON.stringify(describeActor(context.principal)),
  };
  const start: TaskColumns =
    to === "in_progress" && before.startOn === null && clock.today <= before.dueDay ? { startOn: clock.today } : {};
  const columns = { status: to, statusReason: how.reason ?? null, statusChangedAt: clock.now, ...completion, ...start };
  if (!(await updateTaskRow(context, before.id, columns, expected))) throw staleRevision("task");
  if (isEnded(to)) await switchReminders(context, before.id, "cancelled", clock.now);
  if (isEnded(before.status)) await switchReminders(context, before.id, "scheduled", clock.now);
  const endedOn = at === null ? clock.today : dayOf(at, clock.timezone);
  const next = isEnded(to)
    ? await advanceSeries(context, before, clock, { endedOn, endSeries: how.endSeries === true })
    : null;
  const after = await recordChange(context, nameMove(before.status, to), before);
  if (isEnded(to)) await followEnd(context, clock, after, { endedOn, next });
  if (isEnded(before.status)) await refreshWaiting(context, await listSuccessors(context, before.id));
  return after;
}

/** Dates and releases the tasks that follow an ended one, and creates the next of its series. */
async function followEnd(
  context: Context,
  clock: Clock,
  ended: TaskRow,
  { endedOn, next }: { endedOn: string; next: Successor | null },
): Promise<void> {
  await moveDependents(context, clock, ended.id, endedOn);
  await releaseSuccessors(context, ended.id);
  if (next !== null)
    await createTaskIn(
      context,
      { owner: { caseId: ended.caseId, leadId: ended.leadId }, clock },
      next.task,
      next.series,
    );
}

/** Cancels the open ones of these tasks, each with its event. Their owner is locked. */
export async function cancelTasks(
  context: Context,
  owner: Pick<TaskRow, "caseId" | "leadId">,
  taskIds: readonly string[],
  reason: string,
): Promise<void> {
  const clock = await lockClockForShare(context);
  await lockGraph(context, owner);
  await lockTaskRowsForUpdate(context, taskIds);
  for (const taskId of taskIds) {
    const before = await getTaskRow(context, taskId);
    if (before.isOpen)
      await applyTransition(context, clock, before, { toStatus: "cancelled", reason, endSeries: true, expected: null });
  }
}
