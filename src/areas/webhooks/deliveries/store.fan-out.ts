import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { expiredKeyDays } from "../../../contract/webhooks/webhooks.ts";
import { enqueueJobs } from "./store.queue.ts";

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
