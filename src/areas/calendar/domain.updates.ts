import { invalidInput } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { findConflicts } from "./conflicts/domain.ts";
import type { Conflict } from "./conflicts/schema.ts";
import { changeOccurrence, changeWhole, requireChangeable, requireScope, type Changes } from "./domain.changes.ts";
import { isMoved, lockOpenEvent, openEvent, planOwner, requireReferences } from "./domain.locks.ts";
import { splitSeries } from "./series/domain.split.ts";
import { showEvent } from "./domain.ts";
import type { CalendarEvent } from "./schema.ts";
import type { EventChanges } from "./schema.input.ts";
import { readTimezone, type EventRow } from "./store.ts";

/** Requires what an event refers to after a change. What is of the case or lead cannot stay where the event is moved. @throws NOT_FOUND; VALIDATION_FAILED */
async function requireReferencesAfter(context: Context, found: EventRow, changes: Changes): Promise<void> {
  const [owner, attached, type, organizer] = [planOwner(found, changes), found.documents.map(({ id }) => id), changes.type ?? found.type, changes.organizerMemberId ?? null];
  if (!isMoved(found, owner)) return requireReferences(context, owner, { ...changes, type }, organizer, attached);
  const message = "required to move the event: what it has is of the case or lead that it leaves";
  if (changes.documentIds === undefined && attached.length > 0) throw invalidInput({ path: "documentIds", message });
  if (changes.related === undefined && (found.relatedTaskId ?? found.relatedDeadlineId) !== null) throw invalidInput({ path: "related", message });
  const { feedTitle = found.feedTitle } = changes;
  return requireReferences(context, owner, { ...changes, type, feedTitle }, organizer);
}

/**
 * Changes an event, an occurrence or a series; null clears a field, a list replaces the one before it.
 * @throws NOT_FOUND for the event, the occurrence, or what it refers to; FORBIDDEN for a private event of others; STALE_REVISION; DUPLICATE_ENTRY;
 * INVALID_STATE_TRANSITION for an archived case, where it took place or was called off, and where outcomes would lose their occurrences; VALIDATION_FAILED
 */
export async function updateEvent(context: Context, eventId: string, { scope, occurrenceOn, onConflict = "allow", ...changes }: EventChanges): Promise<{ calendarEvent: CalendarEvent; newEvent: CalendarEvent | null; conflicts: Conflict[] }> {
  const found = await openEvent(context, eventId, changes);
  await requireReferencesAfter(context, found, changes);
  const before = await lockOpenEvent(context, found);
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
