import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Transaction } from "./database.ts";

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

/** A job to write: of which subscription, for the limit per receiver, and when it is due. */
export interface DueDelivery extends WebhookJob {
  subscriptionId: string;
  delaySeconds: number;
}

/** What of pgboss.queue and the given columns makes a job. `source` has subscriptionId, deliveryId, round, attempt, delaySeconds. */
function insertJobs(organizationId: string, source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    INSERT INTO pgboss.job (name, data, group_id, start_after, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
                            deletion_seconds, keep_until, policy, dead_letter, heartbeat_seconds)
    SELECT q.name,
           jsonb_build_object('organizationId', ${organizationId}::text, 'deliveryId', d."deliveryId", 'round', d.round, 'attempt', d.attempt),
           d."subscriptionId", now() + make_interval(secs => d."delaySeconds"), q.retry_limit, q.retry_delay, q.retry_backoff,
           q.retry_delay_max, q.expire_seconds, q.deletion_seconds, now() + q.retention_seconds * interval '1 second', q.policy,
           q.dead_letter, q.heartbeat_seconds
    FROM ${source} d CROSS JOIN pgboss.queue q WHERE q.name = ${webhookQueue.name}`;
}

/**
 * Common table expressions that tell an organization's subscriptions of events, in the statement that writes the events:
 * a delivery and its job for every active subscription that wants the type and whose key lives and may see it.
 * @param sent name of the expression whose rows are the events: id, number, "eventType", "visibleTo" (scopes), "onlyTo"
 */
export function fanOut(organizationId: string, sent: string): RawBuilder<unknown> {
  return sql`delivered AS (
      INSERT INTO "WebhookDelivery" ("organizationId", id, "subscriptionId", "eventId", "eventNumber", "eventType", trigger)
      SELECT ${organizationId}, 'dlv_' || substr(e.id, 5) || substr(s.id, 5), s.id, e.id, e.number, e."eventType",
             CASE WHEN e."onlyTo" IS NULL THEN 'event' ELSE 'test' END
      FROM ${sql.ref(sent)} e
      JOIN "WebhookSubscription" s ON s."organizationId" = ${organizationId} AND s."deletedAt" IS NULL
       AND CASE WHEN e."onlyTo" IS NULL
                THEN s.status = 'active' AND (s."eventTypes" @> ARRAY['*'] OR e."eventType" = ANY (s."eventTypes"))
                ELSE s.id = e."onlyTo" END
      JOIN "IntegrationKey" k ON k."organizationId" = s."organizationId" AND k.id = s."keyId"
       AND k."revokedAt" IS NULL AND k."expiresAt" > now()
       AND (e."onlyTo" IS NOT NULL OR k.scopes && e."visibleTo")
      RETURNING id AS "deliveryId", "subscriptionId", 1 AS round, 1 AS attempt, 0 AS "delaySeconds"
    ), queued AS (${insertJobs(organizationId, sql`delivered`)}
    ),`;
}

/** Enqueues attempts in the caller's transaction. @throws when the queue is not installed */
export async function enqueueDeliveries(transaction: Transaction, organizationId: string, due: readonly DueDelivery[]): Promise<void> {
  if (due.length === 0) return;
  const source = sql`jsonb_to_recordset(${JSON.stringify(due)}::jsonb) AS d("deliveryId" text, "subscriptionId" text, round integer,
                                                                          attempt integer, "delaySeconds" double precision)`;
  const { rows } = await sql`${insertJobs(organizationId, sql`(SELECT * FROM ${source})`)} RETURNING id`.execute(transaction);
  if (rows.length === 0) throw new Error("The queue of webhook deliveries is not installed.");
}
