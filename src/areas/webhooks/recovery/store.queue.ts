import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Transaction } from "../../../platform/database/database.ts";
import { insertJobs, nextTurn } from "../../../platform/jobs/job-rows.ts";

/** A job delivers the events of a time span to a subscription, starting with one part. */
export const recoveryQueue = {
  name: "webhook-recovery",
  options: {
    retryLimit: 1_000,
    retryDelay: 30,
    expireInSeconds: 60,
    retentionSeconds: 7 * 86_400,
    // Longer than the retry of a finished job whose completion was lost; that retry then finds the next part enqueued.
    deleteAfterSeconds: 600,
  },
} as const;

/** Events after one number, up to and including the other. */
export interface Recovery {
  /** The same for all parts of a recovery. */
  recoveryId: string;
  organizationId: string;
  subscriptionId: string;
  afterNumber: number;
  untilNumber: number;
}

/** Enqueues the recovery in the caller's transaction. */
export async function enqueueRecovery(transaction: Transaction, recovery: Omit<Recovery, "recoveryId">): Promise<void> {
  await enqueuePart(transaction, { ...recovery, recoveryId: randomUUID() });
}

/**
 * Enqueues a part of a recovery, or its rest. The job's id is derived from the recovery and the number, so repeating a
 * part creates no second job. Organizations take turns, however many recoveries each has.
 *
 * @throws if the queue is not installed
 */
export async function enqueuePart(transaction: Transaction, recovery: Recovery): Promise<void> {
  const { recoveryId, organizationId, subscriptionId, afterNumber, untilNumber } = recovery;
  const data = JSON.stringify({
    recoveryId,
    organizationId,
    subscriptionId,
    afterNumber,
    untilNumber,
  } satisfies Recovery);
  const source = sql`(
    SELECT md5(${recoveryId}::text || ' ' || ${afterNumber}::bigint)::uuid AS id, ${data}::jsonb AS data, ${subscriptionId}::text AS "groupId",
           ${nextTurn(recoveryQueue.name, organizationId)} AS due)`;
  await sql`${insertJobs(recoveryQueue.name, source)} ON CONFLICT DO NOTHING`.execute(transaction);
}

/**
 * Whether a recovery of the subscription is running. The caller has locked the subscription, so none can start
 * meanwhile.
 */
export async function isRecovering(transaction: Transaction, subscriptionId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pgboss.job WHERE name = ${recoveryQueue.name} AND state <= 'active' AND group_id = ${subscriptionId} LIMIT 1`.execute(
    transaction,
  );
  return rows.length > 0;
}
