import { eventDays } from "../../contract/events/event-types.ts";
import { numberPosition, type CursorList } from "../../platform/database/lists/cursor.ts";

/** The cursor list of GET /events, used by events, deliveries and the portal. */
export const feedList = "events";

/** Error for a cursor whose next events may be purged; the feed never continues with a gap. */
export const tooOldMessage = `too old: events are kept for ${eventDays} days, and the events after this cursor were deleted; omit it to start at the oldest event, and read the records that you store again`;

/** Cursors hold an event's number. They are not encrypted, because they must survive a change of CASEPORT_SECRET. */
export function eventList({ organizationId }: { organizationId: string }, name: string): CursorList<number> {
  return { organizationId, name, position: numberPosition };
}
