import * as z from "zod";
import { GivenAddress } from "../../contract/values/postal-address.ts";

import { TimeZone } from "../../contract/values/time-zones.ts";
import {
  CalendarDate,
  GivenInstant,
  Id,
  TagList,
  isUnique,
  oneLine,
  text,
  TimeOfDay,
} from "../../contract/values/values.ts";
import { acceptedRules } from "../../platform/recurrence-rule.ts";
import { OnConflict } from "./conflicts/schema.ts";
import {
  Appearance,
  EventStatus,
  EventType,
  GivenResponse,
  RelatedEntity,
  ReminderChannel,
  Scope,
  ShowAs,
  Visibility,
} from "./schema.ts";

const clearable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().optional();
const inMainYears = (at: string) => at >= "2000" && at < "2101";
const At = GivenInstant.refine(inMainYears, "must be in the years 2000 to 2100");
const On = CalendarDate.refine(inMainYears, "must be in the years 2000 to 2100");

const GivenPerson = z.strictObject({ memberId: Id.optional(), contactId: Id.optional(), clientId: Id.optional() });
type GivenPerson = z.infer<typeof GivenPerson>;
const isOnePerson = ({ memberId, contactId, clientId }: GivenPerson) =>
  [memberId, contactId, clientId].filter((id) => id !== undefined).length === 1;
const GivenAttendee = GivenPerson.extend({ isOptional: z.boolean().default(false) }).refine(
  isOnePerson,
  "must have exactly one of memberId, contactId and clientId",
);
export type GivenAttendee = z.infer<typeof GivenAttendee>;

const GivenCourt = z.strictObject({
  courtContactId: Id.nullable().default(null),
  judgeContactId: Id.nullable().default(null),
  department: text(1, 100).nullable().default(null).meta({
    description: "Calendar feeds show it with the court, unless it has a word of the client’s or lead’s name.",
  }),
  docketNumber: text(1, 100).nullable().default(null),
  hearingType: text(1, 100).nullable().default(null),
  appearance: Appearance.nullable().default(null),
});

/** A reminder counts minutes where the event has times, and days where it has whole days. */
const GivenReminder = z
  .strictObject({
    channel: ReminderChannel,
    minutesBefore: z
      .int()
      .min(0)
      .max(40_320)
      .optional()
      .meta({ description: "Before the start of an event with times." }),
    daysBefore: z.int().min(0).max(28).optional().meta({ description: "Before the first of whole days." }),
    at: TimeOfDay.optional().meta({
      description: "Local time in the event’s `timeZone`. With `daysBefore`, and required there.",
    }),
  })
  .refine(
    ({ daysBefore, minutesBefore }) => (daysBefore === undefined) !== (minutesBefore === undefined),
    "must have minutesBefore, or daysBefore and at",
  )
  .refine(
    ({ at, daysBefore }) => (at === undefined) === (daysBefore === undefined),
    "must have at with daysBefore, and only with it",
  );
export type GivenReminder = z.infer<typeof GivenReminder>;

const values = {
  onConflict: OnConflict.optional().meta({
    description:
      "`reject` fails with 409 where a member who is expected is busy or out of office at that time; `allow`, the default, lists it in `conflicts`.",
  }),
  feedTitle: clearable(oneLine(80)).meta({
    description:
      "What calendar feeds show in place of the type and the case number. Must not contain a word of the names of the client or the lead.",
  }),
  description: clearable(text(1, 10_000)),
  location: clearable(text(1, 300)),
  address: clearable(GivenAddress),
  virtualMeeting: clearable(
    z.strictObject({
      url: z.url({ protocol: /^https$/, error: "must be an https URL" }).max(2_000),
      dialIn: text(1, 100).nullable().default(null),
      accessCode: text(1, 50).nullable().default(null),
    }),
  ).meta({ description: "Never in events and feeds." }),
  allDay: z.boolean().optional(),
  startAt: At.optional().meta({ description: "Required unless `allDay`." }),
  endAt: At.optional().meta({ description: "After `startAt`, by at most 31 days." }),
  startOn: On.optional().meta({ description: "Only with `allDay`." }),
  endOn: On.optional().meta({ description: "Only with `allDay`: the last day, included." }),
  timeZone: TimeZone.optional().meta({
    description: "By default the organization’s. A series keeps its local time in it.",
  }),
  showAs: ShowAs.optional(),
  visibility: Visibility.optional(),
  organizerMemberId: clearable(Id).meta({ description: "By default the acting attorney." }),
  attendees: z
    .array(GivenAttendee)
    .max(50)
    .refine(
      (given) => isUnique(given.map(({ memberId, contactId, clientId }) => [memberId, contactId, clientId])),
      "must not contain a person twice",
    )
    .optional(),
  recurrence: clearable(
    z.strictObject({
      rule: text(1, 200).meta({
        description: `An RRULE of RFC 5545 without times, in capitals. Accepted: ${acceptedRules}. The first day must be one of the rule. The guide on recurrence rules has examples and all limits.`,
      }),
      additionalDates: z.array(On).max(100).refine(isUnique, "must not contain a day twice").optional().meta({
        description:
          "Local days of occurrences besides those of the rule, after the first day, at the time of the series; RDATE of RFC 5545. COUNT and UNTIL do not count them. A change without them keeps those that there are; [] removes them.",
      }),
    }),
  ),
  court: clearable(GivenCourt).meta({
    description: "Only of hearings, trials, court conferences, mediations and arbitrations; replaced as a whole.",
  }),
  related: clearable(z.strictObject({ entity: RelatedEntity, id: Id })).meta({
    description: "A task of the same case or lead, or a deadline of the same case.",
  }),
  documentIds: z
    .array(Id)
    .max(20)
    .refine(isUnique, "must not contain an ID twice")
    .optional()
    .meta({ description: "Documents of the same case or lead." }),
  reminders: z.array(GivenReminder).max(5).refine(isUnique, "must not contain a reminder twice").optional().meta({
    description:
      "Sent to the organizer and to the members who attend and did not decline. Of a series, before each occurrence.",
  }),
  tags: TagList.optional(),
  externalId: clearable(text(1, 200)),
};

const isOfOne = ({ caseId, leadId }: { caseId?: string | null | undefined; leadId?: string | null | undefined }) =>
  typeof caseId !== "string" || typeof leadId !== "string";
const twoOwners = { path: ["leadId"], message: "must not be sent with caseId" };

export const NewEvent = z
  .strictObject({ type: EventType, title: oneLine(200), caseId: Id.optional(), leadId: Id.optional(), ...values })
  .refine(isOfOne, twoOwners);
export type NewEvent = z.infer<typeof NewEvent>;

const ofSeries = {
  scope: Scope.optional().meta({ description: "Required for a series, and only for one." }),
  occurrenceOn: CalendarDate.optional().meta({
    description: "The occurrence of `this`, or the first one of `following`.",
  }),
};
const toOwner = {
  caseId: clearable(Id).meta({
    description:
      "Moves the event to another case; null takes it out of its case and lead. Its documents and its related record must be of that case: send those too.",
  }),
  leadId: clearable(Id).meta({ description: "Moves the event to another lead, as `caseId` to a case." }),
};
export const EventChanges = z
  .strictObject({ type: EventType.optional(), title: oneLine(200).optional(), ...toOwner, ...values, ...ofSeries })
  .refine(isOfOne, twoOwners);
export type EventChanges = z.infer<typeof EventChanges>;

export const Deletion = z.strictObject({
  ...ofSeries,
  reason: text(1, 1_500).optional().meta({ description: "Required for hearings, trials and depositions." }),
});
export type Deletion = z.infer<typeof Deletion>;

export const Restoration = z.strictObject({
  occurrenceOn: CalendarDate.meta({
    description: "The local day on which the rule, or an additional date, puts the occurrence.",
  }),
  onConflict: OnConflict.optional().meta({ description: "As at creation." }),
});
export type Restoration = z.infer<typeof Restoration>;

export const Transition = z.strictObject({
  toStatus: EventStatus,
  occurrenceOn: CalendarDate.optional().meta({
    description:
      "The occurrence of a series; without it the series itself, which can be confirmed, scheduled or canceled.",
  }),
  reason: text(1, 500)
    .optional()
    .meta({ description: "Required for `no_show`, `continued`, `adjourned` and `cancelled`, and to schedule again." }),
  outcome: text(1, 5_000).optional().meta({ description: "Only with `held` and `no_show`." }),
  onConflict: OnConflict.optional().meta({ description: "With `rescheduleTo`, as at creation." }),
  rescheduleTo: z
    .strictObject({ startAt: At.optional(), endAt: At.optional(), startOn: On.optional(), endOn: On.optional() })
    .optional()
    .meta({
      description:
        "Required for `continued`, optional for `adjourned`: `startAt` and `endAt`, or for whole days `startOn` and `endOn`.",
    }),
});
export type Transition = z.infer<typeof Transition>;

export const EventResponse = GivenPerson.extend({
  response: GivenResponse,
  comment: text(1, 300).optional(),
  occurrenceOn: CalendarDate.optional().meta({ description: "For one occurrence alone." }),
}).refine(isOnePerson, "must have exactly one of memberId, contactId and clientId");
export type EventResponse = z.infer<typeof EventResponse>;
