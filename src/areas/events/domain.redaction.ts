import { eventEntityNames, readingScope } from "../../contract/events/event-types.ts";
import type { Scope } from "../../contract/scopes.ts";
import { JsonText } from "../../contract/values/json-text.ts";
import { encodeCursor } from "../../platform/database/lists/cursor.ts";
import type { StoredEvent } from "../../platform/database/events/stored-event.ts";
import { isOfSandbox } from "../../platform/identity/credentials/integration-key.ts";
import type { Context } from "../../rpc/context.ts";
import { eventList } from "./domain.cursors.ts";
import type { EventRecord } from "./schema.ts";

export const redacted = "[redacted]";

/** Whether the scopes show the values of an entity's events; without them only the fact of the event is shown. */
export function seesInFull(scopes: ReadonlySet<Scope>, entity: string): boolean {
  // A newer version may write entities that this one does not know during a rolling update.
  const known = eventEntityNames.find((name) => name === entity);
  return known !== undefined && scopes.has(readingScope(known));
}

const isSandboxKey = (principal: Context["principal"]) => "keyPrefix" in principal && isOfSandbox(principal.keyPrefix);

/**
 * An event as JSON, redacted by the caller's scopes, with its cursor in the list. Values that the caller sees are the
 * stored text.
 */
export function describeEvent(context: Context, list: string, row: StoredEvent): JsonText<EventRecord> {
  const { id, number, entity, entityId, eventType, occurredAt, actor, payload, diff, relatedIds, metadata } = row;
  const cursor = encodeCursor(eventList(context, list), number);
  const environment = isSandboxKey(context.principal) ? "sandbox" : undefined;
  const facts = JSON.stringify({ id, cursor, entity, entityId, eventType, occurredAt, environment });
  const correlationId = JSON.stringify(row.correlationId);
  const inFull = seesInFull(context.principal.scopes, entity);
  const shownPayload = inFull ? payload : JSON.stringify(redactPayload(JSON.parse(payload) as EventRecord["payload"]));
  const shownDiff = inFull ? diff : JSON.stringify(redactDiff(JSON.parse(diff) as EventRecord["diff"]));
  return new JsonText(
    `${facts.slice(0, -1)},"actor":${actor},"relatedIds":${relatedIds},"correlationId":${correlationId},` +
      `"metadata":${metadata},"payload":${shownPayload},"diff":${shownDiff}}`,
  );
}

export function redactPayload(payload: EventRecord["payload"]): EventRecord["payload"] {
  return Object.fromEntries(
    Object.entries(payload).map(([field, value]) => [field, field === "id" ? value : redacted]),
  );
}

export function redactDiff(diff: EventRecord["diff"]): EventRecord["diff"] {
  return Object.fromEntries(Object.keys(diff).map((field) => [field, { from: redacted, to: redacted }]));
}
