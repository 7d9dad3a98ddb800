import * as z from "zod";

const channel = z.enum(["email", "portal", "none"]);

/** How a member is notified of tasks. A mail comes with the notification in the portal. */
export const NotificationPreferences = z.strictObject({
  taskAssigned: channel,
  taskReminder: channel,
  taskDigest: z.enum(["daily", "none"]),
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;
