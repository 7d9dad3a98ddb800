import { defineEvents } from "../../contract/events/event-declaration.ts";
import { actors, ids, times } from "../../contract/examples/example-story.ts";
import { deliveryInEvent, disabledSubscription, rotatedSubscription, webhookSubscription } from "./examples.ts";
import { DeliveryInEvent, WebhookSubscription } from "./schema.ts";

const { system } = actors;

export const subscriptionEvents = defineEvents({
  entity: "webhook_subscription",
  area: "webhooks",
  scope: "webhooks:read",
  payload: WebhookSubscription,
  exampleRelatedIds: (id) => [
    { entity: "webhook_subscription", id },
    { entity: "integration_key", id: ids.keyId },
  ],
  types: {
    "webhook_subscription.created": {
      description: "A webhook subscription was created.",
      example: { payload: webhookSubscription },
    },
    "webhook_subscription.updated": {
      description: "A webhook subscription was changed.",
      example: { payload: { ...webhookSubscription, revision: 2 }, before: { eventTypes: ["document.created"] } },
    },
    "webhook_subscription.deleted": {
      description: "A webhook subscription was deleted.",
      example: { payload: webhookSubscription },
    },
    "webhook_subscription.enabled": {
      description: "A webhook subscription was enabled.",
      example: {
        payload: { ...webhookSubscription, statusChangedAt: times.now, revision: 3 },
        before: { status: "disabled", statusReason: "gone", statusChangedAt: times.stage },
      },
    },
    "webhook_subscription.disabled": {
      description:
        "A webhook subscription was disabled, by a member or key, or because its endpoint responded with 410.",
      example: {
        by: system,
        payload: disabledSubscription,
        before: { status: "active", statusReason: null, statusChangedAt: times.stage },
      },
    },
    "webhook_subscription.paused": {
      description: "A webhook subscription was paused after 120 hours of failed deliveries.",
      example: {
        by: system,
        payload: {
          ...disabledSubscription,
          status: "paused",
          statusReason: "failures",
          consecutiveFailures: 31,
          failingSince: "2026-03-09T14:58:02.117Z",
          lastSuccessAt: "2026-03-09T14:40:31.904Z",
        },
        before: { status: "active", statusReason: null, statusChangedAt: times.stage },
      },
    },
    "webhook_subscription.secret_rotated": {
      description: "The secret of a webhook subscription was rotated.",
      example: { payload: rotatedSubscription, before: { secrets: webhookSubscription.secrets } },
    },
    "webhook_subscription.tested": {
      description: "A test was sent to a webhook subscription.",
      example: { payload: webhookSubscription },
    },
    "webhook_subscription.recovered": {
      description: "Missed events of a webhook subscription were queued for delivery.",
      example: {
        payload: webhookSubscription,
        done: { recovery: { from: null, to: { since: times.stage, until: times.now, eventCount: 214 } } },
      },
    },
  },
});

export const deliveryEvents = defineEvents({
  entity: "webhook_delivery",
  area: "webhooks",
  scope: "webhooks:read",
  // Excludes the receivers' responses, because the feed is kept longer than deliveries.
  payload: DeliveryInEvent,
  exampleRelatedIds: (id) => [
    { entity: "webhook_delivery", id },
    { entity: "webhook_subscription", id: webhookSubscription.id },
    { entity: "integration_key", id: ids.keyId },
  ],
  types: {
    "webhook_delivery.redelivered": {
      description: "An event was queued for another delivery to a webhook subscription.",
      example: {
        payload: {
          ...deliveryInEvent,
          status: "pending",
          trigger: "redelivery",
          nextAttemptAt: times.now,
          finishedAt: null,
        },
        before: { status: "failed", trigger: "event", nextAttemptAt: null, finishedAt: times.stage },
      },
    },
  },
});
