import { sql, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { ReferralPayout } from "./schema.ts";

export type PayoutRow = Row<"ReferralPayout"> & Pick<ReferralPayout, "state">;

export const selectPayoutPage = (
  { organizationId }: Pick<Context, "organizationId">,
  referralId: string,
  { after, order, limit }: SortedPage,
): RawBuilder<PayoutRow> => sql<PayoutRow>`
  SELECT t.* FROM "ReferralPayout" t
  WHERE t."organizationId" = ${organizationId} AND t."referralId" = ${referralId} AND ${after}
  ORDER BY ${order} LIMIT ${limit}::integer`;

/** US cents of the payouts of a referral that are not voided. */
export async function sumPayouts({ organizationId, transaction }: Context, referralId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum("amountCents"), 0)::bigint AS cents FROM "ReferralPayout"
    WHERE "organizationId" = ${organizationId} AND "referralId" = ${referralId} AND state <> 'voided'`.execute(
    transaction,
  );
  return rows[0]?.cents ?? 0;
}
