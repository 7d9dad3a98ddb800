import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { lockForUpdateAndFindConflicts } from "../conflicts/domain.ts";
import type { Conflict } from "../conflicts/schema.ts";
import { lockEventForUpdate } from "../domain.locks.ts";
import { recordChange } from "../domain.record.ts";
import { isStanding } from "../domain.states.ts";
import { hasOccurrence } from "../domain.times.ts";
import { relateEvent, showEvent } from "../domain.ts";
import type { CalendarEvent } from "../schema.ts";
import type { Restoration } from "../schema.input.ts";
import { removeException } from "./domain.exceptions.ts";

/**
 * Makes an occurrence of a series as its rule says again: one that was removed takes place, one that was moved is back,
 * and what it had of its own is gone. One that has nothing of its own stays as it is.
 *
 * @throws NOT_FOUND for the event, and for a day on which the series has no occurrence; FORBIDDEN for a private event
 *   of others; STALE_REVISION; VALIDATION_FAILED for a single event; DUPLICATE_ENTRY of a member who is busy with
 *   `reject`; INVALID_STATE_TRANSITION for an archived case, and where it has an outcome or was called off by its
 *   status
 */
export async function restoreOccurrence(
  context: Context,
  eventId: string,
  { occurrenceOn, onConflict = "allow" }: Restoration,
): Promise<{ calendarEvent: CalendarEvent; conflicts: Conflict[] }> {
  const before = await lockEventForUpdate(context, eventId, "content");
  if (before.rule === null) throw invalidInput({ path: "occurrenceOn", message: "allowed only for a series" });
  if (!hasOccurrence(before.rule, before.startOn, occurrenceOn)) throw notFound("Occurrence");
  const exception = before.exceptions.find((each) => each.occurrenceOn === occurrenceOn);
  if (exception === undefined) {
    requireExpected(context.expectedRevisions, "calendarEvent", before.revision);
    recordAuditEntry(context, { entity: "calendar_event", id: eventId }, relateEvent(before));
    return { calendarEvent: showEvent(context, before), conflicts: [] };
  }
  const { status, startAt, isCancelled } = exception;
  if (status !== null && !isStanding(status)) {
    throw invalidState(`The occurrence is ${status}; move it to scheduled first`, {
      detail: status,
    });
  }
  await removeException(context, before, occurrenceOn);
  const isBack = isCancelled || startAt !== null;
  const after = await recordChange(
    context,
    isBack ? "calendar_event.rescheduled" : "calendar_event.updated",
    before,
    occurrenceOn,
  );
  const conflicts = await lockForUpdateAndFindConflicts(context, eventId, onConflict, occurrenceOn);
  return { calendarEvent: showEvent(context, after), conflicts };
}
