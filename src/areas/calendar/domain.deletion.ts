import { invalidInput } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import type { Context } from "../../rpc/context.ts";
import { lockToChange, rejectOutcomes, requireOccurrence, requireScope, writeOccurrence } from "./domain.changes.ts";
import { notifyOfChange } from "./reminders/domain.notices.ts";
import { endBefore } from "./domain.updates.ts";
import { describeTimes, pickTimes } from "./domain.times.ts";
import { recordCalendarEvent, recordChange } from "./domain.ts";
import type { Deletion } from "./schema.input.ts";
import { changeEvent, deleteExceptions, softDeleteEvent } from "./store.changes.ts";
import { cancelReminders } from "./reminders/store.ts";
import type { EventRow } from "./store.ts";

const explained: ReadonlySet<string> = new Set(["hearing", "trial", "deposition"]);
const recorded = "An outcome is recorded; cancel instead";

/**
 * Deletes an event or a series, ends a series, or removes an occurrence.
 * @throws NOT_FOUND for the event or the occurrence; FORBIDDEN for a private event of others; STALE_REVISION; VALIDATION_FAILED without a scope or a reason;
 * INVALID_STATE_TRANSITION for an archived case, and where an outcome is recorded
 */
export async function deleteEvent(context: Context, eventId: string, { scope, occurrenceOn = "", reason }: Deletion): Promise<void> {
  const before = await lockToChange(context, eventId);
  requireScope(before, { scope, ...(occurrenceOn !== "" && { occurrenceOn }) });
  if (reason === undefined && explained.has(before.type)) throw invalidInput({ path: "reason", message: `required for a ${before.type}` });
  if (scope === "this") await removeOccurrence(context, before, occurrenceOn, reason);
  else if (scope === "following" && occurrenceOn !== before.startOn) await endSeries(context, before, occurrenceOn);
  else await deleteWhole(context, before, reason);
}

async function removeOccurrence(context: Context, before: EventRow, occurrenceOn: string, reason: string | undefined): Promise<void> {
  const { exception } = requireOccurrence(before, occurrenceOn);
  rejectOutcomes(exception === undefined ? [] : [exception], recorded);
  await writeOccurrence(context, before, occurrenceOn, { isCancelled: true, statusReason: reason ?? null });
  await recordChange(context, "calendar_event.updated", before, occurrenceOn);
}

async function endSeries(context: Context, before: EventRow, day: string): Promise<void> {
  requireOccurrence(before, day);
  const later = before.exceptions.filter(({ occurrenceOn }) => occurrenceOn >= day);
  rejectOutcomes(later, recorded);
  if (!(await changeEvent(context, before.id, describeTimes(pickTimes(before), endBefore(before.rule ?? "", day))))) throw staleRevision("calendarEvent");
  await deleteExceptions(context, before.id, later.map(({ occurrenceOn }) => occurrenceOn));
  await recordChange(context, "calendar_event.updated", before);
  // The first of the occurrences that are gone says when.
  await notifyOfChange(context, "calendar_event.cancelled", before, before, day);
}

async function deleteWhole(context: Context, before: EventRow, reason: string | undefined): Promise<void> {
  rejectOutcomes([before, ...before.exceptions], recorded);
  const deleted = await softDeleteEvent(context, before.id, { deletedAt: new Date().toISOString(), ...(reason !== undefined && { statusReason: reason }) });
  if (deleted === undefined) throw staleRevision("calendarEvent");
  await cancelReminders(context, before.id);
  recordCalendarEvent(context, "calendar_event.deleted", before, { ...before, ...deleted });
  await notifyOfChange(context, "calendar_event.deleted", before, before, null);
}
