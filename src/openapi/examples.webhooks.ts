import { disabledSubscription, rotatedSecret, rotatedSubscription, signingSecret, webhookDelivery, webhookSubscription } from "./example-records.webhooks.ts";
import { times } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

const parameters = { subscriptionId: webhookSubscription.id };
const ofDelivery = { deliveryId: webhookDelivery.id };
const { name, url, eventTypes } = webhookSubscription;
const since = "2026-03-14T00:00:00.000Z";

export const webhookExamples: Readonly<Record<string, OperationExamples>> = {
  "webhooks.list": { parameters: { status: "active", limit: 50 }, answer: { webhookSubscriptions: [webhookSubscription], nextCursor: null } },
  "webhooks.create": { body: { name, url, eventTypes }, answer: { webhookSubscription, secret: signingSecret } },
  "webhooks.get": { parameters, answer: { webhookSubscription } },
  "webhooks.update": {
    parameters,
    body: { eventTypes: ["*"] },
    answer: { webhookSubscription: { ...webhookSubscription, eventTypes: ["*"], updatedAt: times.now, revision: 2 } },
  },
  "webhooks.delete": { parameters, answer: {} },
  "webhooks.test": { parameters, body: {}, answer: { webhookSubscription } },
  "webhooks.enable": { parameters, body: {}, answer: { webhookSubscription: { ...webhookSubscription, statusChangedAt: times.now, updatedAt: times.now, revision: 3 } } },
  "webhooks.disable": { parameters, body: {}, answer: { webhookSubscription: { ...disabledSubscription, statusReason: "by_hand" } } },
  "webhooks.rotateSecret": { parameters, body: {}, answer: { webhookSubscription: rotatedSubscription, secret: rotatedSecret } },
  "webhooks.recover": { parameters, body: { since }, answer: { webhookSubscription, recovery: { since, until: times.now, eventCount: 41 } } },
  "webhooks.listDeliveries": { parameters: { ...parameters, status: "succeeded", limit: 50 }, answer: { webhookDeliveries: [webhookDelivery], nextCursor: null } },
  "webhooks.getDelivery": { parameters: ofDelivery, answer: { webhookDelivery } },
  "webhooks.redeliver": {
    parameters: ofDelivery,
    body: {},
    answer: { webhookDelivery: { ...webhookDelivery, trigger: "redelivery", status: "pending", nextAttemptAt: times.now, finishedAt: null } },
  },
};
