import type { EventType } from "../../contract/events/event-types.ts";
import { diffRecords, recordEvent, type Context, type RecordReference } from "../../rpc/context.ts";
import { redact } from "./domain.masking.ts";
import { describeInEvent, getEventRow, relateEvent } from "./domain.ts";
import { expandFirst } from "./occurrences/domain.expansion.ts";
import { notifyOfChange } from "./reminders/domain.notices.ts";
import { refreshReminders } from "./reminders/domain.ts";
import { refreshNext } from "./series/domain.next.ts";
import type { EventRow } from "./store.ts";

/** The last step of every change: what follows from it is computed, its event is recorded, and members are notified. */

/** An event before and after a change. */
export interface EventChange {
  /** null for a creation. */
  before: EventRow | null;
  after: EventRow;
  /** Recurrence ID of the occurrence that changed; null for all. */
  occurrenceOn?: string | null;
  /** The series of which it was an occurrence, if it is no longer. */
  series?: EventRow;
}

/** Records an event, written for every reader: masked where the event is or was private, without free text. */
export function recordCalendarEvent(
  context: Context,
  eventType: EventType,
  { before, after, occurrenceOn = null, series = after }: EventChange,
): void {
  const isPrivate = [before, after].some((row) => row?.visibility === "private");
  const describe = (row: EventRow, isHidden: boolean) =>
    describeInEvent(row, occurrenceOn, series === after ? row : series, isHidden);
  const diff = before === null ? {} : diffRecords(describe(before, isPrivate), describe(after, isPrivate));
  const redacted = Object.entries(diff).map(([name, { from, to }]) => [
    name,
    { from: redact({ [name]: from })[name], to: redact({ [name]: to })[name] },
  ]);
  recordEvent(context, {
    eventType,
    entityId: after.id,
    payload: redact(describe(after, false)),
    diff: Object.fromEntries(redacted),
    relatedIds: [...relateEvent(after), ...(before === null || isPrivate ? [] : relateFormerOwner(before, after))],
  });
}

/** The case, client and lead that an event was moved from: the change is news of theirs, too. */
function relateFormerOwner(before: EventRow, after: EventRow): RecordReference[] {
  if (before.caseId === after.caseId && before.leadId === after.leadId) return [];
  const kept = new Set(relateEvent(after).map(({ id }) => id));
  const ofOwner = new Set(["case", "client", "lead"]);
  return relateEvent(before).filter(({ entity, id }) => ofOwner.has(entity) && !kept.has(id));
}

/**
 * Computes what follows from an event after its creation or a change: its stored occurrences, its next occurrence and
 * its reminders.
 *
 * @returns it as it is now
 */
export async function refreshEvent(context: Context, eventId: string): Promise<EventRow> {
  const [row, now] = [await getEventRow(context, eventId), new Date().toISOString()];
  await expandFirst(context, row, now);
  await refreshNext(context, [row], now);
  return (await refreshReminders(context, row, now)) ? getEventRow(context, eventId) : row;
}

/**
 * Records a change of a calendar event, and notifies its members.
 *
 * @returns it as it is now
 */
export async function recordChange(
  context: Context,
  eventType: EventType,
  before: EventRow,
  occurrenceOn: string | null = null,
): Promise<EventRow> {
  const after = await refreshEvent(context, before.id);
  recordCalendarEvent(context, eventType, { before, after, occurrenceOn });
  await notifyOfChange(context, eventType, { before, after, occurrenceOn });
  return after;
}

/**
 * Records the creation of a calendar event, and notifies its members.
 *
 * @param before the event that goes on in it: its members learn of the new time
 * @returns it as it is now
 */
export async function recordCreation(
  context: Context,
  eventId: string,
  before: EventRow | null = null,
): Promise<EventRow> {
  const after = await refreshEvent(context, eventId);
  recordCalendarEvent(context, "calendar_event.created", { before: null, after });
  const eventType = before === null ? "calendar_event.created" : "calendar_event.rescheduled";
  await notifyOfChange(context, eventType, { before, after, occurrenceOn: null });
  return after;
}

/**
 * Records the exceptions that a change of the schedule dropped.
 *
 * @param change.dropped recurrence IDs of occurrences that the series no longer has
 */
export function recordDropped(
  context: Context,
  { before, after, dropped }: { before: EventRow; after: EventRow; dropped: readonly string[] },
): void {
  for (const occurrenceOn of dropped)
    recordCalendarEvent(context, "calendar_event.cancelled", { before: after, after, occurrenceOn, series: before });
}
