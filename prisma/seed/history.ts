import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { entityOf, type EventType } from "../../src/contract/events/event-types.ts";
import { interfaceVersion } from "../../src/contract/interface-version.ts";
import { createId } from "../../src/platform/database/ids.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { dayMilliseconds, toInstant } from "./random.ts";

/**
 * The key by which a change was made, and the attorney on whose behalf; or a member, a recipient of a signature
 * request, or the system, by its own ID.
 */
export interface Actor {
  keyId: string;
  name: string;
  onBehalfOfAttorneyId: string | null;
  type?: "member" | "system" | "esign_recipient";
}

/** Who creates a record, and what its event shows besides its columns. */
type Creator = Actor & { shown?: object };

/** What acts by itself. */
export const system: Actor = { keyId: "system", name: "Caseport", onBehalfOfAttorneyId: null, type: "system" };

/** An actor as rows name it. */
export const describeActor = ({ keyId: id, name, type }: Actor) => ({ type: type ?? "integration_key", id, name });

export interface RelatedId {
  entity: string;
  id: string;
}

interface StoredRecord {
  id: string;
  createdAt: string;
  updatedAt: string;
}

/** What a record's columns were around an event, where it is not what they are now. */
export interface Past {
  after: object;
  /** Null for a creation. */
  before: object | null;
}

/** What payloads show besides the record's own columns, such as records that it waits for, around a change. */
interface Shown {
  before: object;
  after: object;
}

/**
 * How the records came to be what they are. Records are made as they were at first and then changed through here, so
 * that rows, payloads, diffs and revisions cannot contradict each other.
 */
export interface History {
  /**
   * Records the creation of the record at its `createdAt`.
   *
   * @param by its actor; and what the payload shows of that instant besides the record's columns
   */
  recordCreation(eventType: EventType, record: StoredRecord, relatedIds: RelatedId[], by: Creator): void;
  /**
   * Changes the record: its fields, `updatedAt`, and `revision` or `version` where it has one.
   *
   * @param change.action the operation, where several record such an event
   */
  recordChange<Stored extends StoredRecord>(
    eventType: EventType,
    record: Stored,
    patch: Partial<Stored>,
    change: { at: number; relatedIds: RelatedId[]; actor: Actor; shown?: Shown; action?: string },
  ): void;
  /**
   * Records what happened without a change that readers see as one: its diff is empty.
   *
   * @param shown what its payload shows of that instant besides its columns
   */
  recordNotice(
    eventType: EventType,
    record: StoredRecord,
    notice: { at: number; relatedIds: RelatedId[]; actor: Actor; shown: object },
  ): void;
  /**
   * The events in order, numbered from 1 without a gap, and one audit entry for each. Payloads and diffs are empty
   * until the records are in the database: `describeEvents` makes them of the records and of the past, by the event's
   * ID.
   */
  finish(): { events: Row<"Event">[]; audit: Row<"AuditEntry">[]; past: ReadonlyMap<string, Past> };
}

/** The interface that an actor uses. */
const sources = { integration_key: "api", member: "portal", system: "system", esign_recipient: "portal" } as const;

/** Events are kept 90 days: older changes left their traces in the rows alone. */
const rememberedDays = 80;

/** A network that is kept for documentation. */
const integratorAddress = "203.0.113.24";

/** The values that the record has of these columns. */
function pickColumns(record: object, columns: object): object {
  return Object.fromEntries(Object.entries(record).filter(([column]) => column in columns));
}

function raiseRevision(record: StoredRecord): Partial<Record<"revision" | "version", number>> {
  // A statement's version is the place among those of its share.
  if ("revision" in record && typeof record.revision === "number") return { revision: record.revision + 1 };
  if ("version" in record && typeof record.version === "number") return { version: record.version + 1 };
  return {};
}

/**
 * The audit log names the operation by which a program made a change; what no operation makes yet keeps the event's
 * name.
 */
const operations: Readonly<Record<string, string>> = {
  "calendar_event.created": "calendarEvents.create",
  "calendar_event.updated": "calendarEvents.transition",
  "calendar_event.outcome_recorded": "calendarEvents.transition",
  "calendar_event.rescheduled": "calendarEvents.transition",
  "case.created": "cases.create",
  "case.updated": "cases.update",
  "case.stage_changed": "cases.transition",
  "case.status_changed": "cases.transition",
  "case_party.created": "cases.parties.create",
  "insurance_policy.created": "cases.insurancePolicies.create",
  "damage.created": "cases.damages.create",
  "client.updated": "clients.update",
  "partner_firm.created": "partnerFirms.create",
  "referral.created": "referrals.create",
  "referral.sent": "referrals.send",
  "referral.accepted": "referrals.accept",
  "referral.declined": "referrals.transition",
  "referral.status_changed": "referrals.transition",
  "referral.engaged": "referrals.transition",
  "referral.consent_recorded": "referrals.clientConsent.set",
  "referral.update_posted": "referrals.updates.create",
  "referral.documents_shared": "referrals.documents.create",
  "referral.fee_stated": "referrals.fee.set",
  "referral.payout_recorded": "referrals.payouts.create",
  "lead.created": "leads.create",
  "lead.status_changed": "leads.transition",
  "lead.converted": "leads.convert",
  "deadline.created": "cases.deadlines.create",
  "deadline.verified": "deadlines.decide",
  "deadline.disputed": "deadlines.decide",
  "deadline.satisfied": "deadlines.transition",
  "deadline.waived": "deadlines.transition",
  "deadline.cancelled": "deadlines.transition",
  "deadline.transition_requested": "deadlines.transition",
  "deadline.missed": "deadlines.miss",
  "deadline.recalculation_proposed": "deadlineChains.recalculate",
  "deadline_chain.created": "cases.deadlineChains.create",
  "folder.created": "cases.folders.create",
  "intake_answer.upserted": "cases.surveyDetails.set",
  "intake_answer.deleted": "cases.surveyDetails.delete",
  "invoice.created": "cases.invoices.create",
  "invoice.status_changed": "invoices.transition",
  "message.received": "messages.log",
  "message.logged": "messages.log",
  "call.created": "calls.create",
  "note.created": "cases.notes.create",
  "note.updated": "notes.update",
  "note.pinned": "notes.pin",
  "task.completed": "tasks.transition",
  "task.overdue": "tasks.fallDue",
  "task.ready": "tasks.transition",
  "task.status_changed": "tasks.transition",
  "task_template.applied": "taskTemplates.trigger",
  "payment.received": "invoices.payments.create",
  "fee_agreement.updated": "cases.feeAgreement.set",
  "negotiation.created": "cases.negotiations.create",
  "settlement.created": "cases.settlements.create",
  "settlement.agreed": "settlements.transition",
  "settlement.status_changed": "settlements.transition",
  "settlement.updated": "settlements.update",
  "settlement_statement.created": "settlements.statements.create",
  "settlement_statement.issued": "settlementStatements.transition",
  "settlement_statement.approved": "settlementStatements.transition",
  "settlement_statement.declined": "settlementStatements.transition",
  "settlement_statement.superseded": "settlementStatements.transition",
  "trust_account.created": "trustAccounts.open",
  "trust_account.updated": "trustReconciliations.close",
  "trust_reconciliation.closed": "trustReconciliations.close",
  "trust_transaction.recorded": "trustAccounts.transactions.create",
  "trust_transaction.cleared": "trustTransactions.transition",
  "trust_transaction.returned": "trustTransactions.transition",
  "trust_transaction.reversed": "trustTransactions.transition",
  "trust_disbursement.requested": "settlementStatements.disbursements.create",
  "trust_disbursement.approved": "trustDisbursements.decide",
  "trust_disbursement.rejected": "trustDisbursements.decide",
  "trust_disbursement.cancelled": "trustDisbursements.transition",
  "trust_disbursement.issued": "trustDisbursements.transition",
  "trust_disbursement.cleared": "trustAccounts.bankStatements.create",
  "trust_disbursement.voided": "trustDisbursements.transition",
  "bank_statement.imported": "trustAccounts.bankStatements.create",
  "expense.reimbursed": "settlementStatements.transition",
  "expense.updated": "settlementStatements.transition",
  "lien.paid": "trustDisbursements.transition",
  "lien.created": "cases.liens.create",
  "lien.updated": "liens.transition",
  "lien.finalized": "liens.transition",
  "esign_request.created": "cases.esignRequests.create",
  "esign_request.updated": "esignRequests.send",
  "esign_request.voided": "esignRequests.void",
  "expense.created": "cases.expenses.create",
  "expense.submitted": "expenses.transition",
  "expense.approved": "expenses.decide",
  "expense.rejected": "expenses.decide",
  "expense.paid": "expenses.transition",
  "expense.voided": "expenses.transition",
  "medical_facility.bound": "cases.medicalFacilities.bind",
  "medical_facility.updated": "medicalFacilities.update",
  "medical_treatment.created": "medicalFacilities.treatments.create",
  "medical_bill.created": "medicalFacilities.bills.create",
  "medical_record.created": "medicalFacilities.records.create",
  "hipaa_authorization.created": "cases.hipaaAuthorizations.create",
  "retrieval_request.created": "cases.retrievalRequests.create",
  "retrieval_request.status_changed": "retrievalRequests.transition",
};

function nameCreationOfTask({ relatedIds }: Row<"Event">, { type }: Actor): string {
  const owner = (relatedIds as RelatedId[]).find(({ entity }) => entity === "case" || entity === "lead");
  if (type === "system") return "taskTemplates.trigger";
  return owner === undefined ? "tasks.create" : `${owner.entity}s.tasks.create`;
}

function auditEvent({ event, actor, action }: Remembered): Row<"AuditEntry"> {
  return {
    organizationId: event.organizationId,
    id: createId("auditEntry", new Date(event.occurredAt)),
    occurredAt: event.occurredAt,
    action:
      action ??
      (event.eventType === "task.created"
        ? nameCreationOfTask(event, actor)
        : (operations[event.eventType] ?? event.eventType)),
    actorType: actor.type ?? "integration_key",
    actorId: actor.keyId,
    actorName: actor.name,
    onBehalfOfAttorneyId: actor.onBehalfOfAttorneyId,
    entity: event.entity,
    entityId: event.entityId,
    relatedIds: event.relatedIds,
    changes: {},
    requestId: event.correlationId,
    address: actor.type === "system" ? null : integratorAddress,
  };
}

interface Remembered {
  event: Row<"Event">;
  actor: Actor;
  /** The changed columns' values before; null for a creation. */
  changedFrom: object | null;
  shown: Shown;
  action?: string | undefined;
}

/** What the columns were around each event: from the newest event back, each change undone. */
function findPast(remembered: readonly Remembered[]): ReadonlyMap<string, Past> {
  const undone = new Map<string, object>();
  const past = new Map<string, Past>();
  for (const { event, changedFrom, shown } of remembered.toReversed()) {
    // A case is also touched when its client changes, which is no event of its own.
    const after = { ...undone.get(event.entityId), updatedAt: event.occurredAt };
    const before = changedFrom && { ...after, ...changedFrom };
    past.set(event.id, { after: { ...after, ...shown.after }, before: before && { ...before, ...shown.before } });
    undone.set(event.entityId, before ?? {});
  }
  return past;
}

export function createHistory(organizationId: string, now: number): History {
  const since = now - rememberedDays * dayMilliseconds;
  const remembered: Remembered[] = [];

  function remember(
    eventType: EventType,
    record: StoredRecord,
    changedFrom: object | null,
    {
      at,
      relatedIds,
      actor,
      shown,
      action,
    }: { at: number; relatedIds: RelatedId[]; actor: Actor; shown: Shown; action?: string | undefined },
  ): void {
    if (at < since) return;
    const event: Row<"Event"> = {
      organizationId,
      number: 0,
      id: createId("event", new Date(at)),
      entity: entityOf(eventType),
      entityId: record.id,
      eventType,
      occurredAt: toInstant(at),
      actor: { id: actor.keyId, type: actor.type ?? "integration_key", name: actor.name },
      payload: {},
      diff: {},
      relatedIds,
      correlationId: randomUUID(),
      metadata: {
        source: sources[actor.type ?? "integration_key"],
        credentialId: actor.type === undefined ? actor.keyId : null,
        onBehalfOfAttorneyId: actor.onBehalfOfAttorneyId,
        apiVersion: interfaceVersion,
      },
    };
    remembered.push({ event, actor, changedFrom, shown, action });
  }

  return {
    recordCreation: (eventType, record, relatedIds, { shown = {}, ...actor }) =>
      remember(eventType, record, null, {
        at: Date.parse(record.updatedAt),
        relatedIds,
        actor,
        shown: { before: {}, after: shown },
      }),
    recordChange: (eventType, record, patch, { at, relatedIds, actor, shown = { before: {}, after: {} }, action }) => {
      const old = new Map<string, unknown>(Object.entries(record));
      // By chance the new values are the old ones.
      if (
        Object.entries(patch).every(([column, value]) => (old.get(column) ?? null) === value) &&
        isDeepStrictEqual(shown.before, shown.after)
      )
        return;
      // As the database's trigger does it: strictly later than the last change.
      const changedAt = Math.max(at, Date.parse(record.updatedAt) + 1);
      const changes = { ...patch, ...raiseRevision(record), updatedAt: toInstant(changedAt) };
      const changedFrom = pickColumns(record, changes);
      Object.assign(record, changes);
      remember(eventType, record, changedFrom, { at: changedAt, relatedIds, actor, shown, action });
    },
    recordNotice: (eventType, record, { shown, ...notice }) => {
      const asShown = { ...shown, updatedAt: record.updatedAt };
      remember(eventType, record, {}, { ...notice, shown: { before: asShown, after: asShown } });
    },
    finish: () => {
      remembered.sort((left, right) => Date.parse(left.event.occurredAt) - Date.parse(right.event.occurredAt));
      remembered.forEach(({ event }, position) => {
        event.number = position + 1;
      });
      return {
        events: remembered.map(({ event }) => event),
        audit: remembered.map(auditEvent),
        past: findPast(remembered),
      };
    },
  };
}
