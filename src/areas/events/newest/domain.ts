import { entityOf } from "../../../contract/events/event-types.ts";
import type { JsonText } from "../../../contract/values/json-text.ts";
import { decodeCursor, encodeCursor } from "../../../platform/database/lists/cursor.ts";
import type { Context } from "../../../rpc/context.ts";
import { eventList, feedList } from "../domain.cursors.ts";
import { describeEvent } from "../domain.redaction.ts";
import type { EventRecord, NewestQuery } from "../schema.ts";
import { listNewest } from "./store.ts";

/**
 * A page of the organization's events, newest first, redacted by the caller's scopes. Each carries its cursor in the
 * feed. The list's cursor holds a position only, so it stays valid when filters change.
 *
 * @throws VALIDATION_FAILED for an invalid cursor
 */
export async function readNewestEvents(
  context: Context,
  { after, limit, ...filters }: NewestQuery,
): Promise<{ events: JsonText<EventRecord>[]; nextCursor: string | null }> {
  const { entity, eventType } = filters;
  // The filters exclude each other, so no statement is needed.
  if (entity !== undefined && eventType !== undefined && entityOf(eventType) !== entity)
    return { events: [], nextCursor: null };
  const list = eventList(context, "newest-events");
  const before = after === undefined ? null : decodeCursor(list, after);
  const { events, hasMore } = await listNewest(context, filters, before, limit);
  const last = hasMore ? events.at(-1) : undefined;
  return {
    events: events.map((row) => describeEvent(context, feedList, row)),
    nextCursor: last === undefined ? null : encodeCursor(list, last.number),
  };
}
