import { catalog } from "../client/catalog.ts";

export const preferencesDialog = catalog({
  title: "Notification preferences",
  what: "your preferences",
  description:
    "How you are notified of your tasks, events and deadlines in this organization. Mails contain neither titles nor names.",
  save: "Save preferences",
  saved: "Notification preferences saved.",
  taskAssigned: "A task is assigned to you",
  taskAssignedHint: "Tasks that a template creates are never sent by email.",
  taskReminder: "A reminder of a task",
  taskReminderHint: "A reminder that was set for the portal alone is not sent by email.",
  taskDigest: "Digest of your tasks",
  taskDigestHint: "How many are due, overdue and new, on business days at the beginning of working hours.",
  deadlineWarning: "A deadline is near",
  deadlineWarningHint:
    "Also of a disputed date and of one that is tolled. The last three days before the last day to act, and a missed deadline, are always sent by email.",
  deadlineChange: "A deadline is set, assigned to you, moved, extended, let go or reopened",
  deadlineChangeHint: "One message for all that changes at a time. Not for what you do yourself.",
  changes: {
    email: "Notification and email",
    portal: "Notification",
    daily: "Notification, and email with your next docket",
    none: "None",
  },
  deadlineReminder: "Dates wait for a second person",
  deadlineReminderHint: "For attorneys who verify dates: once a week, and at once of a later date that is proposed.",
  warnings: { email: "Notification and email", portal: "Notification" },
  docket: "Daily docket",
  docketHint:
    "Overdue and coming deadlines, and court dates, at 7:00 in your time zone on days on which the firm is open.",
  dockets: {
    none: "None",
    own: "Email: mine",
    office: "Email: those of my office",
    organization: "Email: those of the firm",
  },
  docketDays: "Days in the docket",
  docketWhenEmpty: "Send it when nothing is due",
  calendarEvent: "You are invited to an event or removed from it, or it changes or is cancelled",
  calendarEventHint: "Not for what you do yourself, and not for events that are past.",
  calendarReminder: "A reminder of an event",
  calendarReminderHint: "A reminder that was set for the portal alone is not sent by email.",
  channels: { email: "Notification and email", portal: "Notification", none: "None" },
  digests: { daily: "Email on business days", none: "None" },
});
