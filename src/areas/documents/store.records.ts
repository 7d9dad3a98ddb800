import { sql, type Insertable, type Updateable } from "kysely";
import { rejectDuplicates } from "../../platform/database/duplicate-entry.ts";
import { isExpected } from "../../platform/database/expected-revision.ts";
import { hasLiveOwners } from "../../platform/database/lists/hanging-records.ts";
import { findRareWord, hasWords } from "../../platform/database/lists/search-terms.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import { replaceTagRows } from "../../platform/database/tag-rows.ts";
import type { Context } from "../../rpc/context.ts";
import { isOneOf, selectRecord, selectRows } from "../../platform/database/records.ts";
import type { SearchWord } from "../../platform/names/record-words.ts";

/** The folders' names from the case down, and the document's, in the statement's row: at most 20 looks by primary key. */
const path = (organizationId: string) => sql<string>`(
  WITH RECURSIVE up AS (
    SELECT f."parentFolderId", f.name, f.depth FROM "Folder" f
    WHERE f."organizationId" = ${organizationId} AND f.id = d."folderId"
    UNION ALL
    SELECT f."parentFolderId", f.name, f.depth FROM up
    JOIN "Folder" f ON f."organizationId" = ${organizationId} AND f.id = up."parentFolderId"
  )
  SELECT concat(string_agg(up.name || '/', '' ORDER BY up.depth), d.name) FROM up)`;
const tags = (organizationId: string) => sql<string[]>`ARRAY(
  SELECT t.tag FROM "DocumentTag" t WHERE t."organizationId" = ${organizationId} AND t."documentId" = d.id ORDER BY t.tag)`;
const currentVersionId = (organizationId: string) => sql<string | null>`(
  SELECT v.id FROM "DocumentVersion" v
  WHERE v."organizationId" = ${organizationId} AND v."documentId" = d.id AND v.number = d.version)`;
const clientId = (organizationId: string) =>
  sql<
    string | null
  >`(SELECT c."plaintiffId" FROM "Case" c WHERE c."organizationId" = ${organizationId} AND c.id = d."caseId")`;

function selectDocuments({ organizationId, transaction }: Context) {
  return transaction
    .selectFrom("Document as d")
    .selectAll("d")
    .select([
      path(organizationId).as("path"),
      tags(organizationId).as("tags"),
      currentVersionId(organizationId).as("currentVersionId"),
      clientId(organizationId).as("clientId"),
      sql<boolean>`coalesce(d."lockExpiresAt" > now(), false)`.as("isLocked"),
    ])
    .where("d.organizationId", "=", organizationId);
}

export type DocumentRow = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

/** A document whose case is not deleted; deleted ones included. */
export function findDocument(context: Context, documentId: string) {
  return selectDocuments(context)
    .where("d.id", "=", documentId)
    .where(hasLiveOwners(context.organizationId, "d", ["caseId"]))
    .executeTakeFirst();
}

/** Several documents, deleted ones included, in the order of their ids. */
export function findDocuments(context: Context, documentIds: readonly string[]): Promise<DocumentRow[]> {
  return selectDocuments(context).where(isOneOf("d.id", documentIds)).orderBy("d.id").execute();
}

/**
 * Locks a live document FOR SHARE until commit.
 *
 * @returns whether it exists
 */
export async function lockDocumentRowForShare(
  { organizationId, transaction }: Context,
  documentId: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM "Document"
    WHERE "organizationId" = ${organizationId} AND id = ${documentId} AND "deletedAt" IS NULL FOR SHARE`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Locks the document until commit and reads it. */
export async function lockDocumentRowForUpdate(context: Context, documentId: string): Promise<DocumentRow | undefined> {
  // Two statements: joined rows are then as of the lock.
  const locked = await selectRecord(context, "Document", documentId).select("id").forNoKeyUpdate().executeTakeFirst();
  return locked === undefined ? undefined : findDocument(context, documentId);
}

/** Locks documents until commit, in the order of their IDs, and reads them. */
export async function lockDocumentRowsForUpdate(
  context: Context,
  documentIds: readonly string[],
): Promise<DocumentRow[]> {
  await selectRows(context, "Document")
    .select("id")
    .where(isOneOf("id", documentIds))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return findDocuments(context, documentIds);
}

export interface DocumentFilters {
  caseId?: string | undefined;
  leadId?: string | undefined;
  folderId?: string | undefined;
  category?: string | undefined;
  status?: string | undefined;
  tag?: string | undefined;
  externalId?: string | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  updatedSince?: string | undefined;
}

const filteredColumns = ["caseId", "leadId", "folderId", "category", "status", "externalId"] as const;

/**
 * A page of documents that are not deleted.
 *
 * @param words that each must have in its names; empty for any
 */
export async function listDocumentRows(
  context: Context,
  filters: DocumentFilters,
  words: readonly SearchWord[],
  page: SortedPage,
): Promise<DocumentRow[]> {
  return selectDocumentPage(context, filters, words, await findRareWord(context, "document", words, page)).execute();
}

export function selectDocumentPage(
  context: Context,
  filters: DocumentFilters,
  words: readonly SearchWord[],
  page: SortedPage,
) {
  let documents = selectDocuments(context)
    .where("d.deletedAt", "is", null)
    .where(hasLiveOwners(context.organizationId, "d", ["caseId"]))
    .where(page.after);
  for (const column of filteredColumns) {
    const wanted = filters[column];
    if (wanted !== undefined) documents = documents.where(`d.${column}`, "=", wanted);
  }
  const { tag, createdFrom, createdTo, updatedSince } = filters;
  if (createdFrom !== undefined) documents = documents.where("d.createdAt", ">=", createdFrom);
  if (createdTo !== undefined) documents = documents.where("d.createdAt", "<", createdTo);
  if (updatedSince !== undefined) documents = documents.where("d.updatedAt", ">=", updatedSince);
  if (tag !== undefined) documents = documents.where(hasTag(context.organizationId, tag));
  if (words.length > 0)
    documents = documents.where(
      hasWords({ organizationId: context.organizationId, entity: "document", id: sql.ref("d.id"), words, page }),
    );
  return documents.orderBy(page.order).limit(page.limit);
}

function hasTag(organizationId: string, tag: string) {
  return sql<boolean>`EXISTS (SELECT FROM "DocumentTag" t WHERE t."organizationId" = ${organizationId} AND t.tag = ${tag} AND t."documentId" = d.id)`;
}

type NewRow = Omit<Insertable<Tables["Document"]>, "organizationId">;

/** @throws DUPLICATE_ENTRY when another document has the externalId */
export async function insertDocument({ organizationId, transaction }: Context, row: NewRow): Promise<void> {
  await rejectDuplicates(
    taken,
    transaction
      .insertInto("Document")
      .values({ organizationId, ...row })
      .execute(),
    row,
  );
}

export function replaceTags(context: Context, documentId: string, given: readonly string[]): Promise<void> {
  return replaceTagRows(context, "DocumentTag", documentId, given);
}

export type RowChanges = Omit<
  Updateable<Tables["Document"]>,
  "organizationId" | "id" | "revision" | "updatedAt" | "deletedAt"
> & {
  /** an instant, `now`, or null to restore */
  deletedAt?: string | null;
  lockedFor?: number;
};

/**
 * Changes the document where its revision is still one that the caller expects.
 *
 * @returns whether it was
 * @throws DUPLICATE_ENTRY when another document has the externalId
 */
export async function changeDocument(context: Context, documentId: string, changes: RowChanges): Promise<boolean> {
  return (await changeDocuments(context, [documentId], changes)) > 0;
}

/**
 * Changes several documents alike, each by one revision.
 *
 * @returns how many
 * @throws as changeDocument
 */
export async function changeDocuments(
  context: Context,
  documentIds: readonly string[],
  changes: RowChanges,
): Promise<number> {
  const { deletedAt, lockedFor, ...columns } = changes;
  const now = sql<string>`date_trunc('milliseconds', now())`;
  const changed = await rejectDuplicates(
    taken,
    context.transaction
      .updateTable("Document")
      .set({
        ...columns,
        ...(deletedAt !== undefined && { deletedAt: deletedAt === "now" ? now : deletedAt }),
        ...(lockedFor !== undefined && {
          lockExpiresAt: sql<string>`${now} + make_interval(mins => ${lockedFor}::integer)`,
        }),
        revision: sql<number>`revision + 1`,
      })
      .where("organizationId", "=", context.organizationId)
      .where(sql<boolean>`id = ANY (${[...documentIds]}::text[])`)
      .where(isExpected("revision", context.expectedRevisions))
      .executeTakeFirst(),
    columns,
  );
  return Number(changed.numUpdatedRows);
}

const taken = { Document_organizationId_externalId_key: "externalId: used by another document" };

type NewVersion = Omit<Insertable<Tables["DocumentVersion"]>, "organizationId" | "createdAt">;

export async function insertVersion({ organizationId, transaction }: Context, version: NewVersion): Promise<void> {
  await transaction
    .insertInto("DocumentVersion")
    .values({ organizationId, ...version })
    .execute();
}

export function listVersionRows(
  context: Context,
  documentId: string,
  page: SortedPage,
): Promise<Row<"DocumentVersion">[]> {
  return selectVersions(context, documentId).where(page.after).orderBy(page.order).limit(page.limit).execute();
}

export function findVersion(
  context: Context,
  documentId: string,
  number: number,
): Promise<Row<"DocumentVersion"> | undefined> {
  return selectVersions(context, documentId).where("v.number", "=", number).executeTakeFirst();
}

/** The next version number; the caller has locked the document. */
export async function nextVersionNumber(context: Context, documentId: string): Promise<number> {
  const newest = await selectVersions(context, documentId).orderBy("v.number", "desc").limit(1).executeTakeFirst();
  return (newest?.number ?? 0) + 1;
}

function selectVersions({ organizationId, transaction }: Context, documentId: string) {
  return transaction
    .selectFrom("DocumentVersion as v")
    .selectAll("v")
    .where("v.organizationId", "=", organizationId)
    .where("v.documentId", "=", documentId);
}

/** Locks the lead's documents that have no case yet. */
export async function lockDocumentsOfLeadForUpdate(context: Context, leadId: string, limit: number): Promise<string[]> {
  const rows = await selectRows(context, "Document")
    .select("id")
    .where("leadId", "=", leadId)
    .where("caseId", "is", null)
    .orderBy("id")
    .limit(limit)
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export interface StoredVersion extends Row<"DocumentVersion"> {
  /** Whether the version is downloadable: the document is not deleted. */
  isLive: boolean;
}

export function findStoredVersion(
  { organizationId, transaction }: Context,
  documentId: string,
  versionId: string,
): Promise<StoredVersion | undefined> {
  return transaction
    .selectFrom("DocumentVersion as v")
    .innerJoin("Document as d", (join) =>
      join.onRef("d.organizationId", "=", "v.organizationId").onRef("d.id", "=", "v.documentId"),
    )
    .selectAll("v")
    .select(sql<boolean>`d."deletedAt" IS NULL AND d.status = 'available'`.as("isLive"))
    .where("v.organizationId", "=", organizationId)
    .where("v.documentId", "=", documentId)
    .where("v.id", "=", versionId)
    .executeTakeFirst();
}

/** Whether an operator has put all documents of the organization on legal hold: `npm run organization -- <slug> --hold`. */
export async function areDocumentsHeld({ organizationId, transaction }: Context): Promise<boolean> {
  const row = await transaction
    .selectFrom("Organization")
    .select("legalHolds")
    .where("id", "=", organizationId)
    .executeTakeFirst();
  return row?.legalHolds.includes("documents") ?? false;
}
