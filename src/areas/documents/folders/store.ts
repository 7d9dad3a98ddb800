import { sql, type Updateable } from "kysely";
import { isOneOf } from "../../../platform/database/records.ts";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import { isExpected } from "../../../platform/database/expected-revision.ts";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { siblingNames } from "../store.ts";

/** The names from the case down to the folder of the statement's row: at most 20 looks by primary key. */
const path = (organizationId: string) => sql<string>`(
  WITH RECURSIVE up AS (
    SELECT f."parentFolderId" AS above, f.name AS path
    UNION ALL
    SELECT p."parentFolderId", p.name || '/' || up.path FROM up
    JOIN "Folder" p ON p."organizationId" = ${organizationId} AND p.id = up.above
  )
  SELECT up.path FROM up WHERE up.above IS NULL)`;
const documentCount = (organizationId: string) => sql<number>`(
  SELECT count(*)::integer FROM "Document" d
  WHERE d."organizationId" = ${organizationId} AND d."folderId" = f.id AND d."deletedAt" IS NULL)`;
const childFolderCount = (organizationId: string) => sql<number>`(
  SELECT count(*)::integer FROM "Folder" b
  WHERE b."organizationId" = ${organizationId} AND b."caseId" = f."caseId" AND b."parentFolderId" = f.id AND b."deletedAt" IS NULL)`;

function selectFolders({ organizationId, transaction }: Context) {
  return transaction
    .selectFrom("Folder as f")
    .selectAll("f")
    .select([
      path(organizationId).as("path"),
      documentCount(organizationId).as("documentCount"),
      childFolderCount(organizationId).as("childFolderCount"),
    ])
    .where("f.organizationId", "=", organizationId);
}

export type FolderRow = NonNullable<Awaited<ReturnType<typeof findFolder>>>;

/** A folder whose case is not deleted; deleted ones included. */
export function findFolder(context: Context, folderId: string) {
  return selectFolders(context)
    .where("f.id", "=", folderId)
    .where(hasLiveOwners(context.organizationId, "f", ["caseId"]))
    .executeTakeFirst();
}

/** The deepest first. */
export function findFolders(context: Context, folderIds: readonly string[]): Promise<FolderRow[]> {
  return selectFolders(context).where(isOneOf("f.id", folderIds)).orderBy("f.depth", "desc").orderBy("f.id").execute();
}

/**
 * Locks the folder tree of a case until commit, to move, delete or restore a folder. Otherwise two moves could make a
 * cycle, and a folder added meanwhile would have the wrong depth.
 */
export async function lockTreeForUpdate({ transaction, organizationId }: Context, caseId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${treeKey(organizationId, caseId)})`.execute(transaction);
}

/** Locks the folder tree of a case until commit, shared with others that add folders. */
export async function lockTreeForShare({ transaction, organizationId }: Context, caseId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${treeKey(organizationId, caseId)})`.execute(transaction);
}

const treeKey = (organizationId: string, caseId: string) =>
  sql`hashtextextended(${`folders ${organizationId} ${caseId}`}, 0)`;

export interface Branch {
  id: string;
  depth: number;
}

/**
 * Locks a folder and its descendants against new documents.
 *
 * @param deletedAt only folders deleted at that instant; null for live ones
 */
export async function lockBranchForUpdate(
  { transaction, organizationId }: Context,
  caseId: string,
  folderId: string,
  deletedAt: string | null,
): Promise<Branch[]> {
  const { rows } = await sql<Branch>`
    WITH RECURSIVE down AS (
      SELECT id FROM "Folder" WHERE "organizationId" = ${organizationId} AND id = ${folderId}
      UNION ALL
      SELECT f.id FROM down
      JOIN "Folder" f ON f."organizationId" = ${organizationId} AND f."caseId" = ${caseId} AND f."parentFolderId" = down.id
        AND f."deletedAt" IS NOT DISTINCT FROM ${deletedAt}::timestamptz
    )
    SELECT f.id, f.depth FROM "Folder" f
    WHERE f."organizationId" = ${organizationId} AND f.id IN (SELECT id FROM down) ORDER BY f.id FOR UPDATE`.execute(
    transaction,
  );
  return rows;
}

/**
 * Locks the documents in these folders. One statement on one table: after a wait PostgreSQL re-checks the conditions,
 * so documents moved or deleted meanwhile are left out.
 *
 * @param deletedAt only documents deleted at that instant; null for live ones
 */
export async function lockDocumentsInForUpdate(
  { transaction, organizationId }: Context,
  folderIds: readonly string[],
  deletedAt: string | null,
  limit: number,
): Promise<string[]> {
  const state = deletedAt === null ? sql`"deletedAt" IS NULL` : sql`"deletedAt" = ${deletedAt}::timestamptz`;
  const { rows } = await sql<{ id: string }>`SELECT id FROM "Document"
    WHERE "organizationId" = ${organizationId} AND "folderId" = ANY (${[...folderIds]}::text[]) AND ${state}
    ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE`.execute(transaction);
  return rows.map(({ id }) => id);
}

/**
 * A deletion instant that no locked record has yet: it identifies what was deleted together. Call it with all records
 * locked.
 */
export async function takeDeletionInstant(
  { transaction, organizationId }: Context,
  caseId: string,
  folderIds: readonly string[],
): Promise<string> {
  const ids = [...folderIds];
  const { rows } = await sql<{ instant: string }>`
    SELECT greatest(
      date_trunc('milliseconds', clock_timestamp()),
      (SELECT max("deletedAt") FROM "Document" WHERE "organizationId" = ${organizationId} AND "folderId" = ANY (${ids}::text[])) + interval '1 millisecond',
      (SELECT max("deletedAt") FROM "Folder" WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId}
        AND "parentFolderId" = ANY (${ids}::text[])) + interval '1 millisecond'
    ) AS instant`.execute(transaction);
  return rows[0]?.instant ?? "";
}

export type FolderColumns = Pick<Updateable<Tables["Folder"]>, "name" | "parentFolderId" | "depth"> & {
  /** null restores */
  deletedAt?: string | null;
};

/**
 * Updates folders whose revision matches If-Match.
 *
 * @returns how many
 * @throws DUPLICATE_ENTRY when a sibling has the name (unique index)
 */
export async function changeFolders(
  context: Context,
  folderIds: readonly string[],
  columns: FolderColumns,
): Promise<number> {
  const changing = context.transaction
    .updateTable("Folder")
    .set({ ...columns, revision: sql<number>`revision + 1` })
    .where("organizationId", "=", context.organizationId)
    .where(sql<boolean>`id = ANY (${[...folderIds]}::text[])`)
    .where(isExpected("revision", context.expectedRevisions))
    .executeTakeFirst();
  return Number((await rejectDuplicates(siblingNames, changing)).numUpdatedRows);
}

/** Shifts the depths of descendants without changing their revisions. */
export async function shiftDepths(
  { transaction, organizationId }: Context,
  folderIds: readonly string[],
  by: number,
): Promise<void> {
  if (by === 0 || folderIds.length === 0) return;
  await sql`UPDATE "Folder" SET depth = depth + ${by}::integer
    WHERE "organizationId" = ${organizationId} AND id = ANY (${[...folderIds]}::text[])`.execute(transaction);
}

export interface FolderFilter {
  caseId: string;
  /** null: directly below the case; undefined: anywhere. */
  parentFolderId: string | null | undefined;
  updatedSince: string | undefined;
}

export function listFolderRows(
  context: Context,
  { caseId, parentFolderId, updatedSince }: FolderFilter,
  page: SortedPage,
): Promise<FolderRow[]> {
  let folders = selectFolders(context)
    .where("f.caseId", "=", caseId)
    .where("f.deletedAt", "is", null)
    .where(page.after);
  if (parentFolderId === null) folders = folders.where("f.parentFolderId", "is", null);
  else if (parentFolderId !== undefined) folders = folders.where("f.parentFolderId", "=", parentFolderId);
  if (updatedSince !== undefined) folders = folders.where("f.updatedAt", ">=", updatedSince);
  return folders.orderBy(page.order).limit(page.limit).execute();
}
