import { defineEvents } from "../../contract/events/event-declaration.ts";
import { actors, ids, relateToCase, times } from "../../contract/examples/example-story.ts";
import { acceptedHearing, hearing, heldHearing, laterHearing } from "./examples.ts";
import { CalendarEventInEvent, type CalendarEvent } from "./schema.ts";

const shown = (event: CalendarEvent): CalendarEventInEvent =>
  CalendarEventInEvent.parse({ ...event, virtualMeeting: null, occurrence: null });
const { startAt, endAt, localStart, localEnd } = hearing;
const cancelled = {
  ...hearing,
  status: "cancelled",
  statusReason: "[redacted]",
  availableTransitions: ["scheduled"],
  revision: 2,
  updatedAt: times.now,
} as const satisfies CalendarEvent;

export const calendarEvents = defineEvents({
  entity: "calendar_event",
  area: "calendar",
  scope: "calendar:read",
  payload: CalendarEventInEvent,
  exampleRelatedIds: (id) => [
    { entity: "calendar_event", id },
    ...relateToCase(),
    { entity: "member", id: ids.attorneyId },
    { entity: "member", id: ids.managerId },
  ],
  types: {
    "calendar_event.created": {
      description:
        "An event or a series was created, also one that was cut off another. Private and medical events are masked for every reader.",
      example: { payload: shown(hearing) },
    },
    "calendar_event.updated": {
      description:
        "An event, a series or one occurrence was changed without its times, handed over or moved to a case or lead.",
      example: { payload: { ...shown(hearing), tags: [], revision: 2 }, before: { tags: hearing.tags } },
    },
    "calendar_event.rescheduled": {
      description: "The times of an event, a series or one occurrence changed, or it goes on in another event.",
      example: { payload: shown(laterHearing), before: { startAt, endAt, localStart, localEnd } },
    },
    "calendar_event.cancelled": {
      description:
        "An event, a series or an occurrence was canceled, or an exception was dropped because its day is no longer an occurrence.",
      example: {
        payload: shown(cancelled),
        before: { status: "scheduled", statusReason: null, availableTransitions: hearing.availableTransitions },
      },
    },
    "calendar_event.outcome_recorded": {
      description:
        "An event, or an occurrence, took place, or someone did not come. The outcome’s text is in no event.",
      example: {
        payload: { ...shown(heldHearing), outcome: { ...heldHearing.outcome, summary: "[redacted]" } },
        before: { status: "scheduled", outcome: null, availableTransitions: hearing.availableTransitions },
      },
    },
    "calendar_event.reminder_due": {
      description: "A reminder of an event, or of an occurrence, is due. Its members are notified by Caseport.",
      example: { by: actors.system, payload: { ...shown(hearing), occurrence: null } },
    },
    "calendar_event.responded": {
      description: "An attendee accepted, declined, or did either of an occurrence.",
      example: { payload: shown(acceptedHearing), before: { attendees: shown(hearing).attendees } },
    },
    "calendar_event.deleted": {
      description: "An event or a series was deleted.",
      example: { payload: { ...shown(hearing), revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
    },
  },
});
