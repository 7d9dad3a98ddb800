import { exampleRecord } from "../../contract/examples/example-record.ts";
import { actors, ids, matter, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { CalendarEvent, Occurrence } from "./schema.ts";

const { organizationId, caseId, attorneyId, managerId, chartId } = ids;
const organizer = { id: attorneyId, firstName: "Nadia", lastName: "Okafor", status: "active" } as const;
const nothingYet = { response: "none", respondedAt: null, responseComment: null } as const;
const attendee = {
  memberId: managerId,
  contactId: null,
  clientId: null,
  name: "Ingrid Lindqvist",
  isOptional: false,
  ...nothingYet,
};

export const hearing = exampleRecord(CalendarEvent, {
  id: "cal_01kf3mh0s6v8x0z2b4d6f8h0k2",
  organizationId,
  caseId,
  case: matter,
  type: "hearing",
  title: "Motion to compel",
  location: "Courtroom 5",
  allDay: false,
  startAt: "2026-04-20T14:00:00.000Z",
  endAt: "2026-04-20T15:30:00.000Z",
  startOn: "2026-04-20",
  endOn: "2026-04-20",
  timeZone: "America/Chicago",
  localStart: "2026-04-20T09:00",
  localEnd: "2026-04-20T10:30",
  status: "scheduled",
  availableTransitions: ["confirmed", "held", "no_show", "continued", "adjourned", "cancelled"],
  showAs: "busy",
  visibility: "default",
  organizer,
  attendees: [attendee],
  exceptions: [],
  court: {
    courtContactId: null,
    court: null,
    judgeContactId: null,
    judge: null,
    department: "5",
    docketNumber: "D-1-GN-26-001234",
    hearingType: "Motion to compel",
    appearance: "in_person",
  },
  reminders: [
    {
      channel: "email",
      minutesBefore: 60,
      daysBefore: null,
      at: null,
      occurrenceOn: null,
      remindAt: "2026-04-20T13:00:00.000Z",
      status: "scheduled",
      sentAt: null,
    },
  ],
  documents: [{ id: chartId, name: "Chart.pdf", contentType: "application/pdf", sizeBytes: 482_113, deletedAt: null }],
  tags: ["discovery"],
  isMasked: false,
  createdBy: { ...actors.vendor, onBehalfOf: { id: attorneyId, firstName: "Nadia", lastName: "Okafor" } },
  externalId: "crm-event-9",
  revision: 1,
  createdAt: times.stage,
  updatedAt: times.stage,
});

export const laterHearing = {
  ...hearing,
  startAt: "2026-04-20T15:00:00.000Z",
  endAt: "2026-04-20T16:30:00.000Z",
  localStart: "2026-04-20T10:00",
  localEnd: "2026-04-20T11:30",
  revision: 2,
  updatedAt: times.now,
} satisfies CalendarEvent;

export const heldHearing = {
  ...hearing,
  status: "held",
  outcome: { summary: "Granted in part", recordedAt: times.now, recordedBy: actors.vendor },
  availableTransitions: ["scheduled"],
  revision: 2,
  updatedAt: times.now,
} as const satisfies CalendarEvent;
export const acceptedHearing = {
  ...hearing,
  attendees: [{ ...attendee, response: "accepted", respondedAt: times.now }],
  revision: 2,
  updatedAt: times.now,
} as const satisfies CalendarEvent;

/** A weekly conference, of which an occurrence that was removed takes place again. */
export const restoredSeries = {
  ...hearing,
  recurrence: { rule: "FREQ=WEEKLY;BYDAY=MO", additionalDates: [], endsOn: null },
  availableTransitions: ["confirmed", "cancelled"],
  revision: 2,
  updatedAt: times.now,
} satisfies CalendarEvent;

const ofEvent = { calendarEventId: hearing.id };
const inList = { ...hearing, exceptions: null };
const occurrence = Occurrence.parse({ ...hearing, eventId: hearing.id, occurrenceOn: null, isException: false });

export const calendarEventExamples = {
  "calendarEvents.list": {
    parameters: { sort: "start", type: "hearing" },
    response: { calendarEvents: [inList], nextCursor: null },
  },
  "cases.calendarEvents.list": {
    parameters: { caseId, sort: "start" },
    response: { calendarEvents: [inList], nextCursor: null },
  },
  "calendarEvents.create": {
    body: {
      type: "hearing",
      title: hearing.title,
      caseId,
      location: hearing.location,
      startAt: hearing.startAt,
      endAt: hearing.endAt,
      timeZone: hearing.timeZone,
      attendees: [{ memberId: managerId }],
      court: {
        department: "5",
        docketNumber: "D-1-GN-26-001234",
        hearingType: "Motion to compel",
        appearance: "in_person",
      },
      reminders: [{ channel: "email", minutesBefore: 60 }],
      documentIds: [chartId],
      tags: hearing.tags,
      externalId: hearing.externalId,
    },
    response: { calendarEvent: hearing, conflicts: [] },
  },
  "calendarEvents.get": { parameters: ofEvent, response: { calendarEvent: hearing, occurrence: null } },
  "calendarEvents.update": {
    parameters: ofEvent,
    body: { startAt: laterHearing.startAt, endAt: laterHearing.endAt },
    response: { calendarEvent: laterHearing, newEvent: null, conflicts: [] },
  },
  "calendarEvents.delete": { parameters: { ...ofEvent, reason: "Entered twice" }, response: {} },
  "calendarEvents.occurrences.restore": {
    parameters: ofEvent,
    body: { occurrenceOn: "2026-04-27" },
    response: { calendarEvent: restoredSeries, conflicts: [] },
  },
  "calendarEvents.transition": {
    parameters: ofEvent,
    body: { toStatus: "held", outcome: "Granted in part" },
    response: { calendarEvent: heldHearing, newEvent: null, conflicts: [] },
  },
  "calendarEvents.responses.create": {
    parameters: ofEvent,
    body: { memberId: managerId, response: "accepted" },
    response: { calendarEvent: acceptedHearing },
  },
  "calendarOccurrences.list": {
    parameters: { from: "2026-04-20T00:00:00Z", to: "2026-04-27T00:00:00Z", type: "hearing" },
    response: { occurrences: [occurrence], nextCursor: null, timeZone: "America/Chicago" },
  },
  "calendarAvailability.get": {
    parameters: { memberIds: managerId, from: "2026-04-20T13:00:00Z", to: "2026-04-20T17:00:00Z", durationMinutes: 60 },
    response: {
      availability: [
        { memberId: managerId, busy: [{ startAt: hearing.startAt, endAt: hearing.endAt, showAs: "busy" }] },
      ],
      slots: [
        { startAt: "2026-04-20T15:30:00.000Z", endAt: "2026-04-20T16:30:00.000Z" },
        { startAt: "2026-04-20T16:00:00.000Z", endAt: "2026-04-20T17:00:00.000Z" },
      ],
    },
  },
  "calendarConflicts.list": {
    parameters: { from: "2026-04-20T00:00:00Z", to: "2026-04-27T00:00:00Z", memberId: managerId },
    response: { conflicts: [], nextCursor: null },
  },
} satisfies Record<string, OperationExample>;
