import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import { addDays, findOccurrence, withoutAdditional } from "../../../platform/recurrence-rule.ts";
import type { Context } from "../../../rpc/context.ts";
import {
  attendeeRows,
  authorColumns,
  contentColumns,
  copyAttendees,
  copyContent,
  reminderSettings,
  type RequestedUpdate,
} from "../changes/domain.content.ts";
import { attendeesOf, getOccurrence } from "../occurrences/domain.occurrence.ts";
import { ownerAfter } from "../domain.owner.ts";
import { recordCalendarEvent, recordChange, recordDropped, refreshEvent } from "../domain.record.ts";
import { changeSchedule } from "../changes/domain.schedule.ts";
import { assertChangeable, assertNoOutcomes } from "../changes/domain.scope.ts";
import { describeTimes, hasOccurrence, pickTimes, computeOccurrenceTimes, type Times } from "../domain.times.ts";
import { notifyOfChange } from "../reminders/domain.notices.ts";
import {
  deleteExceptions,
  insertEvent,
  moveExceptions,
  updateEventRow,
  type NewEventRecord,
} from "../store.changes.ts";
import type { EventRow } from "../store.ts";
import { continueRule, endRule } from "./domain.rule.ts";

/**
 * Ends a series before an occurrence, and goes on with the changes in another one (RANGE=THISANDFUTURE of RFC 5545).
 * Exceptions from that day on move with it, if its rule has their days.
 *
 * @param before the series, locked
 * @param occurrenceOn recurrence ID of the first occurrence that changes
 * @throws NOT_FOUND for the occurrence; STALE_REVISION; VALIDATION_FAILED; INVALID_STATE_TRANSITION where occurrences
 *   from that day on have outcomes
 */
export async function splitSeries(
  context: Context,
  before: EventRow,
  occurrenceOn: string,
  update: RequestedUpdate,
): Promise<{ ended: EventRow; created: EventRow }> {
  const { event, rest, dropped } = computeSplit(before, occurrenceOn, update);
  const endedSchedule = describeTimes(pickTimes(before), endRule(before, occurrenceOn));
  if (!(await updateEventRow(context, before.id, endedSchedule))) throw staleRevision("calendarEvent");
  await insertEvent(context, event, authorColumns(context));
  await deleteExceptions(
    context,
    before.id,
    dropped.map((exception) => exception.occurrenceOn),
  );
  await moveExceptions(context, before.id, event.row.id, occurrenceOn);
  const ended = await recordChange(context, "calendar_event.updated", before);
  const created = await refreshEvent(context, event.row.id);
  recordCalendarEvent(context, "calendar_event.created", { before: null, after: created });
  const isRescheduled = rest.times.startAt !== created.startAt || rest.times.endAt !== created.endAt;
  await notifyOfChange(context, isRescheduled ? "calendar_event.rescheduled" : "calendar_event.updated", {
    before,
    after: created,
    occurrenceOn: null,
  });
  // What the last occurrence had of its own is in the single event.
  const lost = dropped.filter((exception) => exception !== rest.exception);
  recordDropped(context, { before, after: ended, dropped: lost.map((exception) => exception.occurrenceOn) });
  return { ended, created };
}

/** How a series goes on from an occurrence, before the changes. */
interface Rest {
  times: Times;
  /** null where the occurrence is the last one: of one date there is no rule. */
  rule: string | null;
  /** What the last occurrence has of its own, which the single event in its place takes over. */
  exception: EventRow["exceptions"][number] | undefined;
}

/**
 * The series that goes on with the changes, and the exceptions whose days it does not have.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED; INVALID_STATE_TRANSITION
 */
function computeSplit(
  before: EventRow,
  occurrenceOn: string,
  { changes, timezone }: RequestedUpdate,
): { event: NewEventRecord; rest: Rest; dropped: EventRow["exceptions"] } {
  const rest = computeRest(before, occurrenceOn, changes);
  const { rule: restRule, times, exception } = rest;
  const later = before.exceptions.filter((each) => each.occurrenceOn >= occurrenceOn);
  assertNoOutcomes(later, "Occurrences from that day on have outcomes; change from a later one");
  const schedule = changeSchedule({ ...times, rule: restRule, reminders: before.reminders }, changes, timezone);
  const { rule, startOn } = schedule;
  const stored = () => copyAttendees(attendeesOf(before, restRule === null ? occurrenceOn : null));
  const event = {
    row: {
      ...copyContent(before, exception),
      status: exception?.status ?? before.status,
      ...contentColumns(changes),
      ...ownerAfter(before, changes),
      ...schedule,
      id: createId("calendarEvent"),
      splitFromEventId: before.id,
    },
    lists: {
      attendees: changes.attendees === undefined ? stored() : attendeeRows(changes.attendees),
      documentIds: changes.documentIds ?? before.documents.map(({ id }) => id),
      tags: changes.tags ?? before.tags,
      reminders: changes.reminders === undefined ? before.reminders : reminderSettings(changes.reminders),
    },
  };
  const dropped = later.filter((each) => rule === null || !hasOccurrence(rule, startOn, each.occurrenceOn));
  return { event, rest, dropped };
}

/**
 * @throws NOT_FOUND; VALIDATION_FAILED for an additional date, from which a rule cannot go on; INVALID_STATE_TRANSITION
 *   for a last occurrence that was called off
 */
function computeRest(series: EventRow, occurrenceOn: string, changes: RequestedUpdate["changes"]): Rest {
  const { startOn, rule } = series;
  const { times, exception } = getOccurrence(series, occurrenceOn);
  const regular = computeOccurrenceTimes(series, occurrenceOn);
  const continued = (): Rest => ({
    times: regular,
    rule: continueRule(rule ?? "", startOn, occurrenceOn),
    exception: undefined,
  });
  if (changes.recurrence !== undefined) return continued();
  if (findOccurrence(rule ?? "", startOn, addDays(occurrenceOn, 1)) === null) {
    assertChangeable(exception?.status ?? series.status, changes);
    return { times: { ...regular, ...times }, rule: null, exception };
  }
  if (!hasOccurrence(withoutAdditional(rule ?? ""), startOn, occurrenceOn)) {
    throw invalidInput({
      path: "occurrenceOn",
      message:
        "must be an occurrence of the rule: the series cannot go on from an additional date; send recurrence, or change it with scope this",
    });
  }
  return continued();
}
