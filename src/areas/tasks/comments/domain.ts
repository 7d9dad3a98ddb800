import { limitReached, notFound } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { recordEvent, type Context, type EventToRecord } from "../../../rpc/context.ts";
import { describeActor, onBehalfOf } from "../../../rpc/principal.ts";
import { assertAuthor } from "../../notes/domain.locks.ts";
import { lockTaskForUpdate, lockTaskOwnerForShare } from "../domain.locks.ts";
import { getTaskRow, relateTask } from "../domain.ts";
import type { TaskRow } from "../store.ts";
import { TaskComment, type BelowTaskQuery } from "./schema.ts";
import {
  findTaskComment,
  insertTaskComment,
  selectTaskCommentPage,
  softDeleteTaskComment,
  type TaskCommentRow,
} from "./store.ts";

const maxComments = 500;
const sorts = { newest: commonSorts.newest, oldest: commonSorts.oldest };

function describeComment({ author, onBehalfOf: attorney, ...row }: TaskCommentRow): TaskComment {
  return TaskComment.parse({
    ...row,
    ...(row.deletedAt !== null && { body: null }),
    author: { ...author, onBehalfOf: attorney },
  });
}

/**
 * A page of a task's comments.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listTaskComments(
  context: Context,
  taskId: string,
  query: BelowTaskQuery,
): Promise<{ comments: TaskComment[]; nextCursor: string | null }> {
  await getTaskRow(context, taskId);
  const { rows, nextCursor } = await listRecords(
    context,
    { name: `comments of ${taskId}`, alias: "k", sorts },
    query,
    (page) => selectTaskCommentPage(context, taskId, page),
  );
  return { comments: rows.map(describeComment), nextCursor };
}

/** @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case, or at 500 comments */
export async function createTaskComment(context: Context, taskId: string, body: string): Promise<TaskComment> {
  await lockTaskOwnerForShare(context, taskId);
  const task = await lockTaskForUpdate(context, taskId);
  if (task.commentCount >= maxComments) throw limitReached(`The task has ${maxComments} comments`);
  const id = createId("taskComment");
  await insertTaskComment(context, {
    id,
    taskId,
    body,
    author: JSON.stringify(describeActor(context.principal)),
    onBehalfOfAttorneyId: onBehalfOf(context.principal),
  });
  const row = await getCommentRow(context, id);
  recordCommentEvent(context, "task_comment.created", task, row);
  return describeComment(row);
}

/**
 * Deletes a comment; its place stays.
 *
 * @throws NOT_FOUND, FORBIDDEN; INVALID_STATE_TRANSITION for an archived case
 */
export async function deleteTaskComment(context: Context, commentId: string): Promise<void> {
  const found = await getCommentRow(context, commentId);
  assertAuthor(
    context,
    found,
    "Only the key that wrote the comment, or one that acts for the same attorney, may delete it",
  );
  await lockTaskOwnerForShare(context, found.taskId);
  const task = await lockTaskForUpdate(context, found.taskId);
  const deletedAt = new Date().toISOString();
  if (!(await softDeleteTaskComment(context, commentId, found.taskId, deletedAt))) throw notFound("Comment");
  recordCommentEvent(context, "task_comment.deleted", task, { ...found, deletedAt });
}

/** @throws NOT_FOUND */
async function getCommentRow(context: Context, commentId: string): Promise<TaskCommentRow> {
  const row = await findTaskComment(context, commentId);
  if (row === undefined) throw notFound("Comment");
  return row;
}

function recordCommentEvent(
  context: Context,
  eventType: EventToRecord["eventType"],
  task: TaskRow,
  row: TaskCommentRow,
): void {
  const { deletedAt } = row;
  recordEvent(context, {
    eventType,
    entityId: row.id,
    payload: describeComment(row),
    diff: deletedAt === null ? {} : { deletedAt: { from: null, to: deletedAt } },
    relatedIds: relateTask(task),
  });
}
