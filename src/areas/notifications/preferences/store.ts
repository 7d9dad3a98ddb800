import type { Context } from "../../../rpc/context.ts";
import { selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { NotificationPreferences } from "./schema.ts";

/** Undefined for a member who has chosen nothing. */
export function findPreferences(context: Context, memberId: string): Promise<Row<"NotificationPreference"> | undefined> {
  return selectRows(context, "NotificationPreference").selectAll().where("memberId", "=", memberId).executeTakeFirst();
}

export async function putPreferences({ organizationId, transaction }: Context, memberId: string, chosen: NotificationPreferences): Promise<void> {
  await transaction
    .insertInto("NotificationPreference")
    .values({ organizationId, memberId, ...chosen })
    .onConflict((conflict) => conflict.columns(["organizationId", "memberId"]).doUpdateSet(chosen))
    .execute();
}
