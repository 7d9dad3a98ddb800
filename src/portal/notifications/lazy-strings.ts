import { catalog } from "../client/catalog.ts";

export const preferencesDialog = catalog({
  title: "Notification preferences", what: "your preferences", description: "How you are notified of your tasks in this organization. Mails contain neither titles nor names.", save: "Save preferences", saved: "Notification preferences saved.",
  taskAssigned: "A task is assigned to you", taskAssignedHint: "Tasks that a template creates are never sent by email.", taskReminder: "A reminder of a task", taskReminderHint: "A reminder that was set for the portal alone is not sent by email.",
  taskDigest: "Digest of your tasks", taskDigestHint: "How many are due, overdue and new, on business days at the beginning of working hours.",
  channels: { email: "Notification and email", portal: "Notification", none: "None" }, digests: { daily: "Email on business days", none: "None" },
});
