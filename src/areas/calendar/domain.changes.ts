import { AppError, invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { pickGiven } from "../../contract/values/pick-given.ts";
import { replaceTagRows } from "../../platform/database/tag-rows.ts";
import { asJson } from "../../platform/database/wire-form.ts";
import type { Context } from "../../rpc/context.ts";
import { asAttendees, asSettings, describeContent } from "./domain.create.ts";
import { followEvent } from "./domain.followers.ts";
import { atCourt, lockOpenEvent, openEvent, planOwner, type Reach } from "./domain.locks.ts";
import { attendeesOf, findOccurrenceTimes } from "./domain.occurrences.ts";
import { isStanding } from "./domain.states.ts";
import { requireReminders } from "./reminders/domain.ts";
import {
  changeTimes,
  describeTimes,
  hasOccurrence,
  hasTimes,
  moveRule,
  pickTimes,
  placeOccurrence,
  readRecurrence,
  type Times,
} from "./domain.times.ts";
import { recordCalendarEvent, recordChange } from "./domain.ts";
import type { EventStatus } from "./schema.ts";
import type { EventChanges } from "./schema.input.ts";
import {
  changeEvent,
  deleteExceptions,
  replaceAttendees,
  writeException,
  type EventColumns,
  type ExceptionColumns,
  type NewAttendee,
} from "./store.changes.ts";
import { replaceReminders } from "./reminders/store.ts";
import { withoutAdditional } from "../../platform/recurrence-rule.ts";
import { restoreStored } from "./occurrences/store.placing.ts";
import type { EventRow, ExceptionRow } from "./store.ts";

export type Changes = Omit<EventChanges, "scope" | "occurrenceOn" | "onConflict">;

/** What an event that took place, or was called off, still accepts. */
const lasting: ReadonlySet<string> = new Set(["documentIds", "tags", "externalId"]);
const ofOccurrence: ReadonlySet<string> = new Set([
  "startAt",
  "endAt",
  "startOn",
  "endOn",
  "title",
  "description",
  "location",
  "virtualMeeting",
  "attendees",
]);
const maxExceptions = 500;

/** @throws VALIDATION_FAILED for a series without a scope, or a single event with one */
export function requireScope(
  { rule }: EventRow,
  { scope, occurrenceOn }: Pick<EventChanges, "scope" | "occurrenceOn">,
): void {
  if (rule === null && scope !== undefined) throw invalidInput({ path: "scope", message: "allowed only for a series" });
  if (rule === null && occurrenceOn !== undefined)
    throw invalidInput({ path: "occurrenceOn", message: "allowed only for a series" });
  if (rule !== null && scope === undefined) throw invalidInput({ path: "scope", message: "required for a series" });
  if ((scope === "this" || scope === "following") && occurrenceOn === undefined)
    throw invalidInput({ path: "occurrenceOn", message: `required with scope ${scope}` });
}

/** @throws INVALID_STATE_TRANSITION for an event that took place, or was called off */
export function requireChangeable(status: EventStatus, changes: Changes): void {
  if (isStanding(status) || Object.keys(changes).every((name) => lasting.has(name))) return;
  throw new AppError(
    "INVALID_STATE_TRANSITION",
    `The event took place or was called off: only ${[...lasting].join(", ")} can be changed`,
    { detail: status },
  );
}

export function rejectOutcomes(occurrences: readonly { outcome: unknown }[], message: string): void {
  if (occurrences.some(({ outcome }) => outcome !== null))
    throw new AppError("INVALID_STATE_TRANSITION", message, { errorReason: "record_in_use" });
}

/**
 * The times and the rule that an event has after a change.
 *
 * @throws VALIDATION_FAILED
 */
export function planTimes(
  before: Times & Pick<EventRow, "rule" | "reminders">,
  changes: Changes,
  zone: string,
): { times: Times; rule: string | null } {
  const times = hasTimes(changes) ? changeTimes(before, changes, zone, before.rule !== null) : before;
  requireReminders(times.allDay, changes.reminders ?? before.reminders);
  const rule = planRule(before, changes, times);
  return { times: pickTimes(times), rule };
}

function planRule(
  { rule, startOn }: Pick<EventRow, "rule" | "startOn">,
  { recurrence }: Changes,
  times: Times,
): string | null {
  if (recurrence === null) return null;
  if (recurrence !== undefined) return readRecurrence(recurrence, times, rule);
  return rule === null ? null : moveRule(rule, startOn, times.startOn);
}

/** The columns of a change that are neither times nor the owner. What is no longer at court has none. */
export function describeChanges(changes: Changes): EventColumns {
  return describeContent(
    changes.type === undefined || atCourt.has(changes.type) ? changes : { ...changes, court: null },
  );
}

/** Attendees as they are stored, with their responses. */
export const asGiven = (attendees: EventRow["attendees"]): NewAttendee[] =>
  attendees.map(({ occurrenceOn: _on, name: _name, ...attendee }) => attendee);

const nameRule = (rule: string | null) => (rule === null ? null : withoutAdditional(rule));

/** Changes a single event, or a whole series. */
export async function changeWhole(
  context: Context,
  before: EventRow,
  changes: Changes,
  zone: string,
): Promise<EventRow> {
  const { times, rule } = planTimes(before, changes, zone);
  const isMoved =
    nameRule(rule) !== nameRule(before.rule) || times.startOn !== before.startOn || times.timeZone !== before.timeZone;
  const isDropped = ({ occurrenceOn }: { occurrenceOn: string }) =>
    rule === null || !hasOccurrence(rule, times.startOn, occurrenceOn);
  const dropped = isMoved || rule !== before.rule ? before.exceptions.filter(isDropped) : [];
  // Of another list of additional dates, only occurrences that are gone have anything to lose.
  rejectOutcomes(
    isMoved ? before.exceptions : dropped,
    "Occurrences have outcomes; change from a later one with scope following",
  );
  if (
    !(await changeEvent(context, before.id, {
      ...describeChanges(changes),
      ...planOwner(before, changes),
      ...describeTimes(times, rule),
    }))
  )
    throw staleRevision("calendarEvent");
  await writeLists(context, before, changes);
  if (dropped.length > 0)
    await deleteExceptions(
      context,
      before.id,
      dropped.map(({ occurrenceOn }) => occurrenceOn),
    );
  const after = await recordChange(
    context,
    times.startAt === before.startAt && times.endAt === before.endAt
      ? "calendar_event.updated"
      : "calendar_event.rescheduled",
    before,
  );
  recordDropped(context, before, after, dropped);
  await followEvent(context, before, after);
  return after;
}

async function writeLists(context: Context, before: EventRow, changes: Changes): Promise<void> {
  const { attendees, documentIds, tags, reminders } = changes;
  const organizerMemberId =
    changes.organizerMemberId === undefined ? before.organizerMemberId : changes.organizerMemberId;
  if (attendees !== undefined || organizerMemberId !== before.organizerMemberId)
    await replaceAttendees(
      context,
      before.id,
      null,
      attendees === undefined ? asGiven(attendeesOf(before, null)) : asAttendees(attendees),
      organizerMemberId,
    );
  if (documentIds !== undefined) await replaceTagRows(context, "CalendarDocument", before.id, documentIds);
  if (tags !== undefined) await replaceTagRows(context, "CalendarTag", before.id, tags);
  if (reminders !== undefined)
    await replaceReminders(context, before.id, asSettings(reminders), new Date().toISOString());
}

/** Records the exceptions whose day is no occurrence any more. */
export function recordDropped(
  context: Context,
  before: EventRow,
  after: EventRow,
  dropped: readonly { occurrenceOn: string }[],
): void {
  for (const { occurrenceOn } of dropped)
    recordCalendarEvent(context, "calendar_event.cancelled", after, after, occurrenceOn, before);
}

/**
 * Requires an occurrence of a series.
 *
 * @throws NOT_FOUND
 */
export function requireOccurrence(series: EventRow, occurrenceOn: string) {
  const times = findOccurrenceTimes(series, occurrenceOn);
  if (times === null) throw notFound("Occurrence");
  return { times, exception: series.exceptions.find((each) => each.occurrenceOn === occurrenceOn) };
}

/**
 * Writes what differs in an occurrence, and records it.
 *
 * @throws STALE_REVISION; INVALID_STATE_TRANSITION with too many exceptions
 */
export async function writeOccurrence(
  context: Context,
  before: EventRow,
  occurrenceOn: string,
  columns: ExceptionColumns,
): Promise<void> {
  const isNew = before.exceptions.every((each) => each.occurrenceOn !== occurrenceOn);
  if (isNew && before.exceptions.length >= maxExceptions)
    throw new AppError(
      "INVALID_STATE_TRANSITION",
      `The series has ${maxExceptions} exceptions; change it from a later occurrence with scope following`,
      { errorReason: "limit_reached" },
    );
  if (!(await changeEvent(context, before.id, {}))) throw staleRevision("calendarEvent");
  await writeException(context, before.id, occurrenceOn, columns);
}

/** What an occurrence has as its series is nothing of its own. */
function dropSame(before: EventRow, occurrenceOn: string, columns: ExceptionColumns): ExceptionColumns {
  const placed = placeOccurrence(before, occurrenceOn);
  const texts = (["title", "description", "location"] as const).filter((name) => columns[name] === before[name]);
  const isPlaced = columns.startAt === placed.startAt && columns.endAt === placed.endAt;
  return {
    ...columns,
    ...Object.fromEntries(texts.map((name) => [name, null])),
    ...(isPlaced && { startAt: null, endAt: null, startOn: null, endOn: null }),
  };
}

const none: Omit<ExceptionRow, "occurrenceOn" | "updatedAt"> = {
  isCancelled: false,
  status: null,
  statusReason: null,
  outcome: null,
  startAt: null,
  endAt: null,
  startOn: null,
  endOn: null,
  title: null,
  description: null,
  location: null,
  virtualMeeting: null,
  hasAttendees: false,
  rescheduledToEventId: null,
};
const nothing = Object.entries(none);

/**
 * Writes what an occurrence has of its own. One that has nothing any more, such as one that was moved back to where its
 * rule puts it, is no exception.
 */
async function writeOwn(
  context: Context,
  before: EventRow,
  occurrenceOn: string,
  given: ExceptionColumns,
): Promise<void> {
  const former = before.exceptions.find((each) => each.occurrenceOn === occurrenceOn);
  const columns = dropSame(before, occurrenceOn, given);
  const after: Record<string, unknown> = { ...none, ...former, ...columns };
  if (nothing.every(([name, value]) => after[name] === value)) return removeException(context, before, occurrenceOn);
  await writeOccurrence(context, before, occurrenceOn, columns);
  const isMovedBack = former !== undefined && former.startAt !== null && after["startAt"] === null;
  if (isMovedBack) await restoreStored(context, before, occurrenceOn, placeOccurrence(before, occurrenceOn));
}

/**
 * Makes an occurrence as its rule says again.
 *
 * @throws STALE_REVISION
 */
export async function removeException(context: Context, before: EventRow, occurrenceOn: string): Promise<void> {
  if (!(await changeEvent(context, before.id, {}))) throw staleRevision("calendarEvent");
  await deleteExceptions(context, before.id, [occurrenceOn]);
  await restoreStored(context, before, occurrenceOn, placeOccurrence(before, occurrenceOn), true);
}

/**
 * Changes one occurrence.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for what only a series has
 */
export async function changeOccurrence(
  context: Context,
  before: EventRow,
  occurrenceOn: string,
  changes: Changes,
  zone: string,
): Promise<EventRow> {
  const foreign = Object.keys(changes).find((name) => !ofOccurrence.has(name));
  if (foreign !== undefined) throw invalidInput({ path: "scope", message: `${foreign} changes the whole series` });
  const { times, exception } = requireOccurrence(before, occurrenceOn);
  requireChangeable(exception?.status ?? before.status, changes);
  const { attendees, virtualMeeting } = changes;
  const moved = hasTimes(changes)
    ? changeTimes({ ...times, allDay: before.allDay, timeZone: before.timeZone }, changes, zone, false)
    : null;
  await writeOwn(context, before, occurrenceOn, {
    ...pickGiven(changes, ["title", "description", "location"]),
    ...(virtualMeeting !== undefined && { virtualMeeting: asJson(virtualMeeting) }),
    ...(moved !== null && { startAt: moved.startAt, endAt: moved.endAt, startOn: moved.startOn, endOn: moved.endOn }),
    ...(attendees !== undefined && { hasAttendees: true }),
  });
  if (attendees !== undefined) await replaceAttendees(context, before.id, occurrenceOn, asAttendees(attendees));
  return recordChange(
    context,
    moved === null ? "calendar_event.updated" : "calendar_event.rescheduled",
    before,
    occurrenceOn,
  );
}

/** Locks an event with its owner, as it is before a change of another operation. */
export async function lockToChange(context: Context, eventId: string, reach: Reach): Promise<EventRow> {
  return lockOpenEvent(context, await openEvent(context, eventId, reach));
}

/** What decides the day of an event, of which case it is, and whether it is a series. */
const followed = [
  "startAt",
  "endAt",
  "startOn",
  "endOn",
  "allDay",
  "timeZone",
  "caseId",
  "leadId",
  "recurrence",
] as const;

export const reachOf = (changes: Changes): Reach =>
  followed.some((name) => changes[name] !== undefined) ? "day" : "content";
