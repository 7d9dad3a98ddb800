import { sql } from "kysely";
import { selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { Context } from "../../../rpc/context.ts";
import type { PartnerFirm, PartnerFirmNumbers } from "./schema.ts";

export type PartnerFirmRow = Row<"PartnerFirm"> & Pick<PartnerFirm, "defaultTerms">;

/** Whether a contact has the role that partner firms have. */
export async function isReferringAttorney(context: Context, contactId: string): Promise<boolean> {
  const found = await selectRows(context, "ContactRole")
    .select(sql`1`.as("one"))
    .where("contactId", "=", contactId)
    .where("role", "=", "referring_attorney")
    .executeTakeFirst();
  return found !== undefined;
}

/** What became of the referrals with a partner firm, without those that are gone with their case. */
export async function countReferrals(
  { organizationId, transaction }: Context,
  partnerFirmId: string,
): Promise<PartnerFirmNumbers> {
  const { rows } = await sql<PartnerFirmNumbers>`
    SELECT count(*) FILTER (WHERE direction = 'outbound' AND "sentAt" IS NOT NULL)::integer AS sent,
      count(*) FILTER (WHERE direction = 'inbound')::integer AS received,
      count(*) FILTER (WHERE "acceptedAt" IS NOT NULL)::integer AS accepted,
      count(*) FILTER (WHERE "engagedOn" IS NOT NULL)::integer AS engaged,
      coalesce(sum("referralFeeDueCents") FILTER (WHERE "feeStatus" <> 'waived'), 0)::bigint AS "feesDueCents",
      coalesce(sum("paidCents"), 0)::bigint AS "feesPaidCents"
    FROM "Referral" t
    WHERE t."organizationId" = ${organizationId} AND t."partnerFirmId" = ${partnerFirmId}
      AND ${hasLiveOwners(organizationId, "t", ["caseId"])}`.execute(transaction);
  const [numbers] = rows;
  if (numbers === undefined) throw new Error("an aggregate has a row");
  return numbers;
}
