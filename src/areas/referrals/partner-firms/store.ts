import { sql } from "kysely";
import { selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

export type PartnerFirmRow = Row<"PartnerFirm">;

/** Whether a contact has the role that partner firms have. */
export async function isReferringAttorney(context: Context, contactId: string): Promise<boolean> {
  const found = await selectRows(context, "ContactRole")
    .select(sql`1`.as("one"))
    .where("contactId", "=", contactId)
    .where("role", "=", "referring_attorney")
    .executeTakeFirst();
  return found !== undefined;
}
