import { notFound, ignoreNotFound } from "../../../contract/errors/error-codes.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import type { Context, RecordReference } from "../../../rpc/context.ts";
import { findRow, lockRowForUpdate } from "../../../rpc/resource/store.ts";
import { visitOrganization } from "../../../rpc/unit-of-work.ts";
import { lockLiveCaseForUpdate } from "../../cases/domain.ts";
import { lockLeadForUpdate } from "../../leads/domain.changes.ts";
import { findPairedReferral, findPartnerOrganization } from "../network/store.ts";
import { listReferralTransitions } from "./domain.states.ts";
import { Referral, redactedMembers, type ReferralFilter } from "./schema.ts";
import { referralStatements, selectReferralPage, type ReferralRow } from "./store.ts";

/** A referral as its events have it. */
export const describeReferralInEvent = (referral: Referral) => redactMembers(referral, redactedMembers);

export function describeReferral(row: ReferralRow): Referral {
  const { terms, termsRevision, termsProposedBy, termsAcceptedOn } = row;
  const { consentedOn, consentTermsRevision, consentObtainedBy, consentDocumentId, consentEsignRequestId } = row;
  return Referral.parse({
    ...row,
    terms:
      terms === null ? null : { ...terms, termsRevision, proposedBy: termsProposedBy, acceptedOn: termsAcceptedOn },
    clientConsent:
      consentedOn === null
        ? null
        : {
            consentedOn,
            termsRevision: consentTermsRevision,
            obtainedBy: consentObtainedBy,
            documentId: consentDocumentId,
            esignRequestId: consentEsignRequestId,
          },
    availableTransitions: listReferralTransitions(row),
  });
}

/** The partner firm, and what the referral is about, as an event's relatedIds. */
export function relateReferral({ partnerFirmId, leadId, caseId, plaintiffId }: ReferralRow): RecordReference[] {
  return [
    { entity: "partner_firm", id: partnerFirmId },
    ...(leadId === null ? [] : [{ entity: "lead", id: leadId }]),
    ...(caseId === null ? [] : [{ entity: "case", id: caseId }]),
    ...(plaintiffId === null ? [] : [{ entity: "client", id: plaintiffId }]),
  ];
}

/**
 * A referral whose case, if any, is not deleted.
 *
 * @throws NOT_FOUND
 */
export async function getReferralRow(context: Context, referralId: string): Promise<ReferralRow> {
  const row = await findRow(context, referralStatements, { id: referralId });
  if (row === undefined) throw notFound("Referral");
  return row;
}

/** @throws NOT_FOUND */
export const getReferral = async (context: Context, referralId: string): Promise<Referral> =>
  describeReferral(await getReferralRow(context, referralId));

/**
 * A page of the organization's referrals.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listReferrals(
  context: Context,
  { after, limit, sort, ...filter }: ReferralFilter,
): Promise<{ referrals: Referral[]; nextCursor: string | null }> {
  const list = { name: "referrals", alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort }, (page) =>
    selectReferralPage(context, filter, page),
  );
  return { referrals: rows.map(describeReferral), nextCursor };
}

/** What a referral is about: a lead, the case that it became, a case, or nothing yet. */
export interface Matter {
  leadId: string | null;
  caseId: string | null;
}

/**
 * Locks the lead FOR UPDATE and the case FOR NO KEY UPDATE, archived or not, until commit.
 *
 * @throws NOT_FOUND
 */
export async function lockMatterForUpdate(context: Context, { leadId, caseId }: Matter): Promise<void> {
  if (leadId !== null) await lockLeadForUpdate(context, leadId);
  if (caseId !== null) await lockLiveCaseForUpdate(context, caseId);
}

/**
 * Locks what a referral is about, then the referral FOR NO KEY UPDATE, until commit. Of a pair the row of the
 * originating firm is locked first by whoever acts: it is the lock of both.
 *
 * @throws NOT_FOUND
 */
export async function lockReferralForUpdate(context: Context, referralId: string): Promise<ReferralRow> {
  const matter = await getReferralRow(context, referralId);
  if (matter.direction === "inbound") await lockOriginalForUpdate(context, matter);
  await lockMatterForUpdate(context, matter);
  const row = await lockRowForUpdate(context, referralStatements, { id: referralId }, "FOR NO KEY UPDATE");
  if (row === undefined) throw notFound("Referral");
  // It was attached, or its lead converted, between the two. A deadlock of two such runs the transaction again.
  if (row.leadId !== matter.leadId || row.caseId !== matter.caseId) await lockMatterForUpdate(context, row);
  return row;
}

/** Locks the row of the originating firm, with its lead or case, for a firm of this installation that acts on its own. */
async function lockOriginalForUpdate(context: Context, { pairId, partnerFirmId }: ReferralRow): Promise<void> {
  const origin = pairId === null ? undefined : await findPartnerOrganization(context, partnerFirmId);
  if (pairId === null || origin === undefined) return;
  await visitOrganization(context, origin, async (there) => {
    const id = await findPairedReferral(there, pairId);
    // Without one the other firm is gone, or its case.
    if (id !== undefined) await lockReferralForUpdate(there, id).catch(ignoreNotFound);
  });
}
