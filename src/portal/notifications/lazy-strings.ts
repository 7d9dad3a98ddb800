import { catalog } from "../client/catalog.ts";

export const preferencesDialog = catalog({
  title: "Notification preferences",
  what: "your preferences",
  description:
    "How you are notified of your tasks, events and deadlines in this organization. Emails never contain titles or names.",
  save: "Save preferences",
  saved: "Notification preferences saved.",
  taskAssigned: "A task is assigned to you",
  taskAssignedHint: "Tasks that a template creates are never sent by email.",
  taskReminder: "Task reminder",
  taskReminderHint: "Reminders set for the portal only are not sent by email.",
  taskDigest: "Task digest",
  taskDigestHint: "How many tasks are due, overdue and new, on business days at the start of working hours.",
  deadlineWarning: "A deadline is near",
  deadlineWarningHint:
    "Includes disputed and tolled dates. Warnings in the last three days before the last day to act, and missed deadlines, are always sent by email.",
  deadlineChange: "A deadline is set, assigned to you, moved, extended, waived, canceled or reopened",
  deadlineChangeHint: "One message for changes made together. Not sent for your own changes.",
  changes: {
    email: "Notification and email",
    portal: "Notification",
    daily: "Notification, and email with your next docket",
    none: "None",
  },
  deadlineReminder: "Dates are waiting for a second person",
  deadlineReminderHint: "For attorneys who verify dates. Once a week, and immediately when a later date is proposed.",
  warnings: { email: "Notification and email", portal: "Notification" },
  docket: "Daily docket",
  docketHint:
    "Overdue and upcoming deadlines, and court dates, at 7:00 AM in your time zone on days when the firm is open.",
  dockets: {
    none: "None",
    own: "Email: my docket",
    office: "Email: docket of my office",
    organization: "Email: docket of the firm",
  },
  docketDays: "Days in the docket",
  docketWhenEmpty: "Send when nothing is due",
  calendarEvent: "You are invited to or removed from an event, or it changes or is canceled",
  calendarEventHint: "Not sent for your own changes or past events.",
  calendarReminder: "Event reminder",
  calendarReminderHint: "Reminders set for the portal only are not sent by email.",
  channels: { email: "Notification and email", portal: "Notification", none: "None" },
  digests: { daily: "Email on business days", none: "None" },
});
