import { sql } from "kysely";
import type { Transaction } from "../../../platform/database/database.ts";
import type { QueueWorker } from "../../../platform/jobs/job-queue.ts";
import { insertJobs } from "../../../platform/jobs/job-rows.ts";

/** The queue of exports: a job says that one is to be made, or that what is left of its file is to be removed. */
export const exportQueue = {
  name: "exports",
  options: {
    // How often an export is tried, its row says; a job comes again as long as its workers die or are stopped.
    retryLimit: 100,
    retryDelay: 5,
    // A million rows and the files of a firm take their time.
    expireInSeconds: 6 * 3_600,
    // A process that died gives its export up after half a minute.
    heartbeatSeconds: 30,
    retentionSeconds: 7 * 86_400,
    deleteAfterSeconds: 3_600,
  },
} as const;

/** What a job of the queue says. */
export interface ExportJob {
  organizationId: string;
  exportId: string;
}

/** @param execute @see createExportJobHandler */
export function createExportWorker(execute: (job: ExportJob, expiry: AbortSignal) => Promise<void>): QueueWorker {
  return {
    queue: exportQueue,
    pollSeconds: 1,
    atOnce: 2,
    // The archives of one organization, which may take hours, hold back nobody else's list of a few seconds.
    atOncePerGroup: 1,
    execute: (data, { signal }) => execute(data as ExportJob, signal),
  };
}

/**
 * Lets an export be worked on as soon as the caller's transaction commits. A worker makes one of an organization at a time;
 * what takes a moment alone need not wait for that.
 * @throws when the queue is not installed
 */
export async function enqueueExport(transaction: Transaction, { organizationId, exportId }: ExportJob, waits: "its turn" | "for nothing" = "its turn"): Promise<void> {
  const data = JSON.stringify({ organizationId, exportId } satisfies ExportJob);
  const source = sql`(SELECT gen_random_uuid() AS id, ${data}::jsonb AS data, ${waits === "its turn" ? organizationId : null}::text AS "groupId", now() AS due)`;
  await insertJobs(exportQueue.name, source).execute(transaction);
}

/** Whether a job of the export waits or is under way. */
export async function hasOpenJob(transaction: Transaction, exportId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pgboss.job WHERE name = ${exportQueue.name} AND state <= 'active' AND data->>'exportId' = ${exportId} LIMIT 1`.execute(transaction);
  return rows.length > 0;
}
