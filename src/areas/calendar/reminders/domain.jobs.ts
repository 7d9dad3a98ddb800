import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { listPeople, notifyOfEvent } from "./domain.notices.ts";
import { findOccurrenceTimes } from "../occurrences/domain.occurrence.ts";
import { findNext, isAhead } from "./domain.ts";
import { recordCalendarEvent } from "../domain.record.ts";
import { relateEvent } from "../domain.ts";
import { listNotifiable, type Notifiable } from "../../notifications/preferences/domain.ts";
import { endReminder, listDueReminders, lockDueReminderForUpdate, type ReminderRow } from "./store.ts";
import { findEvents, type EventRow } from "../store.ts";

const sending: DeclaredAction = { name: "calendarEvents.remind", canRecordEvent: ["calendar_event.reminder_due"] };
const maxLate = 24 * 3_600_000;

/**
 * Sends the reminders of events that are due, each in its own transaction.
 *
 * @param clock for tests
 * @returns how many this process sent, or ended without
 */
export function sendCalendarReminders(
  database: UnitOfWork["database"],
  clock: () => Date = () => new Date(),
): Promise<number> {
  return runDueActions(
    database,
    sending,
    (batch) => listDueReminders(database, batch),
    (context, id) => sendReminder(context, id, clock().toISOString()),
  );
}

/**
 * Decides again with the reminder locked.
 *
 * @returns whether it was ended
 */
async function sendReminder(context: Context, reminderId: string, now: string): Promise<boolean> {
  const reminder = await lockDueReminderForUpdate(context, reminderId, now);
  if (reminder === undefined) return false;
  const [event] = await findEvents(context, [reminder.eventId]);
  if (event === undefined) return false;
  recordAuditEntry(context, { entity: "calendar_event", id: event.id }, relateEvent(event));
  const status = await send(context, event, reminder, now);
  // Of a series, the same reminder is then for the next occurrence.
  const next = event.rule === null ? null : findNext(event, reminder, now);
  const { occurrenceOn, remindAt } = reminder;
  await endReminder(
    context,
    reminderId,
    next === null ? { occurrenceOn, remindAt, status } : { ...next, status: "scheduled" },
    status === "sent" ? now : null,
  );
  return true;
}

async function send(
  context: Context,
  event: EventRow,
  reminder: ReminderRow,
  now: string,
): Promise<ReminderRow["status"]> {
  const { occurrenceOn, remindAt, channel } = reminder;
  const times = isAhead(event, occurrenceOn) ? findOccurrenceTimes(event, occurrenceOn) : null;
  if (times === null) return "cancelled";
  if (Date.parse(now) - Date.parse(remindAt) > maxLate) return "missed";
  const recipients = await listNotifiable(context, listPeople(event, occurrenceOn));
  recordCalendarEvent(context, "calendar_event.reminder_due", { before: null, after: event, occurrenceOn });
  const notified = recipients.filter(({ calendarReminder }) => calendarReminder !== "none");
  const isMailed = ({ calendarReminder }: Notifiable) => channel === "email" && calendarReminder === "email";
  await notifyOfEvent(
    context,
    "calendar.reminder",
    { event, times, isRecurring: false },
    { notified, mailed: notified.filter(isMailed) },
  );
  return recipients.length === 0 ? "no_recipient" : "sent";
}
