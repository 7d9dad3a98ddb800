import { AppError } from "../../../contract/errors/error-codes.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { requireMemberId } from "../domain.ts";
import {
  defaultPreferences,
  ShownPreferences,
  type NotificationPreferences,
  type PreferenceChanges,
} from "./schema.ts";
import { findPreferences, changePreferences } from "./store.ts";

export { listNotifiable, type Notifiable } from "./store.ts";

/** The member's own preferences in the organization. */
export async function readPreferences(context: Context): Promise<NotificationPreferences> {
  const stored = (await findPreferences(context, requireMemberId(context))) ?? defaultPreferences;
  return ShownPreferences.parse(stored);
}

/** @throws FORBIDDEN for a docket of others without permission to view deadlines and calendar events */
export async function setPreferences(context: Context, changes: PreferenceChanges): Promise<NotificationPreferences> {
  const memberId = requireMemberId(context);
  assertDocketRights(context, changes);
  await changePreferences(context, memberId, changes);
  recordAuditEntry(context, { entity: "member", id: memberId }, [{ entity: "member", id: memberId }]);
  return readPreferences(context);
}

function assertDocketRights({ principal }: Context, { docket }: PreferenceChanges): void {
  if (docket === undefined || docket === "none" || docket === "own") return;
  const held = principal.kind === "member" ? principal.permissions : new Set<string>();
  if (held.has("deadlines:view") && held.has("calendar:view")) return;
  throw new AppError("FORBIDDEN", "A docket of others needs permission to view deadlines and calendar events");
}
