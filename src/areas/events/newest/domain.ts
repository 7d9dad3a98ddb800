import { entityOf } from "../../../contract/event-types.ts";
import { decodeCursor, encodeCursor } from "../../../platform/database/lists/cursor.ts";
import type { Context } from "../../../rpc/context.ts";
import { eventList, feedList } from "../domain.cursors.ts";
import { describeEvent } from "../domain.redaction.ts";
import type { EventRecord, NewestQuery } from "../schema.ts";
import { listNewest } from "./store.ts";

/**
 * A page of the organization's events, newest first, as the caller may see them. Each carries its cursor in the feed. The
 * cursor of this list is a place alone, so it stays good when the filters change.
 * @throws VALIDATION_FAILED for a foreign or edited cursor
 */
export async function readNewestEvents(
  context: Context,
  { after, limit, ...filters }: NewestQuery,
): Promise<{ events: EventRecord[]; nextCursor: string | null }> {
  const { entity, eventType } = filters;
  // No event is both, and nothing need be looked through to know it.
  if (entity !== undefined && eventType !== undefined && entityOf(eventType) !== entity) return { events: [], nextCursor: null };
  const list = eventList(context, "newest-events");
  const before = after === undefined ? null : decodeCursor(list, after);
  const { events, hasMore } = await listNewest(context, filters, before, limit);
  const last = hasMore ? events.at(-1) : undefined;
  return {
    events: events.map((row) => describeEvent(context, feedList, row)),
    nextCursor: last === undefined ? null : encodeCursor(list, last.number),
  };
}
