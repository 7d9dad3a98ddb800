import { invalidState } from "../../../contract/errors/error-codes.ts";
import { withIfMatch, withoutIfMatch, type Context } from "../../../rpc/context.ts";
import {
  closeConflictCheck,
  createConflictCheck,
  decideConflictResult,
  getConflictCheck,
  type CloseInput,
  type ResultDecision,
} from "../../conflict-checks/domain.ts";
import { updateReferral } from "./domain.changes.ts";
import { getReferralRow } from "./domain.ts";

/** A check with its results, as far as the caller may see them. */
export type ReferralCheck = Awaited<ReturnType<typeof getConflictCheck>>;

/**
 * The conflict check of a referral; null while it has none.
 *
 * @throws NOT_FOUND
 */
export async function findReferralCheck(context: Context, referralId: string): Promise<ReferralCheck | null> {
  const { conflictCheckId } = await getReferralRow(context, referralId);
  return conflictCheckId === null ? null : getConflictCheck(context, conflictCheckId);
}

/**
 * Searches the names among the firm's records, stores the check, and makes it that of the referral. A former check
 * stays among the firm's checks.
 *
 * @param expectedRevision of the referral
 * @throws NOT_FOUND; VALIDATION_FAILED; STALE_REVISION
 */
export async function runReferralCheck(
  context: Context,
  referralId: string,
  { names, expectedRevision }: { names: readonly string[]; expectedRevision: number },
): Promise<ReferralCheck> {
  const terms = names.map((name) => ({
    name,
    aliases: [],
    email: null,
    phone: null,
    dateOfBirth: null,
    lastFour: null,
    organizationName: null,
  }));
  const check = await createConflictCheck(withoutIfMatch(context), { terms }, referralId);
  await updateReferral(withIfMatch(context, expectedRevision), referralId, { conflictCheckId: check.conflictCheck.id });
  return check;
}

/**
 * Decides a result of the check of a referral.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a referral without a check, and when it is closed
 */
export async function decideReferralResult(
  context: Context,
  referralId: string,
  { resultId, ...decided }: ResultDecision & { resultId: string },
): Promise<ReferralCheck> {
  const checkId = await getCheckId(context, referralId);
  await decideConflictResult(context, checkId, resultId, decided);
  return getConflictCheck(context, checkId);
}

/**
 * Closes the check of a referral.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a referral without a check, while results are undecided, and when it is
 *   closed
 */
export async function closeReferralCheck(
  context: Context,
  referralId: string,
  closing: CloseInput,
): Promise<ReferralCheck> {
  const checkId = await getCheckId(context, referralId);
  await closeConflictCheck(context, checkId, closing);
  return getConflictCheck(context, checkId);
}

/** @throws NOT_FOUND; INVALID_STATE_TRANSITION */
async function getCheckId(context: Context, referralId: string): Promise<string> {
  const { conflictCheckId } = await getReferralRow(context, referralId);
  if (conflictCheckId === null) throw invalidState("The referral has no conflict check; run one first");
  return conflictCheckId;
}
