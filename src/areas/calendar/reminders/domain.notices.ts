import type { EventType as EventName } from "../../../contract/events/event-types.ts";
import type { Context } from "../../../rpc/context.ts";
import { notifyMembers } from "../../notifications/domain.ts";
import { listNotifiable, type Notifiable } from "../../notifications/preferences/domain.ts";
import { readerOf } from "../domain.masking.ts";
import { findNextTimes } from "../series/domain.next.ts";
import { calledOff } from "../domain.states.ts";
import { attendeesOf, findOccurrenceTimes } from "../occurrences/domain.occurrence.ts";
import { eventTypeLabels } from "../enumerations.ts";
import type { EventRow } from "../store.ts";

type Kind = "calendar.invited" | "calendar.changed" | "calendar.cancelled" | "calendar.removed" | "calendar.reminder";

/** The organizer and the members who attend an event, or an occurrence with attendees of its own, and did not decline. */
export function listPeople(event: EventRow, occurrenceOn: string | null): string[] {
  const own = attendeesOf(event, occurrenceOn);
  const declined = new Set(own.filter(({ response }) => response === "declined").map(({ memberId }) => memberId));
  const all = [event.organizerMemberId, ...own.map(({ memberId }) => memberId)].filter((id) => id !== null);
  return [...new Set(all)].filter((id) => !declined.has(id));
}

/** `Nov 30, 2026, 9:00 AM EST`, or the day of whole days. */
export function describeWhen(
  { allDay }: Pick<EventRow, "allDay">,
  { startAt, startOn }: { startAt: string; startOn: string },
  timeZone: string,
): string {
  const day = { year: "numeric", month: "short", day: "numeric" } as const;
  if (allDay) return new Intl.DateTimeFormat("en-US", { ...day, timeZone: "UTC" }).format(new Date(startOn));
  const written = new Intl.DateTimeFormat("en-US", {
    ...day,
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  }).format(new Date(startAt));
  return written.replaceAll("\u202F", " ");
}

/** Of a private event not even the type, though its people alone are notified: mails are read on other people's screens. */
const nameOf = ({ visibility, type }: EventRow) => (visibility === "private" ? "Private event" : eventTypeLabels[type]);

interface Subject {
  event: EventRow;
  /** When it takes place: of a series, the occurrence. */
  times: { startAt: string; startOn: string };
  /** Whether it is a whole series, and the time that of its next occurrence. */
  isRecurring: boolean;
}

/**
 * Notifies members, each with the time in their own zone.
 *
 * @param mailed those who also get a mail
 */
export async function notifyOfEvent(
  context: Context,
  kind: Kind,
  { event, times, isRecurring }: Subject,
  { notified, mailed }: { notified: readonly Notifiable[]; mailed: readonly Notifiable[] },
): Promise<void> {
  for (const [timeZone, members] of Map.groupBy(notified, (member) => member.timeZone)) {
    const parameters = {
      eventId: event.id,
      typeName: nameOf(event),
      caseNumber: event.case?.sequenceId ?? null,
      when: `${describeWhen(event, times, timeZone)}${isRecurring ? ", recurring" : ""}`,
    };
    await notifyMembers(
      context,
      { kind, parameters },
      members,
      members.filter((member) => mailed.includes(member)),
    );
  }
}

async function notifyAsPreferred(
  context: Context,
  kind: Kind,
  subject: Subject | null,
  memberIds: readonly string[],
): Promise<void> {
  if (subject === null || memberIds.length === 0) return;
  const notified = (await listNotifiable(context, memberIds)).filter(({ calendarEvent }) => calendarEvent !== "none");
  const mailed = notified.filter(({ calendarEvent }) => calendarEvent === "email");
  await notifyOfEvent(context, kind, subject, { notified, mailed });
}

const placeOf = ({ location, address, virtualMeeting, exceptions }: EventRow, occurrenceOn: string | null) => {
  const own = exceptions.find((each) => each.occurrenceOn === occurrenceOn);
  return JSON.stringify([own?.location ?? location, address, own?.virtualMeeting ?? virtualMeeting]);
};

/** The status of an event, or of an occurrence. */
function standingOf({ status, rescheduledToEventId, exceptions }: EventRow, occurrenceOn: string | null) {
  const own = exceptions.find((each) => each.occurrenceOn === occurrenceOn);
  const isRemoved = own?.isCancelled === true;
  return own === undefined || own.status === null
    ? { status, rescheduledToEventId, isRemoved }
    : { status: own.status, rescheduledToEventId: own.rescheduledToEventId, isRemoved };
}

function kindOf(
  eventType: EventName,
  before: EventRow,
  after: EventRow,
  occurrenceOn: string | null,
): "calendar.changed" | "calendar.cancelled" | null {
  const [was, is] = [standingOf(before, occurrenceOn), standingOf(after, occurrenceOn)];
  if (calledOff.has(was.status) !== calledOff.has(is.status)) {
    if (calledOff.has(was.status)) return "calendar.changed";
    // Where it goes on in another event, that one has the news.
    return is.rescheduledToEventId === null ? "calendar.cancelled" : null;
  }
  if (
    eventType === "calendar_event.cancelled" ||
    eventType === "calendar_event.deleted" ||
    (is.isRemoved && !was.isRemoved)
  )
    return "calendar.cancelled";
  // They were notified of its removal.
  if (was.isRemoved && !is.isRemoved) return "calendar.changed";
  return eventType === "calendar_event.rescheduled" || placeOf(before, occurrenceOn) !== placeOf(after, occurrenceOn)
    ? "calendar.changed"
    : null;
}

/** What members are notified of, with its time; null of what is past. */
function describeSubject(event: EventRow, occurrenceOn: string | null, now: string): Subject | null {
  const isRecurring = occurrenceOn === null && event.rule !== null;
  const times = isRecurring
    ? findNextTimes(event, now)
    : findOccurrenceTimes(event, occurrenceOn, { includesRemoved: true });
  return times === null || times.endAt <= now ? null : { event, times, isRecurring };
}

/**
 * Notifies the members of an event of what happened to it: who comes to it is invited, who is removed learns of that,
 * and the others of another time, another place and a cancellation. Not the one who did it, and not of what is past:
 * copies of other calendars are written later.
 */
export async function notifyOfChange(
  context: Context,
  eventType: EventName,
  {
    before,
    after,
    occurrenceOn,
  }: {
    /** null for a creation */
    before: EventRow | null;
    after: EventRow;
    /** Recurrence ID of the occurrence that changed; null for all. */
    occurrenceOn: string | null;
  },
  now: string = new Date().toISOString(),
): Promise<void> {
  // Who comes after all knows that they are invited.
  if (eventType === "calendar_event.responded") return;
  const actor = readerOf(context).memberId;
  const [were, are] = [before, after].map((event) =>
    event === null ? [] : listPeople(event, occurrenceOn).filter((id) => id !== actor),
  );
  const kind = before === null ? null : kindOf(eventType, before, after, occurrenceOn);
  const notify = (each: Kind, event: EventRow, memberIds: readonly string[] = []) =>
    notifyAsPreferred(context, each, describeSubject(event, occurrenceOn, now), memberIds);
  if (kind !== "calendar.cancelled")
    await notify(
      "calendar.invited",
      after,
      are?.filter((id) => !were?.includes(id)),
    );
  if (kind !== null)
    await notify(
      kind,
      after,
      are?.filter((id) => were?.includes(id)),
    );
  // At the time that they know.
  if (before !== null)
    await notify(
      "calendar.removed",
      before,
      were?.filter((id) => !are?.includes(id)),
    );
}
