import { notFound } from "../../../contract/errors/error-codes.ts";
import { requireExpected, staleRevision } from "../../../contract/revision.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { copyAttendees } from "./domain.content.ts";
import { lockEventForUpdate } from "../domain.locks.ts";
import { attendeesOf, findTarget } from "../occurrences/domain.occurrence.ts";
import { recordChange } from "../domain.record.ts";
import { relateEvent, showEvent } from "../domain.ts";
import { writeException } from "../occurrences/domain.exceptions.ts";
import type { CalendarEvent } from "../schema.ts";
import type { EventResponse } from "../schema.input.ts";
import { replaceAttendees, updateEventRow } from "../store.changes.ts";

/**
 * Records an attendee's response, to an occurrence for that one alone. The same again changes nothing.
 *
 * @throws NOT_FOUND for the event, the occurrence, or who does not attend; FORBIDDEN for a private event of others;
 *   STALE_REVISION; INVALID_STATE_TRANSITION for an archived case
 */
export async function recordResponse(
  context: Context,
  eventId: string,
  { occurrenceOn: givenOccurrence, response, comment, ...person }: EventResponse,
): Promise<CalendarEvent> {
  const responseComment = comment ?? null;
  const before = await lockEventForUpdate(context, eventId, "content");
  const { occurrenceOn } = findTarget(before, givenOccurrence);
  const attendees = copyAttendees(attendeesOf(before, occurrenceOn));
  const own = attendees.find(({ memberId, contactId, clientId }) =>
    [memberId, contactId, clientId].some((id) => id !== null && Object.values(person).includes(id)),
  );
  if (own === undefined) throw notFound("Attendee");
  if (own.response === response && own.responseComment === responseComment) {
    requireExpected(context.expectedRevisions, "calendarEvent", before.revision);
    recordAuditEntry(context, { entity: "calendar_event", id: eventId }, relateEvent(before));
    return showEvent(context, before);
  }
  const responded = attendees.map((attendee) =>
    attendee === own ? { ...own, response, responseComment, respondedAt: new Date().toISOString() } : attendee,
  );
  if (occurrenceOn !== null) await writeException(context, before, occurrenceOn, { hasAttendees: true });
  else if (!(await updateEventRow(context, eventId, {}))) throw staleRevision("calendarEvent");
  const organizerMemberId = occurrenceOn === null ? before.organizerMemberId : null;
  await replaceAttendees(context, { eventId, occurrenceOn }, responded, organizerMemberId);
  return showEvent(context, await recordChange(context, "calendar_event.responded", before, occurrenceOn));
}
