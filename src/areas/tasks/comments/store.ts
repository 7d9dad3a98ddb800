import { sql, type Insertable, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { shortMember } from "../../../platform/database/short-member.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { TaskRow } from "../store.ts";

export type TaskCommentRow = Omit<Row<"TaskComment">, "author"> & {
  author: TaskRow["createdBy"];
  onBehalfOf: TaskRow["onBehalfOf"];
};

function selectComments(
  { organizationId }: Pick<Context, "organizationId">,
  rest: RawBuilder<unknown>,
): RawBuilder<TaskCommentRow> {
  return sql<TaskCommentRow>`
    SELECT k.*, ${shortMember(organizationId, "k.onBehalfOfAttorneyId")} AS "onBehalfOf"
    FROM "TaskComment" k WHERE k."organizationId" = ${organizationId} AND ${rest}`;
}

/** With deleted ones, whose place in the conversation stays. */
export function selectTaskCommentPage(
  context: Pick<Context, "organizationId">,
  taskId: string,
  page: SortedPage,
): RawBuilder<TaskCommentRow> {
  return selectComments(
    context,
    sql`k."taskId" = ${taskId} AND ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}`,
  );
}

/** A comment that is not deleted. */
export async function findTaskComment(context: Context, commentId: string): Promise<TaskCommentRow | undefined> {
  return (
    await selectComments(context, sql`k.id = ${commentId} AND k."deletedAt" IS NULL`).execute(context.transaction)
  ).rows[0];
}

/** Adds a comment, and counts it; the task's revision stays. */
export async function insertTaskComment(
  { organizationId, transaction }: Context,
  row: Omit<Insertable<Tables["TaskComment"]>, "organizationId">,
): Promise<void> {
  await transaction
    .insertInto("TaskComment")
    .values({ organizationId, ...row })
    .execute();
  await sql`UPDATE "Task" SET "commentCount" = "commentCount" + 1
    WHERE "organizationId" = ${organizationId} AND id = ${row.taskId}`.execute(transaction);
}

/** @returns whether it was not deleted before */
export async function softDeleteTaskComment(
  { organizationId, transaction }: Context,
  commentId: string,
  taskId: string,
  deletedAt: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`UPDATE "TaskComment" SET "deletedAt" = ${deletedAt}
    WHERE "organizationId" = ${organizationId} AND id = ${commentId} AND "deletedAt" IS NULL`.execute(transaction);
  if (numAffectedRows === 0n) return false;
  await sql`UPDATE "Task" SET "commentCount" = "commentCount" - 1
    WHERE "organizationId" = ${organizationId} AND id = ${taskId}`.execute(transaction);
  return true;
}
