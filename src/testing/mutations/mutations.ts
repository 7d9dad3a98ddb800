import { createPlainKey, newKeyBody } from "../../areas/service-accounts/fixtures.ts";
import { createEvents } from "../../areas/events/fixtures.ts";
import { createDelivery, createSubscription, hookHost, newSubscriptionBody } from "../../areas/webhooks/fixtures.ts";
import type { SubscriptionOptions } from "../../areas/webhooks/fixtures.ts";
import type { KeyOptions } from "../harness/tenant.ts";
import { createKey } from "../harness/tenant.ts";
import { countRevisions } from "./mutation.ts";
import type { Arrange } from "./mutation.ts";
import { billingMutations } from "./billing.ts";
import { caseRecordMutations } from "./case-records.ts";
import { caseMutations } from "./cases.ts";
import { clientMutations } from "./clients.ts";
import { contactMutations } from "./contacts.ts";
import { documentMutations } from "./documents.ts";
import { exportMutations } from "./exports.ts";
import { intakeMutations } from "./intake.ts";
import { leadMutations } from "./leads.ts";
import { medicalMutations } from "./medical.ts";

/** A mutation of a key that no other request touches. */
const onKey = (method: string, below: string, body: object | undefined, options: KeyOptions = {}): Arrange => async (tenant) => {
  const { keyId: id } = await createPlainKey(tenant, options);
  return { method, path: `/service-accounts/${id}${below}`, body, entity: "integration_key", effects: countRevisions("IntegrationKey", "revision", id) };
};

/** A mutation of a subscription that no other request touches. @param count counts effects by the subscription's id; its revision without */
const onSubscription = (method: string, below: string, body: object | undefined, options: SubscriptionOptions = {}, count?: string): Arrange => async (tenant) => {
  const id = await createSubscription(tenant, options);
  const effects = count === undefined ? countRevisions("WebhookSubscription", "revision", id) : { text: `SELECT count(*)::integer AS effects FROM ${count}`, values: [id] };
  return { method, path: `/webhook-subscriptions/${id}${below}`, body, entity: "webhook_subscription", effects };
};

const ofSubscription = `WHERE "subscriptionId" = $1`;
/** A worker that walks the span may have left jobs for its later parts; two recoveries would begin twice. */
const recoveries = `(SELECT rank() OVER (ORDER BY (data->>'afterNumber')::integer) AS place FROM pgboss.job
  WHERE name = 'webhook-recovery' AND data->>'subscriptionId' = $1) begun WHERE place = 1`;

/** Every idempotent operation of the catalog, by name, each with a fresh record to work on. */
export const arrangeMutation: Record<string, Arrange> = {
  ...caseMutations,
  ...caseRecordMutations,
  ...leadMutations,
  ...clientMutations,
  ...contactMutations,
  ...documentMutations,
  ...intakeMutations,
  ...billingMutations,
  ...medicalMutations,
  ...exportMutations,
  "serviceAccounts.create": async () => {
    const body = newKeyBody();
    const effects = {
      text: `SELECT count(*)::integer AS effects FROM "IntegrationKey" k JOIN "IntegrationKeySecret" s ON s."keyId" = k.id WHERE k.name = $1`,
      values: [body["name"]],
    };
    return { method: "POST", path: "/service-accounts", body, entity: "integration_key", effects };
  },
  "serviceAccounts.update": onKey("PATCH", "", { name: "Nightly sync" }),
  "serviceAccounts.pause": onKey("POST", "/pause", {}),
  "serviceAccounts.resume": onKey("POST", "/resume", {}, { pausedAt: "2026-03-14T15:09:26.535Z" }),
  "serviceAccounts.rotate": onKey("POST", "/rotate", { overlapHours: 24 }),
  "serviceAccounts.revoke": onKey("POST", "/revoke", { reason: "The vendor's laptop was stolen" }),
  "webhooks.create": async (tenant) => {
    // A key of its own, since a key may have few.
    const { secret } = await createKey(tenant, { webhookAllowedHosts: [hookHost] });
    const body = newSubscriptionBody({ eventTypes: ["case.updated"] });
    const effects = {
      text: `SELECT count(*)::integer AS effects FROM "WebhookSubscription" w JOIN "WebhookSecret" s ON s."subscriptionId" = w.id WHERE w.name = $1`,
      values: [body["name"]],
    };
    return { method: "POST", path: "/webhook-subscriptions", body, secret, entity: "webhook_subscription", effects };
  },
  "webhooks.update": onSubscription("PATCH", "", { name: "Nightly sync" }),
  "webhooks.delete": onSubscription("DELETE", "", undefined),
  "webhooks.test": onSubscription("POST", "/test", {}, {}, `"WebhookDelivery" ${ofSubscription} AND trigger = 'test'`),
  "webhooks.enable": onSubscription("POST", "/enable", {}, { status: "disabled", statusReason: "by_hand" }),
  "webhooks.disable": onSubscription("POST", "/disable", {}),
  "webhooks.rotateSecret": onSubscription("POST", "/rotate-secret", {}, {}, `"WebhookSecret" ${ofSubscription}`),
  "webhooks.recover": async (tenant) => {
    const since = new Date(Date.now() - 1_000).toISOString();
    await createEvents(tenant, 1);
    return onSubscription("POST", "/recover", { since }, {}, recoveries)(tenant);
  },
  "webhooks.redeliver": async (tenant) => {
    const id = await createDelivery(tenant, await createSubscription(tenant));
    const effects = { text: `SELECT round - 1 AS effects FROM "WebhookDelivery" WHERE id = $1`, values: [id] };
    return { method: "POST", path: `/webhook-deliveries/${id}/redeliver`, body: {}, entity: "webhook_delivery", effects };
  },
};
