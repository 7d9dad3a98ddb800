import * as z from "zod";
import { acceptDeleted, orDeleted } from "../../contract/deleted-records.ts";
import { CalendarDate, Id, changesSomething } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { Nothing, nothing, operation } from "../../rpc/operation.ts";
import { getLiveCase } from "../cases/domain.ts";
import { calendarArchive } from "./archive.ts";
import { calendarSearch } from "./domain.search.ts";
import { getAvailability } from "./availability/domain.ts";
import { Availability, AvailabilityFilter } from "./availability/schema.ts";
import { listConflicts } from "./conflicts/domain.ts";
import { Conflict, ConflictFilter, Overlap } from "./conflicts/schema.ts";
import { createEvent } from "./changes/domain.create.ts";
import { deleteEvent } from "./changes/domain.delete.ts";
import { followerEvents } from "./domain.followers.ts";
import { recordResponse } from "./changes/domain.respond.ts";
import { eventStates } from "./domain.states.ts";
import { transitionEvent } from "./changes/domain.transition.ts";
import { updateEvent } from "./changes/domain.update.ts";
import { getEvent, listEvents } from "./domain.ts";
import { eventEnumerations } from "./enumerations.ts";
import { calendarEvents } from "./events.ts";
import { calendarEventExamples } from "./examples.ts";
import { listOccurrences } from "./occurrences/domain.ts";
import { restoreOccurrence } from "./occurrences/domain.restore.ts";
import { CalendarEvent, CaseEventFilter, EventFilter, Occurrence, OccurrenceFilter } from "./schema.ts";
import { Deletion, EventChanges, EventResponse, NewEvent, Restoration, Transition } from "./schema.input.ts";

/**
 * Glossary. The terms are those of iCalendar (RFC 5545); where the wire has another word, the code has the word of the
 * wire.
 *
 * - Event (`CalendarEvent`): VEVENT, a single event or the master of a series.
 * - Series (`isSeries`): a recurring VEVENT, the one with the recurrence rule.
 * - `rule`: recurrence rule, RRULE. The column stores it together with the additional dates.
 * - Additional date (`additionalDates`): recurrence date, RDATE.
 * - Occurrence (`CalendarOccurrence`): recurrence instance, one of the recurrence set.
 * - `occurrenceOn`: recurrence ID, RECURRENCE-ID. The local day on which the rule puts the occurrence; it stays when the
 *   occurrence moves.
 * - Exception (`CalendarException`): an overridden instance, a VEVENT with a recurrence ID. It has only what differs from
 *   the series.
 * - Removed occurrence (`isCancelled` of an exception): exception date, EXDATE.
 * - Scope `this`, `following`, `all`: one recurrence ID, RANGE=THISANDFUTURE, the whole recurrence set.
 * - Split: `following` ends a series before an occurrence (UNTIL) and goes on in another VEVENT.
 * - Expansion: the occurrences of a rule, computed. Some are stored (0145); the columns `placed…` say of which days.
 * - `startAt`, `endAt`: DTSTART, DTEND. `startOn`, `endOn`: their local days; with `allDay`, VALUE=DATE. `endOn` is the
 *   last day, included: DTEND is the day after.
 * - Schedule: the columns of times and rule together.
 * - Organizer, attendee, `response`: ORGANIZER, ATTENDEE, PARTSTAT. `showAs`, `visibility`: TRANSP, CLASS.
 * - Reminder: VALARM. Feed: a published iCalendar object behind a secret URL.
 * - Absence: the out-of-office days of a member (`areas/team`). It is no event, but it blocks time.
 *
 * A change reads the same way in each verb's file: lock (`domain.locks.ts`), compute (pure), write
 * (`store.changes.ts`), record (`domain.record.ts`).
 */

const readingTimes = { area: "Calendar", scope: "calendar:read" } as const;
const reading = { ...readingTimes, showsMoreWith: "medical:read" } as const;
const writing = { area: "Calendar", scope: "calendar:write", readBy: "calendar:read" } as const;
const changing = {
  ...writing,
  etag: "calendarEvent.revision",
  errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
} as const;
const Chosen = z.strictObject({ calendarEventId: Id });
const Page = z.object({ calendarEvents: z.array(orDeleted(CalendarEvent)), nextCursor: z.string().nullable() });

const conflicts = z.array(Conflict).meta({
  description:
    "The first 20 events that overlap in the calendar of the organizer or of a member who is expected; of a series in the next 90 days, and among the first 2,000 events of these members.",
});

const masked =
  "A private event shows its time alone to all but its organizer and the members who attend, for whom the key acts or who are signed in; a medical one shows its type alone without `medical:read`, " +
  "and with it the read is in the audit log. Filters on what is masked do not find it.";
const following =
  "Deadlines that are counted from the event follow its local start day in the same transaction, and hours its start time: an earlier date applies at once, a later one waits for a second person.";
const scopes = "Of a series, `scope` says which occurrences: `this` one, this and all `following`, or `all`.";

const procedures = {
  "calendarEvents.list": operation({
    ...reading,
    route: "GET /calendar-events",
    summary: "List events",
    description: `Returns single events and series, without those of deleted cases, for a copy; \`GET /calendar-occurrences\` lists what happens. ${masked}`,
  })
    .input(acceptDeleted(EventFilter, ["caseId"]))
    .output(Page)
    .query(({ ctx, input }) => listEvents(ctx, input)),

  "cases.calendarEvents.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/calendar-events",
    summary: "List a case's events",
    description: `Returns the events of the case as \`GET /calendar-events\` does, with those that its lead had. ${masked}`,
  })
    .input(acceptDeleted(CaseEventFilter.extend({ caseId: Id }), ["caseId"]))
    .output(Page)
    .query(async ({ ctx, input }) => {
      await getLiveCase(ctx, input.caseId);
      return listEvents(ctx, input);
    }),

  "calendarEvents.create": operation({
    ...writing,
    route: "POST /calendar-events",
    summary: "Create an event",
    description:
      "Creates a single event, or with `recurrence` a series. A single event keeps its instants; the occurrences of a series keep the local time of the first one in `timeZone`. " +
      "Fails with 409 for an archived case and a converted lead.",
    emits: ["calendar_event.created"],
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "calendarEvent.revision",
    created: { location: "/calendar-events/{calendarEvent.id}" },
  })
    .input(NewEvent)
    .output(z.object({ calendarEvent: CalendarEvent, conflicts }))
    .mutation(({ ctx, input }) => createEvent(ctx, input)),

  // The names of people and records are as of now.
  "calendarEvents.get": operation({
    ...reading,
    route: "GET /calendar-events/{calendarEventId}",
    summary: "Get an event",
    description: `Returns an event or a series; with \`occurrenceOn\` also that occurrence. Use the ETag only for \`If-Match\`: the response is never 304. ${masked}`,
    etag: "calendarEvent.revision",
    isVolatile: true,
  })
    .input(Chosen.extend({ occurrenceOn: CalendarDate.optional() }))
    .output(z.object({ calendarEvent: CalendarEvent, occurrence: Occurrence.nullable() }))
    .query(({ ctx, input: { calendarEventId, occurrenceOn } }) => getEvent(ctx, calendarEventId, occurrenceOn)),

  "calendarEvents.update": operation({
    ...changing,
    route: "PATCH /calendar-events/{calendarEventId}",
    summary: "Update an event",
    description:
      `Changes the fields that you send, at least one; \`null\` clears a field, and a list replaces the one before it. ${scopes} ` +
      "`this` changes times, title, description, location, meeting and attendees. `following` ends the series and goes on in another one, `newEvent`. " +
      `Exceptions whose day is no longer an occurrence are dropped, with an event each. With another \`caseId\` or \`leadId\` the event is moved: its events then name the case that it leaves, too. Fails with 409 where outcomes would lose their occurrences, and with 403 for a private event of others. ${following} \`GET /calendar-events/{calendarEventId}/affected-deadlines\` previews it. While an open deadline is counted from it, an event is neither moved to another case nor made a series: 409.`,
    mayEmit: [
      "calendar_event.updated",
      "calendar_event.rescheduled",
      "calendar_event.created",
      "calendar_event.cancelled",
      ...followerEvents,
    ],
  })
    .input(
      EventChanges.safeExtend({ calendarEventId: Id }).refine(
        ...changesSomething("calendarEventId", "scope", "occurrenceOn", "onConflict"),
      ),
    )
    .output(z.object({ calendarEvent: CalendarEvent, newEvent: CalendarEvent.nullable(), conflicts }))
    .mutation(({ ctx, input: { calendarEventId, ...changes } }) => updateEvent(ctx, calendarEventId, changes)),

  "calendarEvents.delete": operation({
    ...writing,
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    route: "DELETE /calendar-events/{calendarEventId}",
    summary: "Delete an event",
    description: `Cannot be undone. ${scopes} \`this\` removes an occurrence, \`following\` ends the series before it. Fails with 409 where an outcome is recorded, and while an open deadline is counted from the event: cancel it instead.`,
    mayEmit: ["calendar_event.deleted", "calendar_event.updated"],
  })
    .input(Deletion.extend({ calendarEventId: Id }))
    .output(Nothing)
    .mutation(nothing(({ ctx, input: { calendarEventId, ...how } }) => deleteEvent(ctx, calendarEventId, how))),

  "calendarEvents.occurrences.restore": operation({
    ...changing,
    route: "POST /calendar-events/{calendarEventId}/occurrences/restore",
    summary: "Restore an occurrence",
    description:
      "Makes an occurrence of a series as its rule says again: one that was removed takes place, one that was moved is back, and its own title, place and attendees are gone. " +
      "One that has nothing of its own stays as it is. Fails with 404 where the series has no occurrence on that day, and with 409 where it has an outcome or a status such as `cancelled`.",
    mayEmit: ["calendar_event.updated", "calendar_event.rescheduled"],
  })
    .input(Restoration.extend({ calendarEventId: Id }))
    .output(z.object({ calendarEvent: CalendarEvent, conflicts }))
    .mutation(({ ctx, input: { calendarEventId, ...how } }) => restoreOccurrence(ctx, calendarEventId, how)),

  "calendarEvents.transition": operation({
    ...changing,
    route: "POST /calendar-events/{calendarEventId}/transitions",
    summary: "Move an event to another status",
    description:
      "Of a series, the status of one occurrence; the series itself can be confirmed, scheduled and canceled. What is `held`, or `no_show`, has an outcome, and must not lie ahead. What is `continued`, or `adjourned` to a date, " +
      `goes on in \`newEvent\`, with the same content and no responses. ${following} Deadlines that are counted from an event that is \`cancelled\`, or \`adjourned\` without a date, keep theirs, with the warning \`trigger_called_off\`.`,
    echoes: ["calendarEvent.status", "calendarEvent.availableTransitions"],
    mayEmit: [
      "calendar_event.updated",
      "calendar_event.outcome_recorded",
      "calendar_event.rescheduled",
      "calendar_event.cancelled",
      "calendar_event.created",
      ...followerEvents,
    ],
  })
    .input(Transition.extend({ calendarEventId: Id }))
    .output(z.object({ calendarEvent: CalendarEvent, newEvent: CalendarEvent.nullable(), conflicts }))
    .mutation(({ ctx, input: { calendarEventId, ...transition } }) =>
      transitionEvent(ctx, calendarEventId, transition),
    ),

  "calendarEvents.responses.create": operation({
    ...changing,
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    route: "POST /calendar-events/{calendarEventId}/responses",
    summary: "Record an attendee's response",
    description:
      "Of an occurrence, for it alone: it then has attendees of its own. The same response again changes nothing. Fails with 404 for a person who does not attend.",
    mayEmit: ["calendar_event.responded"],
  })
    .input(EventResponse.safeExtend({ calendarEventId: Id }))
    .output(z.object({ calendarEvent: CalendarEvent }))
    .mutation(async ({ ctx, input: { calendarEventId, ...response } }) => ({
      calendarEvent: await recordResponse(ctx, calendarEventId, response),
    })),

  "calendarOccurrences.list": operation({
    ...reading,
    route: "GET /calendar-occurrences",
    summary: "List what happens in a time window",
    description:
      "Returns single events and the occurrences of series that touch the window, in order of their start. `eventId` and `occurrenceOn` name an occurrence. Occurrences are stored from 400 days before today to 520 days after it, for any number of series; " +
      "outside of these days at most 100 series are read, and more are 400. Fails with 400 for more than 366 days. What is masked of an event is masked of its occurrences.",
  })
    .input(OccurrenceFilter)
    .output(
      z.object({
        occurrences: z.array(Occurrence),
        nextCursor: z.string().nullable(),
        timeZone: z.string().meta({ description: "The organization’s." }),
      }),
    )
    .query(({ ctx, input }) => listOccurrences(ctx, input)),

  "calendarAvailability.get": operation({
    ...readingTimes,
    route: "GET /calendar-availability",
    summary: "Get busy times and open slots",
    description:
      "Returns when members are busy: events that they organize or attend and have not declined, private ones included, and their absence of whole days. With `durationMinutes` also open slots within the organization’s working " +
      "hours, on days on which its business calendar is open. What shows as free, and what is canceled, continued or adjourned, does not count.",
  })
    .input(AvailabilityFilter)
    .output(Availability)
    .query(({ ctx, input }) => getAvailability(ctx, input)),

  "calendarConflicts.list": operation({
    ...readingTimes,
    route: "GET /calendar-conflicts",
    summary: "List double bookings",
    description:
      "Returns pairs of events that overlap in a member’s calendar, in order of the overlap: of those that they organize, or attend neither optionally nor having declined, and that show as busy or out of office. " +
      "What is masked of an event is masked here.",
  })
    .input(ConflictFilter)
    .output(
      z.object({
        conflicts: z.array(z.object({ memberId: Id, first: Overlap, second: Overlap })),
        nextCursor: z.string().nullable(),
      }),
    )
    .query(({ ctx, input }) => listConflicts(ctx, input)),
};

export const calendar = defineArea(procedures, {
  examples: calendarEventExamples,
  events: [calendarEvents],
  enumerations: eventEnumerations,
  stateMachines: { calendarEventStatus: eventStates },
  archive: calendarArchive,
  search: [calendarSearch],
});
