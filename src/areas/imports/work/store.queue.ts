import { sql } from "kysely";
import { insertJobs, nextTurn } from "../../../platform/jobs/job-rows.ts";
import type { QueueWorker } from "../../../platform/jobs/job-queue.ts";
import type { Context } from "../../../rpc/context.ts";

/** A job reads an import's file, or works on its rows, or deletes its files. */
export const importQueue = {
  name: "imports",
  options: {
    // The row counts attempts; a job is retried as long as its workers die or are stopped.
    retryLimit: 1_000,
    retryDelay: 1,
    expireInSeconds: 6 * 3_600,
    // A dead process loses its job after half a minute.
    heartbeatSeconds: 30,
    retentionSeconds: 7 * 86_400,
    deleteAfterSeconds: 3_600,
  },
} as const;

export interface ImportReference {
  organizationId: string;
  importId: string;
}

/** Enqueues the import in the caller's transaction. A worker works on one of an organization at a time. */
export async function enqueueImport(
  { organizationId, transaction }: Pick<Context, "organizationId" | "transaction">,
  importId: string,
): Promise<void> {
  const data = JSON.stringify({ organizationId, importId } satisfies ImportReference);
  const source = sql`(SELECT gen_random_uuid() AS id, ${data}::jsonb AS data, ${organizationId}::text AS "groupId", ${nextTurn(importQueue.name, organizationId)} AS due)`;
  await insertJobs(importQueue.name, source).execute(transaction);
}

/** Works on imports: at most two at once, of an organization one after the other. */
export function createImportWorker(execute: (job: ImportReference, expiry: AbortSignal) => Promise<void>): QueueWorker {
  return {
    queue: importQueue,
    pollSeconds: 1,
    atOnce: 2,
    atOncePerGroup: 1,
    execute: (data, { signal }) => execute(data as ImportReference, signal),
  };
}
