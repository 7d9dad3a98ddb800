import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Transaction } from "../../../platform/database/database.ts";
import { insertJobs } from "../../../platform/jobs/job-rows.ts";

/** The queue of recoveries: one job says that a span of the feed is to be delivered (again) to a subscription, beginning with one part. */
export const recoveryQueue = {
  name: "webhook-recovery",
  options: {
    retryLimit: 1_000,
    retryDelay: 30,
    expireInSeconds: 60,
    retentionSeconds: 7 * 86_400,
    // Longer than a job that was done but not told so takes to come again: it then finds that it has left the next part already.
    deleteAfterSeconds: 600,
  },
} as const;

/** What a job of recovery says: the events after the one number, up to and with the other. */
export interface Recovery {
  /** The same in all parts of one recovery. */
  recoveryId: string;
  organizationId: string;
  subscriptionId: string;
  afterNumber: number;
  untilNumber: number;
}

/** Lets the events of a span be delivered (again), in the background, as soon as the caller's transaction commits. */
export async function enqueueRecovery(transaction: Transaction, recovery: Omit<Recovery, "recoveryId">): Promise<void> {
  await enqueuePart(transaction, { ...recovery, recoveryId: randomUUID() });
}

/**
 * Leaves a job for a part of a recovery, or for the rest of it. The job's id is made of the recovery and the number: a part that is done
 * twice leaves one.
 *
 * Organizations take turns, however many recoveries each has: jobs are taken in the order of their turns, and an organization's turns are a
 * second apart. Whoever is new begins with the turn that waits longest.
 * @throws when the queue is not installed
 */
export async function enqueuePart(transaction: Transaction, recovery: Recovery): Promise<void> {
  const { recoveryId, organizationId, subscriptionId, afterNumber, untilNumber } = recovery;
  const data = JSON.stringify({ recoveryId, organizationId, subscriptionId, afterNumber, untilNumber } satisfies Recovery);
  const source = sql`(
    SELECT md5(${recoveryId}::text || ' ' || ${afterNumber}::bigint)::uuid AS id, ${data}::jsonb AS data, ${subscriptionId}::text AS "groupId",
           greatest(least(now(), min(start_after) FILTER (WHERE state < 'active')),
                    max(start_after) FILTER (WHERE data->>'organizationId' = ${organizationId}) + interval '1 second') AS due
    FROM pgboss.job WHERE name = ${recoveryQueue.name} AND state <= 'active')`;
  await sql`${insertJobs(recoveryQueue.name, source)} ON CONFLICT DO NOTHING`.execute(transaction);
}

/** Whether a recovery of the subscription is under way. The caller holds the subscription, so that none begins meanwhile. */
export async function isRecovering(transaction: Transaction, subscriptionId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pgboss.job WHERE name = ${recoveryQueue.name} AND state <= 'active' AND group_id = ${subscriptionId} LIMIT 1`.execute(transaction);
  return rows.length > 0;
}
