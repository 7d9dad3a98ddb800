import { sql, type Insertable, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

export type ReferralHistoryRow = Row<"ReferralHistory">;

export async function insertHistoryEntry(
  { organizationId, transaction }: Context,
  entry: Omit<Insertable<Tables["ReferralHistory"]>, "organizationId">,
): Promise<void> {
  await transaction
    .insertInto("ReferralHistory")
    .values({ organizationId, ...entry })
    .execute();
}

export const selectHistoryPage = (
  { organizationId }: Pick<Context, "organizationId">,
  referralId: string,
  { after, order, limit }: SortedPage,
): RawBuilder<ReferralHistoryRow> => sql<ReferralHistoryRow>`
  SELECT h.* FROM "ReferralHistory" h
  WHERE h."organizationId" = ${organizationId} AND h."referralId" = ${referralId} AND ${after}
  ORDER BY ${order} LIMIT ${limit}::integer`;
