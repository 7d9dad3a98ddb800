import { limitReached } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { assignRowsToCase, lockRowsOfLeadForUpdate } from "../../rpc/resource/store.handover.ts";
import { trackChanges } from "../../rpc/track-changes.ts";
import { recordCalendarEvent } from "./domain.record.ts";
import { lockAttendedEventsForUpdate, replaceAttendee } from "./store.changes.ts";
import { findEvents } from "./store.ts";

/** Each needs an event in the same transaction. */
const most = 500;

/** Snapshots events that another area is about to change; the caller has locked them. */
export function trackCalendarChanges(context: Context, eventIds: readonly string[]): Promise<() => Promise<void>> {
  return trackChanges(
    () => findEvents(context, eventIds),
    (before, after) => recordCalendarEvent(context, "calendar_event.updated", { before, after }),
  );
}

/**
 * Assigns the events of a locked lead to its case, too, and records `calendar_event.updated` for each.
 *
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
export async function handOverEvents(context: Context, leadId: string, caseId: string): Promise<void> {
  const eventIds = await lockRowsOfLeadForUpdate(context, "CalendarEvent", leadId, most + 1);
  if (eventIds.length > most) throw limitReached(`The lead has more than ${most} calendar events; delete some first`);
  if (eventIds.length === 0) return;
  const recordEvents = await trackCalendarChanges(context, eventIds);
  await assignRowsToCase(context, "CalendarEvent", eventIds, caseId);
  await recordEvents();
}

/**
 * Puts a contact or client in the place of one that is merged into it, who would attend twice attends once.
 *
 * @returns records `calendar_event.updated` for each event
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
export async function mergeAttendees(
  context: Context,
  person: "contactId" | "clientId",
  change: { from: string; to: string },
): Promise<() => Promise<void>> {
  const eventIds = await lockAttendedEventsForUpdate(context, person, change.from, most + 1);
  if (eventIds.length > most)
    throw limitReached(`More than ${most} calendar events have it as an attendee; merge in the other direction`);
  if (eventIds.length === 0) return () => Promise.resolve();
  const recordEvents = await trackCalendarChanges(context, eventIds);
  await replaceAttendee(context, eventIds, person, change);
  return recordEvents;
}
