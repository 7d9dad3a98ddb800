import { pickGiven } from "../../contract/values/pick-given.ts";
import { createId } from "../../platform/database/ids.ts";
import { replaceTagRows } from "../../platform/database/tag-rows.ts";
import { asJson } from "../../platform/database/wire-form.ts";
import { readTimezone } from "../../platform/database/organization-day.ts";
import type { Context } from "../../rpc/context.ts";
import { describeActor, onBehalfOf } from "../../rpc/principal.ts";
import { findConflicts } from "./conflicts/domain.ts";
import type { Conflict } from "./conflicts/schema.ts";
import { lockPlace, requirePeople, requireReferences } from "./domain.locks.ts";
import { readerOf } from "./domain.masking.ts";
import { requireReminders } from "./reminders/domain.ts";
import { describeTimes, readRecurrence, readTimes } from "./domain.times.ts";
import { recordCreation, showEvent } from "./domain.ts";
import type { CalendarEvent } from "./schema.ts";
import type { EventChanges, GivenAttendee, GivenReminder, NewEvent } from "./schema.input.ts";
import { insertEvent, replaceAttendees, type NewAttendee, type NewEventRow } from "./store.changes.ts";
import { replaceReminders, type ReminderSetting } from "./reminders/store.ts";

const emptyCourt = {
  courtContactId: null,
  judgeContactId: null,
  department: null,
  docketNumber: null,
  hearingType: null,
  appearance: null,
};

export const asAttendees = (given: readonly GivenAttendee[]): NewAttendee[] =>
  given.map(({ memberId = null, contactId = null, clientId = null, isOptional }) => ({
    memberId,
    contactId,
    clientId,
    isOptional,
  }));

export const asSettings = (given: readonly GivenReminder[]): ReminderSetting[] =>
  given.map(({ channel, minutesBefore = null, daysBefore = null, at = null }) => ({
    channel,
    minutesBefore,
    daysBefore,
    at,
  }));

/** What is stored as it was given. */
const plain = [
  "type",
  "title",
  "feedTitle",
  "description",
  "location",
  "showAs",
  "visibility",
  "organizerMemberId",
  "externalId",
] as const;

/** The columns of what a request has of an event's content, without its times and its owner. */
export function describeContent({ court, related, address, virtualMeeting, ...given }: EventChanges) {
  return {
    ...pickGiven(given, plain),
    ...(address !== undefined && { address: asJson(address) }),
    ...(virtualMeeting !== undefined && { virtualMeeting: asJson(virtualMeeting) }),
    ...(court !== undefined && (court ?? emptyCourt)),
    ...(related !== undefined && {
      relatedTaskId: related?.entity === "task" ? related.id : null,
      relatedDeadlineId: related?.entity === "deadline" ? related.id : null,
    }),
  };
}

/**
 * Creates an event or a series.
 *
 * @throws NOT_FOUND for the owner, a person, a document or the related record; INVALID_STATE_TRANSITION for an archived
 *   case or a converted lead; DUPLICATE_ENTRY, also of a member who is busy with `reject`; VALIDATION_FAILED
 */
export async function createEvent(
  context: Context,
  given: NewEvent,
): Promise<{ calendarEvent: CalendarEvent; conflicts: Conflict[] }> {
  const {
    type,
    title,
    caseId = null,
    leadId = null,
    attendees = [],
    documentIds = [],
    tags = [],
    reminders = [],
    onConflict = "allow",
  } = given;
  await requirePeople(context, given);
  const owner = await lockPlace(context, { caseId, leadId });
  const organizerMemberId =
    given.organizerMemberId === undefined ? readerOf(context).memberId : given.organizerMemberId;
  await requireReferences(context, owner, given, organizerMemberId);
  const times = readTimes(given, await readTimezone(context));
  requireReminders(times.allDay, reminders);
  const rule = given.recurrence ? readRecurrence(given.recurrence, times, null) : null;
  const id = createId("calendarEvent");
  const showAs = given.showAs ?? (type === "out_of_office" ? "out_of_office" : "busy");
  await insertWhole(
    context,
    { ...describeContent(given), ...owner, ...describeTimes(times, rule), id, type, title, showAs, organizerMemberId },
    { attendees: asAttendees(attendees), documentIds, tags, reminders: asSettings(reminders) },
  );
  const row = await recordCreation(context, id);
  return { calendarEvent: showEvent(context, row), conflicts: await findConflicts(context, id, onConflict) };
}

interface Parts {
  attendees: readonly NewAttendee[];
  documentIds: readonly string[];
  tags: readonly string[];
  reminders: readonly ReminderSetting[];
}

/** Inserts an event with what belongs to it, attributed to the caller. */
export async function insertWhole(
  context: Context,
  row: Omit<NewEventRow, "createdBy">,
  { attendees, documentIds, tags, reminders }: Parts,
): Promise<void> {
  const { principal } = context;
  await insertEvent(context, {
    ...row,
    createdBy: JSON.stringify(describeActor(principal)),
    onBehalfOfAttorneyId: onBehalfOf(principal),
  });
  await replaceAttendees(context, row.id, null, attendees, row.organizerMemberId ?? null);
  await replaceTagRows(context, "CalendarDocument", row.id, documentIds);
  await replaceTagRows(context, "CalendarTag", row.id, tags);
  if (reminders.length > 0) await replaceReminders(context, row.id, reminders, new Date().toISOString());
}
