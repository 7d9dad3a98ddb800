import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { requireTransition } from "../../../contract/state-machine.ts";
import { createId } from "../../../platform/database/ids.ts";
import { readTimezone } from "../../../platform/database/organization-day.ts";
import { asJson } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { lockForUpdateAndFindConflicts } from "../conflicts/domain.ts";
import type { Conflict } from "../conflicts/schema.ts";
import { authorColumns, copyContent } from "./domain.content.ts";
import { followEvent } from "../domain.followers.ts";
import { lockEventForUpdate } from "../domain.locks.ts";
import { attendeesOf, findTarget, type Target } from "../occurrences/domain.occurrence.ts";
import { recordChange, recordCreation } from "../domain.record.ts";
import { eventStates, isStanding, listTransitions } from "../domain.states.ts";
import { describeTimes, readTimes } from "../domain.times.ts";
import { showEvent } from "../domain.ts";
import { writeException } from "../occurrences/domain.exceptions.ts";
import type { CalendarEvent, EventStatus } from "../schema.ts";
import type { Transition } from "../schema.input.ts";
import { insertEvent, updateEventRow, type NewEventRecord } from "../store.changes.ts";
import { findEvents, type EventRow } from "../store.ts";

/**
 * Moves an event, a series or an occurrence to another status; one that is continued, or adjourned to a date, goes on
 * in an event of its own.
 *
 * @throws NOT_FOUND for the event or the occurrence; FORBIDDEN for a private event of others; STALE_REVISION;
 *   VALIDATION_FAILED; INVALID_STATE_TRANSITION for an archived case, a status that does not follow, and an outcome of
 *   what is still ahead
 */
export async function transitionEvent(
  context: Context,
  eventId: string,
  { onConflict = "allow", ...transition }: Transition,
): Promise<{ calendarEvent: CalendarEvent; newEvent: CalendarEvent | null; conflicts: Conflict[] }> {
  const before = await lockEventForUpdate(context, eventId, "schedule");
  const target = findTarget(before, transition.occurrenceOn);
  validateTransition(before, target, transition);
  await checkTransition(context, before, target, transition.toStatus);
  const { rescheduleTo, toStatus } = transition;
  const later =
    rescheduleTo === undefined ? null : computeLater(before, target, rescheduleTo, await readTimezone(context));
  if (later !== null) await insertEvent(context, later, authorColumns(context));
  const laterId = later?.row.id ?? null;
  await writeStatus(context, before, target, computeStatus(context, transition, laterId));
  const after = await recordChange(context, eventTypeOf(toStatus, laterId), before, target.occurrenceOn);
  if (laterId === null) {
    await followEvent(context, before, after);
    return { calendarEvent: showEvent(context, after), newEvent: null, conflicts: [] };
  }
  const created = await recordCreation(context, laterId, before);
  await followEvent(context, before, created);
  const conflicts = await lockForUpdateAndFindConflicts(context, created.id, onConflict);
  return { calendarEvent: showEvent(context, after), newEvent: showEvent(context, created), conflicts };
}

/** What a whole series can become; the rest is of its occurrences. */
const ofSeries: ReadonlySet<EventStatus> = new Set(["scheduled", "confirmed", "cancelled"]);
const needReason: ReadonlySet<EventStatus> = new Set(["no_show", "continued", "adjourned", "cancelled"]);
const isOutcome = (status: EventStatus) => status === "held" || status === "no_show";

/** @throws VALIDATION_FAILED; INVALID_STATE_TRANSITION for a status that does not follow */
function validateTransition(
  before: EventRow,
  { occurrenceOn, status: from }: Target,
  { toStatus: to, reason, outcome, rescheduleTo }: Transition,
): void {
  const isSeries = before.rule !== null && occurrenceOn === null;
  if (isSeries && !ofSeries.has(to))
    throw invalidInput({ path: "occurrenceOn", message: "required for an occurrence of a series" });
  requireTransition(eventStates, from, to, isSeries ? listTransitions(before) : eventStates.transitions[from]);
  if (reason === undefined && (needReason.has(to) || !isStanding(from)))
    throw invalidInput({ path: "reason", message: `required to go from ${from} to ${to}` });
  if (outcome !== undefined && !isOutcome(to))
    throw invalidInput({ path: "outcome", message: "allowed only with held and no_show" });
  if (rescheduleTo === undefined && to === "continued")
    throw invalidInput({ path: "rescheduleTo", message: "required with continued" });
  if (rescheduleTo !== undefined && to !== "continued" && to !== "adjourned")
    throw invalidInput({ path: "rescheduleTo", message: "allowed only with continued and adjourned" });
}

/** Outcomes are recorded from ten minutes before the start of an event. */
const outcomeLead = 10 * 60_000;

/** @throws INVALID_STATE_TRANSITION for an outcome of what is still ahead, and to reopen what goes on in another event */
async function checkTransition(
  context: Context,
  before: EventRow,
  { exception, startAt }: Target,
  to: EventStatus,
): Promise<void> {
  if (isOutcome(to) && Date.parse(startAt) > Date.now() + outcomeLead) throw invalidState("The event is still ahead");
  const laterId = (exception ?? before).rescheduledToEventId;
  if (to === "scheduled" && laterId !== null && (await findEvents(context, [laterId])).length > 0)
    throw invalidState(`The event goes on in ${laterId}; delete that one first`, {
      errorReason: "record_in_use",
      detail: laterId,
    });
}

/**
 * The single event in which an event or an occurrence goes on: the same content, and nobody has responded.
 *
 * @throws VALIDATION_FAILED for the times
 */
function computeLater(
  before: EventRow,
  { occurrenceOn, exception }: Target,
  rescheduleTo: NonNullable<Transition["rescheduleTo"]>,
  timezone: string,
): NewEventRecord {
  const { allDay, timeZone, documents, tags, reminders } = before;
  const times = readTimes({ ...rescheduleTo, allDay, ...(!allDay && { timeZone }) }, timezone);
  const attendees = attendeesOf(before, occurrenceOn).map(({ memberId, contactId, clientId, isOptional }) => ({
    memberId,
    contactId,
    clientId,
    isOptional,
  }));
  return {
    row: {
      ...copyContent(before, exception),
      status: "scheduled",
      ...describeTimes(times, null),
      id: createId("calendarEvent"),
      rescheduledFromEventId: before.id,
      rescheduledFromOn: occurrenceOn,
    },
    lists: { attendees, documentIds: documents.map(({ id }) => id), tags, reminders },
  };
}

/** The columns of a status, of an event and of an exception alike. */
function computeStatus({ principal }: Context, { toStatus, reason, outcome }: Transition, laterId: string | null) {
  const recorded = {
    summary: outcome ?? null,
    recordedAt: new Date().toISOString(),
    recordedBy: describeActor(principal),
  };
  return {
    status: toStatus,
    statusReason: reason ?? null,
    outcome: asJson(isOutcome(toStatus) ? recorded : null),
    rescheduledToEventId: laterId,
  };
}

async function writeStatus(
  context: Context,
  before: EventRow,
  { occurrenceOn }: Target,
  columns: ReturnType<typeof computeStatus>,
): Promise<void> {
  if (occurrenceOn !== null) await writeException(context, before, occurrenceOn, columns);
  else if (!(await updateEventRow(context, before.id, columns))) throw staleRevision("calendarEvent");
}

function eventTypeOf(to: EventStatus, laterId: string | null): EventType {
  if (isOutcome(to)) return "calendar_event.outcome_recorded";
  if (laterId !== null) return "calendar_event.rescheduled";
  return to === "cancelled" ? "calendar_event.cancelled" : "calendar_event.updated";
}
