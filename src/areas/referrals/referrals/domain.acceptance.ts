import { AppError, invalidInput } from "../../../contract/errors/error-codes.ts";
import { readToday } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Written } from "../../../rpc/resource/store.ts";
import { lockActiveAttorneysForShare } from "../../cases/attorneys/domain.ts";
import { partnerFirms } from "../partner-firms/domain.ts";
import { referOut, writePartnerFields } from "./domain.matter.ts";
import { assertReferralTransition } from "./domain.states.ts";
import { changeReferral, describeReferral, lockMatterForUpdate, lockReferralForUpdate } from "./domain.ts";
import type { Referral, ReferralAcceptance } from "./schema.ts";
import { findMemberName, type ReferralRow } from "./store.ts";

/**
 * The handling firm takes a matter by the terms as they are now. The originating firm's lead or case is referred out.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for members of the other side; INVALID_STATE_TRANSITION for other terms than the
 *   latest, and an inactive attorney; STALE_REVISION
 */
export async function acceptReferral(
  context: Context,
  referralId: string,
  acceptance: ReferralAcceptance,
): Promise<Referral> {
  const { handlingAttorneyId } = acceptance;
  // Members are locked before cases.
  if (handlingAttorneyId !== undefined) await lockActiveAttorneysForShare(context, [handlingAttorneyId]);
  const before = await lockReferralForUpdate(context, referralId);
  assertReferralTransition(before, "accepted");
  assertLatestTerms(before, acceptance.termsRevision);
  const acceptedAt = new Date().toISOString();
  const columns: Written<"Referral"> = {
    status: "accepted",
    statusChangedAt: acceptedAt,
    statusReason: null,
    acceptedAt,
    ...(before.terms !== null && { termsAcceptedOn: await readToday(context) }),
    ...(before.direction === "inbound"
      ? await takeMatter(context, before, acceptance)
      : await handOver(context, before, acceptance)),
  };
  return describeReferral(await changeReferral(context, before, columns, { eventTypes: ["referral.accepted"] }));
}

/** @throws INVALID_STATE_TRANSITION */
function assertLatestTerms({ terms, termsRevision }: ReferralRow, accepted: number | null): void {
  const latest = terms === null ? null : termsRevision;
  if (accepted !== latest)
    throw new AppError(
      "INVALID_STATE_TRANSITION",
      latest === null ? "The referral has no terms" : `The latest revision of the terms is ${latest}: read them first`,
    );
}

/** The firm is the handling one. */
async function takeMatter(
  context: Context,
  before: ReferralRow,
  { handlingAttorneyId, handlingAttorneyName, leadId, caseId }: ReferralAcceptance,
): Promise<Written<"Referral">> {
  if (handlingAttorneyName !== undefined)
    throw invalidInput({ path: "handlingAttorneyName", message: "allowed only where the other firm takes the matter" });
  if (handlingAttorneyId === undefined)
    throw invalidInput({ path: "handlingAttorneyId", message: "required: the attorney who takes the matter" });
  const isAttached = before.leadId !== null || before.caseId !== null;
  if ([leadId, caseId].filter((id) => id !== undefined).length > 1 || (isAttached && (leadId ?? caseId) !== undefined))
    throw invalidInput({ path: "leadId", message: "name one lead or case, of a referral that has none yet" });
  await lockMatterForUpdate(context, { leadId: leadId ?? null, caseId: caseId ?? null });
  return {
    handlingAttorneyName: (await findMemberName(context, handlingAttorneyId)) ?? null,
    ...(leadId !== undefined && { leadId }),
    ...(caseId !== undefined && { caseId }),
  };
}

/** The firm is the originating one, and writes down that the other took the matter. */
async function handOver(
  context: Context,
  before: ReferralRow,
  { handlingAttorneyId, handlingAttorneyName, leadId, caseId }: ReferralAcceptance,
): Promise<Written<"Referral">> {
  if (handlingAttorneyId !== undefined || leadId !== undefined || caseId !== undefined)
    throw invalidInput({
      path: "handlingAttorneyId",
      message: "not for a matter that the other firm takes, nor leadId and caseId: name handlingAttorneyName",
    });
  const { attorneyName } = await partnerFirms.getRow(context, { id: before.partnerFirmId });
  await writePartnerFields(context, before, "accepted");
  return {
    handlingAttorneyName: handlingAttorneyName ?? attorneyName,
    attention: await referOut(context, before),
  };
}
