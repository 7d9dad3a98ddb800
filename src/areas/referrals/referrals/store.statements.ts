import { selectRows } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";

/** Referrals to the firm whose fee the case pays, by their terms. */
export async function listFeesOfCase(
  context: Context,
  caseId: string,
): Promise<{ id: string; sequenceId: string; terms: unknown }[]> {
  return selectRows(context, "Referral")
    .select(["id", "sequenceId", "terms"])
    .where("caseId", "=", caseId)
    .where("direction", "=", "inbound")
    .where("status", "in", ["engaged", "closed"])
    .where("feeStatus", "<>", "waived")
    .where("termsAcceptedOn", "is not", null)
    .orderBy("id")
    .execute();
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
