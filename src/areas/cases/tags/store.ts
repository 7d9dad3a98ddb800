import { sql, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context, RecordReference } from "../../../rpc/context.ts";
import type { NewTag, TagChanges } from "./schema.ts";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import { selectRecord, updateRecord } from "../../../platform/database/records.ts";
import { replaceTagRows } from "../../../platform/database/tag-rows.ts";

export function selectTagPage(
  { organizationId }: Pick<Context, "organizationId">,
  updatedSince: string | undefined,
  page: SortedPage,
): RawBuilder<Row<"Tag">> {
  return sql<Row<"Tag">>`
    SELECT t.* FROM "Tag" t
    WHERE t."organizationId" = ${organizationId} AND t."deletedAt" IS NULL AND ${page.after}
      ${updatedSince === undefined ? sql`` : sql`AND t."updatedAt" >= ${updatedSince}`}
    ORDER BY ${page.order} LIMIT ${page.limit}`;
}

/** @param purpose `change` locks it against other changes, `remove` also against assignment to cases */
export function findTag(
  context: Context,
  tagId: string,
  purpose: "look" | "change" | "remove",
): Promise<Row<"Tag"> | undefined> {
  return selectRecord(context, "Tag", tagId)
    .selectAll()
    .where("deletedAt", "is", null)
    .$if(purpose === "change", (query) => query.forNoKeyUpdate())
    .$if(purpose === "remove", (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function listCasesWithTag(
  { organizationId, transaction }: Context,
  tagId: string,
): Promise<RecordReference[]> {
  const { rows } = await sql<RecordReference>`
    SELECT 'case' AS entity, l."caseId" AS id FROM "CaseTag" l WHERE l."organizationId" = ${organizationId} AND l."tagId" = ${tagId}
    ORDER BY l."caseId"`.execute(transaction);
  return rows;
}

/** Whether a case that is not deleted has the tag. */
export async function isTagUsed({ organizationId, transaction }: Context, tagId: string): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    SELECT EXISTS (
      SELECT FROM "CaseTag" l JOIN "Case" c ON c."organizationId" = l."organizationId" AND c.id = l."caseId" AND c."deletedAt" IS NULL
      WHERE l."organizationId" = ${organizationId} AND l."tagId" = ${tagId}) AS "isUsed"`.execute(transaction);
  return rows[0]?.isUsed === true;
}

const rejections = { Tag_live_name: "name: used by another tag" };

/** @throws DUPLICATE_ENTRY when a live tag has the name */
export function insertTag(
  { organizationId, transaction }: Context,
  values: NewTag & { id: string },
): Promise<Row<"Tag">> {
  return rejectDuplicates(
    rejections,
    transaction
      .insertInto("Tag")
      .values({ organizationId, ...values })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/**
 * Changes a live tag where its revision is still one that the caller expects; undefined where it is not.
 *
 * @throws as {@link insertTag}
 */
export function changeTag(
  context: Context,
  tagId: string,
  changes: TagChanges | "delete",
): Promise<Row<"Tag"> | undefined> {
  const update = updateRecord(
    context,
    "Tag",
    tagId,
    changes === "delete" ? { deletedAt: sql<string>`now()` } : changes,
  ).where("deletedAt", "is", null);
  return rejectDuplicates(rejections, update.returningAll().executeTakeFirst());
}

/**
 * Locks live tags FOR KEY SHARE: against deletion, not against renaming, because renaming a tag locks its cases and
 * cases are locked before tags.
 *
 * @returns each found tag with its index in `names`
 */
export async function lockTagsByNameForKeyShare(
  { organizationId, transaction }: Context,
  names: readonly string[],
): Promise<{ place: number; id: string }[]> {
  // The keys are made apart: only a comparison of plain columns reaches an index below row-level security.
  const { rows } = await sql<{ place: number; id: string }>`
    WITH given AS MATERIALIZED (
      SELECT place::integer - 1 AS place, fold_name(name) AS key FROM unnest(${[...names]}::text[]) WITH ORDINALITY n(name, place)
    )
    SELECT given.place, t.id FROM given
    JOIN "Tag" t ON t."organizationId" = ${organizationId} AND t."nameKey" = given.key AND t."deletedAt" IS NULL`.execute(
    transaction,
  );
  const held = await sql<{ id: string }>`
    SELECT id FROM "Tag" WHERE "organizationId" = ${organizationId} AND id = ANY(${rows.map(({ id }) => id)}::text[]) AND "deletedAt" IS NULL
    ORDER BY id FOR KEY SHARE`.execute(transaction);
  const live = new Set(held.rows.map(({ id }) => id));
  return rows.filter(({ id }) => live.has(id));
}

export function replaceCaseTags(context: Context, caseId: string, tagIds: readonly string[]): Promise<void> {
  return replaceTagRows(context, "CaseTag", caseId, tagIds);
}
