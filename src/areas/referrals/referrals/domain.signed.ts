import { invalidState } from "../../../contract/errors/error-codes.ts";
import type { SubjectEffect } from "../../esign/effects/domain.ts";
import { ownSideOf } from "./domain.states.ts";
import { assertNotEnded } from "./domain.terms.ts";
import { changeReferral } from "./domain.record.ts";
import { lockReferralForUpdate } from "./domain.ts";
import { withoutIfMatch } from "../../../rpc/context.ts";

/**
 * The client's consent to the division of the fee was signed: the referral that the document is about has it.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a referral without terms, of another lead or case, or that came to
 *   nothing
 */
export const recordSignedConsent: SubjectEffect["sign"] = async (context, signed) => {
  if (signed.purpose !== "fee_split_consent") return;
  const unconditional = withoutIfMatch(context);
  const before = await lockReferralForUpdate(context, signed.subjectId);
  assertNotEnded(before);
  if (before.terms === null) throw invalidState("The referral has no terms");
  const columns = {
    consentedOn: signed.signedOn,
    consentTermsRevision: before.termsRevision,
    consentObtainedBy: ownSideOf(before),
    consentDocumentId: signed.documentId,
    consentEsignRequestId: signed.esignRequestId,
  };
  await changeReferral(unconditional, before, columns, { eventTypes: ["referral.consent_recorded"] });
};
