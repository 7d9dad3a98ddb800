import { sql } from "kysely";
import { sendWithCommit } from "../platform/database/database.ts";
import { selectRecord, selectRows } from "../platform/database/records.ts";
import type { Row } from "../platform/database/tables.ts";
import type { Context } from "../rpc/context.ts";
import type { JobRow } from "../areas/bulk/store.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;
export type ItemRow = Pick<Row<"BulkItem">, "index" | "idempotencyKey" | "operation"> & { request: Buffer };

export function findOpenJob(context: Inside, jobId: string): Promise<JobRow | undefined> {
  return selectRecord(context, "BulkJob", jobId).selectAll().where("finishedAt", "is", null).executeTakeFirst();
}

/** The first item that has not ended. */
export function findPending(context: Inside, jobId: string): Promise<ItemRow | undefined> {
  return selectRows(context, "BulkItem")
    .select(["index", "idempotencyKey", "operation"])
    .select(sql<Buffer>`request`.as("request"))
    .where("jobId", "=", jobId)
    .where("status", "=", "pending")
    .orderBy("index")
    .limit(1)
    .executeTakeFirst();
}

/** How many of the organization's jobs workers execute: they share its pace. */
export async function countRunning({ organizationId, transaction }: Inside): Promise<number> {
  const { rows } = await sql<{ running: number }>`
    SELECT count(*)::integer AS running FROM "BulkJob" WHERE "organizationId" = ${organizationId} AND "finishedAt" IS NULL AND status = 'running'`.execute(
    transaction,
  );
  return rows[0]?.running ?? 1;
}

/** Begins, or goes on after a worker died; the caller has locked the job. */
export async function beginAttempt({ organizationId, transaction }: Inside, jobId: string): Promise<void> {
  await sql`
    UPDATE "BulkJob" SET status = 'running', "startedAt" = coalesce("startedAt", ${new Date().toISOString()}::timestamptz), attempts = attempts + 1, revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND id = ${jobId}`.execute(transaction);
}

/**
 * Locks a pending item of a running job, behind the lock of its job, for which it does not wait.
 *
 * @returns whether it did
 */
export async function lockItemForUpdate(context: Inside, jobId: string, index: number): Promise<boolean> {
  const job = await selectRecord(context, "BulkJob", jobId)
    .select("id")
    .where("status", "=", "running")
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (job === undefined) return false;
  const item = await selectRows(context, "BulkItem")
    .select("index")
    .where("jobId", "=", jobId)
    .where("index", "=", index)
    .where("status", "=", "pending")
    .forNoKeyUpdate()
    .executeTakeFirst();
  return item !== undefined;
}

/** What an item ended with. */
export type ItemResult = Pick<
  Row<"BulkItem">,
  "status" | "httpStatus" | "code" | "error" | "reason" | "detail" | "isReplay" | "resourceId" | "location" | "etag"
>;

/**
 * Ends the locked item: its result, its request's end and the job's counts are one statement, which is sent with
 * COMMIT.
 */
export function endItem(
  { organizationId, transaction }: Inside,
  jobId: string,
  index: number,
  result: ItemResult,
): void {
  const { status, httpStatus, code, error, reason, detail, isReplay, resourceId, location, etag } = result;
  const statement = sql`
    WITH ended AS (
      UPDATE "BulkItem" SET status = ${status}, "httpStatus" = ${httpStatus}, code = ${code}, error = ${error}, reason = ${reason}, detail = ${detail}, "isReplay" = ${isReplay}, "resourceId" = ${resourceId},
        location = ${location}, etag = ${etag}, request = NULL, "finishedAt" = ${new Date().toISOString()}::timestamptz
      WHERE "organizationId" = ${organizationId} AND "jobId" = ${jobId} AND index = ${index} AND status = 'pending' RETURNING index
    )
    UPDATE "BulkJob" SET succeeded = succeeded + (${status}::text = 'succeeded')::integer, failed = failed + (${status}::text = 'failed')::integer, attempts = 0, revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND id = ${jobId} AND EXISTS (SELECT FROM ended)`;
  sendWithCommit(transaction, { statement: statement.compile(transaction) });
}

export interface DueJob {
  organizationId: string;
  /** Null for an organization with open jobs. */
  id: string | null;
}

export async function listDueJobs(
  withoutTenant: Pick<Context["transaction"], "getExecutor">,
  batch: number,
): Promise<DueJob[]> {
  const { rows } = await sql<DueJob>`SELECT * FROM list_due_bulk_jobs(${batch}::integer)`.execute(withoutTenant);
  return rows;
}

export async function deleteJob({ organizationId, transaction }: Inside, jobId: string): Promise<void> {
  await sql`DELETE FROM "BulkItem" WHERE "organizationId" = ${organizationId} AND "jobId" = ${jobId}`.execute(
    transaction,
  );
  await sql`DELETE FROM "BulkJob" WHERE "organizationId" = ${organizationId} AND id = ${jobId}`.execute(transaction);
}
