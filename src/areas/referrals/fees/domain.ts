import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { formatCents } from "../../../contract/values/rate-words.ts";
import type { Context } from "../../../rpc/context.ts";
import { findReferralFee } from "./domain.division.ts";
import { assertSpeaksFor, findFeeStatus } from "../referrals/domain.states.ts";
import { changeReferral } from "../referrals/domain.record.ts";
import { describeReferral, lockReferralForUpdate } from "../referrals/domain.ts";
import type { FeeTransition, Referral, ReferralFeeStatus, StatedFee } from "../referrals/schema.ts";
import { sumReferralFees, type ReferralRow } from "../referrals/store.ts";

/** @throws INVALID_STATE_TRANSITION once something is paid */
export function assertNotPaid({ paidCents }: Pick<ReferralRow, "paidCents">): void {
  if (paidCents > 0) throw invalidState("The referral has payouts; void them first");
}

/**
 * States the attorney fee of the matter; the share of the originating firm follows from the terms.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for the other firm's, before the client is engaged, for less than is
 *   paid, and where the referral fees of the case exceed its fee; STALE_REVISION
 */
export async function stateFee(context: Context, referralId: string, given: StatedFee): Promise<Referral> {
  const before = await lockReferralForUpdate(context, referralId);
  assertSpeaksFor(before, "handling", "state the fee");
  return describeReferral(await applyFee(context, before, given));
}

/**
 * As {@link stateFee}, of a locked referral.
 *
 * @throws INVALID_STATE_TRANSITION
 */
export async function applyFee(
  context: Context,
  before: ReferralRow,
  { totalFeeCents, settlementAmountCents = null }: StatedFee,
): Promise<ReferralRow> {
  if (before.status !== "engaged" && before.status !== "closed")
    throw invalidState(`The referral is ${before.status}; the fee is stated once the client is engaged`);
  if (before.feeStatus === "disputed") throw invalidState("The fee is disputed; resolve that first");
  const dueCents = before.terms === null ? 0 : findReferralFee(before.terms, totalFeeCents);
  if (dueCents !== null && dueCents < before.paidCents)
    throw invalidState(`${formatCents(before.paidCents)} is already paid; void payouts first`);
  await assertWithinFee(context, before, totalFeeCents, dueCents ?? 0);
  const columns = {
    totalFeeCents,
    settlementAmountCents,
    referralFeeDueCents: dueCents,
    feeStatus: findFeeStatus({ feeStatus: before.feeStatus, dueCents, paidCents: before.paidCents }),
  };
  return changeReferral(context, before, columns, { eventTypes: ["referral.fee_stated"] });
}

/**
 * The referral fees of a case are paid out of its fee. The caller has locked the case.
 *
 * @throws INVALID_STATE_TRANSITION
 */
async function assertWithinFee(
  context: Context,
  { id, caseId, direction }: ReferralRow,
  totalFeeCents: number,
  dueCents: number,
): Promise<void> {
  const others = caseId === null ? 0 : await sumReferralFees(context, { caseId, direction, except: id });
  if (dueCents + others > totalFeeCents)
    throw invalidState(
      `The referral fees of the case are ${formatCents(dueCents + others)}, more than its fee of ${formatCents(totalFeeCents)}`,
    );
}

const transitions: Readonly<Record<FeeTransition["status"], readonly ReferralFeeStatus[]>> = {
  disputed: ["due", "partially_paid"],
  resolved: ["disputed"],
  waived: ["agreed", "due", "partially_paid", "disputed"],
};

/**
 * The originating firm disputes the fee, resolves that, or waives what is not paid.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED without a reason; INVALID_STATE_TRANSITION; STALE_REVISION
 */
export async function transitionFee(
  context: Context,
  referralId: string,
  { status, reason }: FeeTransition,
): Promise<Referral> {
  const before = await lockReferralForUpdate(context, referralId);
  assertSpeaksFor(before, "originating", "dispute or waive the fee");
  if (status !== "resolved" && reason === undefined) throw invalidInput({ path: "reason", message: "required: why" });
  if (!transitions[status].includes(before.feeStatus))
    throw invalidState(
      `A fee that is ${before.feeStatus} cannot be ${status}; only one that is ${transitions[status].join(", ")}`,
    );
  const feeStatus =
    status === "resolved"
      ? findFeeStatus({ feeStatus: "due", dueCents: before.referralFeeDueCents, paidCents: before.paidCents })
      : status;
  const eventType = status === "disputed" ? "referral.fee_disputed" : "referral.updated";
  return describeReferral(await changeReferral(context, before, { feeStatus }, { eventTypes: [eventType], reason }));
}
