import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { expiredKeyDays } from "../contract/webhooks/webhooks.ts";
import type { Transaction } from "./database/database.ts";

/** How long a worker holds a delivery that it leased: longer than any attempt. After it another worker takes the delivery up. */
export const leaseSeconds = 60;

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
  /** Raised by each lease: a worker with an older one can no longer record a result. */
  token: number;
  subscriptionId: string;
}

/** A job to write: of which subscription, for the limit per receiver, and when it is due. */
export interface DueDelivery extends WebhookJob {
  subscriptionId: string;
  delaySeconds: number;
}

/** Writes a job for each of the given rows. `source` has subscriptionId, deliveryId, round, attempt, delaySeconds. */
export function enqueueJobs(organizationId: string, source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    INSERT INTO "WebhookJob" ("organizationId", "deliveryId", id, "subscriptionId", round, attempt, "dueAt", "availableAt")
    SELECT ${organizationId}, r."deliveryId", gen_random_uuid(), r."subscriptionId", r.round, r.attempt, t.due, t.due
    FROM ${source} r CROSS JOIN LATERAL (SELECT now() + make_interval(secs => r."delaySeconds") AS due) t`;
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
 * Deletes jobs, in the statement that records what came of them, where nobody else has leased them since.
 * @param given name of an expression with "jobId", "deliveryId" and token
 * @returns what stands in the WITH clause: rows of id, of the jobs that were deleted
 */
export function releaseJobs(organizationId: string, given: string): RawBuilder<unknown> {
  // By their deliveries as one array: joined, the whole queue would be read while its statistics are old.
  return sql`
    DELETE FROM "WebhookJob" j USING ${sql.ref(given)} g
    WHERE j."organizationId" = ${organizationId} AND j."deliveryId" = ANY (ARRAY(SELECT "deliveryId" FROM ${sql.ref(given)}))
      AND j."deliveryId" = g."deliveryId" AND j.id = g."jobId" AND j.token = g.token AND j."leasedAt" IS NOT NULL RETURNING j.id`;
}

/** Enqueues attempts in the caller's transaction. */
export async function enqueueDeliveries(transaction: Transaction, organizationId: string, due: readonly DueDelivery[]): Promise<void> {
  if (due.length === 0) return;
  const source = sql`jsonb_to_recordset(${JSON.stringify(due)}::jsonb) AS d("deliveryId" text, "subscriptionId" text, round integer,
                                                                          attempt integer, "delaySeconds" double precision)`;
  await enqueueJobs(organizationId, sql`(SELECT * FROM ${source})`).execute(transaction);
}
