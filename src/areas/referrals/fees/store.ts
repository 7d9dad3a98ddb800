import { sql } from "kysely";
import { selectRows } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";
import type { FeeTerms } from "../schema.terms.ts";

/** Referrals to the firm whose fee the case pays, by their terms. */
export async function listFeesOfCase(
  context: Context,
  caseId: string,
): Promise<{ id: string; sequenceId: string; terms: FeeTerms }[]> {
  return selectRows(context, "Referral")
    .select(["id", "sequenceId", "terms"])
    .where("caseId", "=", caseId)
    .where("direction", "=", "inbound")
    .where("status", "in", ["engaged", "closed"])
    .where("feeStatus", "<>", "waived")
    .where("termsAcceptedOn", "is not", null)
    .orderBy("id")
    .$narrowType<{ terms: FeeTerms }>()
    .execute();
}

/**
 * What the approved statements of a case say of its fee, for each referral that has a line in one of them; a flat
 * amount has none, and is owed once there is a fee. Disputed and waived ones stay as they are.
 */
export async function listStatedFees(
  { organizationId, transaction }: Context,
  caseId: string,
): Promise<{ referralId: string; totalFeeCents: number }[]> {
  const { rows } = await sql<{ referralId: string; totalFeeCents: number }>`
    SELECT r.id AS "referralId", s.cents AS "totalFeeCents"
    FROM "Referral" r JOIN (
      SELECT sum("attorneyFeeCents" + "referralFeeCents")::bigint AS cents FROM "SettlementStatement"
      WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId} AND status = 'approved'
    ) s ON s.cents IS NOT NULL
    WHERE r."organizationId" = ${organizationId} AND r."caseId" = ${caseId} AND r.direction = 'inbound'
      AND r.status IN ('engaged', 'closed') AND r."feeStatus" IN ('agreed', 'due', 'partially_paid', 'paid')
      AND r."termsAcceptedOn" IS NOT NULL AND (r.terms ->> 'type' = 'flat' OR EXISTS (
        SELECT FROM "SettlementStatementLine" l JOIN "SettlementStatement" t
          ON t."organizationId" = ${organizationId} AND t.id = l."statementId" AND t.status = 'approved' AND t."caseId" = ${caseId}
        WHERE l."organizationId" = ${organizationId} AND l."sourceId" = r.id AND l."sourceEntity" = 'referral'))
    ORDER BY r.id`.execute(transaction);
  return rows;
}

/** The payout that a disbursement made. */
export async function findPayoutOf(context: Context, disbursementId: string): Promise<string | undefined> {
  const found = await selectRows(context, "ReferralPayout")
    .select("id")
    .where("disbursementId", "=", disbursementId)
    .where("state", "<>", "voided")
    .executeTakeFirst();
  return found?.id;
}
