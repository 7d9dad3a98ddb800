import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { readToday } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Written } from "../../../rpc/resource/store.ts";
import { lockActiveAttorneysForShare } from "../../cases/attorneys/domain.ts";
import { makeMatter, nothingMade, receiveMatter, type Made } from "../network/domain.taking.ts";
import { partnerFirms } from "../partner-firms/domain.ts";
import { assertReferralTransition } from "./domain.states.ts";
import { changeReferral } from "./domain.record.ts";
import { describeReferral, lockMatterForUpdate, lockReferralForUpdate } from "./domain.ts";
import type { Accepted, ReferralAcceptance } from "./schema.ts";
import { getProfile } from "../profile/domain.ts";
import { findConflictDecision, findMemberName, type ReferralRow } from "./store.ts";

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
): Promise<Accepted> {
  const { handlingAttorneyId } = acceptance;
  // Members are locked before cases.
  if (handlingAttorneyId !== undefined) await lockActiveAttorneysForShare(context, [handlingAttorneyId]);
  const before = await lockReferralForUpdate(context, referralId);
  assertReferralTransition(before, "accepted");
  assertLatestTerms(before, acceptance.termsRevision);
  const acceptedAt = new Date().toISOString();
  if (before.expiresAt !== null && before.expiresAt <= acceptedAt) throw invalidState("The offer has expired");
  const { columns: taken, made } =
    before.direction === "inbound"
      ? await takeMatter(context, before, acceptance)
      : { columns: await handOver(context, before, acceptance), made: nothingMade };
  const columns: Written<"Referral"> = {
    status: "accepted",
    statusChangedAt: acceptedAt,
    statusReason: null,
    acceptedAt,
    ...(before.terms !== null && { termsAcceptedOn: await readToday(context) }),
    ...taken,
  };
  const after = await changeReferral(context, before, columns, { eventTypes: ["referral.accepted"] });
  return { referral: describeReferral(after), ...made };
}

/** @throws INVALID_STATE_TRANSITION */
function assertLatestTerms(row: ReferralRow, accepted: number | null): void {
  const { terms, termsRevision, termsProposedBy, termsAcceptedOn, channel } = row;
  const latest = terms === null ? null : termsRevision;
  if (accepted !== latest)
    throw invalidState(
      latest === null ? "The referral has no terms" : `The latest revision of the terms is ${latest}: read them first`,
    );
  if (channel === "network" && termsProposedBy === "handling" && termsAcceptedOn === null)
    throw invalidState(`The originating firm has not accepted revision ${termsRevision} of the terms`);
}

/**
 * @returns the attorney who takes the matter
 * @throws VALIDATION_FAILED
 */
function requireHandlingAttorney(before: ReferralRow, acceptance: ReferralAcceptance): string {
  const { handlingAttorneyId, handlingAttorneyName, attach, leadId, caseId } = acceptance;
  if (handlingAttorneyName !== undefined)
    throw invalidInput({ path: "handlingAttorneyName", message: "allowed only where the other firm takes the matter" });
  if (handlingAttorneyId === undefined)
    throw invalidInput({ path: "handlingAttorneyId", message: "required: the attorney who takes the matter" });
  const chosen = [attach, leadId, caseId].filter((given) => given !== undefined).length;
  const hasMatter = before.leadId !== null || before.caseId !== null;
  if (chosen > 1 || (chosen > 0 && hasMatter))
    throw invalidInput({
      path: "attach",
      message: "name one of attach, leadId and caseId, if it has no lead or case yet",
    });
  if (attach !== undefined && before.pairId === null)
    throw invalidInput({ path: "attach", message: "only for a referral between firms of this installation" });
  return handlingAttorneyId;
}

/** The firm is the handling one. */
async function takeMatter(
  context: Context,
  before: ReferralRow,
  acceptance: ReferralAcceptance,
): Promise<{ columns: Written<"Referral">; made: Made }> {
  const handlingAttorneyId = requireHandlingAttorney(before, acceptance);
  const { attach, leadId, caseId } = acceptance;
  await assertConflictChecked(context, before);
  await lockMatterForUpdate(context, { leadId: leadId ?? null, caseId: caseId ?? null });
  const columns = {
    handlingAttorneyName: (await findMemberName(context, handlingAttorneyId)) ?? null,
    ...(leadId !== undefined && { leadId }),
    ...(caseId !== undefined && { caseId }),
  };
  if (before.pairId === null) return { columns, made: nothingMade };
  const received = await receiveMatter(context, before.pairId, before.partnerFirmId);
  const made = attach === undefined ? nothingMade : await makeMatter(context, received, { attach, handlingAttorneyId });
  return {
    columns: {
      ...columns,
      received: JSON.stringify(received),
      ...(made.lead !== null && { leadId: made.lead.id }),
      ...(made.case !== null && { caseId: made.case.id }),
    },
    made,
  };
}

/** @throws INVALID_STATE_TRANSITION where the firm's profile asks for a conflict check and there is none */
async function assertConflictChecked(context: Context, { conflictCheckId, channel }: ReferralRow): Promise<void> {
  if (channel !== "network" || !(await getProfile(context)).needsConflictCheck) return;
  const decision = conflictCheckId === null ? undefined : await findConflictDecision(context, conflictCheckId);
  if (decision !== "clear" && decision !== "waived")
    throw invalidState(
      "The firm accepts a referral only with a conflict check that is clear or waived: set conflictCheckId",
    );
}

/** The firm is the originating one, and writes down that the other took the matter. */
async function handOver(
  context: Context,
  before: ReferralRow,
  { handlingAttorneyId, handlingAttorneyName, attach, leadId, caseId }: ReferralAcceptance,
): Promise<Written<"Referral">> {
  if (attach !== undefined || handlingAttorneyId !== undefined || leadId !== undefined || caseId !== undefined)
    throw invalidInput({
      path: "handlingAttorneyId",
      message: "not for a matter that the other firm takes, nor leadId and caseId: name handlingAttorneyName",
    });
  const { attorneyName } = await partnerFirms.getRow(context, { id: before.partnerFirmId });
  return { handlingAttorneyName: handlingAttorneyName ?? attorneyName };
}
