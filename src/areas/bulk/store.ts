import { sql, type Insertable, type RawBuilder, type Updateable } from "kysely";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import { selectRecord, selectRows, updateRecord } from "../../platform/database/records.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import { keptDays, type BulkResultFilter } from "./schema.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;
export type JobRow = Row<"BulkJob">;

export async function countOpenJobs({ organizationId, transaction }: Inside): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    SELECT count(*)::integer AS open FROM "BulkJob" WHERE "organizationId" = ${organizationId} AND "finishedAt" IS NULL`.execute(
    transaction,
  );
  return rows[0]?.open ?? 0;
}

/** Locks out what else counts the organization's open jobs, or decides which of them run, until commit. */
export async function lockQueue({ organizationId, transaction }: Inside): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('bulk jobs of ' || ${organizationId}::text, 0))`.execute(
    transaction,
  );
}

export function insertJob(
  { organizationId, transaction }: Inside,
  { createdBy, ...job }: Omit<Insertable<Tables["BulkJob"]>, "organizationId">,
): Promise<JobRow> {
  return transaction
    .insertInto("BulkJob")
    .values({ ...job, organizationId, createdBy: JSON.stringify(createdBy) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type NewItem = Omit<Insertable<Tables["BulkItem"]>, "organizationId" | "jobId">;

export async function insertItems(
  { organizationId, transaction }: Inside,
  jobId: string,
  items: readonly NewItem[],
): Promise<void> {
  await transaction
    .insertInto("BulkItem")
    .values(items.map((item) => ({ ...item, organizationId, jobId })))
    .execute();
}

/** A job of the key. */
export function findJob(context: Inside, keyId: string, jobId: string): Promise<JobRow | undefined> {
  return selectRecord(context, "BulkJob", jobId).selectAll().where("keyId", "=", keyId).executeTakeFirst();
}

/** Waits for the item under way: its transaction holds the same lock. */
export async function lockJobForUpdate(context: Inside, jobId: string): Promise<JobRow | undefined> {
  await selectRecord(context, "BulkJob", jobId).select("id").forNoKeyUpdate().execute();
  return selectRecord(context, "BulkJob", jobId).selectAll().executeTakeFirst();
}

export function selectJobs(
  { organizationId }: Pick<Context, "organizationId">,
  keyId: string,
  status: string | undefined,
  page: SortedPage,
): RawBuilder<JobRow> {
  return sql<JobRow>`SELECT j.* FROM "BulkJob" j
    WHERE j."organizationId" = ${organizationId} AND j."keyId" = ${keyId} ${status === undefined ? sql`` : sql`AND j.status = ${status}`} AND ${page.after}
    ORDER BY ${page.order} LIMIT ${page.limit}`;
}

export type ResultRow = Omit<Row<"BulkItem">, "request" | "idempotencyKey">;

/** Results behind an index, in the order of their indexes. */
export function listResults(
  context: Inside,
  jobId: string,
  status: BulkResultFilter["status"],
  { after, limit }: { after: number | null; limit: number },
): Promise<ResultRow[]> {
  let query = selectRows(context, "BulkItem")
    .select([
      "organizationId",
      "jobId",
      "index",
      "operation",
      "path",
      "status",
      "httpStatus",
      "code",
      "error",
      "reason",
      "detail",
      "isReplay",
      "resourceId",
      "location",
      "etag",
      "finishedAt",
    ])
    .where("jobId", "=", jobId);
  if (status !== undefined) query = query.where("status", "=", status);
  if (after !== null) query = query.where("index", ">", after);
  return query.orderBy("index").limit(limit).execute();
}

/**
 * Skips what is pending: its request goes.
 *
 * @returns how many items that were
 */
export async function skipPending(
  { organizationId, transaction }: Inside,
  jobId: string,
  code: string | null,
  error: string | null,
): Promise<number> {
  const { rows } = await sql`
    UPDATE "BulkItem" SET status = 'skipped', request = NULL, code = ${code}, error = ${error}, "finishedAt" = ${new Date().toISOString()}::timestamptz
    WHERE "organizationId" = ${organizationId} AND "jobId" = ${jobId} AND status = 'pending' RETURNING index`.execute(
    transaction,
  );
  return rows.length;
}

type Ending = Pick<Updateable<Tables["BulkJob"]>, "status" | "statusReason" | "skipped">;

/** Ends the job; undefined if its revision is not expected. */
export function updateEnded(context: Context, jobId: string, ending: Ending): Promise<JobRow | undefined> {
  const now = Date.now();
  const columns = {
    ...ending,
    finishedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + keptDays * 86_400_000).toISOString(),
  };
  return updateRecord(context, "BulkJob", jobId, columns).returningAll().executeTakeFirst();
}
