import { invalidInput, invalidState, limitReached, notFound } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import { lockCaseForShare } from "../cases/domain.ts";
import { lockOwnerForShare, lockDocumentsForShare } from "../notes/domain.locks.ts";
import { lockLeadForShare } from "../leads/domain.ts";
import { getTaskRow } from "./domain.ts";
import { hasNote, listSiblings, reachesTask, type Owner } from "./store.changes.ts";
import { lockClockForShare, lockTaskRowForUpdate, type Clock, type TaskRow } from "./store.ts";

/** Where a task is created. It is locked FOR SHARE until commit. */
export interface Place {
  owner: Owner;
  clock: Clock;
}

/**
 * Locks the owner of a new task and the organization's clock. The task of a converted lead also belongs to its case.
 *
 * Lock order, against deadlocks: case or lead; organization; the graph of the owner's tasks; documents; tasks by ID;
 * series; team.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case
 */
export async function lockPlaceForShare(
  context: Context,
  { caseId = null, leadId = null }: Partial<Owner>,
): Promise<Place> {
  const ofCase = caseId === null ? Promise.resolve(null) : lockCaseForShare(context, caseId);
  if (leadId === null) {
    const [, clock] = await settleInOrder(ofCase, lockClockForShare(context));
    return { owner: { caseId, leadId }, clock };
  }
  const [, related] = await settleInOrder(ofCase, lockLeadForShare(context, leadId));
  const ofLead = related.find(({ entity }) => entity === "case")?.id ?? null;
  if (ofLead !== null) await lockCaseForShare(context, ofLead);
  return { owner: { caseId: ofLead, leadId }, clock: await lockClockForShare(context) };
}

const hasOwner = ({ caseId, leadId }: Owner) => caseId !== null || leadId !== null;
const asOwner = ({ caseId, leadId }: Owner) => ({ caseId, leadId, clientId: null, contactId: null });

/**
 * Locks the owner of a task FOR SHARE until commit, and reads the task without a lock.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case
 */
export async function lockTaskOwnerForShare(context: Context, taskId: string): Promise<TaskRow> {
  const found = await getTaskRow(context, taskId);
  if (!hasOwner(found)) return found;
  await lockOwnerForShare(context, asOwner(found));
  if (found.caseId !== null) return found;
  // The lead may have been converted before it was locked.
  const now = await getTaskRow(context, taskId);
  if (now.caseId !== null) await lockCaseForShare(context, now.caseId);
  return now;
}

/**
 * Locks a task FOR NO KEY UPDATE until commit. Its owner is locked.
 *
 * @throws NOT_FOUND
 */
export async function lockTaskForUpdate(context: Context, taskId: string): Promise<TaskRow> {
  const row = await lockTaskRowForUpdate(context, taskId);
  if (row === undefined) throw notFound("Task");
  return row;
}

/**
 * Locks documents of the task's case or lead FOR SHARE until commit.
 *
 * @throws VALIDATION_FAILED for a firm's task; NOT_FOUND
 */
export async function lockTaskDocumentsForShare(
  context: Context,
  owner: Owner,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  if (!hasOwner(owner))
    throw invalidInput({ path: "documentIds", message: "must be empty: tasks of the firm have no documents" });
  await lockDocumentsForShare(context, asOwner(owner), documentIds);
}

/** @throws NOT_FOUND for a note of another owner */
export async function checkNote(context: Context, owner: Owner, noteId: string | undefined): Promise<void> {
  if (noteId !== undefined && !(hasOwner(owner) && (await hasNote(context, owner, noteId)))) throw notFound("Note");
}

/**
 * Checks that the task can depend on these tasks, of the same case or lead. Their graph is locked.
 *
 * @param taskId null for a new task
 * @throws NOT_FOUND; VALIDATION_FAILED for a firm's task, and for a cycle
 */
export async function checkPredecessors(
  context: Context,
  owner: Owner,
  taskIds: readonly string[],
  taskId: string | null,
): Promise<void> {
  if (taskIds.length === 0) return;
  if (!hasOwner(owner))
    throw invalidInput({ path: "dependsOnTaskIds", message: "must be empty: tasks of the firm depend on no other" });
  if ((await listSiblings(context, owner, taskIds)).length < taskIds.length) throw notFound("Task");
  if (taskId !== null && (await reachesTask(context, taskIds, taskId)))
    throw invalidInput({ path: "dependsOnTaskIds", message: "must not lead back to the task" });
}

const maxSubtasks = 50;

/**
 * Checks that a subtask can be added to a task of the same case or lead.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED; INVALID_STATE_TRANSITION at 50 subtasks
 */
export async function checkParent(context: Context, owner: Owner, parentTaskId: string | undefined): Promise<void> {
  if (parentTaskId === undefined) return;
  if (!hasOwner(owner) || (await listSiblings(context, owner, [parentTaskId])).length === 0) throw notFound("Task");
  const parent = await getTaskRow(context, parentTaskId);
  if (parent.parentTaskId !== null) throw invalidInput({ path: "parentTaskId", message: "must not be a subtask" });
  if (!parent.isOpen) throw invalidState("The parent task has ended; reopen it first");
  if (parent.subtaskCount >= maxSubtasks) throw limitReached(`The task has ${maxSubtasks} subtasks`);
}
