import { sql } from "kysely";
import { insertJobs } from "../../../platform/jobs/job-rows.ts";
import type { Context } from "../../../rpc/context.ts";
import type { TaskAnchor } from "../templates/schema.ts";

/** A job recomputes open tasks that are too many for the transaction of what they follow. */
export const recomputationQueue = {
  name: "recompute-task-dates",
  options: {
    retryLimit: 20,
    retryDelay: 30,
    expireInSeconds: 600,
    retentionSeconds: 7 * 86_400,
    deleteAfterSeconds: 86_400,
  },
} as const;

/** What changed: dates of a case, or the organization's time zone. The job reads what they are by then. */
export interface Recomputation {
  organizationId: string;
  followed: { caseId: string; anchors: readonly TaskAnchor[] } | "timezone";
}

/**
 * Enqueues the job in the transaction of the change.
 *
 * @throws if the queue is not installed
 */
export async function enqueueRecomputation(
  { organizationId, transaction }: Context,
  followed: Recomputation["followed"],
): Promise<void> {
  const data = JSON.stringify({ organizationId, followed } satisfies Recomputation);
  await insertJobs(
    recomputationQueue.name,
    sql`(SELECT gen_random_uuid() AS id, ${organizationId}::text AS "groupId", now() AS due, ${data}::jsonb AS data)`,
  ).execute(transaction);
}
