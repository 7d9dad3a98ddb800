import type { DeletedRecord } from "../../contract/deleted-records.ts";
import { notFound } from "../../contract/errors/error-codes.ts";
import { listWithDeleted } from "../../platform/database/lists/deleted-records.ts";
import { readSearchWords } from "../../platform/database/lists/search-terms.ts";
import { commonSorts, type Sort } from "../../platform/database/lists/sorted-list.ts";
import { readAdditional, withoutAdditional } from "../../platform/recurrence-rule.ts";
import { recordAuditEntry, type Context, type RecordReference } from "../../rpc/context.ts";
import { maskEvent, maskingOf, readerOf } from "./domain.masking.ts";
import { describeOccurrence, findOccurrenceTimes } from "./occurrences/domain.occurrence.ts";
import { listTransitions } from "./domain.states.ts";
import { toLocal } from "./domain.times.ts";
import { CalendarEvent, CalendarEventInEvent, type EventQuery, type Occurrence } from "./schema.ts";
import { findEvents, selectEventPage, type EventRow } from "./store.ts";

const withoutDay = ({ occurrenceOn: _on, ...attendee }: EventRow["attendees"][number]) => attendee;

function describeCourt(row: EventRow): object | null {
  const {
    courtContactId,
    judgeContactId,
    department,
    docketNumber,
    hearingType,
    appearance,
    courtContact,
    judgeContact,
  } = row;
  const values = { courtContactId, judgeContactId, department, docketNumber, hearingType, appearance };
  return Object.values(values).every((value) => value === null)
    ? null
    : { ...values, court: courtContact, judge: judgeContact };
}

function describeRelated({ relatedTaskId, relatedDeadlineId }: EventRow): CalendarEvent["related"] {
  if (relatedTaskId !== null) return { entity: "task", id: relatedTaskId };
  return relatedDeadlineId === null ? null : { entity: "deadline", id: relatedDeadlineId };
}

export function describeEvent(row: EventRow): CalendarEvent {
  const { createdBy, onBehalfOf, rule, endsOn, timeZone } = row;
  return CalendarEvent.parse({
    ...row,
    attendees: row.attendees.filter(({ occurrenceOn }) => occurrenceOn === null).map(withoutDay),
    localStart: toLocal(row.startAt, timeZone),
    localEnd: toLocal(row.endAt, timeZone),
    availableTransitions: listTransitions(row),
    recurrence: rule === null ? null : { rule: withoutAdditional(rule), additionalDates: readAdditional(rule), endsOn },
    exceptions: row.exceptions.map(({ hasAttendees, rescheduledToEventId, ...exception }) => ({
      ...exception,
      attendees: hasAttendees
        ? row.attendees.filter(({ occurrenceOn }) => occurrenceOn === exception.occurrenceOn).map(withoutDay)
        : null,
      rescheduledTo: rescheduledToEventId === null ? null : { eventId: rescheduledToEventId, occurrenceOn: null },
    })),
    rescheduledFrom:
      row.rescheduledFromEventId === null
        ? null
        : { eventId: row.rescheduledFromEventId, occurrenceOn: row.rescheduledFromOn },
    rescheduledTo: row.rescheduledToEventId === null ? null : { eventId: row.rescheduledToEventId, occurrenceOn: null },
    court: describeCourt(row),
    related: describeRelated(row),
    createdBy: { ...createdBy, onBehalfOf },
    isMasked: false,
  });
}

/** The event as the caller may see it. */
export function showEvent(context: Context, row: EventRow, isFull = true): CalendarEvent {
  const event = maskEvent(describeEvent(row), maskingOf(row, readerOf(context)));
  const lead =
    event.lead === null || context.principal.scopes.has("leads:read") ? event.lead : { ...event.lead, name: null };
  return { ...event, lead, exceptions: isFull ? event.exceptions : null };
}

/** Records in the audit log that the content of a medical event was read. */
export function auditRead(context: Context, row: EventRow): void {
  if (maskingOf(row, { memberId: null, readsMedical: false }) === "medical" && readerOf(context).readsMedical)
    recordAuditEntry(context, { entity: "calendar_event", id: row.id }, relateEvent(row));
}

const eventSorts = {
  ...commonSorts,
  start: { column: "startAt", type: "timestamptz", descending: false },
} as const satisfies Record<string, Sort>;

/**
 * A page of events and series.
 *
 * @throws VALIDATION_FAILED for a foreign cursor, or a search without words
 */
export async function listEvents(
  context: Context,
  query: EventQuery,
): Promise<{ calendarEvents: (CalendarEvent | DeletedRecord)[]; nextCursor: string | null }> {
  const { q, after, limit, sort, includeDeleted, view, ...plain } = query;
  const words = q === undefined ? [] : await readSearchWords(context.transaction, q, "q");
  const list = {
    name: "calendar-events",
    alias: "e",
    sorts: eventSorts,
    deleted: { table: "CalendarEvent", caseId: plain.caseId },
  } as const;
  const page = { after, limit, sort, includeDeleted, updatedSince: plain.updatedSince };
  const { rows, nextCursor } = await listWithDeleted(context, list, page, {
    select: (each) => selectEventPage(context, { ...plain, words }, readerOf(context), each),
    show: (row) => {
      auditRead(context, row);
      return showEvent(context, row, view === "full");
    },
  });
  return { calendarEvents: rows, nextCursor };
}

/** @throws NOT_FOUND, also when it was deleted */
export async function getEventRow(context: Context, eventId: string): Promise<EventRow> {
  const [row] = await findEvents(context, [eventId]);
  if (row === undefined) throw notFound("Calendar event");
  return row;
}

/**
 * @param occurrenceOn shows that occurrence beside the series
 * @throws NOT_FOUND for the event, or the occurrence
 */
export async function getEvent(
  context: Context,
  eventId: string,
  occurrenceOn: string | undefined,
): Promise<{ calendarEvent: CalendarEvent; occurrence: Occurrence | null }> {
  const row = await getEventRow(context, eventId);
  const occurrence = occurrenceOn === undefined ? null : showOccurrence(context, row, occurrenceOn);
  auditRead(context, row);
  return { calendarEvent: showEvent(context, row), occurrence };
}

/**
 * An occurrence of a series as the caller may see it; of a single event, the event.
 *
 * @throws NOT_FOUND
 */
export function showOccurrence(context: Context, row: EventRow, occurrenceOn: string | null): Occurrence {
  const times = findOccurrenceTimes(row, occurrenceOn);
  if (times === null) throw notFound("Occurrence");
  return describeOccurrence(showEvent(context, row), occurrenceOn, times);
}

type Relating = Pick<
  EventRow,
  "id" | "visibility" | "caseId" | "caseClientId" | "leadId" | "organizerMemberId" | "courtContactId"
> & { attendees: readonly { memberId: string | null }[] };

/** relatedIds of an event: of a private one neither its case nor who attends. */
export function relateEvent(row: Relating): RecordReference[] {
  const { id, caseId, caseClientId, leadId, organizerMemberId, courtContactId, attendees } = row;
  const own = { entity: "calendar_event", id };
  const others =
    row.visibility === "private"
      ? { member: organizerMemberId }
      : { case: caseId, client: caseClientId, lead: leadId, contact: courtContactId, member: organizerMemberId };
  const members =
    row.visibility === "private"
      ? []
      : attendees.flatMap(({ memberId }) => (memberId === null || memberId === organizerMemberId ? [] : [memberId]));
  return [
    own,
    ...Object.entries(others).flatMap(([entity, other]) => (other === null ? [] : [{ entity, id: other }])),
    ...[...new Set(members)].map((memberId) => ({ entity: "member", id: memberId })),
  ];
}

/**
 * The payload of an event, before `redact`.
 *
 * @param series of which the occurrence is one
 * @param isPrivate masks it as a private one
 */
export function describeInEvent(
  row: EventRow,
  occurrenceOn: string | null = null,
  series: EventRow = row,
  isPrivate = false,
): CalendarEventInEvent {
  const masking = isPrivate ? "private" : maskingOf(row, { memberId: null, readsMedical: false });
  const times = occurrenceOn === null ? null : findOccurrenceTimes(series, occurrenceOn, { includesRemoved: true });
  const own = row.exceptions.find((exception) => exception.occurrenceOn === occurrenceOn);
  const occurrence =
    times === null
      ? null
      : { ...times, occurrenceOn, status: own?.status ?? row.status, isCancelled: own?.isCancelled ?? series !== row };
  const { virtualMeeting, ...event } = maskEvent(describeEvent(row), masking);
  return CalendarEventInEvent.parse({
    ...event,
    virtualMeeting: virtualMeeting === null ? null : JSON.stringify(virtualMeeting),
    occurrence,
  });
}
