import { areaOf, entityOf, scopesThatSee } from "../contract/event-types.ts";
import type { EventType } from "../contract/event-types.ts";
import { writeRequestRecord } from "../platform/database/event-log.ts";
import type { RequestRecord, StoredAnswer } from "../platform/database/event-log.ts";
import type { Context } from "./context.ts";
import { describeActor, onBehalfOf } from "./principal.ts";
import type { Principal } from "./principal.ts";

const sources: Record<Principal["kind"], RequestRecord["source"]> = {
  integration_key: "api",
  partner_key: "api",
  oidc_client: "api",
  member: "portal",
  platform_administrator: "portal",
  system: "system",
};

/** Records of the organization itself are no PHI: the audit trail keeps what was changed. */
export function isAuditedWithValues(eventType: EventType): boolean {
  return ["org", "webhooks"].includes(areaOf(entityOf(eventType)));
}

/** What was done, and what it said beforehand that it may announce. */
export interface Act {
  /** The operation's name: `clients.update`. */
  action: string;
  canRecordEvent: readonly EventType[];
}

/** An act by the name and the declaration of its procedure. */
export function describeAction(action: string, { emits = [], mayEmit = [] }: { emits?: readonly EventType[]; mayEmit?: readonly EventType[] }): Act {
  return { action, canRecordEvent: [...emits, ...mayEmit] };
}

/**
 * Writes what a request leaves behind: events, audit entries, the stored answer. The last statement of its transaction.
 * @returns until when the answer is kept
 * @throws when an operation changed or revealed something without saying what, or announced what it did not declare: nothing
 * of that kind may commit
 */
export function writeTraces(context: Context, { action, canRecordEvent }: Act, storedAnswer: StoredAnswer | null): Promise<string | null> {
  const { principal, outcome } = context;
  const { eventsToRecord, accesses } = outcome;
  if (eventsToRecord.length + accesses.length === 0) throw new Error(`${action} named no record for the audit trail`);
  const undeclared = eventsToRecord.find(({ eventType }) => !canRecordEvent.includes(eventType));
  if (undeclared !== undefined) throw new Error(`${action} announced ${undeclared.eventType} without declaring it`);
  const events = eventsToRecord.map(({ eventType, onlyTo = null, ...event }) => ({
    ...event,
    eventType,
    entity: entityOf(eventType),
    visibleTo: scopesThatSee(entityOf(eventType)),
    onlyTo,
  }));
  return writeRequestRecord(context.transaction, {
    organizationId: context.organizationId,
    requestId: context.requestId,
    action,
    address: context.address,
    actor: describeActor(principal),
    onBehalfOfAttorneyId: onBehalfOf(principal),
    source: sources[principal.kind],
    events,
    accesses: [
      ...events.map(({ entity, entityId, relatedIds, eventType, diff }) => ({
        entity,
        entityId,
        relatedIds,
        changes: isAuditedWithValues(eventType) ? diff : {},
      })),
      ...accesses.map(({ record, relatedIds, changes }) => ({ entity: record.entity, entityId: record.id, relatedIds, changes })),
    ],
    storedAnswer,
  });
}
