import * as z from "zod";
import { Actor, Author } from "../../contract/actor.ts";
import { oneOf, namedEnum } from "../../contract/enumeration.ts";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { ListView, sortedPageInput } from "../../contract/page.ts";
import { MemberName, MemberStatus } from "../../contract/portal/member-record.ts";
import { PostalAddress } from "../../contract/values/postal-address.ts";
import {
  CalendarDate,
  GivenInstant,
  Id,
  Instant,
  PlannedInstant,
  text,
  versionFields,
} from "../../contract/values/values.ts";
import { ShortCase, ShortLead } from "../../contract/values/withheld.ts";
import { taskEnumerations } from "../tasks/enumerations.ts";
import { eventEnumerations } from "./enumerations.ts";
import { AttachedDocument } from "../../contract/values/attached-document.ts";

export const EventType = oneOf(eventEnumerations.calendarEventType);
export type EventType = z.infer<typeof EventType>;
export const EventStatus = oneOf(eventEnumerations.calendarEventStatus);
export type EventStatus = z.infer<typeof EventStatus>;
export const ShowAs = oneOf(eventEnumerations.calendarShowAs);
export const Visibility = oneOf(eventEnumerations.calendarVisibility);
export const Appearance = oneOf(eventEnumerations.calendarAppearance);
export const ReminderChannel = oneOf(taskEnumerations.taskReminderChannel);
export const GivenResponse = oneOf(eventEnumerations.calendarResponse);
export const RelatedEntity = namedEnum("CalendarRelatedEntity", ["task", "deadline"]);
export const Scope = oneOf(eventEnumerations.calendarScope);

const Contact = z.object({ id: Id, name: z.string(), type: oneOf(sharedEnumerations.contactType) }).nullable();
const Court = z.object({
  courtContactId: Id.nullable(),
  court: Contact,
  judgeContactId: Id.nullable(),
  judge: Contact,
  department: z.string().nullable(),
  docketNumber: z.string().nullable(),
  hearingType: z.string().nullable(),
  appearance: Appearance.nullable(),
});
const Attendee = z.object({
  memberId: Id.nullable(),
  contactId: Id.nullable(),
  clientId: Id.nullable(),
  name: z.string(),
  isOptional: z.boolean(),
  response: GivenResponse,
  respondedAt: Instant.nullable(),
  responseComment: z.string().nullable(),
});
export type Attendee = z.infer<typeof Attendee>;
const VirtualMeeting = z.object({ url: z.string(), dialIn: z.string().nullable(), accessCode: z.string().nullable() });
const Outcome = z.object({ summary: z.string().nullable(), recordedAt: Instant, recordedBy: Actor });
const Rescheduled = z.object({ eventId: Id, occurrenceOn: CalendarDate.nullable() }).nullable();

const ReminderSetting = z.object({
  channel: ReminderChannel,
  minutesBefore: z
    .int()
    .nullable()
    .meta({ description: "Minutes before the start; null where the event has whole days." }),
  daysBefore: z.int().nullable().meta({ description: "Days before the first day; null where the event has times." }),
  at: z.string().nullable().meta({ description: "Local time in `timeZone`, `HH:MM`; null where the event has times." }),
});
const Reminder = ReminderSetting.extend({
  occurrenceOn: CalendarDate.nullable().meta({
    description: "Of a series, the occurrence that it is for: the next, or the last one.",
  }),
  remindAt: Instant,
  status: oneOf(taskEnumerations.taskReminderStatus),
  sentAt: Instant.nullable(),
});
export type Reminder = z.infer<typeof Reminder>;

/** What an occurrence can have of its own. */
const ownOfOccurrence = {
  status: EventStatus,
  statusReason: z.string().nullable(),
  outcome: Outcome.nullable(),
  startAt: Instant,
  endAt: Instant,
  startOn: CalendarDate,
  endOn: CalendarDate.meta({ description: "The last day, included." }),
  title: z.string().meta({
    description: "`Private` where the event is masked as private; the name of the type where it is masked as medical.",
  }),
  description: z.string().nullable().meta({ description: "Plain text." }),
  location: z.string().nullable(),
  virtualMeeting: VirtualMeeting.nullable(),
  attendees: z.array(Attendee),
  rescheduledTo: Rescheduled,
};

const Exception = z
  .object({
    occurrenceOn: CalendarDate.meta({ description: "The local day on which the rule puts the occurrence." }),
    isCancelled: z.boolean().meta({ description: "Whether the occurrence was removed." }),
    ...ownOfOccurrence,
  })
  .extend({
    status: EventStatus.nullable(),
    startAt: Instant.nullable(),
    endAt: Instant.nullable(),
    startOn: CalendarDate.nullable(),
    endOn: CalendarDate.nullable(),
    title: z.string().nullable(),
    attendees: z.array(Attendee).nullable(),
    updatedAt: Instant,
  })
  .meta({ id: "CalendarException" });
export type Exception = z.infer<typeof Exception>;

export const CalendarEvent = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id.nullable(),
    leadId: Id.nullable(),
    case: ShortCase.nullable(),
    lead: ShortLead.nullable(),
    type: EventType.nullable().meta({ description: "null where the event is masked as private." }),
    ...ownOfOccurrence,
    feedTitle: z
      .string()
      .nullable()
      .meta({ description: "What calendar feeds show in place of the type and the case number." }),
    address: PostalAddress.nullable(),
    allDay: z.boolean(),
    timeZone: z.string(),
    localStart: z.string().meta({ description: "`startAt` in `timeZone`: `YYYY-MM-DDTHH:mm`." }),
    localEnd: z.string(),
    availableTransitions: z.array(EventStatus),
    showAs: ShowAs,
    visibility: Visibility,
    organizer: MemberName.extend({ status: MemberStatus }).nullable(),
    recurrence: z
      .object({
        rule: z.string().meta({ description: "UNTIL is the last local day." }),
        additionalDates: z
          .array(CalendarDate)
          .meta({ description: "Local days of occurrences besides those of the rule, in order." }),
        endsOn: CalendarDate.nullable().meta({ description: "The day of the last occurrence; null without an end." }),
      })
      .nullable(),
    exceptions: z
      .array(Exception)
      .nullable()
      .meta({ description: "What differs in occurrences; null in lists without `view=full`." }),
    splitFromEventId: Id.nullable().meta({ description: "The series of which `following` cut this one off." }),
    rescheduledFrom: Rescheduled,
    court: Court.nullable(),
    related: z.object({ entity: RelatedEntity, id: Id }).nullable(),
    reminders: z
      .array(Reminder)
      .meta({ description: "Of the organizer and the members who attend and did not decline." }),
    documents: z.array(AttachedDocument),
    tags: z.array(z.string()),
    isMasked: z.boolean().meta({ description: "Whether content is withheld from the caller." }),
    createdBy: Author.nullable(),
    externalId: z.string().nullable(),
    ...versionFields,
    deletedAt: Instant.nullable().meta({
      description: "Set only in the deletion event: nothing else returns a deleted event.",
    }),
  })
  .meta({ id: "CalendarEvent" });
export type CalendarEvent = z.infer<typeof CalendarEvent>;

/** One of a series, or a single event. */
export const Occurrence = CalendarEvent.omit({
  id: true,
  recurrence: true,
  exceptions: true,
  splitFromEventId: true,
  rescheduledFrom: true,
  reminders: true,
  documents: true,
  deletedAt: true,
})
  .extend({
    eventId: Id,
    occurrenceOn: CalendarDate.nullable().meta({
      description: "The local day on which the rule puts it, also after it was moved; null for a single event.",
    }),
    isException: z.boolean(),
  })
  .meta({ id: "CalendarOccurrence" });
export type Occurrence = z.infer<typeof Occurrence>;

/** A query has no lists. */
export const IdList = text(1, 4_200).meta({
  description: "Up to 20 member IDs, separated by commas.",
  example: "mem_01kf3m2e4g6j8m0q2s4v6x8z1b,mem_01kf3m2f5h7k9n1p3r5t7w9y1a",
});

const withheld = z.string().nullable().meta({ description: "`[redacted]` where there is one." });
/** For every reader without free text, meeting links and names of others; private and medical events are masked. */
export const CalendarEventInEvent = CalendarEvent.omit({ case: true, lead: true, exceptions: true })
  .extend({
    description: withheld,
    statusReason: withheld,
    virtualMeeting: withheld,
    reminders: z.array(ReminderSetting),
    court: Court.omit({ court: true, judge: true }).nullable(),
    attendees: z.array(Attendee.omit({ name: true, responseComment: true })),
    occurrence: z
      .object({
        occurrenceOn: CalendarDate,
        status: EventStatus,
        isCancelled: z.boolean(),
        startAt: Instant,
        endAt: Instant,
      })
      .nullable()
      .meta({ description: "The occurrence of a series that changed." }),
  })
  .meta({ id: "CalendarEventInEvent" });
export type CalendarEventInEvent = z.infer<typeof CalendarEventInEvent>;

export const commonFilters = {
  type: EventType.optional(),
  status: EventStatus.optional(),
  organizerMemberId: Id.optional(),
  memberId: Id.optional().meta({ description: "Organizer or attendee." }),
  contactId: Id.optional().meta({ description: "An attendee." }),
  courtContactId: Id.optional(),
  docketNumber: text(1, 100).optional(),
  q: text(1, 200)
    .optional()
    .meta({ description: "Whole words of the title; all must match. Finds no private and no medical events." }),
};
const filters = {
  ...sortedPageInput,
  ...commonFilters,
  isSeries: z.boolean().optional(),
  startFrom: GivenInstant.optional().meta({
    description: "Single events that start at or after, series that go on at or after this instant.",
  }),
  startTo: GivenInstant.optional().meta({ description: "Those that start before this instant." }),
  externalId: text(1, 200).optional(),
  view: ListView.default("summary").meta({ description: "`full` also shows `exceptions`." }),
  sort: namedEnum("CalendarEventSort", ["newest", "oldest", "updated", "start"]).default("newest"),
};
export const CaseEventFilter = z.strictObject(filters);
export const EventFilter = CaseEventFilter.extend({ caseId: Id.optional(), leadId: Id.optional() });
export type EventQuery = z.infer<typeof EventFilter> & { includeDeleted?: boolean | undefined };

export const OccurrenceFilter = z.strictObject({
  ...commonFilters,
  caseId: Id.optional(),
  leadId: Id.optional(),
  from: PlannedInstant,
  to: PlannedInstant.meta({ description: "At most 366 days after `from`." }),
  memberIds: IdList.optional(),
  includeCancelled: z.boolean().optional().meta({
    description: "Also those that are canceled, continued, adjourned, or removed from their series. By default false.",
  }),
  after: sortedPageInput.after,
  limit: sortedPageInput.limit,
});
export type OccurrenceQuery = z.infer<typeof OccurrenceFilter>;
