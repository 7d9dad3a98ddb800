import * as z from "zod";
import { changesSomething } from "../../../contract/values/values.ts";

const channel = z.enum(["email", "portal", "none"]);

/** How a member is notified of tasks, events and deadlines. A mail comes with the notification in the portal; nobody turns off the warnings of deadlines. */
export const NotificationPreferences = z.strictObject({
  taskAssigned: channel,
  taskReminder: channel,
  taskDigest: z.enum(["daily", "none"]),
  /** More than three days before; later ones are always mailed. */
  deadlineWarning: z.enum(["email", "portal"]),
  /** Of dates that wait for a second person, also at once of a later date that was proposed. */
  deadlineReminder: channel,
  /** Of deadlines that were set, assigned, moved, extended, let go or reopened. `daily`: in the portal at once, and in the next docket that is mailed to the member. */
  deadlineChange: z.enum([...channel.options, "daily"]),
  calendarEvent: channel,
  calendarReminder: channel,
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

/** Of a member who has chosen nothing; the columns' defaults. */
export const defaultPreferences = {
  taskAssigned: "email", taskReminder: "email", taskDigest: "none", calendarEvent: "portal", calendarReminder: "email", deadlineWarning: "email", deadlineReminder: "email", deadlineChange: "email",
} as const satisfies NotificationPreferences;

/** What a member changes: a page that was loaded before an update does not know the newest members, which keep their value. */
export const PreferenceChanges = NotificationPreferences.partial().refine(...changesSomething());
export type PreferenceChanges = z.infer<typeof PreferenceChanges>;
