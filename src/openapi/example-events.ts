import { feedList, writeCursor } from "../areas/events/cursor.ts";
import type { Payload } from "../areas/events/domain.payloads.ts";
import type { EventRecord } from "../areas/events/schema.ts";
import { areaOf, entityOf, eventTypeNames } from "../contract/event-types.ts";
import type { EventEntity, EventType } from "../contract/event-types.ts";
import { interfaceVersion } from "../contract/interface-version.ts";
import { actors, document, member, organization, scopeRequest } from "./example-records.events.ts";
import { facility, retrievalRequest } from "./example-records.medical.ts";
import { pausedAccount, resumedAccount, revokedAccount, rotatedAccount, serviceAccount, updatedAccount } from "./example-records.service-accounts.ts";
import { caseDetail, client, folder, intakeAnswer, invoice } from "./example-records.ts";
import { disabledSubscription, rotatedSubscription, announcedDelivery, webhookSubscription } from "./example-records.webhooks.ts";
import { ids, times } from "./example-story.ts";

/** What happened in the story: the record afterwards, and what of it was otherwise before. */
interface Told<Record> {
  payload: Record;
  before?: Partial<Record>;
  /** What the event says besides of what was done, though the record does not show it. */
  done?: EventRecord["diff"];
  /** The records vendor's key unless told. */
  by?: (typeof actors)[keyof typeof actors];
}

type EntityOf<Type extends EventType> = Type extends `${infer Entity}.${string}` ? Entity & EventEntity : never;

const { manager, administrator, system } = actors;
const decided = { decidedBy: administrator, decidedAt: times.stage, note: "As agreed with the firm." };
const undecided = { status: "pending", decidedBy: null, decidedAt: null, note: null } as const;

const story: { readonly [Type in EventType]: Told<Payload<EntityOf<Type>>> } = {
  "case.created": { payload: caseDetail },
  "case.updated": { payload: caseDetail, before: { matterStage: "intake", stageEnteredAt: times.opened } },
  "client.created": { payload: client },
  "client.updated": { payload: client, before: { phone: null, zipCode: null } },
  "folder.created": { payload: folder },
  "folder.updated": { payload: { ...folder, revision: 2 }, before: { name: "Mercy", path: "Medical Records/Mercy" } },
  "document.created": { payload: document },
  "document.updated": { payload: { ...document, revision: 2 }, before: { name: "Scan 0017.pdf" } },
  "document.deleted": { payload: { ...document, revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
  "intake_answer.upserted": { payload: intakeAnswer },
  "intake_answer.deleted": { payload: { ...intakeAnswer, revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
  "invoice.created": { payload: { ...invoice, status: "draft", availableTransitions: ["sent", "to_be_paid"], sentAt: null, revision: 1 } },
  "invoice.status_changed": { payload: invoice, before: { status: "draft", availableTransitions: ["sent", "to_be_paid"], sentAt: null } },
  "medical_facility.bound": { payload: { ...facility, version: 1 } },
  "medical_facility.updated": { payload: facility, before: { facilityType: null, recordsNeeded: false } },
  "retrieval_request.created": { payload: retrievalRequest },
  "retrieval_request.status_changed": { payload: retrievalRequest, before: { status: "acknowledged" } },
  "integration_key.created": { by: manager, payload: serviceAccount },
  "integration_key.updated": { by: manager, payload: updatedAccount, before: { scopes: ["cases:read", "documents:write"], allowedNetworks: [] } },
  "integration_key.paused": { by: manager, payload: pausedAccount, before: { status: "active", pausedAt: null } },
  "integration_key.resumed": { by: manager, payload: resumedAccount, before: { status: "paused", pausedAt: times.stage } },
  "integration_key.rotated": { by: manager, payload: rotatedAccount, before: { keyPrefix: updatedAccount.keyPrefix, secrets: updatedAccount.secrets } },
  "integration_key.revoked": {
    by: manager,
    payload: revokedAccount,
    before: { status: "active", secrets: updatedAccount.secrets, revokedAt: null, revokedBy: null, revokeReason: null },
  },
  "integration_key.expiring": { by: system, payload: { ...updatedAccount, status: "expiring" } },
  "integration_key.misconfigured": {
    by: manager,
    payload: {
      ...updatedAccount,
      status: "needs_attention",
      actingAttorney: { attorneyId: ids.attorneyId, firstName: "Daniel", lastName: "Okafor", status: "deactivated" },
      integrationConfigured: false,
      configurationProblems: ["acting_attorney_inactive"],
    },
  },
  "scope_request.created": { by: manager, payload: scopeRequest },
  "scope_request.granted": {
    by: administrator,
    payload: { ...scopeRequest, ...decided, status: "granted", latestExpiryAt: "2026-12-31T00:00:00.000Z" },
    before: { ...undecided, latestExpiryAt: null },
  },
  "scope_request.denied": { by: administrator, payload: { ...scopeRequest, ...decided, status: "denied" }, before: undecided },
  "scope_request.withdrawn": {
    by: manager,
    payload: { ...scopeRequest, status: "withdrawn", decidedBy: manager, decidedAt: times.stage },
    before: undecided,
  },
  "scope_request.lapsed": {
    by: system,
    payload: { ...scopeRequest, status: "lapsed", decidedBy: system, decidedAt: scopeRequest.lapsesAt },
    before: undecided,
  },
  "member.invited": { by: manager, payload: { ...member, status: "invited", permissions: [], revision: 1 } },
  "member.updated": { by: manager, payload: member, before: { permissions: [] } },
  "member.deactivated": { by: manager, payload: { ...member, status: "deactivated", deactivatedAt: times.now, revision: 3 }, before: { status: "active", deactivatedAt: null } },
  "member.reactivated": { by: manager, payload: { ...member, revision: 4 }, before: { status: "deactivated", deactivatedAt: times.stage } },
  "organization.updated": { by: administrator, payload: organization, before: { rateLimits: { read: null, write: null, sensitive: null } } },
  "webhook_subscription.created": { payload: webhookSubscription },
  "webhook_subscription.updated": { payload: { ...webhookSubscription, revision: 2 }, before: { eventTypes: ["document.created"] } },
  "webhook_subscription.deleted": { payload: webhookSubscription },
  "webhook_subscription.enabled": {
    payload: { ...webhookSubscription, statusChangedAt: times.now, revision: 3 },
    before: { status: "disabled", statusReason: "gone", statusChangedAt: times.stage },
  },
  "webhook_subscription.disabled": {
    by: system,
    payload: disabledSubscription,
    before: { status: "active", statusReason: null, statusChangedAt: times.stage },
  },
  "webhook_subscription.paused": {
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
  "webhook_subscription.secret_rotated": { payload: rotatedSubscription, before: { secrets: webhookSubscription.secrets } },
  "webhook_subscription.tested": { payload: webhookSubscription },
  "webhook_subscription.recovered": {
    payload: webhookSubscription,
    done: { recovery: { from: null, to: { since: times.stage, until: times.now, eventCount: 214 } } },
  },
  "webhook_delivery.redelivered": {
    payload: { ...announcedDelivery, status: "pending", trigger: "redelivery", nextAttemptAt: times.now, finishedAt: null },
    before: { status: "failed", trigger: "event", nextAttemptAt: null, finishedAt: times.stage },
  },
};

/** One event of each type, as the feed shows it to a reader who may see all of it. */
export const exampleEvents = Object.fromEntries(eventTypeNames.map((type, index) => [type, describe(type, index)])) as Record<EventType, EventRecord>;

function describe(eventType: EventType, index: number): EventRecord {
  const { payload, before = {}, done = {}, by = actors.vendor }: Told<object> = story[eventType];
  const entity = entityOf(eventType);
  const record = payload as Record<string, unknown>;
  const entityId = String(record["id"] ?? record["facilityId"]);
  const isKey = by.type === "integration_key";
  return {
    id: `evt_01kjp8x0a2c4e6g8j0m2q4s6${String(index).padStart(2, "0")}`,
    cursor: writeCursor(ids.organizationId, feedList, 4_100 + index),
    entity,
    entityId,
    eventType,
    occurredAt: times.now,
    actor: by,
    payload: record,
    diff: { ...Object.fromEntries(Object.entries(before).map(([field, from]) => [field, { from, to: record[field] }])), ...done },
    relatedIds: relate(entity, entityId),
    correlationId: "req_01kjp8wzy3b5d7f9h1k3m5p7r9",
    metadata: {
      source: { integration_key: "api", member: "portal", platform_administrator: "portal", system: "system" }[by.type],
      credentialId: isKey ? by.id : null,
      onBehalfOfAttorneyId: isKey ? ids.attorneyId : null,
      apiVersion: interfaceVersion,
    },
  };
}

/** What the event is about besides its record: a case and its client, or a key. */
function relate(entity: EventEntity, id: string): EventRecord["relatedIds"] {
  const key = { entity: "integration_key", id: ids.keyId };
  const subscription = { entity: "webhook_subscription", id: webhookSubscription.id };
  if (entity === "organization") return [];
  if (entity === "scope_request") return [key];
  if (entity === "webhook_delivery") return [{ entity, id }, subscription, key];
  if (entity === "webhook_subscription") return [subscription, key];
  if (areaOf(entity) === "org") return [{ entity, id }];
  return [{ entity: "case", id: ids.caseId }, { entity: "client", id: ids.clientId }];
}
