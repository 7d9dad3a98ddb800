import { invalidInput } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { pickGiven } from "../../contract/values/pick-given.ts";
import { createId } from "../../platform/database/ids.ts";
import { readTimezone } from "../../platform/database/organization-day.ts";
import { asJson } from "../../platform/database/wire-form.ts";
import {
  addDays,
  changeRule,
  findLast,
  findOccurrence,
  listOccurrences,
  readAdditional,
  readRule,
  withAdditional,
  withoutAdditional,
} from "../../platform/recurrence-rule.ts";
import type { Context } from "../../rpc/context.ts";
import { findConflicts } from "./conflicts/domain.ts";
import type { Conflict } from "./conflicts/schema.ts";
import {
  asGiven,
  changeOccurrence,
  changeWhole,
  describeChanges,
  lockToChange,
  planTimes,
  reachOf,
  recordDropped,
  rejectOutcomes,
  requireChangeable,
  requireOccurrence,
  requireScope,
  writeOccurrence,
  type Changes,
} from "./domain.changes.ts";
import { asAttendees, asSettings, insertWhole } from "./domain.create.ts";
import { followEvent } from "./domain.followers.ts";
import { isMoved, lockOpenEvent, openEvent, planOwner, requireReferences } from "./domain.locks.ts";
import { attendeesOf } from "./domain.occurrences.ts";
import { describeTimes, hasOccurrence, pickTimes, placeOccurrence, type Times } from "./domain.times.ts";
import { readScheduled, recordCalendarEvent, recordChange, showEvent } from "./domain.ts";
import { notifyOfChange } from "./reminders/domain.notices.ts";
import { cancelReminders } from "./reminders/store.ts";
import type { CalendarEvent } from "./schema.ts";
import type { Deletion, EventChanges } from "./schema.input.ts";
import { changeEvent, deleteExceptions, moveExceptions, softDeleteEvent } from "./store.changes.ts";
import type { EventRow } from "./store.ts";

/**
 * Requires what an event refers to after a change. What is of the case or lead cannot stay where the event is moved.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED
 */
async function requireReferencesAfter(context: Context, found: EventRow, changes: Changes): Promise<void> {
  const [owner, attached, type, organizer] = [
    planOwner(found, changes),
    found.documents.map(({ id }) => id),
    changes.type ?? found.type,
    changes.organizerMemberId ?? null,
  ];
  if (!isMoved(found, owner)) return requireReferences(context, owner, { ...changes, type }, organizer, attached);
  const message = "required to move the event: what it has is of the case or lead that it leaves";
  if (changes.documentIds === undefined && attached.length > 0) throw invalidInput({ path: "documentIds", message });
  if (changes.related === undefined && (found.relatedTaskId ?? found.relatedDeadlineId) !== null)
    throw invalidInput({ path: "related", message });
  const { feedTitle = found.feedTitle } = changes;
  return requireReferences(context, owner, { ...changes, type, feedTitle }, organizer);
}

const asUntil = (on: string) => on.replaceAll("-", "");

/**
 * The rule of a series that ends before a day, with the additional dates before it. A rule that has ended by then, as
 * before an additional date, stays: a later end would make occurrences that nobody planned.
 */
function endBefore({ rule, startOn }: Pick<EventRow, "rule" | "startOn">, day: string): string {
  const whole = rule ?? "";
  const own = withoutAdditional(whole);
  const last = findLast(own, startOn);
  const hasEnded = last !== null && last < day;
  const ended = hasEnded ? own : changeRule(own, { COUNT: undefined, UNTIL: asUntil(addDays(day, -1)) });
  return withAdditional(
    ended,
    readAdditional(whole).filter((on) => on < day),
  );
}

/** A rule that goes on from a day, with as many occurrences as there are left, and the additional dates after it. */
function goOn(rule: string, startOn: string, day: string): string {
  const own = withoutAdditional(rule);
  const count = readRule(own).get("COUNT");
  const left =
    count === undefined ? null : Number(count) - listOccurrences(own, startOn, startOn, addDays(day, -1)).length;
  // Before additional dates the last one of the rule may be alone, for which no COUNT is accepted.
  const end = left === 1 ? { COUNT: undefined, UNTIL: asUntil(day) } : { COUNT: String(left) };
  const rest = left === null ? own : changeRule(own, end);
  return withAdditional(
    rest,
    readAdditional(rule).filter((on) => on > day),
  );
}

/** How a series goes on from an occurrence, before the changes. */
interface Rest {
  times: Times;
  /** null where the occurrence is the last one: of one date there is no rule. */
  rule: string | null;
  /** What a single event in its place takes over. */
  exception: EventRow["exceptions"][number] | undefined;
}

/**
 * @throws NOT_FOUND; VALIDATION_FAILED for an additional date, from which a rule cannot go on; INVALID_STATE_TRANSITION
 *   for a last one that was called off
 */
function planRest(series: EventRow, day: string, changes: Changes): Rest {
  const [rule, { startOn }] = [series.rule ?? "", series];
  const { times, exception } = requireOccurrence(series, day);
  const placed = placeOccurrence(series, day);
  if (changes.recurrence !== undefined) return { times: placed, rule: goOn(rule, startOn, day), exception: undefined };
  if (findOccurrence(rule, startOn, addDays(day, 1)) === null) {
    requireChangeable(exception?.status ?? series.status, changes);
    return { times: { ...placed, ...times }, rule: null, exception };
  }
  if (!hasOccurrence(withoutAdditional(rule), startOn, day)) {
    throw invalidInput({
      path: "occurrenceOn",
      message:
        "must be an occurrence of the rule: the series cannot go on from an additional date; send recurrence, or change it with scope this",
    });
  }
  return { times: placed, rule: goOn(rule, startOn, day), exception: undefined };
}

/** The texts, the status and the attendees that the last occurrence of a series has as a single event. */
function describeLast(series: EventRow, exception: Rest["exception"]) {
  const { title, description, location, virtualMeeting, status } = exception ?? {};
  return {
    title: title ?? series.title,
    description: description ?? series.description,
    location: location ?? series.location,
    virtualMeeting: asJson(virtualMeeting ?? series.virtualMeeting),
    status: status ?? series.status,
  };
}

const content = [
  "caseId",
  "leadId",
  "type",
  "title",
  "feedTitle",
  "description",
  "location",
  "showAs",
  "visibility",
  "status",
  "organizerMemberId",
  "courtContactId",
  "judgeContactId",
  "department",
  "docketNumber",
  "hearingType",
  "appearance",
  "relatedTaskId",
  "relatedDeadlineId",
] as const;

/** The content that a series cut off has from the one before. */
const copyContent = (row: EventRow) => ({
  ...(pickGiven(row, content) as Pick<EventRow, (typeof content)[number]>),
  address: asJson(row.address),
  virtualMeeting: asJson(row.virtualMeeting),
});

/** A single event in place of an event or an occurrence: the same content, nobody has responded. */
export function copyForLater(row: EventRow) {
  return {
    content: { ...copyContent(row), status: "scheduled" },
    documentIds: row.documents.map(({ id }) => id),
    tags: row.tags,
    reminders: row.reminders,
  };
}

/**
 * Ends a series before an occurrence, and goes on with the changes in another one. Exceptions from that day on move
 * with it, if its rule has their days.
 *
 * @throws NOT_FOUND for the occurrence; STALE_REVISION; VALIDATION_FAILED; INVALID_STATE_TRANSITION where occurrences
 *   from that day on have outcomes
 */
async function splitSeries(
  context: Context,
  before: EventRow,
  day: string,
  changes: Changes,
  zone: string,
): Promise<{ left: EventRow; made: EventRow }> {
  const rest = planRest(before, day, changes);
  const later = before.exceptions.filter(({ occurrenceOn }) => occurrenceOn >= day);
  rejectOutcomes(later, "Occurrences from that day on have outcomes; change from a later one");
  const planned = planTimes({ ...rest.times, rule: rest.rule, reminders: before.reminders }, changes, zone);
  const isKept = ({ occurrenceOn }: { occurrenceOn: string }) =>
    planned.rule !== null && hasOccurrence(planned.rule, planned.times.startOn, occurrenceOn);
  const gone = later.filter((each) => !isKept(each));
  if (!(await changeEvent(context, before.id, describeTimes(pickTimes(before), endBefore(before, day)))))
    throw staleRevision("calendarEvent");
  const id = createId("calendarEvent");
  const { documents, tags } = before;
  const last = describeLast(before, rest.exception);
  await insertWhole(
    context,
    {
      ...copyContent(before),
      ...last,
      ...describeChanges(changes),
      ...planOwner(before, changes),
      ...describeTimes(planned.times, planned.rule),
      type: changes.type ?? before.type,
      title: changes.title ?? last.title,
      id,
      splitFromEventId: before.id,
    },
    {
      attendees:
        changes.attendees === undefined
          ? asGiven(attendeesOf(before, rest.rule === null ? day : null))
          : asAttendees(changes.attendees),
      documentIds: changes.documentIds ?? documents.map((document) => document.id),
      tags: changes.tags ?? tags,
      reminders: changes.reminders === undefined ? before.reminders : asSettings(changes.reminders),
    },
  );
  await deleteExceptions(
    context,
    before.id,
    gone.map(({ occurrenceOn }) => occurrenceOn),
  );
  await moveExceptions(context, before.id, id, day);
  const left = await recordChange(context, "calendar_event.updated", before);
  const made = await readScheduled(context, id);
  recordCalendarEvent(context, "calendar_event.created", null, made);
  const hasOtherTimes = rest.times.startAt !== made.startAt || rest.times.endAt !== made.endAt;
  await notifyOfChange(
    context,
    hasOtherTimes ? "calendar_event.rescheduled" : "calendar_event.updated",
    before,
    made,
    null,
  );
  // What the last occurrence had of its own is in the single event.
  recordDropped(
    context,
    before,
    left,
    gone.filter((each) => each !== rest.exception),
  );
  return { left, made };
}

/**
 * Changes an event, an occurrence or a series; null clears a field, a list replaces the one before it.
 *
 * @throws NOT_FOUND for the event, the occurrence, or what it refers to; FORBIDDEN for a private event of others;
 *   STALE_REVISION; DUPLICATE_ENTRY; INVALID_STATE_TRANSITION for an archived case, where it took place or was called
 *   off, and where outcomes would lose their occurrences; VALIDATION_FAILED
 */
export async function updateEvent(
  context: Context,
  eventId: string,
  { scope, occurrenceOn, onConflict = "allow", ...changes }: EventChanges,
): Promise<{ calendarEvent: CalendarEvent; newEvent: CalendarEvent | null; conflicts: Conflict[] }> {
  const found = await openEvent(context, eventId, reachOf(changes), changes);
  await requireReferencesAfter(context, found, changes);
  const before = await lockOpenEvent(context, found);
  requireScope(before, { scope, occurrenceOn });
  const zone = await readTimezone(context);
  if (scope === "this") {
    const changed = await changeOccurrence(context, before, occurrenceOn ?? "", changes, zone);
    return {
      calendarEvent: showEvent(context, changed),
      newEvent: null,
      conflicts: await findConflicts(context, eventId, onConflict, occurrenceOn),
    };
  }
  requireChangeable(before.status, changes);
  if (scope === "following" && occurrenceOn !== before.startOn) {
    const { left, made } = await splitSeries(context, before, occurrenceOn ?? "", changes, zone);
    return {
      calendarEvent: showEvent(context, left),
      newEvent: showEvent(context, made),
      conflicts: await findConflicts(context, made.id, onConflict),
    };
  }
  return {
    calendarEvent: showEvent(context, await changeWhole(context, before, changes, zone)),
    newEvent: null,
    conflicts: await findConflicts(context, eventId, onConflict),
  };
}

const explained: ReadonlySet<string> = new Set(["hearing", "trial", "deposition"]);
const recorded = "An outcome is recorded; cancel instead";

/**
 * Deletes an event or a series, ends a series, or removes an occurrence.
 *
 * @throws NOT_FOUND for the event or the occurrence; FORBIDDEN for a private event of others; STALE_REVISION;
 *   VALIDATION_FAILED without a scope or a reason; INVALID_STATE_TRANSITION for an archived case, and where an outcome
 *   is recorded
 */
export async function deleteEvent(
  context: Context,
  eventId: string,
  { scope, occurrenceOn = "", reason }: Deletion,
): Promise<void> {
  const before = await lockToChange(context, eventId, "day");
  requireScope(before, { scope, ...(occurrenceOn !== "" && { occurrenceOn }) });
  if (reason === undefined && explained.has(before.type))
    throw invalidInput({ path: "reason", message: `required for a ${before.type}` });
  if (scope === "this") await removeOccurrence(context, before, occurrenceOn, reason);
  else if (scope === "following" && occurrenceOn !== before.startOn) await endSeries(context, before, occurrenceOn);
  else await deleteWhole(context, before, reason);
}

async function removeOccurrence(
  context: Context,
  before: EventRow,
  occurrenceOn: string,
  reason: string | undefined,
): Promise<void> {
  const { exception } = requireOccurrence(before, occurrenceOn);
  rejectOutcomes(exception === undefined ? [] : [exception], recorded);
  await writeOccurrence(context, before, occurrenceOn, { isCancelled: true, statusReason: reason ?? null });
  await recordChange(context, "calendar_event.updated", before, occurrenceOn);
}

async function endSeries(context: Context, before: EventRow, day: string): Promise<void> {
  requireOccurrence(before, day);
  const later = before.exceptions.filter(({ occurrenceOn }) => occurrenceOn >= day);
  rejectOutcomes(later, recorded);
  if (!(await changeEvent(context, before.id, describeTimes(pickTimes(before), endBefore(before, day)))))
    throw staleRevision("calendarEvent");
  await deleteExceptions(
    context,
    before.id,
    later.map(({ occurrenceOn }) => occurrenceOn),
  );
  await recordChange(context, "calendar_event.updated", before);
  // The first of the occurrences that are gone says when.
  await notifyOfChange(context, "calendar_event.cancelled", before, before, day);
}

async function deleteWhole(context: Context, before: EventRow, reason: string | undefined): Promise<void> {
  rejectOutcomes([before, ...before.exceptions], recorded);
  await followEvent(context, before, null);
  const deleted = await softDeleteEvent(context, before.id, {
    deletedAt: new Date().toISOString(),
    ...(reason !== undefined && { statusReason: reason }),
  });
  if (deleted === undefined) throw staleRevision("calendarEvent");
  await cancelReminders(context, before.id);
  recordCalendarEvent(context, "calendar_event.deleted", before, { ...before, ...deleted });
  await notifyOfChange(context, "calendar_event.deleted", before, before, null);
}
