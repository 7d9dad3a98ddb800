import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { expiredKeyDays } from "../contract/webhooks/webhooks.ts";
import type { Transaction } from "./database/database.ts";
import { insertJobs } from "./job-rows.ts";

/**
 * The queue of deliveries in pg-boss: one job says that one delivery is due. What is delivered, and what came of it, stands in
 * WebhookDelivery. A failed attempt leaves a new job for the next one, so pg-boss's own retries are for workers that died.
 */
export const webhookQueue = {
  name: "webhook-deliveries",
  options: {
    // Raised each time a worker dies with it; a job that used them up would be lost.
    retryLimit: 1_000,
    retryDelay: 0,
    // The lease: longer than any attempt. After it another worker takes the delivery up.
    expireInSeconds: 60,
    retentionSeconds: 40 * 86_400,
    deleteAfterSeconds: 3_600,
    // Attempts of the next days wait here as well.
    warningQueueSize: 1_000_000,
  },
} as const;

/** What a job of the queue says. Where the delivery has moved on from that round and attempt, the job is stale. */
export interface WebhookJob {
  organizationId: string;
  deliveryId: string;
  round: number;
  /** 1 for the first attempt of the round. */
  attempt: number;
}

/** A job that this process holds until its lease ends. */
export interface LeasedJob extends WebhookJob {
  jobId: string;
  /** Raised by each lease that follows on one that ended: who holds an older one holds nothing any more. */
  token: number;
  subscriptionId: string;
}

/** A job to write: of which subscription, for the limit per receiver, and when it is due. */
export interface DueDelivery extends WebhookJob {
  subscriptionId: string;
  delaySeconds: number;
}

/**
 * Writes a job for each of the given rows. `source` has subscriptionId, deliveryId, round, attempt, delaySeconds.
 *
 * A job's id begins with the millisecond in which it is due: so a fetch that asks for the order of ids walks the primary key and
 * stops at its batch, whatever waits behind. pg-boss's own order sorts the whole backlog at every fetch (100,000 jobs: 90 to 200 ms
 * instead of 2).
 */
export function enqueueJobs(organizationId: string, source: RawBuilder<unknown>): RawBuilder<unknown> {
  return insertJobs(
    webhookQueue.name,
    sql`(
      SELECT (lpad(to_hex((extract(epoch FROM t.due) * 1000)::bigint), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 20))::uuid AS id,
             jsonb_build_object('organizationId', ${organizationId}::text, 'deliveryId', r."deliveryId", 'round', r.round, 'attempt', r.attempt) AS data,
             r."subscriptionId" AS "groupId", t.due
      FROM ${source} r CROSS JOIN LATERAL (SELECT now() + make_interval(secs => r."delaySeconds") AS due) t)`,
  );
}

/** Conditions: the subscription `s` is told of events at all, and wants those of the event `e`'s type. */
const isWanted = sql`s.status = 'active' AND s."deletedAt" IS NULL AND (s."eventTypes" @> ARRAY['*'] OR e."eventType" = ANY (s."eventTypes"))`;

/** A join to the key `k` of the subscription `s`, while anything may come of a delivery: also some days after it expired. */
const joinLivingKey = sql`JOIN "IntegrationKey" k ON k."organizationId" = s."organizationId" AND k.id = s."keyId"
       AND k."revokedAt" IS NULL AND k."expiresAt" > now() - make_interval(days => ${expiredKeyDays}::integer)`;

/** A delivery's id: of the event `e` and the subscription `s`, so there is never a second one. */
export const deliveryId = sql`'dlv_' || substr(e.id, 5) || substr(s.id, 5)`;

/**
 * A join of the subscriptions `s`, of those that `which` lets through, to which an event `e` is told.
 * @param scopes of which the key must have one
 */
export function joinDescribed(organizationId: string, scopes: string, which: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  return sql`JOIN "WebhookSubscription" s ON s."organizationId" = ${organizationId} AND ${which} AND ${isWanted}
      ${joinLivingKey} AND k.scopes && ${sql.ref(scopes)}`;
}

/**
 * Common table expressions that tell an organization's subscriptions of events, in the statement that writes the events:
 * a delivery and its job for every active subscription that wants the type and whose key lives and may see it. Tests go to their own
 * subscription in a branch of their own: in one with the others, no index would lead to the active ones.
 * @param sent name of the expression whose rows are the events: id, number, "eventType", "visibleTo" (scopes), "onlyTo"
 */
export function fanOut(organizationId: string, sent: string): RawBuilder<unknown> {
  return sql`told AS (
      SELECT ${deliveryId} AS id, s.id AS "subscriptionId", e.id AS "eventId", e.number, e."eventType", 'event' AS trigger
      FROM ${sql.ref(sent)} e ${joinDescribed(organizationId, "e.visibleTo")} WHERE e."onlyTo" IS NULL
      UNION ALL
      SELECT ${deliveryId}, s.id, e.id, e.number, e."eventType", 'test'
      FROM ${sql.ref(sent)} e
      JOIN "WebhookSubscription" s ON s."organizationId" = ${organizationId} AND s.id = e."onlyTo" AND s."deletedAt" IS NULL
      ${joinLivingKey}
    ), delivered AS (
      INSERT INTO "WebhookDelivery" ("organizationId", id, "subscriptionId", "eventId", "eventNumber", "eventType", trigger)
      SELECT ${organizationId}, id, "subscriptionId", "eventId", number, "eventType", trigger FROM told
      RETURNING id AS "deliveryId", "subscriptionId", 1 AS round, 1 AS attempt, 0 AS "delaySeconds"
    ), queued AS (${enqueueJobs(organizationId, sql`delivered`)}
    ),`;
}

/**
 * Deletes jobs, in the statement that records what came of them, where their lease has not passed on to somebody else.
 * @param given name of an expression with "jobId" and token
 * @returns what stands in the WITH clause: rows of id, of the jobs that were deleted
 */
export function releaseJobs(given: string): RawBuilder<unknown> {
  // By their ids as one array, and in the array's order: joined, the whole queue would be read while its statistics are old.
  return sql`
    DELETE FROM pgboss.job j USING ${sql.ref(given)} g
    WHERE j.name = ${webhookQueue.name} AND j.id = ANY (ARRAY(SELECT "jobId" FROM ${sql.ref(given)}))
      AND j.id = g."jobId" AND j.retry_count = g.token AND j.started_on IS NOT NULL RETURNING j.id`;
}

/** The ids of the deliveries of which a job says that they are due, or will be. To be taken off a set as a whole: no index finds one. */
export const queuedDeliveries = sql`SELECT j.data->>'deliveryId' FROM pgboss.job j WHERE j.name = ${webhookQueue.name} AND j.state <= 'active'`;

/** Enqueues attempts in the caller's transaction. @throws when the queue is not installed */
export async function enqueueDeliveries(transaction: Transaction, organizationId: string, due: readonly DueDelivery[]): Promise<void> {
  if (due.length === 0) return;
  const source = sql`jsonb_to_recordset(${JSON.stringify(due)}::jsonb) AS d("deliveryId" text, "subscriptionId" text, round integer,
                                                                          attempt integer, "delaySeconds" double precision)`;
  await enqueueJobs(organizationId, sql`(SELECT * FROM ${source})`).execute(transaction);
}
