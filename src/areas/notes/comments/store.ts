import { sql, type Insertable, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { shortMember } from "../../../platform/database/short-member.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { NoteRow } from "../store.ts";

export type CommentRow = Omit<Row<"NoteComment">, "author"> & Pick<NoteRow, "author" | "onBehalfOf">;

function selectComments(
  { organizationId }: Pick<Context, "organizationId">,
  rest: RawBuilder<unknown>,
): RawBuilder<CommentRow> {
  return sql<CommentRow>`
    SELECT k.*, ${shortMember(organizationId, "k.onBehalfOfAttorneyId")} AS "onBehalfOf"
    FROM "NoteComment" k WHERE k."organizationId" = ${organizationId} AND ${rest}`;
}

/** With deleted ones, whose place in the conversation stays. */
export function selectCommentPage(
  context: Pick<Context, "organizationId">,
  noteId: string,
  page: SortedPage,
): RawBuilder<CommentRow> {
  return selectComments(
    context,
    sql`k."noteId" = ${noteId} AND ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}`,
  );
}

/** A comment that is not deleted. */
export async function findComment(context: Context, commentId: string): Promise<CommentRow | undefined> {
  return (
    await selectComments(context, sql`k.id = ${commentId} AND k."deletedAt" IS NULL`).execute(context.transaction)
  ).rows[0];
}

type NewRow = Omit<Insertable<Tables["NoteComment"]>, "organizationId">;

export async function insertComment({ organizationId, transaction }: Context, row: NewRow): Promise<void> {
  await transaction
    .insertInto("NoteComment")
    .values({ organizationId, ...row })
    .execute();
}

/** @returns whether it was not deleted before */
export async function softDeleteComment(
  { organizationId, transaction }: Context,
  commentId: string,
  deletedAt: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`UPDATE "NoteComment" SET "deletedAt" = ${deletedAt}
    WHERE "organizationId" = ${organizationId} AND id = ${commentId} AND "deletedAt" IS NULL`.execute(transaction);
  return numAffectedRows > 0n;
}

/** Changes the number that the note shows; its revision stays. */
export async function countComment(
  { organizationId, transaction }: Context,
  noteId: string,
  by: 1 | -1,
): Promise<void> {
  await sql`UPDATE "Note" SET "commentCount" = "commentCount" + ${by}::integer
    WHERE "organizationId" = ${organizationId} AND id = ${noteId}`.execute(transaction);
}
