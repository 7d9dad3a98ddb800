import { feedList, writeCursor } from "../areas/events/cursor.ts";
import type { Payload } from "../areas/events/domain.payloads.ts";
import type { EventRecord } from "../areas/events/schema.ts";
import { ExportInEvent } from "../areas/exports/schema.ts";
import { areaOf, entityOf, eventTypeNames } from "../contract/event-types.ts";
import type { EventEntity, EventType } from "../contract/event-types.ts";
import { interfaceVersion } from "../contract/interface-version.ts";
import { closedCheck, conflictCheck, contact, judgedCheck, relationship } from "./example-records.contacts.ts";
import { medicalStory } from "./example-events.medical.ts";
import { actors, member, organization, scopeRequest } from "./example-records.events.ts";
import { assignedLead, attemptedLead, contactedLead, convertedLead, declinedLead, lead, resemblingLead } from "./example-records.leads.ts";
import { pausedAccount, resumedAccount, revokedAccount, rotatedAccount, serviceAccount, updatedAccount } from "./example-records.service-accounts.ts";
import { movedCase, stageGate } from "./example-records.case-moves.ts";
import { draftInvoice, partialInvoice, payment, refundedPayment, voidedPayment } from "./example-records.billing.ts";
import { changedForm, draftForm, publishedForm } from "./example-records.intake.ts";
import { caseDetail, client, folder, intakeAnswer, invoice } from "./example-records.ts";
import { disabledSubscription, rotatedSubscription, deliveryInEvent, webhookSubscription } from "./example-records.webhooks.ts";
import { customFieldDefinition, insurancePolicy, party, tag } from "./example-records.cases.ts";
import { deletedDocument, document, lockedDocument, promisedDocument, versionedDocument } from "./example-records.documents.ts";
import { scheduleInEvent, completedExport, queuedExport, report } from "./example-records.reports.ts";
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
const [askedExport, madeExport] = [ExportInEvent.parse(queuedExport), ExportInEvent.parse(completedExport)];
const decided = { decidedBy: administrator, decidedAt: times.stage, note: "As agreed with the firm." };
const undecided = { status: "pending", decidedBy: null, decidedAt: null, note: null } as const;

const story: { readonly [Type in EventType]: Told<Payload<EntityOf<Type>>> } = {
  "case.created": { payload: caseDetail },
  "case.updated": { payload: caseDetail, before: { matterStage: "intake", stageEnteredAt: times.opened } },
  "lead.created": { payload: lead },
  "lead.updated": { payload: { ...lead, revision: 2 }, before: { score: null, qualification: "unreviewed" } },
  "lead.status_changed": { payload: contactedLead, before: { status: "new", availableTransitions: lead.availableTransitions, statusChangedAt: times.opened } },
  "lead.declined": { payload: declinedLead, before: { status: "contacted", availableTransitions: contactedLead.availableTransitions, declineReason: null } },
  "lead.assigned": { payload: assignedLead, before: { assignedTo: null } },
  "lead.contact_attempted": { payload: attemptedLead, before: { contactAttemptCount: 0, firstResponseAt: null, lastContactAttemptAt: null } },
  "lead.duplicate_flagged": { payload: resemblingLead },
  "lead.converted": {
    payload: convertedLead,
    before: { status: "retainer_signed", availableTransitions: ["converted"], convertedCaseId: null, convertedClientId: null, convertedAt: null },
  },
  "case.tag_added": { payload: caseDetail, before: { tags: [] } },
  "case.tag_removed": { payload: { ...caseDetail, tags: [] }, before: { tags: caseDetail.tags } },
  "case_party.created": { payload: party },
  "case_party.updated": { payload: { ...party, answerDueOn: "2026-03-23", revision: 2 }, before: { answerDueOn: null } },
  "case_party.deleted": { payload: { ...party, revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
  "insurance_policy.created": { payload: insurancePolicy },
  "insurance_policy.updated": { payload: { ...insurancePolicy, coverageStatus: "accepted", revision: 2 }, before: { coverageStatus: "pending" } },
  "insurance_policy.deleted": { payload: { ...insurancePolicy, revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
  "tag.created": { payload: tag },
  "tag.updated": { payload: { ...tag, revision: 2 }, before: { color: "#0f766e" } },
  "tag.deleted": { payload: { ...tag, revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
  "custom_field_definition.created": { payload: customFieldDefinition },
  "custom_field_definition.updated": { payload: { ...customFieldDefinition, revision: 2 }, before: { required: false } },
  "case.deleted": { payload: { ...caseDetail, deletedAt: times.now }, before: { deletedAt: null } },
  "case.stage_changed": { payload: movedCase, before: { matterStage: "demand_preparation", stageEnteredAt: times.stage } },
  "case.status_changed": { payload: caseDetail, before: { matterStatus: "pending", openedOn: null } },
  "case.attorney_assigned": { payload: caseDetail, before: { attorneyId: null, attorneys: [] } },
  "case.attorney_unassigned": { payload: { ...caseDetail, attorneyId: null, attorneys: [] }, before: { attorneyId: caseDetail.attorneyId, attorneys: caseDetail.attorneys } },
  "case_stage_gate.updated": { payload: stageGate, before: { gates: ["records_received"] } },
  "client.created": { payload: client },
  "client.updated": { payload: client, before: { phone: null, zipCode: null } },
  "client.deleted": { payload: { ...client, caseIds: [], caseCount: 0, deletedAt: times.now }, before: { deletedAt: null } },
  "client.merged": { payload: client, before: { email: null, caseIds: [], caseCount: 0 } },
  "folder.created": { payload: { ...folder, documentCount: 0 } },
  "folder.updated": { payload: { ...folder, revision: 2 }, before: { name: "Mercy", path: "Medical Records/Mercy" } },
  "folder.deleted": { payload: { ...folder, documentCount: 0, revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
  "folder.restored": { payload: { ...folder, documentCount: 0, revision: 3 }, before: { deletedAt: times.stage } },
  "document.created": { payload: document },
  "document.updated": { payload: { ...document, revision: 2 }, before: { name: "Scan 0017.pdf", path: "Medical Records/Mercy General/Scan 0017.pdf" } },
  "document.deleted": { payload: deletedDocument, before: { deletedAt: null } },
  "document.restored": { payload: { ...document, revision: 3 }, before: { deletedAt: times.now } },
  "document.upload_started": { payload: promisedDocument },
  "document.upload_failed": {
    payload: { ...promisedDocument, status: "expired", statusReason: "not_uploaded", revision: 2 },
    before: { status: "pending_upload", statusReason: null },
  },
  "document.version_added": { payload: versionedDocument, before: { version: 1, currentVersionId: document.currentVersionId } },
  "document.locked": { payload: lockedDocument, before: { isLocked: false, lockedBy: null, lockExpiresAt: null } },
  "document.unlocked": {
    payload: { ...document, revision: 3 },
    before: { isLocked: true, lockedBy: lockedDocument.lockedBy, lockExpiresAt: lockedDocument.lockExpiresAt },
  },
  "intake_answer.upserted": { payload: intakeAnswer },
  "intake_answer.deleted": { payload: { ...intakeAnswer, revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
  "intake_form.created": { payload: draftForm },
  "intake_form.updated": { payload: changedForm, before: { name: draftForm.name } },
  "intake_form.published": { payload: publishedForm, before: { status: "draft", publishedVersion: null, publishedAt: null, isChanged: true } },
  "invoice.created": { payload: draftInvoice },
  "invoice.updated": { payload: { ...draftInvoice, memo: "To be reimbursed from the settlement.", revision: 2 }, before: { memo: null } },
  "invoice.deleted": { payload: { ...draftInvoice, deletedAt: times.now, revision: 2 }, before: { deletedAt: null } },
  "invoice.status_changed": {
    payload: partialInvoice,
    before: { status: "sent", availableTransitions: invoice.availableTransitions, paidCents: 0, balanceCents: invoice.totalCents },
  },
  "payment.received": { payload: payment },
  "payment.updated": {
    payload: { ...payment, revision: 2 },
    before: { status: "pending", availableTransitions: ["cleared", "failed", "voided"], clearedOn: null },
  },
  "payment.refunded": { payload: refundedPayment, before: { refundedCents: 0, availableTransitions: payment.availableTransitions, statusReason: null } },
  "payment.voided": { payload: voidedPayment, before: { status: "cleared", availableTransitions: payment.availableTransitions, statusReason: null } },
  ...medicalStory,
  "contact.created": { payload: { ...contact, revision: 1 } },
  "contact.updated": { payload: contact, before: { preferredDeliveryMethod: null } },
  "contact.deleted": { payload: { ...contact, deletedAt: times.now, revision: 4 }, before: { deletedAt: null } },
  "contact.merged": { payload: { ...contact, revision: 4 }, before: { npi: null } },
  "contact_relationship.created": { payload: relationship },
  "contact_relationship.deleted": { payload: relationship },
  "conflict_check.created": { payload: conflictCheck },
  "conflict_check.updated": { payload: judgedCheck, before: { undecidedCount: 1 } },
  "conflict_check.closed": { payload: closedCheck, before: { decision: "pending", note: null, decidedBy: null, decidedAt: null } },
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
    payload: { ...deliveryInEvent, status: "pending", trigger: "redelivery", nextAttemptAt: times.now, finishedAt: null },
    before: { status: "failed", trigger: "event", nextAttemptAt: null, finishedAt: times.stage },
  },
  "report.created": { payload: report, by: manager },
  "report.updated": { payload: { ...report, revision: 2 }, before: { apiVisible: false }, by: manager },
  "report.deleted": { payload: { ...report, revision: 3 }, by: manager },
  "report_schedule.created": { payload: scheduleInEvent, by: manager },
  "report_schedule.updated": { payload: { ...scheduleInEvent, revision: 2 }, before: { hour: 6 }, by: manager },
  "report_schedule.deleted": { payload: { ...scheduleInEvent, revision: 3 }, by: manager },
  "export.created": { payload: askedExport },
  "export.completed": { payload: madeExport, before: { status: "running", progress: 61 } },
  "export.failed": { payload: { ...askedExport, status: "failed", failure: "too_large", startedAt: times.now, finishedAt: times.now, revision: 3 }, before: { status: "running" } },
  "export.cancelled": { payload: { ...askedExport, status: "cancelled", finishedAt: times.now, revision: 2 }, before: { status: "queued" } },
  "export.deleted": { payload: { ...madeExport, revision: 4 } },
  "export.expired": { payload: { ...madeExport, status: "expired", revision: 4 }, before: { status: "completed" }, by: system },
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
    id: `evt_01kjp8x0a2c4e6g8j0m2q4s${String(index).padStart(3, "0")}`,
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
  if (areaOf(entity) === "contacts" && entity !== "conflict_check") return [{ entity: "contact", id: ids.contactId }];
  if (entity === "lead" || entity === "tag" || entity === "custom_field_definition" || entity === "case_stage_gate") return [{ entity, id }];
  if (entity === "scope_request") return [key];
  if (entity === "intake_form" || areaOf(entity) === "reports") return [{ entity, id }];
  if (entity === "webhook_delivery") return [{ entity, id }, subscription, key];
  if (entity === "webhook_subscription") return [subscription, key];
  if (areaOf(entity) === "org") return [{ entity, id }];
  return [{ entity: "case", id: ids.caseId }, { entity: "client", id: ids.clientId }];
}
