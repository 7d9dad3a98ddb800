import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { allocateNumber } from "../../../platform/database/number-sequence.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import { lockActiveMemberForShare } from "../../../rpc/authorize.ts";
import { recordEvent, type Context } from "../../../rpc/context.ts";
import { findRow, insertRow, type Written } from "../../../rpc/resource/store.ts";
import { appendHistory } from "../history/domain.ts";
import { partnerFirms } from "../partner-firms/domain.ts";
import type { PartnerFirmRow } from "../partner-firms/store.ts";
import type { FeeTerms } from "../schema.terms.ts";
import { answerBy, defaultAnswerDays } from "./domain.days.ts";
import { checkDivision } from "../fees/domain.division.ts";
import {
  describeReferral,
  describeReferralInEvent,
  lockMatterForUpdate,
  relateReferral,
  type Matter,
} from "./domain.ts";
import { assertNamesNobody } from "./domain.naming.ts";
import { isLive } from "./domain.states.ts";
import type { NewReferral, Referral } from "./schema.ts";
import { findMemberName, findNamedClient, lockConflictCheckForKeyShare, referralStatements } from "./store.ts";

/**
 * Drafts a referral to another firm, or records one from a firm elsewhere, which is then under review.
 *
 * @throws NOT_FOUND for what it refers to; VALIDATION_FAILED, also for a summary that names the client;
 *   INVALID_STATE_TRANSITION for a blocked partner firm, and for terms that a verified rule forbids; DUPLICATE_ENTRY
 */
export async function createReferral(context: Context, given: NewReferral): Promise<Referral> {
  const { direction, partnerFirmId, teaser, terms: _terms, reReferralOfId = null, ...plain } = given;
  const matter = readMatter(given);
  await lockReferencesForShare(context, given);
  const partner = await getActivePartner(context, partnerFirmId);
  if (direction === "inbound" && partner.kind === "network")
    throw invalidState("Referrals of a firm of this installation arrive automatically");
  await lockMatterForUpdate(context, matter);
  if (direction === "outbound") assertNamesNobody(teaser.summary, await findNamedClient(context, matter));
  if (reReferralOfId !== null) await assertEnded(context, reReferralOfId, matter);
  const terms = given.terms === undefined ? partner.defaultTerms : given.terms;
  const warnings = terms === null ? [] : await checkTerms(context, teaser.caseState, terms);
  const own: Written<"Referral"> = {
    ...plain,
    ...matter,
    direction,
    channel: partner.kind,
    partnerFirmId,
    teaser: JSON.stringify(teaser),
    terms: terms === null ? null : JSON.stringify(terms),
    termsRevision: terms === null ? 0 : 1,
    termsProposedBy: terms === null ? null : "originating",
    reReferralOfId,
    warnings,
    ...(direction === "outbound"
      ? await describeOutbound(context, given)
      : await describeInbound(context, given, partner)),
  };
  const id = createId("referral");
  const sequenceId = await allocateNumber(context.transaction, context.organizationId, "referral");
  const row = await insertRow(context, referralStatements, { ...own, id, sequenceId });
  if (row === undefined) throw new Error("a referral that was just written is not there");
  const referral = describeReferral(row);
  await appendHistory(context, row, "created", {});
  recordEvent(context, {
    eventType: "referral.created",
    entityId: id,
    payload: describeReferralInEvent(referral),
    diff: {},
    relatedIds: relateReferral(row),
  });
  return referral;
}

/** @throws VALIDATION_FAILED */
function readMatter({ direction, leadId = null, caseId = null }: NewReferral): Matter {
  if (leadId !== null && caseId !== null) throw invalidInput({ path: "caseId", message: "not together with leadId" });
  if (direction === "outbound" && leadId === null && caseId === null)
    throw invalidInput({ path: "leadId", message: "this or caseId is required for an outbound referral" });
  return { leadId, caseId };
}

/**
 * An active partner firm.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a blocked one
 */
export async function getActivePartner(context: Context, partnerFirmId: string): Promise<PartnerFirmRow> {
  const partner = await partnerFirms.getRow(context, { id: partnerFirmId });
  if (partner.status !== "active") throw invalidState("The partner firm is blocked; make it active first");
  return partner;
}

/**
 * Locks the member and the conflict check that a referral names.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for days in the future
 */
export async function lockReferencesForShare(
  context: Context,
  given: Pick<NewReferral, "assignedMemberId" | "conflictCheckId" | "sharingConsentOn"> & {
    terms?: FeeTerms | null | undefined;
  },
): Promise<void> {
  const { assignedMemberId, conflictCheckId, sharingConsentOn, terms } = given;
  await assertNotFuture(context, { sharingConsentOn, "terms.writtenAgreementOn": terms?.writtenAgreementOn });
  if (typeof assignedMemberId === "string" && !(await lockActiveMemberForShare(context, assignedMemberId)))
    throw notFound("Member");
  if (typeof conflictCheckId === "string" && !(await lockConflictCheckForKeyShare(context, conflictCheckId)))
    throw notFound("Conflict check");
}

/** @throws INVALID_STATE_TRANSITION for what a verified rule forbids */
export const checkTerms = (
  context: Context,
  caseState: Referral["teaser"]["caseState"],
  terms: FeeTerms,
): Promise<string[]> =>
  checkDivision(context, caseState, { terms, consent: null, sentOn: null, totalFeeCents: null }, "terms");

/** @throws NOT_FOUND; INVALID_STATE_TRANSITION for one that has not come to nothing, or of another matter */
async function assertEnded(context: Context, referralId: string, { leadId, caseId }: Matter): Promise<void> {
  const before = await findRow(context, referralStatements, { id: referralId });
  if (before === undefined) throw notFound("Referral");
  const isOfMatter = leadId === null ? before.caseId === caseId : before.leadId === leadId;
  if (!isOfMatter) throw invalidState("The referral in reReferralOfId is of another lead or case");
  if (isLive(before.status) || before.status === "draft" || before.status === "closed")
    throw invalidState(
      `The referral in reReferralOfId is ${before.status}: only a referral that was declined, withdrawn, returned or expired can be sent again`,
    );
}

/** The attorney on whose behalf the request is made refers the matter. */
async function describeOutbound(
  context: Context,
  { originatingAttorneyName }: NewReferral,
): Promise<Written<"Referral">> {
  const { actingAttorneyId } = context.principal;
  const name =
    originatingAttorneyName ?? (actingAttorneyId === null ? null : await findMemberName(context, actingAttorneyId));
  return { status: "draft", originatingAttorneyName: name ?? null };
}

async function describeInbound(
  context: Context,
  { originatingAttorneyName }: NewReferral,
  { attorneyName }: PartnerFirmRow,
): Promise<Written<"Referral">> {
  const sentAt = new Date().toISOString();
  return {
    status: "under_review",
    originatingAttorneyName: originatingAttorneyName ?? attorneyName,
    sentAt,
    responseDueOn: await answerBy(context, sentAt, defaultAnswerDays),
  };
}
