import { sql, type Insertable, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

export type UpdateRow = Row<"ReferralUpdate">;

export const selectUpdatePage = (
  { organizationId }: Pick<Context, "organizationId">,
  referralId: string,
  { after, order, limit }: SortedPage,
): RawBuilder<UpdateRow> => sql<UpdateRow>`
  SELECT t.* FROM "ReferralUpdate" t
  WHERE t."organizationId" = ${organizationId} AND t."referralId" = ${referralId} AND ${after}
  ORDER BY ${order} LIMIT ${limit}::integer`;

/** @returns the row */
export function insertUpdate(
  { organizationId, transaction }: Context,
  row: Omit<Insertable<Tables["ReferralUpdate"]>, "organizationId">,
): Promise<UpdateRow> {
  return transaction
    .insertInto("ReferralUpdate")
    .values({ organizationId, ...row })
    .returningAll()
    .executeTakeFirstOrThrow();
}
