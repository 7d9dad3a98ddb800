import { sql, type RawBuilder } from "kysely";
import { expiredKeyDays } from "../../../contract/webhooks/webhooks.ts";
import { UnreceivedTypes } from "../../../platform/database/events/unreceived-types.ts";
import { composeInsert } from "../../../platform/database/records.ts";
import type { AddressedEvent, FanOut } from "../../../platform/database/transaction-records.ts";
import { composeJobs, enqueueJobs } from "./store.queue.ts";

/** The active subscription `s` wants the type of event `e`. */
const isWanted = sql`s.status = 'active' AND s."deletedAt" IS NULL AND (s."eventTypes" @> ARRAY['*'] OR e."eventType" = ANY (s."eventTypes"))`;

/** The key `k` of subscription `s`, while a delivery can still succeed, including some days after the key expired. */
const joinLivingKey = sql`JOIN "IntegrationKey" k ON k."organizationId" = s."organizationId" AND k.id = s."keyId"
       AND k."revokedAt" IS NULL AND k."expiresAt" > now() - make_interval(days => ${expiredKeyDays}::integer)`;

/** Derived from event `e` and subscription `s`, so that a delivery exists only once. */
export const selectDeliveryId = sql`'dlv_' || substr(e.id, 5) || substr(s.id, 5)`;

/**
 * The subscriptions `s` matching `which` that receive event `e`.
 *
 * @param scopes the key must have one of them, and be bound to no vendor: events are not filtered by vendor
 */
export function joinDescribed(
  organizationId: string,
  scopes: string,
  which: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`JOIN "WebhookSubscription" s ON s."organizationId" = ${organizationId} AND ${which} AND ${isWanted}
      ${joinLivingKey} AND k."vendorContactId" IS NULL AND k.scopes && ${sql.ref(scopes)}`;
}

/** Every active subscription that wants the type and whose key is live and may see it; of a test the one that it is for. */
const joinReceivers = (organizationId: string, isTest: boolean) =>
  isTest
    ? sql`JOIN "WebhookSubscription" s ON s."organizationId" = ${organizationId} AND s.id = e."onlyTo" AND s."deletedAt" IS NULL ${joinLivingKey}`
    : sql`${joinDescribed(organizationId, "e.visibleTo", sql`e."onlyTo" IS NULL`)}`;

const kindsOf = (events: readonly AddressedEvent[]) =>
  [false, true].filter((isTest) => events.some(({ onlyTo }) => (onlyTo !== null) === isTest));

/**
 * A delivery and its job for every subscription that gets an event. Tests have statements of their own, because a
 * combined one could not use the index of active subscriptions.
 */
export const fanOut: FanOut = {
  unreceived: new UnreceivedTypes(),
  hasReceiver: (organizationId) =>
    sql<boolean>`EXISTS (SELECT 1 FROM (SELECT 1) one ${joinDescribed(organizationId, "e.visibleTo")})`,
  insert: (organizationId, events, numbered) =>
    kindsOf(events).map(
      (isTest) => sql`
        WITH d AS (
          INSERT INTO "WebhookDelivery" ("organizationId", id, "subscriptionId", "eventId", "eventNumber", "eventType", trigger)
          SELECT s."organizationId", ${selectDeliveryId}, s.id, e.id, e.number, e."eventType", ${isTest ? "test" : "event"}
          FROM ${numbered} e ${joinReceivers(organizationId, isTest)}
          RETURNING id, "subscriptionId"
        )
        ${enqueueJobs(organizationId, sql`(SELECT id AS "deliveryId", "subscriptionId", 1 AS round, 1 AS attempt, NULL::timestamptz AS "dueAt" FROM d)`)} RETURNING 1`,
    ),
  select: (organizationId, events, rows) =>
    sql.join(
      kindsOf(events).map(
        (isTest) =>
          sql`SELECT ${selectDeliveryId} AS "deliveryId", e.id AS "eventId", s.id AS "subscriptionId" FROM ${rows} ${joinReceivers(organizationId, isTest)}`,
      ),
      sql` UNION ALL `,
    ),
  compose: (transaction, organizationId, deliveries) => {
    if (deliveries.length === 0) return [];
    const rows = deliveries.map(
      ({ deliveryId: id, id: eventId, number: eventNumber, eventType, onlyTo, subscriptionId }) => ({
        organizationId,
        id,
        subscriptionId,
        eventId,
        eventNumber,
        eventType,
        trigger: onlyTo === null ? "event" : "test",
      }),
    );
    const jobs = deliveries.map(({ deliveryId, subscriptionId }) => ({
      organizationId,
      deliveryId,
      subscriptionId,
      round: 1,
      attempt: 1,
    }));
    return [composeInsert(transaction, "WebhookDelivery", rows), composeJobs(transaction, organizationId, jobs)];
  },
};
