import type { Context } from "../../rpc/context.ts";
import { findConflicts } from "./conflicts/domain.ts";
import type { Conflict } from "./conflicts/schema.ts";
import { changeOccurrence, changeWhole, requireChangeable, requireScope } from "./domain.changes.ts";
import { lockOpenEvent, openEvent, requireReferences } from "./domain.locks.ts";
import { splitSeries } from "./domain.split.ts";
import { showEvent } from "./domain.ts";
import type { CalendarEvent } from "./schema.ts";
import type { EventChanges } from "./schema.input.ts";
import { readTimezone } from "./store.ts";

/**
 * Changes an event, an occurrence or a series; null clears a field, a list replaces the one before it.
 * @throws NOT_FOUND for the event, the occurrence, or what it refers to; FORBIDDEN for a private event of others; STALE_REVISION; DUPLICATE_ENTRY;
 * INVALID_STATE_TRANSITION for an archived case, where it took place or was called off, and where outcomes would lose their occurrences; VALIDATION_FAILED
 */
export async function updateEvent(context: Context, eventId: string, { scope, occurrenceOn, onConflict = "allow", ...changes }: EventChanges): Promise<{ calendarEvent: CalendarEvent; newEvent: CalendarEvent | null; conflicts: Conflict[] }> {
  const found = await openEvent(context, eventId, changes);
  const type = changes.type ?? found.type;
  await requireReferences(context, found, { ...changes, type }, changes.organizerMemberId ?? null, found.documents.map(({ id }) => id));
  const before = await lockOpenEvent(context, eventId);
  requireScope(before, { scope, occurrenceOn });
  const zone = await readTimezone(context);
  if (scope === "this") {
    const changed = await changeOccurrence(context, before, occurrenceOn ?? "", changes, zone);
    return { calendarEvent: showEvent(context, changed), newEvent: null, conflicts: await findConflicts(context, eventId, onConflict, occurrenceOn) };
  }
  requireChangeable(before.status, changes);
  if (scope === "following" && occurrenceOn !== before.startOn) {
    const { left, made } = await splitSeries(context, before, occurrenceOn ?? "", changes, zone);
    return { calendarEvent: showEvent(context, left), newEvent: showEvent(context, made), conflicts: await findConflicts(context, made.id, onConflict) };
  }
  return { calendarEvent: showEvent(context, await changeWhole(context, before, changes, zone)), newEvent: null, conflicts: await findConflicts(context, eventId, onConflict) };
}
