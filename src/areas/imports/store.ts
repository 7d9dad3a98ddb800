import { sql, type Insertable, type RawBuilder, type Updateable } from "kysely";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import { selectRecord, selectRows, updateRecord } from "../../platform/database/records.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import { keptMilliseconds, type ImportRowFilter } from "./schema.ts";
import { enqueueImport } from "./work/store.queue.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;

/** An import, without the first rows of its file. */
export type ImportRecord = Omit<Row<"Import">, "sample">;

const columns = [
  "organizationId",
  "id",
  "fileName",
  "format",
  "kind",
  "source",
  "status",
  "failure",
  "existing",
  "dateOrder",
  "columns",
  "defaults",
  "headerRow",
  "rowCount",
  "position",
  "created",
  "updated",
  "skipped",
  "rejected",
  "undone",
  "kept",
  "checkedAt",
  "objectId",
  "reportObjectId",
  "reportSizeBytes",
  "reportSha256",
  "attempts",
  "requestedBy",
  "keyId",
  "memberId",
  "onBehalfOfAttorneyId",
  "startedAt",
  "finishedAt",
  "expiresAt",
  "revision",
  "createdAt",
  "updatedAt",
] as const;

/** Whose imports the principal sees: a key its own, a member all of the organization. */
export type ImportSight = { keyId: string } | "all";

type NewImportColumns = Pick<
  Insertable<Tables["Import"]>,
  "id" | "fileName" | "kind" | "existing" | "dateOrder" | "objectId" | "keyId" | "memberId" | "onBehalfOfAttorneyId"
> & { requestedBy: object };

/** Inserts the import, and the job that reads its file. */
export async function insertImport(
  { organizationId, transaction }: Inside,
  { requestedBy, ...given }: NewImportColumns,
): Promise<ImportRecord> {
  const row = await transaction
    .insertInto("Import")
    .values({
      ...given,
      organizationId,
      requestedBy: JSON.stringify(requestedBy),
      expiresAt: new Date(Date.now() + keptMilliseconds).toISOString(),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  await enqueueImport({ organizationId, transaction }, row.id);
  return row;
}

/** Undefined for an import that the principal does not see, too. */
export function findImport(context: Inside, importId: string, sight: ImportSight): Promise<ImportRecord | undefined> {
  const query = selectRecord(context, "Import", importId).select(columns);
  return (sight === "all" ? query : query.where("keyId", "=", sight.keyId)).executeTakeFirst();
}

/** Waits for the rows under way: their transaction holds the same lock. */
export async function lockImportForUpdate(
  context: Inside,
  importId: string,
  sight: ImportSight,
): Promise<ImportRecord | undefined> {
  await selectRecord(context, "Import", importId).select("id").forNoKeyUpdate().execute();
  return findImport(context, importId, sight);
}

/** The first rows of its file, encrypted; null before it was read and after its time. */
export async function findSample(context: Inside, importId: string): Promise<Buffer | null> {
  const row = await selectRecord(context, "Import", importId).select("sample").executeTakeFirst();
  return row?.sample ?? null;
}

/** A page of the imports that the principal sees. */
export function selectImports(
  { organizationId }: Pick<Context, "organizationId">,
  { status, sight }: { status: string | undefined; sight: ImportSight },
  page: SortedPage,
): RawBuilder<ImportRecord> {
  const shown = sql.join(columns.map((column) => sql.ref(`i.${column}`)));
  return sql<ImportRecord>`SELECT ${shown} FROM "Import" i
    WHERE i."organizationId" = ${organizationId} ${sight === "all" ? sql`` : sql`AND i."keyId" = ${sight.keyId}`}
      ${status === undefined ? sql`` : sql`AND i.status = ${status}`} AND ${page.after}
    ORDER BY ${page.order} LIMIT ${page.limit}`;
}

/** Locks out what else counts the organization's imports at work, until commit. */
export async function lockOpenImportCountForUpdate({ organizationId, transaction }: Inside): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('imports of ' || ${organizationId}::text, 0))`.execute(
    transaction,
  );
  const { rows } = await sql<{ open: number }>`
    SELECT count(*)::integer AS open FROM "Import"
    WHERE "organizationId" = ${organizationId} AND status IN ('reading', 'checking', 'running', 'undoing')`.execute(
    transaction,
  );
  return rows[0]?.open ?? 0;
}

type Changes = Omit<Updateable<Tables["Import"]>, "columns" | "defaults"> & { columns?: object; defaults?: object };

/** Updates an import; undefined if its revision is not expected. */
export function updateImportRow(
  context: Context,
  importId: string,
  { columns: mapped, defaults, ...changes }: Changes,
): Promise<ImportRecord | undefined> {
  const set = {
    ...changes,
    ...(mapped !== undefined && { columns: JSON.stringify(mapped) }),
    ...(defaults !== undefined && { defaults: JSON.stringify(defaults) }),
  };
  return updateRecord(context, "Import", importId, set).returning(columns).executeTakeFirst();
}

/** Deletes what became of rows, before they are handled anew. */
export async function deleteRows({ organizationId, transaction }: Inside, importId: string): Promise<void> {
  await sql`DELETE FROM "ImportRow" WHERE "organizationId" = ${organizationId} AND "importId" = ${importId}`.execute(
    transaction,
  );
}

export type StoredRow = Pick<Row<"ImportRow">, "number" | "outcome" | "recordId" | "faults">;

/** Rows behind a number, in their order. */
export function listRows(
  context: Inside,
  importId: string,
  outcome: ImportRowFilter["outcome"],
  { after, limit }: { after: number | null; limit: number },
): Promise<StoredRow[]> {
  let query = selectRows(context, "ImportRow")
    .select(["number", "outcome", "recordId", "faults"])
    .where("importId", "=", importId);
  if (outcome !== undefined) query = query.where("outcome", "=", outcome);
  if (after !== null) query = query.where("number", ">", after);
  return query.orderBy("number").limit(limit).execute();
}
