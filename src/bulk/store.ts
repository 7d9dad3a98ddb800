import { sql } from "kysely";
import { selectRecord, selectRows, writeEach } from "../platform/database/records.ts";
import type { Row } from "../platform/database/tables.ts";
import type { Context } from "../rpc/context.ts";
import type { JobRow } from "../areas/bulk/store.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;
export type ItemRow = Pick<Row<"BulkItem">, "index" | "idempotencyKey" | "operation"> & { request: Buffer };

/** A job that has not ended, without a lock. */
export function findOpenJob(context: Inside, jobId: string): Promise<JobRow | undefined> {
  return selectRecord(context, "BulkJob", jobId).selectAll().where("finishedAt", "is", null).executeTakeFirst();
}

export type PendingItem = Pick<Row<"BulkItem">, "index" | "operation">;

/** The operations of the first items that have not ended. */
export function findPending(context: Inside, jobId: string, limit: number): Promise<PendingItem[]> {
  return selectRows(context, "BulkItem")
    .select(["index", "operation"])
    .where("jobId", "=", jobId)
    .where("status", "=", "pending")
    .orderBy("index")
    .limit(limit)
    .execute();
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

/** Locks a running job, for which it does not wait: undefined while another worker executes its items. */
export function lockRunningJobForUpdate(context: Inside, jobId: string): Promise<JobRow | undefined> {
  return selectRecord(context, "BulkJob", jobId)
    .selectAll()
    .where("status", "=", "running")
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Locks the first items that have not ended, behind the lock of their job. */
export function lockPendingForUpdate(context: Inside, jobId: string, limit: number): Promise<ItemRow[]> {
  return selectRows(context, "BulkItem")
    .select(["index", "idempotencyKey", "operation"])
    .select(sql<Buffer>`request`.as("request"))
    .where("jobId", "=", jobId)
    .where("status", "=", "pending")
    .orderBy("index")
    .limit(limit)
    .forNoKeyUpdate()
    .execute();
}

const resultColumns = [
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
] as const;

/** What an item ended with. */
export type ItemResult = Pick<Row<"BulkItem">, (typeof resultColumns)[number]>;

export interface EndedItem extends ItemResult {
  index: number;
}

/** Ends locked items of the locked job: their results, their requests' end and the job's counts. */
export async function endItems(context: Inside, jobId: string, ended: readonly EndedItem[]): Promise<void> {
  const { organizationId, transaction } = context;
  const count = (status: string) => ended.filter((item) => item.status === status).length;
  await writeEach(
    context,
    "BulkItem",
    ended.map((item) => ({ ...item, jobId })),
    {
      by: ["jobId", "index"],
      columns: resultColumns,
      also: sql`request = NULL, "finishedAt" = ${new Date().toISOString()}::timestamptz`,
    },
  );
  await sql`
    UPDATE "BulkJob" SET succeeded = succeeded + ${count("succeeded")}::integer, failed = failed + ${count("failed")}::integer, attempts = 0, revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND id = ${jobId}`.execute(transaction);
}

export interface DueJob {
  organizationId: string;
  /** Null for an organization with open jobs. */
  id: string | null;
}

/** Of all organizations: jobs that have expired, and those with open jobs, which may wait for a place in the queue. */
export async function listDueJobs(
  withoutTenant: Pick<Context["transaction"], "getExecutor">,
  batch: number,
): Promise<DueJob[]> {
  const { rows } = await sql<DueJob>`SELECT * FROM list_due_bulk_jobs(${batch}::integer)`.execute(withoutTenant);
  return rows;
}

/** Deletes a job with its items. */
export async function deleteJob({ organizationId, transaction }: Inside, jobId: string): Promise<void> {
  await sql`DELETE FROM "BulkItem" WHERE "organizationId" = ${organizationId} AND "jobId" = ${jobId}`.execute(
    transaction,
  );
  await sql`DELETE FROM "BulkJob" WHERE "organizationId" = ${organizationId} AND id = ${jobId}`.execute(transaction);
}
