import { AppError, invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import { requireExpected, staleRevision } from "../../contract/revision.ts";
import { requireTransition } from "../../contract/state-machine.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { createId } from "../../platform/database/ids.ts";
import { asJson } from "../../platform/database/wire-form.ts";
import { readTimezone } from "../../platform/database/organization-day.ts";
import { recordAuditEntry, type Context } from "../../rpc/context.ts";
import { describeActor } from "../../rpc/principal.ts";
import { findConflicts } from "./conflicts/domain.ts";
import type { Conflict } from "./conflicts/schema.ts";
import { asGiven, lockToChange, requireOccurrence, writeOccurrence } from "./domain.changes.ts";
import { insertWhole } from "./domain.create.ts";
import { attendeesOf } from "./domain.occurrences.ts";
import { copyForLater } from "./domain.scopes.ts";
import { followEvent } from "./domain.followers.ts";
import { eventStates, isStanding, listMoves } from "./domain.states.ts";
import { describeTimes, readTimes } from "./domain.times.ts";
import { recordChange, recordCreation, relateEvent, showEvent } from "./domain.ts";
import type { CalendarEvent, EventStatus } from "./schema.ts";
import type { EventResponse, Transition } from "./schema.input.ts";
import { changeEvent, replaceAttendees } from "./store.changes.ts";
import { findEvents, type EventRow } from "./store.ts";

type How = Omit<Transition, "toStatus" | "occurrenceOn">;

/** Attended events are recorded from ten minutes before their start. */
const earliest = 10 * 60_000;

/** An event, or an occurrence of a series, as it is before a change. */
function findTarget(before: EventRow, occurrenceOn: string | undefined) {
  if (occurrenceOn === undefined)
    return { before, occurrenceOn: null, exception: undefined, startAt: before.startAt, status: before.status };
  if (before.rule === null) throw invalidInput({ path: "occurrenceOn", message: "allowed only for a series" });
  const { times, exception } = requireOccurrence(before, occurrenceOn);
  return { before, occurrenceOn, exception, startAt: times.startAt, status: exception?.status ?? before.status };
}
type Target = ReturnType<typeof findTarget>;

function requireHow(from: EventStatus, to: EventStatus, { reason, outcome, rescheduleTo }: How): void {
  const isOutcome = to === "held" || to === "no_show";
  if (reason === undefined && (["no_show", "continued", "adjourned", "cancelled"].includes(to) || !isStanding(from)))
    throw invalidInput({ path: "reason", message: `required to go from ${from} to ${to}` });
  if (outcome !== undefined && !isOutcome)
    throw invalidInput({ path: "outcome", message: "allowed only with held and no_show" });
  if (rescheduleTo === undefined && to === "continued")
    throw invalidInput({ path: "rescheduleTo", message: "required with continued" });
  if (rescheduleTo !== undefined && to !== "continued" && to !== "adjourned")
    throw invalidInput({ path: "rescheduleTo", message: "allowed only with continued and adjourned" });
}

/** @throws INVALID_STATE_TRANSITION for an outcome of what is still ahead, and to reopen what goes on in another event */
async function requireFree(context: Context, { before, exception, startAt }: Target, to: EventStatus): Promise<void> {
  if ((to === "held" || to === "no_show") && Date.parse(startAt) > Date.now() + earliest)
    throw new AppError("INVALID_STATE_TRANSITION", "The event is still ahead");
  const later = exception === undefined ? before.rescheduledToEventId : exception.rescheduledToEventId;
  if (to === "scheduled" && later !== null && (await findEvents(context, [later])).length > 0)
    throw new AppError("INVALID_STATE_TRANSITION", `The event goes on in ${later}; delete that one first`, {
      errorReason: "record_in_use",
      detail: later,
    });
}

/**
 * Moves an event, a series or an occurrence to another status; one that is continued, or adjourned to a date, goes on
 * in an event of its own.
 *
 * @throws NOT_FOUND for the event or the occurrence; FORBIDDEN for a private event of others; STALE_REVISION;
 *   VALIDATION_FAILED; INVALID_STATE_TRANSITION for an archived case, a status that does not follow, and an outcome of
 *   what is still ahead
 */
export async function moveEvent(
  context: Context,
  eventId: string,
  { toStatus, occurrenceOn, ...how }: Transition,
): Promise<{ calendarEvent: CalendarEvent; newEvent: CalendarEvent | null; conflicts: Conflict[] }> {
  const before = await lockToChange(context, eventId, "day");
  const target = findTarget(before, occurrenceOn);
  const isSeries = before.rule !== null && occurrenceOn === undefined;
  if (isSeries && !["scheduled", "confirmed", "cancelled"].includes(toStatus))
    throw invalidInput({ path: "occurrenceOn", message: "required for an occurrence of a series" });
  requireTransition(
    eventStates,
    target.status,
    toStatus,
    isSeries ? listMoves(before) : eventStates.transitions[target.status],
  );
  requireHow(target.status, toStatus, how);
  await requireFree(context, target, toStatus);
  const newEventId = how.rescheduleTo === undefined ? null : await insertLater(context, target, how.rescheduleTo);
  await writeStatus(context, target, toStatus, how, newEventId);
  const after = await recordChange(context, nameMove(toStatus, newEventId), before, target.occurrenceOn);
  if (newEventId === null) {
    await followEvent(context, before, after);
    return { calendarEvent: showEvent(context, after), newEvent: null, conflicts: [] };
  }
  const made = await recordCreation(context, newEventId, before);
  await followEvent(context, before, made);
  return {
    calendarEvent: showEvent(context, after),
    newEvent: showEvent(context, made),
    conflicts: await findConflicts(context, made.id, how.onConflict ?? "allow"),
  };
}

function nameMove(to: EventStatus, newEventId: string | null): EventType {
  if (to === "held" || to === "no_show") return "calendar_event.outcome_recorded";
  if (newEventId !== null) return "calendar_event.rescheduled";
  return to === "cancelled" ? "calendar_event.cancelled" : "calendar_event.updated";
}

async function writeStatus(
  context: Context,
  { before, occurrenceOn }: Target,
  to: EventStatus,
  { reason, outcome }: How,
  newEventId: string | null,
): Promise<void> {
  const recorded = {
    summary: outcome ?? null,
    recordedAt: new Date().toISOString(),
    recordedBy: describeActor(context.principal),
  };
  const columns = {
    status: to,
    statusReason: reason ?? null,
    outcome: asJson(to === "held" || to === "no_show" ? recorded : null),
    rescheduledToEventId: newEventId,
  };
  if (occurrenceOn !== null) await writeOccurrence(context, before, occurrenceOn, columns);
  else if (!(await changeEvent(context, before.id, columns))) throw staleRevision("calendarEvent");
}

async function insertLater(context: Context, target: Target, times: NonNullable<How["rescheduleTo"]>): Promise<string> {
  const { before, occurrenceOn, exception } = target;
  const zone = await readTimezone(context);
  const placed = readTimes(
    { ...times, allDay: before.allDay, ...(!before.allDay && { timeZone: before.timeZone }) },
    zone,
  );
  const { title, description, location, virtualMeeting } = exception ?? {};
  const row = {
    ...before,
    title: title ?? before.title,
    description: description ?? before.description,
    location: location ?? before.location,
    virtualMeeting: virtualMeeting ?? before.virtualMeeting,
  };
  const { content, documentIds, tags, reminders } = copyForLater(row);
  const attendees = attendeesOf(before, occurrenceOn).map(({ memberId, contactId, clientId, isOptional }) => ({
    memberId,
    contactId,
    clientId,
    isOptional,
  }));
  const id = createId("calendarEvent");
  await insertWhole(
    context,
    {
      ...content,
      ...describeTimes(placed, null),
      id,
      rescheduledFromEventId: before.id,
      rescheduledFromOn: occurrenceOn,
    },
    { attendees, documentIds, tags, reminders },
  );
  return id;
}

/**
 * Records an attendee's response, to an occurrence for that one alone. The same again changes nothing.
 *
 * @throws NOT_FOUND for the event, the occurrence, or who does not attend; FORBIDDEN for a private event of others;
 *   STALE_REVISION; INVALID_STATE_TRANSITION for an archived case
 */
export async function recordResponse(
  context: Context,
  eventId: string,
  { occurrenceOn, response, comment, ...person }: EventResponse,
): Promise<CalendarEvent> {
  const responseComment = comment ?? null;
  const before = await lockToChange(context, eventId, "content");
  const target = findTarget(before, occurrenceOn);
  const attendees = asGiven(attendeesOf(before, target.occurrenceOn));
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
  if (target.occurrenceOn !== null) await writeOccurrence(context, before, target.occurrenceOn, { hasAttendees: true });
  else if (!(await changeEvent(context, eventId, {}))) throw staleRevision("calendarEvent");
  await replaceAttendees(
    context,
    eventId,
    target.occurrenceOn,
    responded,
    target.occurrenceOn === null ? before.organizerMemberId : null,
  );
  return showEvent(context, await recordChange(context, "calendar_event.responded", before, target.occurrenceOn));
}
