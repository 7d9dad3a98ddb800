import { dayOf, startOfDay, toInstant } from "../../platform/local-time.ts";
import { addDays } from "../../platform/recurrence-rule.ts";

/** When reminders are sent, in the firm's time zone. */
const remindsAt = "10:00";

export interface ReminderPlan {
  /** Days after the request was sent. */
  firstAfterDays: number;
  everyDays: number;
  /** How many are sent at most. */
  max: number;
}

/** The last millisecond of a day in a time zone. */
export function endOfDay(on: string, timezone: string): string {
  return new Date(Date.parse(startOfDay(addDays(on, 1), timezone)) - 1).toISOString();
}

/** When a request expires: at the end of the firm's day so many days after it was sent. */
export function computeExpiresAt(sentAt: string, expiresInDays: number, timezone: string): string {
  return endOfDay(addDays(dayOf(sentAt, timezone), expiresInDays), timezone);
}

interface SentRequest {
  sentAt: string;
  expiresAt: string;
  reminders: ReminderPlan;
  /** How many reminders were sent by the clock. */
  reminderCount: number;
}

/**
 * The next reminder of a request that is out: the first one of its plan that is later than an instant, so that a worker
 * that was stopped for days sends one reminder, and not all that it missed.
 *
 * @param after when the request was sent, or now
 * @returns null if all were sent, or none is left before the request expires
 */
export function computeNextReminderAt(
  { sentAt, expiresAt, reminders, reminderCount }: SentRequest,
  timezone: string,
  after: string,
): string | null {
  const { firstAfterDays, everyDays, max } = reminders;
  if (reminderCount >= max) return null;
  const firstDay = addDays(dayOf(sentAt, timezone), firstAfterDays);
  const today = dayOf(after, timezone);
  const passed = Math.max(0, Math.floor((Date.parse(today) - Date.parse(firstDay)) / 86_400_000 / everyDays));
  const candidates = [passed, passed + 1].map((number) =>
    toInstant(addDays(firstDay, number * everyDays), remindsAt, timezone),
  );
  const next = candidates.find((at) => Date.parse(at) > Date.parse(after));
  return next === undefined || Date.parse(next) >= Date.parse(expiresAt) ? null : next;
}

/** A calendar day as documents have it: `03/05/2026`. */
export function formatDay(on: string): string {
  const [year = "", month = "", day = ""] = on.split("-");
  return `${month}/${day}/${year}`;
}

/** The firm's day of an instant, as documents have it: what `date_signed` shows. */
export const formatDayOf = (instant: string, timezone: string): string => formatDay(dayOf(instant, timezone));
