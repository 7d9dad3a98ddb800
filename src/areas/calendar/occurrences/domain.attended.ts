import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { mapInTurns } from "../../../platform/event-loop-turn.ts";
import type { Context } from "../../../rpc/context.ts";
import { attendeesOf, type OccurrenceTimes } from "./domain.occurrence.ts";
import type { CalendarEvent } from "../schema.ts";
import { findEvents, type EventRow } from "../store.ts";
import { listFoundOccurrences, type FoundOccurrence } from "./domain.ts";
import type { Window } from "./store.ts";

/** An occurrence of which a member is the organizer or an attendee. */
export interface Attended extends OccurrenceTimes {
  memberId: string;
  event: EventRow;
  occurrenceOn: string | null;
  showAs: CalendarEvent["showAs"];
  isDeclined: boolean;
  /** Whether others count on the member: not of an attendance that is optional, or declined. */
  isExpected: boolean;
}

const most = 10_000;

/**
 * Everything that these members, or all, organize or attend in a window, private events included: for times alone.
 *
 * @param upTo so many occurrences are enough
 * @throws VALIDATION_FAILED for too much, unless some are enough
 */
export async function listAttended(
  context: Context,
  window: Window,
  memberIds: readonly string[] | null,
  upTo?: number,
): Promise<Attended[]> {
  const found = await listFoundOf(context, window, { memberIds, types: null }, upTo ?? most + 1);
  if (found.length > most)
    throw invalidInput({ path: "to", message: `more than ${most} occurrences; narrow the window` });
  return describeFound(context, found, memberIds);
}

/** An occurrence in the calendar of several members. */
export interface SharedOccurrence extends OccurrenceTimes {
  event: EventRow;
  occurrenceOn: string | null;
  showAs: CalendarEvent["showAs"];
  /** Those of the members who organize or attend it and did not decline. */
  memberIds: string[];
}

/** Whose occurrences are read, and of which types. */
export interface SharedFilter {
  /** null for all of the organization, also those that are nobody's. */
  memberIds: readonly string[] | null;
  /** null for all types. */
  types: readonly string[] | null;
}

/**
 * The first occurrences in a window that members organize or attend and did not decline, private events included.
 *
 * @param limit the most that are read
 * @returns them, and the day of the last one that was read where there may be more
 * @throws VALIDATION_FAILED as listFoundOccurrences
 */
export async function listShared(
  context: Context,
  window: Window,
  filter: SharedFilter,
  limit: number,
): Promise<{ occurrences: SharedOccurrence[]; unreadFrom: string | null }> {
  const found = await listFoundOf(context, window, filter, limit);
  const events = await findEventsOf(context, found);
  const described = await mapInTurns(found, (each) => describeShared(each, events.get(each.eventId), filter.memberIds));
  const last = found.length < limit ? undefined : found.at(-1);
  const unreadFrom = last === undefined ? null : ((last.times ?? events.get(last.eventId))?.startOn ?? null);
  return { occurrences: described.flat(), unreadFrom };
}

function describeShared(
  occurrence: FoundOccurrence,
  event: EventRow | undefined,
  memberIds: readonly string[] | null,
): SharedOccurrence[] {
  if (event === undefined) return [];
  const attended = describeAttended(occurrence, event, memberIds);
  const coming = attended.filter(({ isDeclined }) => !isDeclined).map(({ memberId }) => memberId);
  // What takes place without a member of the firm is in the firm's calendar.
  if (coming.length === 0 && memberIds !== null) return [];
  const { startAt, endAt, startOn, endOn } = occurrence.times ?? event;
  const occurrenceOn = occurrence.occurrenceOn === "" ? null : occurrence.occurrenceOn;
  const showAs = event.showAs as CalendarEvent["showAs"];
  return [{ event, occurrenceOn, startAt, endAt, startOn, endOn, showAs, memberIds: coming }];
}

function listFoundOf(
  context: Context,
  window: Window,
  { memberIds, types }: SharedFilter,
  limit: number,
): Promise<FoundOccurrence[]> {
  const of = { ...(memberIds !== null && { memberIds }), ...(types !== null && { types }) };
  const filters = { ...of, words: [], includeCancelled: false };
  return listFoundOccurrences(context, {
    window,
    filters,
    reader: { memberId: null, readsMedical: true, seesPrivate: true },
    after: null,
    limit,
  });
}

async function describeFound(
  context: Context,
  occurrences: readonly FoundOccurrence[],
  memberIds: readonly string[] | null,
): Promise<Attended[]> {
  const events = await findEventsOf(context, occurrences);
  return (await mapInTurns(occurrences, (each) => describeAttended(each, events.get(each.eventId), memberIds))).flat();
}

/** Events that are read by one statement: the driver parses its rows without a turn. */
const eventsAtOnce = 100;

async function findEventsOf(
  context: Context,
  occurrences: readonly FoundOccurrence[],
): Promise<ReadonlyMap<string, EventRow>> {
  const ids = [...new Set(occurrences.map(({ eventId }) => eventId))];
  const found = new Map<string, EventRow>();
  for (let from = 0; from < ids.length; from += eventsAtOnce) {
    for (const row of await findEvents(context, ids.slice(from, from + eventsAtOnce))) found.set(row.id, row);
  }
  return found;
}

function describeAttended(
  { occurrenceOn, times }: FoundOccurrence,
  event: EventRow | undefined,
  memberIds: readonly string[] | null,
): Attended[] {
  if (event === undefined) return [];
  const attendees = attendeesOf(event, occurrenceOn);
  const { startAt, endAt, startOn, endOn } = times ?? event;
  const involved = [event.organizerMemberId, ...attendees.map(({ memberId }) => memberId)].filter((id) => id !== null);
  return [...new Set(memberIds ?? involved)].flatMap((memberId): Attended[] => {
    const own = attendees.find((attendee) => attendee.memberId === memberId);
    if (own === undefined && event.organizerMemberId !== memberId) return [];
    const isDeclined = own?.response === "declined";
    return [
      {
        memberId,
        event,
        occurrenceOn: occurrenceOn === "" ? null : occurrenceOn,
        startAt,
        endAt,
        startOn,
        endOn,
        showAs: event.showAs as Attended["showAs"],
        isDeclined,
        isExpected: !isDeclined && (own?.isOptional !== true || event.organizerMemberId === memberId),
      },
    ];
  });
}
