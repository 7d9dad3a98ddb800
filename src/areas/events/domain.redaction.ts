import { eventEntityNames, readingScope } from "../../contract/event-types.ts";
import type { Scope } from "../../contract/scopes.ts";
import { encodeCursor } from "../../platform/database/lists/cursor.ts";
import type { Row } from "../../platform/database/tables.ts";
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

/** An event, redacted by the caller's scopes, with its cursor in the list. */
export function describeEvent(context: Context, list: string, row: Row<"Event">): EventRecord {
  const { number, actor, payload, diff, relatedIds, metadata, ...columns } = row;
  const inFull = seesInFull(context.principal.scopes, row.entity);
  return {
    ...columns,
    cursor: encodeCursor(eventList(context, list), number),
    actor: actor as EventRecord["actor"],
    payload: inFull ? (payload as EventRecord["payload"]) : redactPayload(payload as EventRecord["payload"]),
    diff: inFull ? (diff as EventRecord["diff"]) : redactDiff(diff as EventRecord["diff"]),
    relatedIds: relatedIds as EventRecord["relatedIds"],
    metadata: metadata as EventRecord["metadata"],
  };
}

export function redactPayload(payload: EventRecord["payload"]): EventRecord["payload"] {
  return Object.fromEntries(Object.entries(payload).map(([field, value]) => [field, field === "id" ? value : redacted]));
}

export function redactDiff(diff: EventRecord["diff"]): EventRecord["diff"] {
  return Object.fromEntries(Object.keys(diff).map((field) => [field, { from: redacted, to: redacted }]));
}
