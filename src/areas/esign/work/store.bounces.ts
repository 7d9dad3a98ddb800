import { selectRecord } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";

/** Of which request a recipient is; without a lock. */
export function findRequestOf(context: Context, recipientId: string): Promise<{ requestId: string } | undefined> {
  return selectRecord(context, "EsignRecipient", recipientId).select("requestId").executeTakeFirst();
}

/** The caller holds the lock of the request. */
export async function markBounced({ organizationId, transaction }: Context, recipientId: string): Promise<void> {
  await transaction
    .updateTable("EsignRecipient")
    .set({ status: "bounced" })
    .where("organizationId", "=", organizationId)
    .where("id", "=", recipientId)
    .execute();
}
