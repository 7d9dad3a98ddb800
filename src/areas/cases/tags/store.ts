import { sql } from "kysely";
import type { Context, RecordReference } from "../../../rpc/context.ts";
import { replaceTagRows } from "../../../platform/database/tag-rows.ts";

/** The cases that show a tag, also deleted ones: they change with its name. */
export async function listCasesWithTag(
  { organizationId, transaction }: Context,
  { id: tagId }: { id: string },
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
  const locked = await sql<{ id: string }>`
    SELECT id FROM "Tag" WHERE "organizationId" = ${organizationId} AND id = ANY(${rows.map(({ id }) => id)}::text[]) AND "deletedAt" IS NULL
    ORDER BY id FOR KEY SHARE`.execute(transaction);
  const live = new Set(locked.rows.map(({ id }) => id));
  return rows.filter(({ id }) => live.has(id));
}

export function replaceCaseTags(context: Context, caseId: string, tagIds: readonly string[]): Promise<void> {
  return replaceTagRows(context, "CaseTag", caseId, tagIds);
}
