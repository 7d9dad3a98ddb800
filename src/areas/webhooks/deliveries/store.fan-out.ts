import { sql, type RawBuilder } from "kysely";
import { expiredKeyDays } from "../../../contract/webhooks/webhooks.ts";
import { enqueueJobs } from "./store.queue.ts";

/** The active subscription `s` wants the type of event `e`. */
const isWanted = sql`s.status = 'active' AND s."deletedAt" IS NULL AND (s."eventTypes" @> ARRAY['*'] OR e."eventType" = ANY (s."eventTypes"))`;

/** The key `k` of subscription `s`, while a delivery can still succeed, including some days after the key expired. */
const joinLivingKey = sql`JOIN "IntegrationKey" k ON k."organizationId" = s."organizationId" AND k.id = s."keyId"
       AND k."revokedAt" IS NULL AND k."expiresAt" > now() - make_interval(days => ${expiredKeyDays}::integer)`;

/** Derived from event `e` and subscription `s`, so that a delivery exists only once. */
export const deliveryId = sql`'dlv_' || substr(e.id, 5) || substr(s.id, 5)`;

/** The subscriptions `s` matching `which` that receive event `e`. @param scopes the key must have one of them, and be bound to no vendor: events are not filtered by vendor */
export function joinDescribed(organizationId: string, scopes: string, which: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  return sql`JOIN "WebhookSubscription" s ON s."organizationId" = ${organizationId} AND ${which} AND ${isWanted}
      ${joinLivingKey} AND k."vendorContactId" IS NULL AND k.scopes && ${sql.ref(scopes)}`;
}

/**
 * Common table expressions, part of the statement that writes the events: a delivery and its job for every active subscription that wants
 * the type and whose key is live and may see it. Tests have a branch of their own, because a combined one could not use the index of active
 * subscriptions.
 * @param sent name of the expression with the events: id, number, "eventType", "visibleTo" (scopes), "onlyTo"
 */
export function fanOut(organizationId: string, sent: string): RawBuilder<unknown> {
  return sql`matched AS (
      SELECT ${deliveryId} AS id, s.id AS "subscriptionId", e.id AS "eventId", e.number, e."eventType", 'event' AS trigger
      FROM ${sql.ref(sent)} e ${joinDescribed(organizationId, "e.visibleTo")} WHERE e."onlyTo" IS NULL
      UNION ALL
      SELECT ${deliveryId}, s.id, e.id, e.number, e."eventType", 'test'
      FROM ${sql.ref(sent)} e
      JOIN "WebhookSubscription" s ON s."organizationId" = ${organizationId} AND s.id = e."onlyTo" AND s."deletedAt" IS NULL
      ${joinLivingKey}
    ), delivered AS (
      INSERT INTO "WebhookDelivery" ("organizationId", id, "subscriptionId", "eventId", "eventNumber", "eventType", trigger)
      SELECT ${organizationId}, id, "subscriptionId", "eventId", number, "eventType", trigger FROM matched
      RETURNING id AS "deliveryId", "subscriptionId", 1 AS round, 1 AS attempt, 0 AS "delaySeconds"
    ), queued AS (${enqueueJobs(organizationId, sql`delivered`)}
    ),`;
}
