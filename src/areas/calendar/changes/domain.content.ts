import { pickGiven } from "../../../contract/values/pick-given.ts";
import { asJson } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor, onBehalfOf } from "../../../rpc/principal.ts";
import type { EventChanges, GivenAttendee, GivenReminder } from "../schema.input.ts";
import type { ReminderSetting } from "../reminders/store.ts";
import type { NewAttendee } from "../store.changes.ts";
import type { EventRow } from "../store.ts";

/** From the content of a request to columns and rows: everything but times, rule and owner. Pure. */

/** What a request changes of an event. */
export type Changes = Omit<EventChanges, "scope" | "occurrenceOn" | "onConflict">;

/** What a request changes, and the organization's time zone. */
export interface RequestedUpdate {
  changes: Changes;
  timezone: string;
}

/** The types of events that take place before a court, or in its stead. Only these have court data. */
export const courtTypes: ReadonlySet<string> = new Set([
  "hearing",
  "trial",
  "court_conference",
  "mediation",
  "arbitration",
]);

const noCourt = {
  courtContactId: null,
  judgeContactId: null,
  department: null,
  docketNumber: null,
  hearingType: null,
  appearance: null,
};

/** What an event is about; a request has it under the same names. */
const described = [
  "type",
  "title",
  "feedTitle",
  "description",
  "location",
  "showAs",
  "visibility",
  "organizerMemberId",
] as const;

/** Columns that have the name and the form of the request. */
const sameInRequest = [...described, "externalId"] as const;

/** The columns of what a request has of an event's content. An event whose new type has no court loses its court data. */
export function contentColumns({ court, related, address, virtualMeeting, ...changes }: Changes) {
  const hasNoCourt = changes.type !== undefined && !courtTypes.has(changes.type);
  return {
    ...pickGiven(changes, sameInRequest),
    ...(address !== undefined && { address: asJson(address) }),
    ...(virtualMeeting !== undefined && { virtualMeeting: asJson(virtualMeeting) }),
    ...(court !== undefined && (court ?? noCourt)),
    ...(hasNoCourt && noCourt),
    ...(related !== undefined && {
      relatedTaskId: related?.entity === "task" ? related.id : null,
      relatedDeadlineId: related?.entity === "deadline" ? related.id : null,
    }),
  };
}

/** Who creates an event, and the attorney for whom. */
export const authorColumns = ({ principal }: Context) => ({
  createdBy: JSON.stringify(describeActor(principal)),
  onBehalfOfAttorneyId: onBehalfOf(principal),
});

const copied = [
  ...described,
  "caseId",
  "leadId",
  "status",
  "courtContactId",
  "judgeContactId",
  "department",
  "docketNumber",
  "hearingType",
  "appearance",
  "relatedTaskId",
  "relatedDeadlineId",
] as const;

type Overridden = Partial<
  Pick<EventRow["exceptions"][number], "title" | "description" | "location" | "virtualMeeting">
>;

/**
 * The content and the owner of an event as columns of another event that continues it.
 *
 * @param exception of the occurrence that the other event continues: what differs there
 */
export function copyContent(event: EventRow, exception: Overridden = {}) {
  const { title, description, location, virtualMeeting } = exception;
  return {
    ...(pickGiven(event, copied) as Pick<EventRow, (typeof copied)[number]>),
    title: title ?? event.title,
    description: description ?? event.description,
    location: location ?? event.location,
    address: asJson(event.address),
    virtualMeeting: asJson(virtualMeeting ?? event.virtualMeeting),
  };
}

/** The attendees of a request as rows. Nobody has responded. */
export const attendeeRows = (attendees: readonly GivenAttendee[]): NewAttendee[] =>
  attendees.map(({ memberId = null, contactId = null, clientId = null, isOptional }) => ({
    memberId,
    contactId,
    clientId,
    isOptional,
  }));

/** Stored attendees as rows of another event or occurrence, with their responses. */
export const copyAttendees = (attendees: EventRow["attendees"]): NewAttendee[] =>
  attendees.map(({ occurrenceOn: _on, name: _name, ...attendee }) => attendee);

/** The reminders of a request as they are stored. */
export const reminderSettings = (reminders: readonly GivenReminder[]): ReminderSetting[] =>
  reminders.map(({ channel, minutesBefore = null, daysBefore = null, at = null }) => ({
    channel,
    minutesBefore,
    daysBefore,
    at,
  }));
