import { neverEnds } from "../../../src/areas/calendar/domain.times.ts";
import { newId, type Given, type Values } from "./records.ts";

/** An event with its attendees. */
export interface EventRecords {
  CalendarEvent: Values<"CalendarEvent">;
  CalendarAttendee: Values<"CalendarAttendee">[];
}

/** Somebody who attends: exactly one of the IDs. */
export interface Attendee {
  memberId?: string;
  contactId?: string;
  clientId?: string;
}

type EventValues = Given<
  "CalendarEvent",
  "organizationId" | "createdBy" | "organizerMemberId" | "startAt" | "endAt" | "startOn" | "endOn" | "timeZone"
>;

/**
 * A hearing, unless the values give another type. Its organizer is among the attendees, for the filter by member. A
 * series has no end, unless the values give one.
 *
 * @param attendees the other attendees, in their order
 */
export function buildEvent(values: EventValues, attendees: readonly Attendee[] = []): EventRecords {
  const { organizationId, createdAt, organizerMemberId, rule = null } = values;
  const id = values.id ?? newId("calendarEvent", createdAt);
  const isAttending = attendees.some(({ memberId }) => memberId === organizerMemberId);
  const persons = [
    ...attendees.map((person) => ({ ...person, isOrganizer: false })),
    ...(typeof organizerMemberId === "string" && !isAttending
      ? [{ memberId: organizerMemberId, isOrganizer: true }]
      : []),
  ];
  const seriesEndAt = rule === null ? values.endAt : neverEnds;
  return {
    CalendarEvent: { id, type: "hearing", title: "Motion to compel", seriesEndAt, ...values },
    CalendarAttendee: persons.map((person, position) =>
      buildAttendee({ organizationId, eventId: id, position, ...person }, createdAt),
    ),
  };
}

/** Somebody who attends an event. */
export const buildAttendee = (
  values: Given<"CalendarAttendee", "organizationId" | "eventId">,
  createdAt?: string,
): Values<"CalendarAttendee"> => ({
  id: newId("calendarAttendee", createdAt),
  memberId: null,
  contactId: null,
  clientId: null,
  ...values,
});
