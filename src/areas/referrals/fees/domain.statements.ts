import { invalidState } from "../../../contract/errors/error-codes.ts";
import type { Rate } from "../../../contract/values/rate.ts";
import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { findRow } from "../../../rpc/resource/store.ts";
import { applyPayout, applyState, payoutStatements } from "../payouts/domain.ts";
import { applyFee } from "./domain.ts";
import { lockReferralForUpdate } from "../referrals/domain.ts";
import { findPayoutOf, listFeesOfCase, listStatedFees } from "./store.ts";

/** What settlement statements take off the fee of a case for another firm. */
export interface FeeOfReferral {
  referralId: string;
  label: string;
  rate: Rate;
}

/**
 * The referral fees of a case that the firm handles, by the accepted terms of its referrals. A flat amount is no share
 * of the fee: it is recorded as another deduction.
 */
export async function listReferralFees(context: Context, caseId: string): Promise<FeeOfReferral[]> {
  return (await listFeesOfCase(context, caseId)).flatMap(({ id, sequenceId, terms }) => {
    const { rate } = terms;
    return rate === null ? [] : [{ referralId: id, label: `Referral fee, ${sequenceId}`, rate }];
  });
}

/**
 * States the fee of the referrals of a case that its approved statements pay, or whose amount is flat: the fee of all
 * of these statements. The caller has locked the case.
 *
 * @throws INVALID_STATE_TRANSITION where less is due than was paid, or all referral fees exceed the fee
 */
export async function stateFeeOfStatements(context: Context, caseId: string): Promise<void> {
  // If-Match is about the statement.
  const apart = withoutIfMatch(context);
  for (const { referralId, totalFeeCents } of await listStatedFees(apart, caseId)) {
    const before = await lockReferralForUpdate(apart, referralId);
    // The amount of the settlement passes to the other firm only if somebody sends it.
    const { settlementAmountCents } = before;
    if (before.totalFeeCents !== totalFeeCents) await applyFee(apart, before, { totalFeeCents, settlementAmountCents });
  }
}

/** A disbursement out of trust of a referral fee. */
export interface DisbursedFee {
  referralId: string;
  disbursementId: string;
  /** US cents; negative for a disbursement that is voided. */
  amountCents: number;
  on: string;
}

/**
 * Records the payout that a disbursement makes, or voids that of one that is voided. The caller has locked the case.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION where the fee is not payable
 */
export async function followDisbursement(
  context: Context,
  { referralId, disbursementId, amountCents, on }: DisbursedFee,
): Promise<void> {
  // If-Match is about the disbursement.
  const apart = withoutIfMatch(context);
  const before = await lockReferralForUpdate(apart, referralId);
  if (amountCents > 0) {
    const payout = { amountCents, paidOn: on, method: "check", reference: null } as const;
    await applyPayout(apart, before, payout, disbursementId);
    return;
  }
  const id = await findPayoutOf(apart, disbursementId);
  const payout = id === undefined ? undefined : await findRow(apart, payoutStatements, { id });
  if (payout === undefined) throw invalidState("The payout of the disbursement is voided");
  await applyState(apart, before, payout, { state: "voided", reason: "The disbursement was voided" });
}
