import { sql } from "kysely";
import type { Transaction } from "../../../platform/database/database.ts";
import type { QueueWorker } from "../../../platform/jobs/job-queue.ts";
import { insertJobs, nextTurn } from "../../../platform/jobs/job-rows.ts";

/** A job runs an export or removes its file. */
export const exportQueue = {
  name: "exports",
  options: {
    // The row counts attempts; a job is retried as long as its workers die or are stopped.
    retryLimit: 100,
    retryDelay: 5,
    // A million rows and all documents of a firm take hours.
    expireInSeconds: 6 * 3_600,
    // A dead process loses its job after half a minute.
    heartbeatSeconds: 30,
    retentionSeconds: 7 * 86_400,
    deleteAfterSeconds: 3_600,
  },
} as const;

export interface ExportJob {
  organizationId: string;
  exportId: string;
}

export function createExportWorker(execute: (job: ExportJob, expiry: AbortSignal) => Promise<void>): QueueWorker {
  return {
    queue: exportQueue,
    pollSeconds: 1,
    atOnce: 2,
    // An organization's archives, which may take hours, do not block another's short list.
    atOncePerGroup: 1,
    execute: (data, { signal }) => execute(data as ExportJob, signal),
  };
}

/**
 * Enqueues the export in the caller's transaction. A worker runs one export of an organization at a time, and
 * organizations take turns; removals do not wait for them.
 *
 * @throws if the queue is not installed
 */
export async function enqueueExport(
  transaction: Transaction,
  { organizationId, exportId }: ExportJob,
  waits: "its turn" | "for nothing" = "its turn",
): Promise<void> {
  const data = JSON.stringify({ organizationId, exportId } satisfies ExportJob);
  const [groupId, due] =
    waits === "its turn" ? [organizationId, nextTurn(exportQueue.name, organizationId)] : [null, sql`now()`];
  const source = sql`(SELECT gen_random_uuid() AS id, ${data}::jsonb AS data, ${groupId}::text AS "groupId", ${due} AS due)`;
  await insertJobs(exportQueue.name, source).execute(transaction);
}
