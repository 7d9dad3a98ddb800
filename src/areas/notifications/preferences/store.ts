import type { Context } from "../../../rpc/context.ts";
import { selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { PreferenceChanges } from "./schema.ts";

/** Undefined for a member who has chosen nothing. */
export function findPreferences(context: Context, memberId: string): Promise<Row<"NotificationPreference"> | undefined> {
  return selectRows(context, "NotificationPreference").selectAll().where("memberId", "=", memberId).executeTakeFirst();
}

/** Preferences that a member never chose have the columns' defaults. */
export async function changePreferences({ organizationId, transaction }: Context, memberId: string, changes: PreferenceChanges): Promise<void> {
  await transaction
    .insertInto("NotificationPreference")
    .values({ organizationId, memberId, ...changes })
    .onConflict((conflict) => conflict.columns(["organizationId", "memberId"]).doUpdateSet(changes))
    .execute();
}

/** Of these members, those who chose to get no mail of a kind of notification. */
export async function listWithoutMail(context: Context, preference: "deadlineWarning" | "deadlineReminder", memberIds: readonly string[]): Promise<string[]> {
  if (memberIds.length === 0) return [];
  const rows = await selectRows(context, "NotificationPreference").select("memberId").where("memberId", "in", memberIds).where(preference, "<>", "email").execute();
  return rows.map(({ memberId }) => memberId);
}
