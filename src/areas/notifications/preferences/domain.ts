import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { requireMemberId } from "../domain.ts";
import { defaultPreferences, type NotificationPreferences, type PreferenceChanges } from "./schema.ts";
import { findPreferences, changePreferences } from "./store.ts";

export { listNotifiable, type Notifiable } from "./store.ts";

/** The member's own preferences in the organization. */
export async function readPreferences(context: Context): Promise<NotificationPreferences> {
  const { taskAssigned, taskReminder, taskDigest, calendarEvent, calendarReminder, deadlineWarning, deadlineReminder, deadlineChange } = (await findPreferences(context, requireMemberId(context))) ?? defaultPreferences;
  return { taskAssigned, taskReminder, taskDigest, calendarEvent, calendarReminder, deadlineWarning, deadlineReminder, deadlineChange } as NotificationPreferences;
}

export async function setPreferences(context: Context, changes: PreferenceChanges): Promise<NotificationPreferences> {
  const memberId = requireMemberId(context);
  await changePreferences(context, memberId, changes);
  recordAuditEntry(context, { entity: "member", id: memberId }, [{ entity: "member", id: memberId }]);
  return readPreferences(context);
}
