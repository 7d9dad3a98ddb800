import { AppError } from "../../../contract/error-codes.ts";
import { entityOf } from "../../../contract/event-types.ts";
import { foreignCursorMessage } from "../../../contract/page.ts";
import { readCursor, writeCursor } from "../../../platform/database/list-cursor.ts";
import type { Context } from "../../../rpc/context.ts";
import { feedList } from "../cursor.ts";
import { describeEvent } from "../domain.redaction.ts";
import type { EventRecord, NewestQuery } from "../schema.ts";
import { listNewest } from "./store.ts";

const newestList = "newest-events";

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
  const { organizationId } = context;
  const before = after === undefined ? null : readNumber(readCursor(organizationId, newestList, after).toString("utf8"));
  const { events, hasMore } = await listNewest(context, filters, before, limit);
  const last = hasMore ? events.at(-1) : undefined;
  return {
    events: events.map((row) => describeEvent(context, feedList, row)),
    nextCursor: last === undefined ? null : writeCursor(organizationId, newestList, String(last.number)),
  };
}

/** The check in a cursor is no secret, so what stands in it is judged again. */
export function readNumber(place: string): number {
  if (!/^[1-9]\d{0,14}$/.test(place)) throw new AppError("VALIDATION_FAILED", `after: ${foreignCursorMessage}`);
  return Number(place);
}
