import { sql, type Updateable } from "kysely";
import { isOneOf, selectRows } from "../../../platform/database/records.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

/** Recipients of a request who were notified since an instant. */
export async function listNotifiedSince(
  context: Context,
  requestId: string,
  since: string,
): Promise<ReadonlySet<string>> {
  const rows = await selectRows(context, "EsignRecipient")
    .select("id")
    .where("requestId", "=", requestId)
    .where("lastNotifiedAt", ">", since)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Gives recipients who bounced or are locked another try. */
export async function reopenRecipients(
  { organizationId, transaction }: Context,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`UPDATE "EsignRecipient" SET status = 'sent', "failedCodes" = 0, "codeDigest" = NULL
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", ids)}`.execute(transaction);
}

/** Changes a recipient of a request whose row is locked. */
export async function updateRecipient(
  { organizationId, transaction }: Context,
  id: string,
  columns: Updateable<Tables["EsignRecipient"]>,
): Promise<void> {
  await transaction
    .updateTable("EsignRecipient")
    .set(columns)
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
