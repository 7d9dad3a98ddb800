import { sql, type Insertable, type RawBuilder, type Updateable } from "kysely";
import { enqueueExport } from "./work/store.queue.ts";
import { readToday } from "../../platform/database/organization-day.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import { updateRecord } from "../../platform/database/records.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;
export type ExportRow = Row<"Export">;

export interface Sight {
  /** The scopes whose data the principal may see. */
  scopes: readonly string[];
  /** Only exports requested by keys. */
  ofKeys: boolean;
  /** The member whose own exports these are; null for a key. */
  memberId: string | null;
  /** Includes exports of schedules that name the member as recipient, whatever their data. */
  received: boolean;
  /** Includes exports of others whose data and report the member may see. */
  others: boolean;
}

function isInSight({ scopes, ofKeys, memberId, received, others }: Sight): RawBuilder<boolean> {
  const hasData = sql<boolean>`e."dataPermissions" <@ ${[...scopes]}::text[]`;
  if (ofKeys) return sql<boolean>`(e."keyId" IS NOT NULL AND ${hasData})`;
  // Standard and inherited reports have no row here and are visible to everyone.
  const seesReport = sql<boolean>`NOT EXISTS (
    SELECT FROM "Report" r WHERE r."organizationId" = e."organizationId" AND r.id = e.request->>'reportId' AND r."ownerMemberId" IS DISTINCT FROM ${memberId}
      AND (r.visibility = 'private' OR (r.visibility = 'team' AND NOT ${memberId} = ANY(r."sharedWith") AND NOT EXISTS (
        SELECT FROM "TeamMember" x JOIN "Team" t ON t."organizationId" = x."organizationId" AND t.id = x."teamId"
        WHERE x."organizationId" = e."organizationId" AND x."memberId" = ${memberId} AND x."teamId" = ANY(r."sharedWithTeamIds") AND t."deletedAt" IS NULL))))`;
  return sql<boolean>`(e."memberId" = ${memberId} OR (${others}::boolean AND ${hasData} AND ${seesReport}) OR (${received}::boolean AND e."scheduleId" IS NOT NULL AND EXISTS (
    SELECT FROM "ReportSchedule" s WHERE s."organizationId" = e."organizationId" AND s.id = e."scheduleId" AND ${memberId} = ANY(s."recipientIds"))))`;
}

type Columns = Pick<
  Insertable<Tables["Export"]>,
  | "id"
  | "type"
  | "format"
  | "contentType"
  | "dataPermissions"
  | "keyId"
  | "memberId"
  | "onBehalfOfAttorneyId"
  | "scheduleId"
>;
type NewColumns = Columns & { request: object; requestedBy: object; fileName: { stem: string; extension: string } };

/** Inserts the export and its job. The day in the file name is in the organization's time zone. */
export async function insertExport(
  { organizationId, transaction }: Inside,
  { request, requestedBy, fileName, ...columns }: NewColumns,
): Promise<ExportRow> {
  const { stem, extension } = fileName;
  const today = await readToday({ organizationId, transaction });
  const row = await transaction
    .insertInto("Export")
    .values({
      organizationId,
      ...columns,
      request: JSON.stringify(request),
      requestedBy: JSON.stringify(requestedBy),
      fileName: `${stem}-${today}.${extension}`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await enqueueExport(transaction, { organizationId, exportId: row.id });
  return row;
}

/** Has the worker delete the file of a deleted export. */
export function enqueueRemoval({ organizationId, transaction }: Inside, exportId: string): Promise<void> {
  return enqueueExport(transaction, { organizationId, exportId }, "for nothing");
}

/** Counts queued and running exports; locks out concurrent counts until commit. */
export async function lockOpenExportCountForUpdate({ organizationId, transaction }: Inside): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('exports of ' || ${organizationId}::text, 0))`.execute(
    transaction,
  );
  const { rows } = await sql<{ open: number }>`
    SELECT count(*)::integer AS open FROM "Export"
    WHERE "organizationId" = ${organizationId} AND status IN ('queued', 'running') AND "deletedAt" IS NULL`.execute(
    transaction,
  );
  return rows[0]?.open ?? 0;
}

/** A visible export that is not deleted. */
export async function findExport(
  { organizationId, transaction }: Inside,
  exportId: string,
  sight: Sight,
): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    SELECT e.* FROM "Export" e
    WHERE e."organizationId" = ${organizationId} AND e.id = ${exportId} AND e."deletedAt" IS NULL AND ${isInSight(sight)}`.execute(
    transaction,
  );
  return rows[0];
}

/** Locks an export FOR NO KEY UPDATE until commit; undefined for one that the caller does not see. */
export async function lockExportRowForUpdate(
  context: Inside,
  exportId: string,
  sight: Sight,
): Promise<ExportRow | undefined> {
  const { organizationId, transaction } = context;
  await sql`SELECT FROM "Export" WHERE "organizationId" = ${organizationId} AND id = ${exportId} FOR NO KEY UPDATE`.execute(
    transaction,
  );
  return findExport(context, exportId, sight);
}

type Changes = Omit<Updateable<Tables["Export"]>, "finishedAt" | "deletedAt"> & {
  finishedAt?: "now";
  deletedAt?: "now";
};

/** Updates an export; undefined if its revision is not expected. */
export function updateExport(
  context: Context,
  exportId: string,
  { finishedAt, deletedAt, ...columns }: Changes,
): Promise<ExportRow | undefined> {
  const now = sql<string>`date_trunc('milliseconds', now())`;
  const changes = {
    ...columns,
    ...(finishedAt !== undefined && { finishedAt: now }),
    ...(deletedAt !== undefined && { deletedAt: now }),
  };
  return updateRecord(context, "Export", exportId, changes).returningAll().executeTakeFirst();
}

export function selectExports(
  { organizationId }: Pick<Context, "organizationId">,
  { status, type, sight }: { status?: string | undefined; type?: string | undefined; sight: Sight },
  page: SortedPage,
): RawBuilder<ExportRow> {
  const conditions: RawBuilder<unknown>[] = [
    sql`e."organizationId" = ${organizationId}`,
    sql`e."deletedAt" IS NULL`,
    isInSight(sight),
    page.after,
  ];
  if (status !== undefined) conditions.push(sql`e.status = ${status}`);
  if (type !== undefined) conditions.push(sql`e.type = ${type}`);
  return sql<ExportRow>`SELECT e.* FROM "Export" e WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${page.order} LIMIT ${page.limit}`;
}

/** The client of a case, even if deleted. */
export async function findClientOfCase(
  { organizationId, transaction }: Inside,
  caseId: string,
): Promise<string | null> {
  const { rows } = await sql<{ clientId: string }>`
    SELECT "plaintiffId" AS "clientId" FROM "Case" WHERE "organizationId" = ${organizationId} AND id = ${caseId}`.execute(
    transaction,
  );
  return rows[0]?.clientId ?? null;
}

export async function readOrganizationName({ organizationId, transaction }: Inside): Promise<string> {
  const { name } = await transaction
    .selectFrom("Organization")
    .select("name")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return name;
}
