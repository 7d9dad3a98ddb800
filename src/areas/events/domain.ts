import { notFound, rejectCursor } from "../../contract/errors/error-codes.ts";
import {
  entityOf,
  eventEntityNames,
  eventTypeNames,
  readingScope,
  visibleEntities,
  type EventEntity,
} from "../../contract/events/event-types.ts";
import type { JsonText } from "../../contract/values/json-text.ts";
import { isElevated } from "../../contract/scopes.ts";
import { decodeCursor, encodeCursor } from "../../platform/database/lists/cursor.ts";
import type { StoredEvent } from "../../platform/database/events/stored-event.ts";
import {
  distinctRecords,
  noteUsedScopes,
  recordAuditEntry,
  type Context,
  type RecordReference,
} from "../../rpc/context.ts";
import { eventList, feedList, tooOldMessage } from "./domain.cursors.ts";
import { describeEvent, seesInFull } from "./domain.redaction.ts";
import type { EventRecord, FeedQuery } from "./schema.ts";
import { findEvent, listEvents, type Choice } from "./store.ts";

export interface Feed {
  events: JsonText<EventRecord>[];
  nextCursor: string;
}

const documentEntities: readonly EventEntity[] = ["document", "folder"];

/**
 * A page of the feed, oldest first, redacted by the caller's scopes. If the page is empty and `wait` is set, the REST
 * server reads again when an event arrives.
 *
 * @throws VALIDATION_FAILED for a cursor that is invalid or too old
 */
export function readFeed(context: Context, query: FeedQuery): Promise<Feed> {
  return readPage(context, feedList, chooseEvents(context, query), query);
}

/**
 * A page of the documents-only feed.
 *
 * @throws VALIDATION_FAILED for a cursor that is invalid or too old
 */
export function readDocumentEvents(
  context: Context,
  query: { after?: string | undefined; limit: number },
): Promise<Feed> {
  return readPage(context, "document-events", { by: "entity", entities: documentEntities }, { ...query, wait: 0 });
}

/** @throws NOT_FOUND, also for an event that the caller's scopes hide */
export async function getEvent(context: Context, eventId: string): Promise<{ event: JsonText<EventRecord> }> {
  const row = await findEvent(context, eventId);
  const seen: readonly string[] = visibleEntities(context.principal.scopes);
  if (row === undefined || !seen.includes(row.entity)) throw notFound("Event");
  noteReading(context, [row]);
  return { event: describeEvent(context, feedList, row) };
}

/**
 * There is always a next cursor: after a page that is not full it points to the newest event of any type, so that a
 * poller keeps its position.
 */
async function readPage(
  context: Context,
  list: string,
  choice: Choice,
  { after, limit, since, wait }: Pick<FeedQuery, "after" | "limit" | "since" | "wait">,
): Promise<Feed> {
  const cursors = eventList(context, list);
  const place = after === undefined ? 0 : decodeCursor(cursors, after);
  const { events, isFull, newest, oldest } = await listEvents(context, {
    choice,
    after: place,
    since: since === undefined ? null : Date.parse(since),
    limit,
  });
  // It is unknown whether the purged events after the cursor were read.
  if (after !== undefined && place < oldest - 1) throw rejectCursor(tooOldMessage, "cursor_expired");
  if (events.length === 0 && wait > 0) context.pending.longPoll = { newest, seconds: wait };
  noteReading(context, events);
  const last = isFull ? events.at(-1)?.number : undefined;
  return {
    events: events.map((row) => describeEvent(context, list, row)),
    nextCursor: encodeCursor(cursors, last ?? Math.max(place, newest)),
  };
}

/** The narrowest index walk for the filters and the caller's scopes. */
function chooseEvents({ principal }: Context, { entity, eventType, entityId, correlationId }: FeedQuery): Choice {
  const seen = visibleEntities(principal.scopes);
  const entities = entity === undefined ? seen : seen.filter((each) => each === entity);
  const fitting = eventTypeNames.filter(
    (type) => (eventType === undefined || type === eventType) && entities.includes(entityOf(type)),
  );
  if (correlationId !== undefined)
    return { by: "bulkJob", jobId: correlationId, entityId: entityId ?? null, eventTypes: fitting };
  if (entityId !== undefined) return { by: "record", entityId, eventTypes: fitting };
  if (eventType !== undefined) return { by: "eventType", eventTypes: fitting };
  return entities.length === eventEntityNames.length ? { by: "everything" } : { by: "entity", entities };
}

/**
 * Notes with which scopes events were read, and records in the audit log what an elevated scope showed: one entry per
 * page with the ids of the records.
 */
export function noteReading(context: Context, rows: readonly StoredEvent[]): void {
  const { scopes } = context.principal;
  const inFull = rows.filter(({ entity }) => seesInFull(scopes, entity));
  const reading = inFull.map(({ entity }) => readingScope(entity as EventEntity));
  noteUsedScopes(context, scopes.has("events:read") ? ["events:read", ...reading] : reading);
  const elevated = inFull.filter(({ entity }) => isElevated(readingScope(entity as EventEntity)));
  const [first] = elevated;
  if (first === undefined) return;
  const related = elevated.flatMap(({ entity, entityId, relatedIds }) => [
    { entity, id: entityId },
    ...(JSON.parse(relatedIds) as RecordReference[]),
  ]);
  recordAuditEntry(context, { entity: "event", id: first.id }, distinctRecords(related));
}

export function cursorOfEvent(organizationId: string, number: number): string {
  return encodeCursor(eventList({ organizationId }, feedList), number);
}
