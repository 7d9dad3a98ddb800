import * as z from "zod";
import { docketScopes } from "../../../contract/closed-sets/docket-scope.ts";
import { changesSomething } from "../../../contract/values/values.ts";

const channel = z.enum(["email", "portal", "none"]);

/**
 * How a member is notified of tasks, events and deadlines. A mail comes with the notification in the portal; nobody
 * turns off the warnings of deadlines.
 */
export const NotificationPreferences = z.strictObject({
  taskAssigned: channel,
  taskReminder: channel,
  taskDigest: z.enum(["daily", "none"]),
  /** More than three days before; later ones are always mailed. */
  deadlineWarning: z.enum(["email", "portal"]),
  /** Of dates that wait for a second person, also at once of a later date that was proposed. */
  deadlineReminder: channel,
  /**
   * Of deadlines that were set, assigned, moved, extended, let go or reopened. `daily`: in the portal at once, and in
   * the next docket that is mailed to the member.
   */
  deadlineChange: z.enum([...channel.options, "daily"]),
  calendarEvent: channel,
  calendarReminder: channel,
  /**
   * A mail at 07:00 on days on which the firm is open; of others than the member's own, with permission to view
   * deadlines and calendar events.
   */
  docket: z.enum(["none", ...docketScopes]),
  docketDays: z.int().min(1).max(60),
  /** Whether a docket with nothing in it is mailed. */
  docketWhenEmpty: z.boolean(),
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

/** The same of a row, which has more columns. */
export const ShownPreferences = NotificationPreferences.strip();

/** Of a member who has chosen nothing; the columns' defaults. */
export const defaultPreferences = {
  taskAssigned: "email",
  taskReminder: "email",
  taskDigest: "none",
  calendarEvent: "portal",
  calendarReminder: "email",
  deadlineWarning: "email",
  deadlineReminder: "email",
  deadlineChange: "email",
  docket: "none",
  docketDays: 14,
  docketWhenEmpty: false,
} as const satisfies NotificationPreferences;

/**
 * What a member changes: a page that was loaded before an update does not know the newest members, which keep their
 * value.
 */
export const PreferenceChanges = NotificationPreferences.partial().refine(...changesSomething());
export type PreferenceChanges = z.infer<typeof PreferenceChanges>;
