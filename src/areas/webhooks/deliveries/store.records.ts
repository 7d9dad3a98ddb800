import { sql, type RawBuilder } from "kysely";
import { failingHoursAtMost, subscriptionsPerKey, unsentOutcomes, type DeliveryStatus, type SubscriptionStatus } from "../../../contract/webhooks/webhooks.ts";
import { isKeptEvent, lowestEventId } from "../../../platform/database/events/stored-event.ts";
import { enqueueJobs, deleteJobs } from "./store.queue.ts";
import type { Context } from "../../../rpc/context.ts";
import { keptAttempts } from "../schema.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;

export interface DueRow {
  id: string;
  subscriptionId: string;
  eventId: string;
  eventNumber: number;
  eventType: string;
  trigger: string;
  status: DeliveryStatus;
  round: number;
  roundAttempts: number;
  url: string;
  subscriptionStatus: SubscriptionStatus;
  isSubscriptionDeleted: boolean;
  isKeyRevoked: boolean;
  isKeyExpired: boolean;
  isKeyPaused: boolean;
  /** None of a key that is bound to a vendor: events are not filtered by vendor. */
  scopes: string[];
  webhookAllowedHosts: string[];
  /** Null if the event is no longer kept. */
  entity: string | null;
  entityId: string | null;
  occurredAt: string | null;
  /** The request that recorded the event. */
  requestId: string | null;
}

export interface EncryptedSecret {
  id: string;
  subscriptionId: string;
  sealed: Buffer;
}

export function selectDue(organizationId: string, deliveryIds: readonly string[]): RawBuilder<DueRow> {
  return sql<DueRow>`
    SELECT d.id, d."subscriptionId", d."eventId", d."eventNumber", d."eventType", d.trigger, d.status, d.round, d."roundAttempts",
           s.url, s.status AS "subscriptionStatus", s."deletedAt" IS NOT NULL AS "isSubscriptionDeleted",
           k."revokedAt" IS NOT NULL AS "isKeyRevoked", k."expiresAt" <= now() AS "isKeyExpired", k."pausedAt" IS NOT NULL AS "isKeyPaused",
           CASE WHEN k."vendorContactId" IS NULL THEN k.scopes ELSE '{}' END AS scopes, k."webhookAllowedHosts", e.entity, e."entityId", e."occurredAt",
           e."correlationId" AS "requestId"
    FROM "WebhookDelivery" d
    JOIN "WebhookSubscription" s ON s."organizationId" = d."organizationId" AND s.id = d."subscriptionId"
    JOIN "IntegrationKey" k ON k."organizationId" = s."organizationId" AND k.id = s."keyId"
    LEFT JOIN "Event" e ON e."organizationId" = d."organizationId" AND e.id = d."eventId" AND e.id >= ${lowestEventId()} AND ${isKeptEvent}
    WHERE d."organizationId" = ${organizationId} AND d.id = ANY (${[...deliveryIds]}::text[])`;
}

/** Due deliveries, and the live secrets of their subscriptions, newest first. */
export async function loadDue({ organizationId, transaction }: Inside, deliveryIds: readonly string[]): Promise<{ rows: DueRow[]; secrets: EncryptedSecret[] }> {
  const { rows } = await selectDue(organizationId, deliveryIds).execute(transaction);
  const subscriptionIds = [...new Set(rows.map(({ subscriptionId }) => subscriptionId))];
  const { rows: secrets } = await sql<EncryptedSecret>`
    SELECT id, "subscriptionId", sealed FROM "WebhookSecret"
    WHERE "organizationId" = ${organizationId} AND "subscriptionId" = ANY (${subscriptionIds}::text[])
      AND ("expiresAt" IS NULL OR "expiresAt" > now())
    ORDER BY "createdAt" DESC, id DESC`.execute(transaction);
  return { rows, secrets };
}

/** The result of a job. Without a status its job is only deleted. */
export interface RecordedResult {
  jobId: string;
  token: number;
  deliveryId: string;
  round: number;
  attempt: number;
  status: DeliveryStatus | null;
  cancelReason: string | null;
  /** Until the next attempt, while the delivery stays pending. */
  delaySeconds: number | null;
  /** Null if no attempt was made. */
  made: { outcome: string; statusCode: number | null; answer: string | null; secondsAgo: number; durationMilliseconds: number } | null;
}

export interface StoppedSubscription {
  subscriptionId: string;
  reason: "failures" | "gone";
}

/** Deletes the jobs and records the results that still match the delivery's round and attempt. */
function recordDeliveries(organizationId: string, results: readonly RecordedResult[]) {
  return sql`
    given AS (
      SELECT g.*, (g.made->>'outcome') = 'succeeded' AS "isSuccess" FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(results)}::jsonb) AS (
        "jobId" uuid, token integer, "deliveryId" text, round integer, attempt integer, status text, "cancelReason" text,
        "delaySeconds" double precision, made jsonb)) WITH ORDINALITY AS g("jobId", token, "deliveryId", round, attempt, status, "cancelReason",
        "delaySeconds", made, place)
    ), released AS (${deleteJobs(organizationId, "given")}
    ), held AS (
      -- All who lock several deliveries, or subscriptions, do it in the order of their ids.
      SELECT id FROM "WebhookDelivery"
      WHERE "organizationId" = ${organizationId} AND id = ANY (ARRAY(SELECT g."deliveryId" FROM given g JOIN released r ON r.id = g."jobId"))
      ORDER BY id FOR NO KEY UPDATE
    ), recorded AS (
      UPDATE "WebhookDelivery" d
      SET status = g.status, "cancelReason" = g."cancelReason",
          "roundAttempts" = d."roundAttempts" + (g.made IS NOT NULL)::integer,
          "attemptCount" = d."attemptCount" + (g.made IS NOT NULL)::integer,
          attempts = CASE WHEN g.made IS NULL THEN d.attempts ELSE
            CASE WHEN jsonb_array_length(d.attempts) >= ${keptAttempts}::integer THEN d.attempts - 0 ELSE d.attempts END
            || (jsonb_build_object('number', d."attemptCount" + 1, 'round', d.round,
                 'startedAt', to_char((clock_timestamp() - make_interval(secs => (g.made->>'secondsAgo')::float8)) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
            || (g.made - 'secondsAgo')) END,
          "nextAttemptAt" = CASE g.status WHEN 'pending' THEN now() + make_interval(secs => g."delaySeconds") END,
          "finishedAt" = CASE g.status WHEN 'pending' THEN NULL ELSE date_trunc('milliseconds', clock_timestamp()) END
      FROM given g JOIN released r ON r.id = g."jobId"
      WHERE d."organizationId" = ${organizationId} AND d.id = ANY (ARRAY(SELECT id FROM held)) AND d.id = g."deliveryId" AND g.status IS NOT NULL
        AND d.status = 'pending' AND d.round = g.round AND d."roundAttempts" = g.attempt - 1
      RETURNING d.id AS "deliveryId", d."subscriptionId", d.round, g.attempt + 1 AS attempt, g.status, g."delaySeconds",
                g.made, g."isSuccess", g.place
    )`;
}

/**
 * Records results, deletes their jobs and enqueues the next attempts in one statement. Results of a lost lease or of a stale job change
 * nothing. Attempts that were not sent do not count as failures of the receiver.
 * @returns active subscriptions to stop: a response of 410, or only failures for too long by the database's clock
 */
export async function recordResults({ organizationId, transaction }: Inside, results: readonly RecordedResult[]): Promise<StoppedSubscription[]> {
  return (await selectRecorded(organizationId, results).execute(transaction)).rows;
}

export function selectRecorded(organizationId: string, results: readonly RecordedResult[]): RawBuilder<StoppedSubscription> {
  return sql<StoppedSubscription>`
    WITH ${recordDeliveries(organizationId, results)}, queued AS (
      ${enqueueJobs(organizationId, sql`(SELECT * FROM recorded WHERE status = 'pending')`)}
    ), tried AS (
      SELECT "subscriptionId", bool_or("isSuccess") AS succeeded,
             count(*) FILTER (WHERE NOT "isSuccess" AND place > last)::integer AS failures,
             bool_or((made->>'statusCode')::integer = 410) AS gone
      FROM (SELECT *, coalesce(max(place) FILTER (WHERE "isSuccess") OVER (PARTITION BY "subscriptionId"), 0) AS last
            FROM recorded WHERE made IS NOT NULL AND made->>'outcome' <> ALL (${[...unsentOutcomes]}::text[])) t
      GROUP BY "subscriptionId"
    ), owners AS (
      SELECT id FROM "WebhookSubscription" WHERE "organizationId" = ${organizationId} AND id = ANY (ARRAY(SELECT "subscriptionId" FROM tried))
      ORDER BY id FOR NO KEY UPDATE
    ), kept AS (
      UPDATE "WebhookSubscription" s
      SET "consecutiveFailures" = CASE WHEN t.succeeded THEN 0 ELSE s."consecutiveFailures" END + t.failures,
          "failingSince" = CASE WHEN t.failures > 0 THEN coalesce(CASE WHEN NOT t.succeeded THEN s."failingSince" END, n.now) END,
          "lastAttemptAt" = n.now,
          "lastSuccessAt" = CASE WHEN t.succeeded THEN n.now ELSE s."lastSuccessAt" END
      FROM tried t JOIN owners o ON o.id = t."subscriptionId", (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) n
      WHERE s."organizationId" = ${organizationId} AND s.id = o.id
      RETURNING s.id, s.status, s."deletedAt", t.gone,
                coalesce(s."failingSince" < n.now - make_interval(hours => ${failingHoursAtMost}::integer), false) AS "failsForLong"
    )
    SELECT id AS "subscriptionId", CASE WHEN gone THEN 'gone' ELSE 'failures' END AS reason FROM kept
    WHERE status = 'active' AND "deletedAt" IS NULL AND (gone OR "failsForLong")
    ORDER BY id`;
}

/**
 * Whether to notify about a 410 response: once in 24 hours per subscription and, because a key can create and delete subscriptions, for at
 * most as many subscriptions of a key as it may have at once.
 */
export async function claimGoneNotice({ organizationId, transaction }: Context, subscriptionId: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE "WebhookSubscription" s SET "goneNoticedAt" = clock_timestamp()
    WHERE s."organizationId" = ${organizationId} AND s.id = ${subscriptionId}
      AND coalesce(s."goneNoticedAt" < clock_timestamp() - interval '24 hours', true)
      AND (SELECT count(*) FROM "WebhookSubscription" o
           WHERE o."organizationId" = ${organizationId} AND o."keyId" = s."keyId" AND o."goneNoticedAt" >= clock_timestamp() - interval '24 hours'
          ) < ${subscriptionsPerKey}::integer
    RETURNING id`.execute(transaction);
  return rows.length > 0;
}
