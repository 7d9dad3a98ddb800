import { sql } from "kysely";
import type { Queue } from "../../platform/jobs/job-queue.ts";
import { insertJobs } from "../../platform/jobs/job-rows.ts";
import type { Context } from "../../rpc/context.ts";

/** Jobs that failed five times: pg-boss moves them here in the statement that fails them, also after a crash. */
export const sandboxFailureQueue: Queue = {
  name: "sandbox-failures",
  options: {
    retryLimit: 500,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 1_200,
    expireInSeconds: 60,
    heartbeatSeconds: 30,
    retentionSeconds: 7 * 86_400,
    deleteAfterSeconds: 3_600,
  },
};

/** Fills, resets and empties sandboxes. */
export const sandboxQueue: Queue = {
  name: "sandbox",
  options: {
    retryLimit: 4,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    deadLetter: sandboxFailureQueue.name,
    expireInSeconds: 600,
    // A dead process loses its job after half a minute.
    heartbeatSeconds: 30,
    retentionSeconds: 7 * 86_400,
    deleteAfterSeconds: 3_600,
  },
};

export interface SandboxJob {
  organizationId: string;
  /** Of the reset: its stored response stays, so that a retry replays it. */
  requestId: string;
}

/** Enqueues the work that the sandbox's state names, in the transaction that sets it. */
export async function enqueueSandbox(
  { organizationId, transaction }: Pick<Context, "organizationId" | "transaction">,
  requestId: string,
  inSeconds = 0,
): Promise<void> {
  const data = JSON.stringify({ organizationId, requestId } satisfies SandboxJob);
  // In no group: a group's jobs are the organization's, and those that wait are deleted.
  const source = sql`(SELECT gen_random_uuid() AS id, ${data}::jsonb AS data, NULL::text AS "groupId", now() + ${inSeconds}::integer * interval '1 second' AS due)`;
  await insertJobs(sandboxQueue.name, source).execute(transaction);
}

/** Deletes the jobs of the organization that wait: their records are gone. */
export async function deleteWaitingJobs({
  organizationId,
  transaction,
}: Pick<Context, "organizationId" | "transaction">): Promise<void> {
  await sql`DELETE FROM pgboss.job
    WHERE name NOT IN (${sandboxQueue.name}, ${sandboxFailureQueue.name}) AND state < 'active' AND (data->>'organizationId' = ${organizationId} OR group_id = ${organizationId})`.execute(
    transaction,
  );
}
