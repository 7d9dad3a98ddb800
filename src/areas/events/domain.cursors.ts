import { eventDays } from "../../contract/event-types.ts";
import { numberPosition } from "../../platform/database/lists/cursor.ts";
import type { CursorList } from "../../platform/database/lists/cursor.ts";

/** The list to which the cursors of GET /events belong: those that events, deliveries and the portal carry. */
export const feedList = "events";

/** Of a cursor whose next events may be gone: it never goes on with a gap. Source: contract, "Events". */
export const tooOldMessage =
  `too old: events are kept for ${eventDays} days, and the events after this cursor were deleted; omit it to start at the oldest event, and read the records that you store again`;

/** A list of events: its cursors hold the number of an event. Not encrypted: a cursor of the feed outlives a change of the installation's secret. */
export function eventList({ organizationId }: { organizationId: string }, name: string): CursorList<number> {
  return { organizationId, name, position: numberPosition };
}
