import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { requireMemberId } from "../domain.ts";
import type { NotificationPreferences } from "./schema.ts";
import { findPreferences, putPreferences } from "./store.ts";

const defaults: NotificationPreferences = { taskAssigned: "email", taskReminder: "email", taskDigest: "none", calendarEvent: "portal", calendarReminder: "email", deadlineWarning: "email", deadlineReminder: "email" };

/** The member's own preferences in the organization. */
export async function readPreferences(context: Context): Promise<NotificationPreferences> {
  const { taskAssigned, taskReminder, taskDigest, calendarEvent, calendarReminder, deadlineWarning, deadlineReminder } = (await findPreferences(context, requireMemberId(context))) ?? defaults;
  return { taskAssigned, taskReminder, taskDigest, calendarEvent, calendarReminder, deadlineWarning, deadlineReminder } as NotificationPreferences;
}

export async function setPreferences(context: Context, chosen: NotificationPreferences): Promise<NotificationPreferences> {
  const memberId = requireMemberId(context);
  await putPreferences(context, memberId, chosen);
  recordAuditEntry(context, { entity: "member", id: memberId }, [{ entity: "member", id: memberId }]);
  return chosen;
}
