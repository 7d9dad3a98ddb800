import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import type { Context } from "../../../rpc/context.ts";
import { followEvent } from "../domain.followers.ts";
import { lockEventForUpdate } from "../domain.locks.ts";
import { getOccurrence } from "../occurrences/domain.occurrence.ts";
import { recordCalendarEvent, recordChange } from "../domain.record.ts";
import { assertNoOutcomes, readScope } from "./domain.scope.ts";
import { describeTimes, pickTimes } from "../domain.times.ts";
import { writeException } from "../occurrences/domain.exceptions.ts";
import { notifyOfChange } from "../reminders/domain.notices.ts";
import { cancelReminders } from "../reminders/store.ts";
import type { Deletion } from "../schema.input.ts";
import { endRule } from "../series/domain.rule.ts";
import { deleteExceptions, softDeleteEvent, updateEventRow } from "../store.changes.ts";
import type { EventRow } from "../store.ts";

/** The types of events whose deletion needs a reason. */
const explained: ReadonlySet<string> = new Set(["hearing", "trial", "deposition"]);
const outcomeRecorded = "An outcome is recorded; cancel instead";

/**
 * Deletes an event or a series, ends a series, or removes an occurrence.
 *
 * @throws NOT_FOUND for the event or the occurrence; FORBIDDEN for a private event of others; STALE_REVISION;
 *   VALIDATION_FAILED without a scope or a reason; INVALID_STATE_TRANSITION for an archived case, and where an outcome
 *   is recorded
 */
export async function deleteEvent(
  context: Context,
  eventId: string,
  { scope, occurrenceOn, reason }: Deletion,
): Promise<void> {
  const before = await lockEventForUpdate(context, eventId, "schedule");
  const target = readScope(before, { scope, occurrenceOn });
  if (reason === undefined && explained.has(before.type))
    throw invalidInput({ path: "reason", message: `required for a ${before.type}` });
  if (target.scope === "this") await removeOccurrence(context, before, target.occurrenceOn, reason);
  else if (target.scope === "following") await endSeries(context, before, target.occurrenceOn);
  else await deleteWholeEvent(context, before, reason);
}

/** Makes an occurrence an exception date (EXDATE of RFC 5545). */
async function removeOccurrence(
  context: Context,
  series: EventRow,
  occurrenceOn: string,
  reason: string | undefined,
): Promise<void> {
  const { exception } = getOccurrence(series, occurrenceOn);
  assertNoOutcomes(exception === undefined ? [] : [exception], outcomeRecorded);
  await writeException(context, series, occurrenceOn, { isCancelled: true, statusReason: reason ?? null });
  await recordChange(context, "calendar_event.updated", series, occurrenceOn);
}

async function endSeries(context: Context, series: EventRow, occurrenceOn: string): Promise<void> {
  getOccurrence(series, occurrenceOn);
  const later = series.exceptions.filter((each) => each.occurrenceOn >= occurrenceOn);
  assertNoOutcomes(later, outcomeRecorded);
  const schedule = describeTimes(pickTimes(series), endRule(series, occurrenceOn));
  if (!(await updateEventRow(context, series.id, schedule))) throw staleRevision("calendarEvent");
  await deleteExceptions(
    context,
    series.id,
    later.map((each) => each.occurrenceOn),
  );
  await recordChange(context, "calendar_event.updated", series);
  // The first of the occurrences that are gone says when.
  await notifyOfChange(context, "calendar_event.cancelled", { before: series, after: series, occurrenceOn });
}

async function deleteWholeEvent(context: Context, before: EventRow, reason: string | undefined): Promise<void> {
  assertNoOutcomes([before, ...before.exceptions], outcomeRecorded);
  await followEvent(context, before, null);
  const deleted = await softDeleteEvent(context, before.id, {
    deletedAt: new Date().toISOString(),
    ...(reason !== undefined && { statusReason: reason }),
  });
  if (deleted === undefined) throw staleRevision("calendarEvent");
  await cancelReminders(context, before.id);
  recordCalendarEvent(context, "calendar_event.deleted", { before, after: { ...before, ...deleted } });
  await notifyOfChange(context, "calendar_event.deleted", { before, after: before, occurrenceOn: null });
}
