import { dayOf, toInstant } from "../../../platform/local-time.ts";
import { addDays, findOccurrence } from "../../../platform/recurrence-rule.ts";
import type { Context } from "../../../rpc/context.ts";
import { findOccurrenceTimes, ownTimes, type OccurrenceTimes } from "../occurrences/domain.occurrence.ts";
import { isStanding } from "../domain.states.ts";
import { computeOccurrenceTimes } from "../domain.times.ts";
import { moveReminders, type ReminderRow } from "./store.ts";
import type { EventRow } from "../store.ts";

type Setting = Pick<ReminderRow, "minutesBefore" | "daysBefore" | "at">;
type Plan = Pick<ReminderRow, "occurrenceOn" | "remindAt" | "status">;
type Next = Omit<Plan, "status">;
type NextOfSeries = Next & { occurrenceOn: string };
type OfEvent = Pick<
  EventRow,
  "rule" | "status" | "allDay" | "startAt" | "endAt" | "startOn" | "endOn" | "timeZone" | "exceptions"
>;

const minutesOfDay = 1_440;
/** More occurrences in a row are not canceled. */
const maxSkipped = 600;
const stands = (status: string | null) => status === null || isStanding(status);

function countBack(
  { minutesBefore, daysBefore, at }: Setting,
  { startAt, startOn }: Pick<OccurrenceTimes, "startAt" | "startOn">,
  timeZone: string,
): string {
  if (daysBefore !== null) return toInstant(addDays(startOn, -daysBefore), at ?? "00:00", timeZone);
  return new Date(Date.parse(startAt) - (minutesBefore ?? 0) * 60_000).toISOString();
}

/** Whether an occurrence takes place, as far as is known; of a single event, the event. */
export function isAhead(event: OfEvent, occurrenceOn: string | null): boolean {
  if (!stands(event.status)) return false;
  if (findOccurrenceTimes(event, occurrenceOn) === null) return false;
  return stands(event.exceptions.find((each) => each.occurrenceOn === occurrenceOn)?.status ?? null);
}

/**
 * When a reminder of a series is due next after an instant: of the occurrences that stand, the first. null where there
 * is none.
 */
export function findNext(event: OfEvent, reminder: Setting, after: string): Next | null {
  const moved = event.exceptions.flatMap((exception): Next[] => {
    const times = ownTimes(exception);
    if (times === null || !isAhead(event, exception.occurrenceOn)) return [];
    return [{ occurrenceOn: exception.occurrenceOn, remindAt: countBack(reminder, times, event.timeZone) }];
  });
  const found = [...moved.filter(({ remindAt }) => remindAt > after), ...findRegular(event, reminder, after)];
  return found.toSorted((one, other) => (one.remindAt < other.remindAt ? -1 : 1))[0] ?? null;
}

/**
 * The same among the occurrences that have the time of the rule.
 *
 * @returns one or none
 */
export function findRegular(event: OfEvent, reminder: Setting, after: string): NextOfSeries[] {
  const other = new Set(
    event.exceptions
      .filter(({ isCancelled, status, startAt }) => isCancelled || startAt !== null || !stands(status))
      .map(({ occurrenceOn }) => occurrenceOn),
  );
  const lead = reminder.daysBefore ?? Math.floor((reminder.minutesBefore ?? 0) / minutesOfDay);
  const first = addDays(dayOf(after, event.timeZone), lead - 1);
  let from = first > event.startOn ? first : event.startOn;
  for (let tried = 0; tried < maxSkipped; tried += 1) {
    const on = findOccurrence(event.rule ?? "", event.startOn, from);
    if (on === null) return [];
    // Without a place in time for those that are left out: up to 500 in a row are.
    const remindAt = other.has(on) ? null : countBack(reminder, computeOccurrenceTimes(event, on), event.timeZone);
    if (remindAt !== null && remindAt > after) return [{ occurrenceOn: on, remindAt }];
    from = addDays(on, 1);
  }
  return [];
}

const ended: ReadonlySet<string> = new Set(["sent", "missed", "no_recipient"]);

/** Where a reminder stands after a change of its event. */
export function planReminder(event: OfEvent, reminder: ReminderRow, now: string): Plan {
  if (!stands(event.status)) return end(reminder);
  return event.rule === null
    ? planOfSingle(reminder, now, countBack(reminder, event, event.timeZone))
    : planOfSeries(event, reminder, now);
}

const end = ({ occurrenceOn, remindAt, status }: ReminderRow): Plan => ({
  occurrenceOn,
  remindAt,
  status: status === "scheduled" ? "cancelled" : status,
});

function planOfSingle({ occurrenceOn, remindAt, status }: ReminderRow, now: string, counted: string): Plan {
  const isSame = counted === remindAt && occurrenceOn === null;
  if (isSame && (status === "scheduled" || ended.has(status))) return { occurrenceOn, remindAt, status };
  if (counted > now) return { occurrenceOn: null, remindAt: counted, status: "scheduled" };
  return { occurrenceOn: null, remindAt: counted, status: ended.has(status) ? status : "skipped" };
}

function planOfSeries(event: OfEvent, reminder: ReminderRow, now: string): Plan {
  const { occurrenceOn, remindAt, status } = reminder;
  // It is due, and the job is about to send it.
  const times =
    status === "scheduled" && remindAt <= now && isAhead(event, occurrenceOn)
      ? findOccurrenceTimes(event, occurrenceOn)
      : null;
  if (times !== null && countBack(reminder, times, event.timeZone) === remindAt)
    return { occurrenceOn, remindAt, status };
  const next = findNext(event, reminder, now);
  return next === null ? end(reminder) : { ...next, status: "scheduled" };
}

/**
 * Computes the reminders of a locked event after its creation or a change.
 *
 * @param now ISO-8601
 * @returns whether any moved
 */
export async function refreshReminders(context: Context, event: EventRow, now: string): Promise<boolean> {
  const moved = event.reminders.flatMap((reminder) => {
    const plan = planReminder(event, reminder, now);
    const isSame =
      plan.occurrenceOn === reminder.occurrenceOn &&
      plan.remindAt === reminder.remindAt &&
      plan.status === reminder.status;
    return isSame ? [] : [{ id: reminder.id, ...plan }];
  });
  await moveReminders(context, moved);
  return moved.length > 0;
}

/**
 * The scheduled reminders of an event after its times moved with the time zone: for the same occurrence, also where
 * they are past meanwhile.
 */
export function retimeReminders(event: EventRow): (Plan & { id: string })[] {
  return event.reminders.flatMap((reminder) => {
    const { id, status, occurrenceOn } = reminder;
    const times = status === "scheduled" ? findOccurrenceTimes(event, occurrenceOn) : null;
    return times === null ? [] : [{ id, occurrenceOn, remindAt: countBack(reminder, times, event.timeZone), status }];
  });
}
