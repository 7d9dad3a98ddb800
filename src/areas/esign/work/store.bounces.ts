import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { listDue, type Due } from "../../../platform/database/due-rows.ts";
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

/** Recipients whose turn it is and whom the last text did not reach, in all organizations. */
export const listUnreachedSigners = (database: Database, batch: number): Promise<Due[]> =>
  listDue(database, sql`list_unreached_signers(${batch}::integer)`);

/** Whether the last text did not reach a recipient, or none could be written. The request is locked. */
export async function isUnreached({ organizationId, transaction }: Context, recipientId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM "EsignRecipient" r
    LEFT JOIN "Message" m ON m."organizationId" = ${organizationId} AND m.id = r."textMessageId"
    WHERE r."organizationId" = ${organizationId} AND r.id = ${recipientId} AND r.delivery = 'text'
      AND (m.id IS NULL OR m.status IN ('failed', 'blocked', 'cancelled', 'undelivered'))`.execute(transaction);
  return rows.length > 0;
}
