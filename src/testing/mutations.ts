import { randomBytes } from "node:crypto";
import { createInvoice } from "../areas/billing/fixtures.ts";
import { createAnswer } from "../areas/intake/fixtures.ts";
import { createFacility } from "../areas/medical/fixtures.ts";
import { createPlainKey, newKeyBody } from "../areas/service-accounts/fixtures.ts";
import { createEvents } from "../areas/events/fixtures.ts";
import { createDelivery, createSubscription, hookHost, newSubscriptionBody } from "../areas/webhooks/fixtures.ts";
import type { SubscriptionOptions } from "../areas/webhooks/fixtures.ts";
import type { KeyOptions, TestFirm } from "./firm.ts";
import { createCase, createKey } from "./firm.ts";

/** One mutation of a record that no other request touches, so that its effects can be counted. */
export interface ArrangedMutation {
  method: string;
  /** Below /api/v1. */
  path: string;
  body: object | undefined;
  /** Who sends it where that is not the firm's key. */
  secret?: string;
  /** What kind of record its event is about. */
  entity: string;
  /** Answers one row with the column `effects`: how often the mutation took effect. Run as the owner. */
  effects: { text: string; values: unknown[] };
}

type Arrange = (firm: TestFirm) => Promise<ArrangedMutation>;

/** Revisions begin at 1, so what is beyond 1 are effects. */
function countRevisions(table: string, column: string, id: string): ArrangedMutation["effects"] {
  return { text: `SELECT ${column} - 1 AS effects FROM "${table}" WHERE id = $1`, values: [id] };
}

const newName = () => `record ${randomBytes(6).toString("hex")}`;
const newAccessor = () => `answer.${randomBytes(6).toString("hex")}`;

/** A mutation of a key that no other request touches. */
const onKey = (method: string, below: string, body: object | undefined, options: KeyOptions = {}): Arrange => async (firm) => {
  const { keyId: id } = await createPlainKey(firm, options);
  return { method, path: `/service-accounts/${id}${below}`, body, entity: "integration_key", effects: countRevisions("IntegrationKey", "revision", id) };
};

/** A mutation of a subscription that no other request touches. @param count counts effects by the subscription's id; its revision without */
const onSubscription = (method: string, below: string, body: object | undefined, options: SubscriptionOptions = {}, count?: string): Arrange => async (firm) => {
  const id = await createSubscription(firm, options);
  const effects = count === undefined ? countRevisions("WebhookSubscription", "revision", id) : { text: `SELECT count(*)::integer AS effects FROM ${count}`, values: [id] };
  return { method, path: `/webhook-subscriptions/${id}${below}`, body, entity: "webhook_subscription", effects };
};

const ofSubscription = `WHERE "subscriptionId" = $1`;
/** A worker that walks the span may have left jobs for its later parts; two recoveries would begin twice. */
const recoveries = `(SELECT rank() OVER (ORDER BY (data->>'afterNumber')::integer) AS place FROM pgboss.job
  WHERE name = 'webhook-recovery' AND data->>'subscriptionId' = $1) begun WHERE place = 1`;

/** Every idempotent operation of the catalogue, by name, each with a fresh record to work on. */
export const arrangeMutation: Record<string, Arrange> = {
  "medical.updateFacility": async (firm) => {
    const { facilityId: id } = await createFacility(firm);
    const body = { expectedVersion: 1, recordsNeeded: true, recordsDepartmentInfo: { contactPerson: "Jo", notes: "Call first" } };
    return { method: "PATCH", path: `/medical-facilities/${id}`, body, entity: "medical_facility", effects: countRevisions("MedicalFacility", "version", id) };
  },
  "clients.update": async (firm) => {
    const { clientId: id } = await createCase(firm);
    return { method: "PATCH", path: `/clients/${id}`, body: { firstName: newName() }, entity: "client", effects: countRevisions("Client", "revision", id) };
  },
  "documents.createFolder": async (firm) => {
    const { caseId } = await createCase(firm);
    const name = newName();
    const effects = { text: `SELECT count(*)::integer AS effects FROM "Folder" WHERE "caseId" = $1 AND name = $2`, values: [caseId, name] };
    return { method: "POST", path: `/cases/${caseId}/folders`, body: { name }, entity: "folder", effects };
  },
  "intake.putAnswer": async (firm) => {
    const { caseId } = await createCase(firm);
    const accessor = newAccessor();
    const effects = {
      text: `SELECT coalesce(sum(revision), 0)::integer AS effects FROM "IntakeAnswer" WHERE "caseId" = $1 AND accessor = $2`,
      values: [caseId, accessor],
    };
    return { method: "PUT", path: `/cases/${caseId}/survey-details/${accessor}`, body: { value: "no" }, entity: "intake_answer", effects };
  },
  "intake.deleteAnswer": async (firm) => {
    const accessor = newAccessor();
    const { caseId } = await createCase(firm);
    const id = await createAnswer(firm, caseId, accessor, "yes");
    return { method: "DELETE", path: `/cases/${caseId}/survey-details/${accessor}`, body: undefined, entity: "intake_answer", effects: countRevisions("IntakeAnswer", "revision", id) };
  },
  "billing.transitionInvoice": async (firm) => {
    const { invoiceId: id } = await createInvoice(firm);
    return { method: "POST", path: `/invoices/${id}/transitions`, body: { status: "sent" }, entity: "invoice", effects: countRevisions("Invoice", "revision", id) };
  },
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
  "webhooks.create": async (firm) => {
    // A key of its own, since a key may have few.
    const { secret } = await createKey(firm, { webhookAllowedHosts: [hookHost] });
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
  "webhooks.recover": async (firm) => {
    const since = new Date(Date.now() - 1_000).toISOString();
    await createEvents(firm, 1);
    return onSubscription("POST", "/recover", { since }, {}, recoveries)(firm);
  },
  "webhooks.redeliver": async (firm) => {
    const id = await createDelivery(firm, await createSubscription(firm));
    const effects = { text: `SELECT round - 1 AS effects FROM "WebhookDelivery" WHERE id = $1`, values: [id] };
    return { method: "POST", path: `/webhook-deliveries/${id}/redeliver`, body: {}, entity: "webhook_delivery", effects };
  },
};
