import { staleRevision } from "../../../contract/revision.ts";
import { readTimezone } from "../../../platform/database/organization-day.ts";
import { withoutAdditional } from "../../../platform/recurrence-rule.ts";
import type { Context } from "../../../rpc/context.ts";
import { lockForUpdateAndFindConflicts } from "../conflicts/domain.ts";
import type { Conflict } from "../conflicts/schema.ts";
import {
  attendeeRows,
  contentColumns,
  copyAttendees,
  reminderSettings,
  type Changes,
  type RequestedUpdate,
} from "./domain.content.ts";
import { followEvent } from "../domain.followers.ts";
import { lockEventForUpdate, type Affected } from "../domain.locks.ts";
import { attendeesOf } from "../occurrences/domain.occurrence.ts";
import { ownerAfter } from "../domain.owner.ts";
import { recordChange, recordDropped } from "../domain.record.ts";
import { changeSchedule, type Schedule } from "./domain.schedule.ts";
import { assertChangeable, assertNoOutcomes, readScope } from "./domain.scope.ts";
import { hasOccurrence } from "../domain.times.ts";
import { showEvent } from "../domain.ts";
import { updateOccurrence } from "../occurrences/domain.update.ts";
import type { CalendarEvent } from "../schema.ts";
import type { EventChanges } from "../schema.input.ts";
import { splitSeries } from "../series/domain.split.ts";
import { deleteExceptions, replaceLists, updateEventRow, type ListChanges } from "../store.changes.ts";
import type { EventRow } from "../store.ts";

/**
 * Changes an event, an occurrence or a series; null clears a field, a list replaces the one before it.
 *
 * @returns with the series that goes on with the changes, where the scope is `following`
 * @throws NOT_FOUND for the event, the occurrence, or what it refers to; FORBIDDEN for a private event of others;
 *   STALE_REVISION; DUPLICATE_ENTRY; INVALID_STATE_TRANSITION for an archived case, where it took place or was called
 *   off, and where outcomes would lose their occurrences; VALIDATION_FAILED
 */
export async function updateEvent(
  context: Context,
  eventId: string,
  { scope: givenScope, occurrenceOn, onConflict = "allow", ...changes }: EventChanges,
): Promise<{ calendarEvent: CalendarEvent; newEvent: CalendarEvent | null; conflicts: Conflict[] }> {
  const before = await lockEventForUpdate(context, eventId, affectedBy(changes), changes);
  const target = readScope(before, { scope: givenScope, occurrenceOn });
  const timezone = await readTimezone(context);
  if (target.scope === "this") {
    const updated = await updateOccurrence(context, before, target.occurrenceOn, { changes, timezone });
    const conflicts = await lockForUpdateAndFindConflicts(context, eventId, onConflict, target.occurrenceOn);
    return { calendarEvent: showEvent(context, updated), newEvent: null, conflicts };
  }
  assertChangeable(before.status, changes);
  if (target.scope === "following") {
    const { ended, created } = await splitSeries(context, before, target.occurrenceOn, { changes, timezone });
    const conflicts = await lockForUpdateAndFindConflicts(context, created.id, onConflict);
    return { calendarEvent: showEvent(context, ended), newEvent: showEvent(context, created), conflicts };
  }
  const updated = await updateWholeEvent(context, before, { changes, timezone });
  const conflicts = await lockForUpdateAndFindConflicts(context, eventId, onConflict);
  return { calendarEvent: showEvent(context, updated), newEvent: null, conflicts };
}

/** What decides the day of an event, of which case it is, and whether it is a series. */
const ofSchedule = [
  "startAt",
  "endAt",
  "startOn",
  "endOn",
  "allDay",
  "timeZone",
  "caseId",
  "leadId",
  "recurrence",
] as const;

const affectedBy = (changes: Changes): Affected =>
  ofSchedule.some((name) => changes[name] !== undefined) ? "schedule" : "content";

/** Changes a single event, or a whole series. */
async function updateWholeEvent(context: Context, before: EventRow, update: RequestedUpdate): Promise<EventRow> {
  const { columns, lists, dropped } = computeUpdate(before, update);
  if (!(await updateEventRow(context, before.id, columns))) throw staleRevision("calendarEvent");
  await replaceLists(context, before.id, lists);
  await deleteExceptions(context, before.id, dropped);
  const isRescheduled = columns.startAt !== before.startAt || columns.endAt !== before.endAt;
  const after = await recordChange(
    context,
    isRescheduled ? "calendar_event.rescheduled" : "calendar_event.updated",
    before,
  );
  recordDropped(context, { before, after, dropped });
  await followEvent(context, before, after);
  return after;
}

/** @throws VALIDATION_FAILED; INVALID_STATE_TRANSITION where outcomes would lose their occurrences */
function computeUpdate(before: EventRow, { changes, timezone }: RequestedUpdate) {
  const schedule = changeSchedule(before, changes, timezone);
  return {
    columns: { ...contentColumns(changes), ...ownerAfter(before, changes), ...schedule },
    lists: computeLists(before, changes),
    dropped: computeDropped(before, schedule),
  };
}

/**
 * The recurrence IDs of the exceptions whose day is no occurrence after a change of the schedule.
 *
 * @throws INVALID_STATE_TRANSITION where an outcome is recorded for an occurrence that moves or is gone
 */
function computeDropped(before: EventRow, { rule, startOn, timeZone }: Schedule): string[] {
  const withoutDates = (each: string | null) => (each === null ? null : withoutAdditional(each));
  const isMoved =
    withoutDates(rule) !== withoutDates(before.rule) || startOn !== before.startOn || timeZone !== before.timeZone;
  const dropped =
    isMoved || rule !== before.rule
      ? before.exceptions.filter(({ occurrenceOn }) => rule === null || !hasOccurrence(rule, startOn, occurrenceOn))
      : [];
  // With other additional dates alone, only the occurrences that are gone lose an outcome.
  assertNoOutcomes(
    isMoved ? before.exceptions : dropped,
    "Occurrences have outcomes; change from a later one with scope following",
  );
  return dropped.map(({ occurrenceOn }) => occurrenceOn);
}

/** The lists that a change replaces. A new organizer takes the place of the former among the attendees' rows. */
function computeLists(before: EventRow, changes: Changes): ListChanges {
  const { attendees, documentIds, tags, reminders, organizerMemberId = before.organizerMemberId } = changes;
  const stored = () => copyAttendees(attendeesOf(before, null));
  return {
    organizerMemberId,
    ...((attendees !== undefined || organizerMemberId !== before.organizerMemberId) && {
      attendees: attendees === undefined ? stored() : attendeeRows(attendees),
    }),
    documentIds,
    tags,
    reminders: reminders === undefined ? undefined : reminderSettings(reminders),
  };
}
