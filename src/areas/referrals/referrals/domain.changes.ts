import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Written } from "../../../rpc/resource/store.ts";
import { checkTerms, lockReferencesForShare } from "./domain.creation.ts";
import { changeReferral } from "./domain.record.ts";
import { describeReferral, lockMatterForUpdate, lockReferralForUpdate } from "./domain.ts";
import { assertNamesNobody } from "./domain.naming.ts";
import type { Referral, ReferralChanges } from "./schema.ts";
import { findNamedClient, type ReferralRow } from "./store.ts";

/** What the other firm has read once the referral is sent. */
const offeredMembers = ["teaser", "terms", "conflictNames", "sharingConsentOn", "originatingAttorneyName"] as const;

/**
 * Changes a referral; null clears a field. What was offered changes only in a draft, and lead and case only while there
 * is none.
 *
 * @throws NOT_FOUND, also for what it refers to; VALIDATION_FAILED; INVALID_STATE_TRANSITION; STALE_REVISION;
 *   DUPLICATE_ENTRY
 */
export async function updateReferral(
  context: Context,
  referralId: string,
  changes: ReferralChanges,
): Promise<Referral> {
  await lockReferencesForShare(context, changes);
  const before = await lockReferralForUpdate(context, referralId);
  assertChangeable(before, changes);
  const { leadId, caseId, teaser, terms, conflictNames, ...plain } = changes;
  await attach(context, before, { leadId, caseId });
  if (teaser !== undefined && before.direction === "outbound")
    assertNamesNobody(teaser.summary, await findNamedClient(context, before));
  const columns: Written<"Referral"> = {
    ...plain,
    ...(leadId !== undefined && { leadId }),
    ...(caseId !== undefined && { caseId }),
    ...(teaser !== undefined && { teaser: JSON.stringify(teaser) }),
    ...(conflictNames !== undefined && {
      conflictNames: conflictNames === null ? null : JSON.stringify(conflictNames),
    }),
    ...(terms !== undefined && (await reviseTerms(context, before, terms, teaser?.caseState))),
  };
  return describeReferral(await changeReferral(context, before, columns, { eventTypes: ["referral.updated"] }));
}

/** @throws INVALID_STATE_TRANSITION for what was offered and is not a draft any more */
function assertChangeable({ status, direction, channel }: ReferralRow, changes: ReferralChanges): void {
  const changed = offeredMembers.find((name) => changes[name] !== undefined);
  if (changed === undefined || status === "draft") return;
  // What a firm elsewhere offered is written down by hand.
  if (direction === "inbound" && channel === "external" && status === "under_review" && changed !== "terms") return;
  throw invalidState(
    changed === "terms"
      ? "The terms of a referral that is not a draft change with PUT /referrals/{referralId}/fee-terms"
      : `${changed} of a referral that is ${status} cannot be changed`,
  );
}

/** @throws INVALID_STATE_TRANSITION; VALIDATION_FAILED; NOT_FOUND */
async function attach(
  context: Context,
  before: ReferralRow,
  { leadId, caseId }: Pick<ReferralChanges, "leadId" | "caseId">,
): Promise<void> {
  if (leadId !== undefined && caseId !== undefined)
    throw invalidInput({ path: "caseId", message: "not together with leadId" });
  if (leadId !== undefined && (before.leadId !== null || before.caseId !== null))
    throw invalidState("The referral has a lead or a case already");
  if (caseId !== undefined && before.caseId !== null) throw invalidState("The referral has a case already");
  if (caseId !== undefined && before.leadId !== null)
    throw invalidState("The referral has a lead; convert it, and it gets its case");
  await lockMatterForUpdate(context, { leadId: leadId ?? null, caseId: caseId ?? null });
}

/** The columns of other terms in a draft: a consent to those before is one to an older revision. */
async function reviseTerms(
  context: Context,
  before: ReferralRow,
  terms: NonNullable<ReferralChanges["terms"]> | null,
  caseState = before.teaser.caseState,
): Promise<Written<"Referral">> {
  if (terms === null) return { terms: null, termsProposedBy: null, warnings: [] };
  return {
    terms: JSON.stringify(terms),
    termsRevision: before.termsRevision + 1,
    termsProposedBy: "originating",
    warnings: await checkTerms(context, caseState, terms),
  };
}
