import { sql, type RawBuilder } from "kysely";
import {
  subscriptionsPerKey,
  type DeliveryStatus,
  type SubscriptionStatus,
  unsentOutcomes,
} from "../../../contract/webhooks/webhooks.ts";
import { isKeptEvent, lowestEventId } from "../../../platform/database/events/stored-event.ts";
import { composeJobs, deleteJobs, type NewJob } from "./store.queue.ts";
import { sendWithCommit } from "../../../platform/database/database.ts";
import type { Context } from "../../../rpc/context.ts";
import { settleInOrder } from "../../../rpc/settle-in-order.ts";
import { keptAttempts } from "../schema.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;

/** A delivery with what decides whether and how it is sent. */
export interface DeliveryRow {
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
  isSandbox: boolean;
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

export function selectDeliveries(organizationId: string, deliveryIds: readonly string[]): RawBuilder<DeliveryRow> {
  return sql<DeliveryRow>`
    SELECT d.id, d."subscriptionId", d."eventId", d."eventNumber", d."eventType", d.trigger, d.status, d.round, d."roundAttempts",
           s.url, s.status AS "subscriptionStatus", s."deletedAt" IS NOT NULL AS "isSubscriptionDeleted",
           k."revokedAt" IS NOT NULL AS "isKeyRevoked", k."expiresAt" <= now() AS "isKeyExpired", k."pausedAt" IS NOT NULL AS "isKeyPaused",
           CASE WHEN k."vendorContactId" IS NULL THEN k.scopes ELSE '{}' END AS scopes, k."webhookAllowedHosts", e.entity, e."entityId", e."occurredAt",
           e."correlationId" AS "requestId", o."sandboxOfOrganizationId" IS NOT NULL AS "isSandbox"
    FROM "WebhookDelivery" d JOIN "Organization" o ON o.id = d."organizationId"
    JOIN "WebhookSubscription" s ON s."organizationId" = d."organizationId" AND s.id = d."subscriptionId"
    JOIN "IntegrationKey" k ON k."organizationId" = s."organizationId" AND k.id = s."keyId"
    LEFT JOIN "Event" e ON e."organizationId" = d."organizationId" AND e.id = d."eventId" AND e.id >= ${lowestEventId()} AND ${isKeptEvent}
    WHERE d."organizationId" = ${organizationId} AND d.id = ANY (${[...deliveryIds]}::text[])`;
}

/** Deliveries, due or not, and the live secrets of their subscriptions, newest first. */
export async function loadDeliveries(
  { organizationId, transaction }: Inside,
  deliveryIds: readonly string[],
): Promise<{ rows: DeliveryRow[]; secrets: EncryptedSecret[] }> {
  const { rows } = await selectDeliveries(organizationId, deliveryIds).execute(transaction);
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
  /** Of the round, from 1. */
  attemptNumber: number;
  status: DeliveryStatus | null;
  cancelReason: string | null;
  /** Until the next attempt, while the delivery stays pending. */
  delaySeconds: number | null;
  /** Null if no attempt was made. */
  attempt: Attempt | null;
}

interface Attempt {
  outcome: string;
  statusCode: number | null;
  /** Its beginning; null without a response. */
  responseBody: string | null;
  /** Since it began. */
  secondsAgo: number;
  durationMilliseconds: number;
}

/** An attempt as the delivery stores it. */
interface StoredAttempt extends Pick<Attempt, "outcome" | "statusCode" | "durationMilliseconds"> {
  /** Of all rounds, from 1. */
  number: number;
  round: number;
  startedAt: string;
  /** The response body; the API shows it under this name. */
  answer: string | null;
}

/** What a result changes, under its lock. */
export interface LockedDelivery {
  id: string;
  subscriptionId: string;
  status: DeliveryStatus;
  round: number;
  roundAttempts: number;
  attemptCount: number;
}

export interface LockedSubscription {
  id: string;
  status: SubscriptionStatus;
  isDeleted: boolean;
  consecutiveFailures: number;
  failingSince: string | null;
}

/** All who lock several deliveries, or subscriptions, do it in the order of their ids. */
export const lockDeliveryRowsForUpdate = (
  organizationId: string,
  deliveryIds: readonly string[],
) => sql<LockedDelivery>`
  SELECT id, "subscriptionId", status, round, "roundAttempts", "attemptCount" FROM "WebhookDelivery"
  WHERE "organizationId" = ${organizationId} AND id = ANY (${[...deliveryIds]}::text[]) ORDER BY id FOR NO KEY UPDATE`;

const lockSubscriptionRowsForUpdate = (
  organizationId: string,
  deliveryIds: readonly string[],
) => sql<LockedSubscription>`
  SELECT id, status, "deletedAt" IS NOT NULL AS "isDeleted", "consecutiveFailures", "failingSince" FROM "WebhookSubscription"
  WHERE "organizationId" = ${organizationId}
    AND id = ANY (ARRAY(SELECT d."subscriptionId" FROM "WebhookDelivery" d WHERE d."organizationId" = ${organizationId} AND d.id = ANY (${[...deliveryIds]}::text[])))
  ORDER BY id FOR NO KEY UPDATE`;

/** The attempt of a result, if it was sent: others do not count for the health of the receiver. */
export function findSentAttempt({ attempt }: RecordedResult): Attempt | null {
  return attempt === null || (unsentOutcomes as readonly string[]).includes(attempt.outcome) ? null : attempt;
}

/**
 * Deletes the jobs of results, unless another worker has leased them since, locks the deliveries, then the
 * subscriptions to which an attempt was sent, and reads the time: in one round trip.
 */
export async function deleteJobsAndLockDeliveriesForUpdate(
  { organizationId, transaction }: Inside,
  results: readonly RecordedResult[],
) {
  const idsOf = (of: readonly RecordedResult[]) => of.map(({ deliveryId }) => deliveryId);
  const sent = results.filter((result) => findSentAttempt(result) !== null);
  const [
    deletedJobIds,
    deliveries,
    subscriptions,
    {
      rows: [clock],
    },
  ] = await settleInOrder(
    deleteJobs(transaction, organizationId, results),
    lockDeliveryRowsForUpdate(organizationId, idsOf(results)).execute(transaction),
    lockSubscriptionRowsForUpdate(organizationId, idsOf(sent)).execute(transaction),
    sql<{ now: string }>`SELECT date_trunc('milliseconds', clock_timestamp()) AS now`.execute(transaction),
  );
  if (clock === undefined) throw new Error("the database returned no time");
  return {
    deletedJobIds: new Set(deletedJobIds),
    deliveries: deliveries.rows,
    subscriptions: subscriptions.rows,
    now: clock.now,
  };
}

/** What a result changes of its delivery. Times are instants. */
export type DeliveryChange = Pick<RecordedResult, "cancelReason"> &
  Pick<LockedDelivery, "id" | "status" | "roundAttempts" | "attemptCount"> & {
    /** The new attempt; null if none was made. */
    attempt: StoredAttempt | null;
    nextAttemptAt: string | null;
    finishedAt: string | null;
  };

export type SubscriptionChange = Pick<LockedSubscription, "id" | "consecutiveFailures" | "failingSince"> & {
  lastAttemptAt: string;
  hasSucceeded: boolean;
};

interface Changes {
  deliveries: readonly DeliveryChange[];
  subscriptions: readonly SubscriptionChange[];
  jobs: readonly NewJob[];
}

/**
 * Writes changes of locked rows and enqueues jobs.
 *
 * @param when `now` if the transaction reads the rows again; `with commit` saves the round trips
 */
export async function writeChanges(
  { organizationId, transaction }: Inside,
  { deliveries, subscriptions, jobs }: Changes,
  when: "now" | "with commit",
): Promise<void> {
  const statements = composeChanges(organizationId, deliveries, subscriptions).map((statement) =>
    statement.compile(transaction),
  );
  if (jobs.length > 0) statements.push(composeJobs(transaction, organizationId, jobs));
  for (const statement of statements) {
    if (when === "now") await transaction.executeQuery(statement);
    else sendWithCommit(transaction, { statement });
  }
}

function composeChanges(
  organizationId: string,
  deliveries: readonly DeliveryChange[],
  subscriptions: readonly SubscriptionChange[],
): RawBuilder<unknown>[] {
  const updateDeliveries = sql`
    UPDATE "WebhookDelivery" d
    SET status = g.status, "cancelReason" = g."cancelReason", "roundAttempts" = g."roundAttempts", "attemptCount" = g."attemptCount",
        attempts = CASE WHEN g.attempt IS NULL THEN d.attempts ELSE
          CASE WHEN jsonb_array_length(d.attempts) >= ${keptAttempts}::integer THEN d.attempts - 0 ELSE d.attempts END || g.attempt END,
        "nextAttemptAt" = g."nextAttemptAt", "finishedAt" = g."finishedAt"
    FROM jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) AS g(id text, status text, "cancelReason" text, "roundAttempts" integer, "attemptCount" integer,
      attempt jsonb, "nextAttemptAt" timestamptz, "finishedAt" timestamptz)
    WHERE d."organizationId" = ${organizationId} AND d.id = ANY (${deliveries.map(({ id }) => id)}::text[]) AND d.id = g.id`;
  const updateSubscriptions = sql`
    UPDATE "WebhookSubscription" s
    SET "consecutiveFailures" = g."consecutiveFailures", "failingSince" = g."failingSince", "lastAttemptAt" = g."lastAttemptAt",
        "lastSuccessAt" = CASE WHEN g."hasSucceeded" THEN g."lastAttemptAt" ELSE s."lastSuccessAt" END
    FROM jsonb_to_recordset(${JSON.stringify(subscriptions)}::jsonb) AS g(id text, "consecutiveFailures" integer, "failingSince" timestamptz,
      "lastAttemptAt" timestamptz, "hasSucceeded" boolean)
    WHERE s."organizationId" = ${organizationId} AND s.id = ANY (${subscriptions.map(({ id }) => id)}::text[]) AND s.id = g.id`;
  return [
    ...(deliveries.length === 0 ? [] : [updateDeliveries]),
    ...(subscriptions.length === 0 ? [] : [updateSubscriptions]),
  ];
}

/**
 * Whether to notify about a 410 response: once in 24 hours per subscription and, because a key can create and delete
 * subscriptions, for at most as many subscriptions of a key as it may have at once.
 */
export async function claimGoneNotice(
  { organizationId, transaction }: Context,
  subscriptionId: string,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE "WebhookSubscription" s SET "goneNoticedAt" = now()
    WHERE s."organizationId" = ${organizationId} AND s.id = ${subscriptionId}
      AND (s."goneNoticedAt" IS NULL OR s."goneNoticedAt" < now() - interval '24 hours')
      AND (SELECT count(*) FROM "WebhookSubscription" o
           WHERE o."organizationId" = ${organizationId} AND o."keyId" = s."keyId" AND o."goneNoticedAt" >= now() - interval '24 hours'
          ) < ${subscriptionsPerKey}::integer
    RETURNING id`.execute(transaction);
  return rows.length > 0;
}
