import { invalidInput, notFound, invalidState } from "../../../contract/errors/error-codes.ts";
import { assertNotFuture, readToday } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { lockDocumentsForShare } from "../../notes/domain.locks.ts";
import { assertNotPaid } from "../fees/domain.ts";
import { checkReferralDivision } from "./domain.sending.ts";
import { ownSideOf, speaksFor } from "./domain.states.ts";
import { changeReferral } from "./domain.record.ts";
import { describeReferral, lockReferralForUpdate } from "./domain.ts";
import type { FeeTermsChange, GivenClientConsent, Referral } from "./schema.ts";
import { lockSignedRequestForKeyShare, type ReferralRow } from "./store.ts";

const endedStatuses: ReadonlySet<string> = new Set(["declined", "expired", "withdrawn", "returned"]);

/** @throws INVALID_STATE_TRANSITION for a referral that came to nothing */
export function assertNotEnded({ status }: Pick<ReferralRow, "status">): void {
  if (endedStatuses.has(status)) throw invalidState(`The referral is ${status}`);
}

/**
 * Proposes other terms, or accepts those of the other firm. New terms make the client's consent one to an older
 * revision: nothing is payable until the client consents to these.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for an agreement in the future; INVALID_STATE_TRANSITION for a referral that
 *   came to nothing, once something is paid, for a revision that is not the latest, and for what a verified rule
 *   forbids; STALE_REVISION
 */
export async function changeFeeTerms(
  context: Context,
  referralId: string,
  { terms, acceptRevision }: FeeTermsChange,
): Promise<Referral> {
  await assertNotFuture(context, { "terms.writtenAgreementOn": terms?.writtenAgreementOn });
  const before = await lockReferralForUpdate(context, referralId);
  assertNotEnded(before);
  if (terms === undefined) return acceptTerms(context, before, acceptRevision ?? 0);
  assertNotPaid(before);
  const termsRevision = before.termsRevision + 1;
  const warnings = await checkReferralDivision(context, { ...before, termsRevision }, terms, "terms");
  const columns = {
    terms: JSON.stringify(terms),
    termsRevision,
    termsProposedBy: before.status === "draft" ? "originating" : ownSideOf(before),
    termsAcceptedOn: null,
    warnings,
  };
  return describeReferral(await changeReferral(context, before, columns, { eventTypes: ["referral.terms_proposed"] }));
}

/** @throws INVALID_STATE_TRANSITION */
async function acceptTerms(context: Context, before: ReferralRow, revision: number): Promise<Referral> {
  if (before.terms === null || before.termsRevision !== revision)
    throw invalidState(`The latest revision of the terms is ${before.termsRevision}: read them first`);
  if (before.termsAcceptedOn !== null) throw invalidState(`Revision ${revision} of the terms is accepted`);
  const other = before.termsProposedBy === "originating" ? "handling" : "originating";
  if (!speaksFor(before, other)) throw invalidState("Only the other firm can accept the terms that the firm proposed");
  if (before.status === "draft") throw invalidState("The referral is not sent yet");
  const columns = { termsAcceptedOn: await readToday(context) };
  return describeReferral(await changeReferral(context, before, columns, { eventTypes: ["referral.terms_accepted"] }));
}

/**
 * Records that the client consents to the division of the fee.
 *
 * @throws NOT_FOUND, also for the document and the signature request; VALIDATION_FAILED; INVALID_STATE_TRANSITION for a
 *   referral that came to nothing; STALE_REVISION
 */
export async function setClientConsent(
  context: Context,
  referralId: string,
  given: GivenClientConsent,
): Promise<Referral> {
  const { consentedOn, termsRevision, documentId = null, esignRequestId = null } = given;
  await assertNotFuture(context, { consentedOn });
  const before = await lockReferralForUpdate(context, referralId);
  assertNotEnded(before);
  if (before.terms === null || termsRevision > before.termsRevision)
    throw invalidInput({ path: "termsRevision", message: `must be at most ${before.termsRevision}` });
  const obtainedBy = given.obtainedBy ?? ownSideOf(before);
  if (!speaksFor(before, obtainedBy))
    throw invalidInput({ path: "obtainedBy", message: "must be the side of the firm" });
  await lockEvidenceForKeyShare(context, before, { documentId, esignRequestId });
  const columns = {
    consentedOn,
    consentTermsRevision: termsRevision,
    consentObtainedBy: obtainedBy,
    consentDocumentId: documentId,
    consentEsignRequestId: esignRequestId,
  };
  return describeReferral(
    await changeReferral(context, before, columns, { eventTypes: ["referral.consent_recorded"] }),
  );
}

/** @throws NOT_FOUND; VALIDATION_FAILED without a lead or case */
async function lockEvidenceForKeyShare(
  context: Context,
  { leadId, caseId }: ReferralRow,
  { documentId, esignRequestId }: { documentId: string | null; esignRequestId: string | null },
): Promise<void> {
  if (documentId === null && esignRequestId === null) return;
  if (leadId === null && caseId === null)
    throw invalidInput({ path: "documentId", message: "allowed only once the referral has a lead or case" });
  const owner = caseId === null ? { leadId, caseId: null } : { leadId: null, caseId };
  if (documentId !== null)
    await lockDocumentsForShare(context, { ...owner, clientId: null, contactId: null }, [documentId]);
  if (esignRequestId !== null && !(await lockSignedRequestForKeyShare(context, esignRequestId, { leadId, caseId })))
    throw notFound("Signature request");
}
