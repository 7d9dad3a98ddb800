import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { mapInTurns } from "../../../platform/event-loop-turn.ts";
import type { Context } from "../../../rpc/context.ts";
import { attendeesOf, type OccurrenceTimes } from "../domain.occurrences.ts";
import type { CalendarEvent } from "../schema.ts";
import { findEvents, type EventRow } from "../store.ts";
import { listPlaced, type Placed } from "./domain.ts";
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
 * @param upTo so many occurrences are enough
 * @throws VALIDATION_FAILED for too much, unless some are enough
 */
export async function listAttended(context: Context, window: Window, memberIds: readonly string[] | null, upTo?: number): Promise<Attended[]> {
  const placed = await listPlacedOf(context, window, memberIds, upTo ?? most + 1);
  if (placed.length > most) throw invalidInput({ path: "to", message: `more than ${most} occurrences; narrow the window` });
  return describePlaced(context, placed, memberIds);
}

/** The first occurrences in a window that a member organizes or attends, private events included. @throws VALIDATION_FAILED as listPlaced */
export async function listFirstAttended(context: Context, window: Window, memberId: string, limit: number): Promise<Attended[]> {
  return describePlaced(context, await listPlacedOf(context, window, [memberId], limit), [memberId]);
}

function listPlacedOf(context: Context, window: Window, memberIds: readonly string[] | null, limit: number): Promise<Placed[]> {
  const filters = { ...(memberIds !== null && { memberIds }), words: [], includeCancelled: false };
  return listPlaced(context, { window, filters, reader: { memberId: null, readsMedical: true, seesPrivate: true }, after: null, limit });
}

async function describePlaced(context: Context, placed: readonly Placed[], memberIds: readonly string[] | null): Promise<Attended[]> {
  const events = new Map((await findEvents(context, [...new Set(placed.map(({ eventId }) => eventId))])).map((row) => [row.id, row]));
  return (await mapInTurns(placed, (each) => describeAttended(each, events.get(each.eventId), memberIds))).flat();
}

function describeAttended({ occurrenceOn, times }: Placed, event: EventRow | undefined, memberIds: readonly string[] | null): Attended[] {
  if (event === undefined) return [];
  const attendees = attendeesOf(event, occurrenceOn);
  const { startAt, endAt, startOn, endOn } = times ?? event;
  const involved = [event.organizerMemberId, ...attendees.map(({ memberId }) => memberId)].filter((id) => id !== null);
  return [...new Set(memberIds ?? involved)].flatMap((memberId): Attended[] => {
    const own = attendees.find((attendee) => attendee.memberId === memberId);
    if (own === undefined && event.organizerMemberId !== memberId) return [];
    const isDeclined = own?.response === "declined";
    return [{ memberId, event, occurrenceOn: occurrenceOn === "" ? null : occurrenceOn, startAt, endAt, startOn, endOn, showAs: event.showAs as Attended["showAs"], isDeclined, isExpected: !isDeclined && (own?.isOptional !== true || event.organizerMemberId === memberId) }];
  });
}
