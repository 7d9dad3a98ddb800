import { catalog } from "../client/catalog.ts";

export const notificationItem = catalog({ unread: "Unread: " });

export const notificationsScreen = catalog({
  couldNotMarkNotifications: (message: string) => `Could not mark notifications as read. ${message}`,
  title: "Notifications",
  description:
    "Scope decisions, API keys and webhooks that need attention, finished exports, mentions, tasks, deadlines and events. Also sent by email. Choose task, deadline and event emails in Preferences.",
  preferences: "Preferences",
  markAllAsRead: "Mark all as read",
  noNotifications: "No notifications",
  scopeDecisions: "Scope decisions, expiring API keys and finished exports are listed here.",
  nouns: ["notification", "notifications"],
});
