import { exampleRecord } from "../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { type DeliveryInEvent, type WebhookDelivery, WebhookSubscription } from "./schema.ts";

export const webhookSubscription = exampleRecord(WebhookSubscription, {
  id: "whs_01kf3mc4s6v8x0z2b4d6f8h0k2",
  name: "Records vendor",
  url: "https://hooks.example.com/caseport",
  eventTypes: ["document.created", "retrieval_request.status_changed"],
  keyId: ids.keyId,
  keyName: "Records vendor sync",
  status: "active",
  statusChangedAt: times.stage,
  secrets: [{ prefix: "whsec_MfKQ9r", createdAt: times.stage, expiresAt: null }],
  consecutiveFailures: 0,
  lastAttemptAt: times.now,
  lastSuccessAt: times.now,
  createdBy: actors.vendor,
  createdAt: times.stage,
  updatedAt: times.stage,
  revision: 1,
});

export const disabledSubscription = {
  ...webhookSubscription,
  status: "disabled",
  statusReason: "gone",
  statusChangedAt: times.now,
  updatedAt: times.now,
  revision: 2,
} satisfies WebhookSubscription;

/** During the 24 hours after a rotation. */
export const rotatedSubscription = {
  ...webhookSubscription,
  secrets: [
    { prefix: "whsec_plJ3nm", createdAt: times.now, expiresAt: null },
    { prefix: "whsec_MfKQ9r", createdAt: times.stage, expiresAt: "2026-03-15T15:09:26.535Z" },
  ],
  updatedAt: times.now,
  revision: 2,
} satisfies WebhookSubscription;

/** The example secrets of Standard Webhooks. */
export const signingSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export const rotatedSecret = "whsec_plJ3nmyCDGBKInavdOK15jslLPZIo2La";

/** A delivery whose first attempt timed out. */
export const webhookDelivery = {
  id: "dlv_01kjp8x0a2c4e6g8j0m2q4s6v801kf3mc4s6v8x0z2b4d6f8h0k2",
  subscriptionId: webhookSubscription.id,
  eventId: "evt_01kjp8x0a2c4e6g8j0m2q4s6v8",
  eventType: "document.created",
  trigger: "event",
  status: "succeeded",
  cancelReason: null,
  attemptCount: 2,
  attempts: [
    {
      number: 1,
      round: 1,
      startedAt: "2026-03-14T15:09:26.602Z",
      durationMilliseconds: 15_002,
      outcome: "timed_out",
      statusCode: null,
      answer: null,
    },
    {
      number: 2,
      round: 1,
      startedAt: "2026-03-14T15:09:46.911Z",
      durationMilliseconds: 84,
      outcome: "succeeded",
      statusCode: 204,
      answer: "",
    },
  ],
  nextAttemptAt: null,
  createdAt: times.now,
  finishedAt: "2026-03-14T15:09:46.995Z",
} satisfies WebhookDelivery;

const { attempts: _, ...withoutAttempts } = webhookDelivery;

/** The same in an event. */
export const deliveryInEvent = withoutAttempts satisfies DeliveryInEvent;

const parameters = { subscriptionId: webhookSubscription.id };
const ofDelivery = { deliveryId: webhookDelivery.id };
const { name, url, eventTypes } = webhookSubscription;
const since = "2026-03-14T00:00:00.000Z";

export const webhookExamples = {
  "webhookSubscriptions.list": {
    parameters: { status: "active", limit: 50 },
    response: { webhookSubscriptions: [webhookSubscription], nextCursor: null },
  },
  "webhookSubscriptions.create": {
    body: { name, url, eventTypes },
    response: { webhookSubscription, secret: signingSecret },
  },
  "webhookSubscriptions.get": { parameters, response: { webhookSubscription } },
  "webhookSubscriptions.update": {
    parameters,
    body: { eventTypes: ["*"] },
    response: { webhookSubscription: { ...webhookSubscription, eventTypes: ["*"], updatedAt: times.now, revision: 2 } },
  },
  "webhookSubscriptions.delete": { parameters, response: {} },
  "webhookSubscriptions.test": { parameters, body: {}, response: { webhookSubscription } },
  "webhookSubscriptions.enable": {
    parameters,
    body: {},
    response: {
      webhookSubscription: { ...webhookSubscription, statusChangedAt: times.now, updatedAt: times.now, revision: 3 },
    },
  },
  "webhookSubscriptions.disable": {
    parameters,
    body: {},
    response: { webhookSubscription: { ...disabledSubscription, statusReason: "by_hand" } },
  },
  "webhookSubscriptions.rotateSecret": {
    parameters,
    body: {},
    response: { webhookSubscription: rotatedSubscription, secret: rotatedSecret },
  },
  "webhookSubscriptions.recover": {
    parameters,
    body: { since },
    response: { webhookSubscription, recovery: { since, until: times.now, eventCount: 41 } },
  },
  "webhookSubscriptions.deliveries.list": {
    parameters: { ...parameters, status: "succeeded", limit: 50 },
    response: { webhookDeliveries: [webhookDelivery], nextCursor: null },
  },
  "webhookDeliveries.get": { parameters: ofDelivery, response: { webhookDelivery } },
  "webhookDeliveries.redeliver": {
    parameters: ofDelivery,
    body: {},
    response: {
      webhookDelivery: {
        ...webhookDelivery,
        trigger: "redelivery",
        status: "pending",
        nextAttemptAt: times.now,
        finishedAt: null,
      },
    },
  },
} satisfies Record<string, OperationExample>;
