import { sql } from "kysely";
import { insertJobs } from "../../platform/jobs/job-rows.ts";
import type { Context } from "../../rpc/context.ts";
import { lockQueue } from "./store.ts";

export const bulkQueue = {
  name: "bulk",
  options: {
    // The row counts attempts at an item; a job is retried as long as its workers die or are stopped.
    retryLimit: 1_000,
    retryDelay: 1,
    expireInSeconds: 3_600,
    // A dead process loses its job after half a minute.
    heartbeatSeconds: 30,
    retentionSeconds: 7 * 86_400,
    deleteAfterSeconds: 3_600,
  },
} as const;

export interface BulkReference {
  organizationId: string;
  jobId: string;
}

/** Open jobs of an organization that may run: the oldest of its key, among the two oldest of these. */
const atOnce = 2;

/**
 * Enqueues the jobs whose turn it is, unless they are enqueued or running. In the transaction that creates or ends a
 * job, after it has locked that job.
 */
export async function enqueueNext(context: Pick<Context, "organizationId" | "transaction">): Promise<void> {
  const { organizationId, transaction } = context;
  await lockQueue(context);
  const source = sql`(
    SELECT gen_random_uuid() AS id, jsonb_build_object('organizationId', ${organizationId}::text, 'jobId', n.id) AS data, NULL::text AS "groupId", now() AS due
    FROM (
      SELECT o.id FROM (
        SELECT j.id, j."createdAt", row_number() OVER (PARTITION BY j."keyId" ORDER BY j."createdAt", j.id) AS place
        FROM "BulkJob" j WHERE j."organizationId" = ${organizationId} AND j."finishedAt" IS NULL
      ) o WHERE o.place = 1 ORDER BY o."createdAt", o.id LIMIT ${atOnce}::integer
    ) n
    WHERE NOT EXISTS (SELECT FROM pgboss.job b WHERE b.name = ${bulkQueue.name} AND b.state <= 'active' AND b.data->>'jobId' = n.id))`;
  await insertJobs(bulkQueue.name, source).execute(transaction);
}
