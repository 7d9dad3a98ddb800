import { invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import { eventStates } from "../domain.states.ts";
import { hasOccurrence, computeOccurrenceTimes, toLocal, type Times } from "../domain.times.ts";
import { Occurrence, type CalendarEvent, type EventStatus } from "../schema.ts";
import type { EventRow, ExceptionRow } from "../store.ts";

type OfSeries = Times & Pick<EventRow, "rule" | "exceptions">;
export type OccurrenceTimes = Pick<Times, "startAt" | "endAt" | "startOn" | "endOn">;

/** The times that an exception, or a single event, has itself; null where those of its series count. */
export function ownTimes({
  startAt,
  endAt,
  startOn,
  endOn,
}: Pick<ExceptionRow, "startAt" | "endAt" | "startOn" | "endOn">): OccurrenceTimes | null {
  return startAt === null || endAt === null || startOn === null || endOn === null
    ? null
    : { startAt, endAt, startOn, endOn };
}

/**
 * When an occurrence of a series takes place; of a single event, the event.
 *
 * @param options.includesRemoved also an occurrence that was removed
 * @returns null where there is none
 */
export function findOccurrenceTimes(
  series: OfSeries,
  occurrenceOn: string | null,
  { includesRemoved = false }: { includesRemoved?: boolean } = {},
): OccurrenceTimes | null {
  if (occurrenceOn === null || series.rule === null)
    return occurrenceOn === null && series.rule === null ? ownTimes(series) : null;
  if (!hasOccurrence(series.rule, series.startOn, occurrenceOn)) return null;
  const exception = series.exceptions.find((each) => each.occurrenceOn === occurrenceOn);
  if (exception?.isCancelled === true && !includesRemoved) return null;
  return (exception === undefined ? null : ownTimes(exception)) ?? computeOccurrenceTimes(series, occurrenceOn);
}

/**
 * An occurrence of a series: when it takes place, and the exception that says what differs from the series.
 *
 * @param occurrenceOn recurrence ID
 * @throws NOT_FOUND for a day that is none of the series, or whose occurrence was removed
 */
export function getOccurrence(
  series: OfSeries & Pick<EventRow, "exceptions">,
  occurrenceOn: string,
): { times: OccurrenceTimes; exception: ExceptionRow | undefined } {
  const times = findOccurrenceTimes(series, occurrenceOn);
  if (times === null) throw notFound("Occurrence");
  return { times, exception: series.exceptions.find((each) => each.occurrenceOn === occurrenceOn) };
}

/** What a change of one record of the calendar is for: an event, or an occurrence of a series, as before the change. */
export interface Target {
  /** Recurrence ID; null for an event. */
  occurrenceOn: string | null;
  exception: ExceptionRow | undefined;
  startAt: string;
  status: EventStatus;
}

/**
 * The event, or the occurrence that a request names.
 *
 * @throws VALIDATION_FAILED for an occurrence of a single event; NOT_FOUND
 */
export function findTarget(event: EventRow, occurrenceOn: string | undefined): Target {
  if (occurrenceOn === undefined)
    return { occurrenceOn: null, exception: undefined, startAt: event.startAt, status: event.status };
  if (event.rule === null) throw invalidInput({ path: "occurrenceOn", message: "allowed only for a series" });
  const { times, exception } = getOccurrence(event, occurrenceOn);
  return { occurrenceOn, exception, startAt: times.startAt, status: exception?.status ?? event.status };
}

/** Who attends an event, or an occurrence that has attendees of its own. */
export function attendeesOf(
  { attendees, exceptions }: Pick<EventRow, "attendees" | "exceptions">,
  occurrenceOn: string | null,
): EventRow["attendees"] {
  const day = exceptions.some((each) => each.occurrenceOn === occurrenceOn && each.hasAttendees) ? occurrenceOn : null;
  return attendees.filter((attendee) => attendee.occurrenceOn === day);
}

/** An occurrence, from the event as the caller may see it: what is masked of the series is masked of it, too. */
export function describeOccurrence(
  event: CalendarEvent,
  occurrenceOn: string | null,
  { startAt, endAt, startOn, endOn }: OccurrenceTimes,
): Occurrence {
  const exception = event.exceptions?.find((each) => each.occurrenceOn === occurrenceOn);
  const { occurrenceOn: _on, isCancelled = false, updatedAt: _at, ...own } = exception ?? {};
  const overlay = Object.entries(own).filter(([, value]) => value !== null);
  const status = exception?.status ?? event.status;
  return Occurrence.parse({
    ...event,
    ...Object.fromEntries(overlay),
    startAt,
    endAt,
    startOn,
    endOn,
    status: isCancelled ? "cancelled" : status,
    availableTransitions: event.type === null || isCancelled ? [] : eventStates.transitions[status],
    localStart: toLocal(startAt, event.timeZone),
    localEnd: toLocal(endAt, event.timeZone),
    eventId: event.id,
    occurrenceOn,
    isException: exception !== undefined,
  });
}
