import { randomBytes } from "node:crypto";
import { AppError, invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { messages } from "../../../contract/messages.ts";
import type { Scope } from "../../../contract/scopes.ts";
import { readTimezone, readToday } from "../../../platform/database/organization-day.ts";
import { dayOf } from "../../../platform/local-time.ts";
import { assertScopes } from "../../../rpc/authorize.ts";
import type { Context } from "../../../rpc/context.ts";
import { listReadableScopes } from "../../../rpc/principal.ts";
import type { Written } from "../../../rpc/resource/store.ts";
import { runInOrganizationAsSystem } from "../../../rpc/unit-of-work.ts";
import { describeOffer } from "../network/domain.crossing.ts";
import { receiveOffer, type Receipt } from "../network/domain.receiving.ts";
import type { PartnerFirmRow } from "../partner-firms/store.ts";
import type { FeeTerms } from "../schema.terms.ts";
import { getActivePartner } from "./domain.creation.ts";
import { answerBy, defaultAnswerDays, defaultExpiryDays, expireAfter } from "./domain.days.ts";
import { checkDivision, type Division } from "../fees/domain.division.ts";
import { assertStillNamesNobody } from "./domain.naming.ts";
import { assertReferralTransition } from "./domain.states.ts";
import { changeReferral } from "./domain.record.ts";
import { describeReferral, lockReferralForUpdate } from "./domain.ts";
import type { Referral, ReferralSending } from "./schema.ts";
import { findLiveReferral, findMatterStatus, findNamedClient, type ReferralRow } from "./store.ts";

/**
 * Sends a drafted referral: from now on the other firm has it.
 *
 * @throws NOT_FOUND; FORBIDDEN naming the scopes that read what an acceptance hands over; INVALID_STATE_TRANSITION for
 *   what is missing, a summary that names the client by now, a lead or case that is not open to it, another live
 *   referral of the matter, and terms that a verified rule forbids; STALE_REVISION
 */
export async function sendReferral(context: Context, referralId: string, given: ReferralSending): Promise<Referral> {
  const before = await lockReferralForUpdate(context, referralId);
  assertReferralTransition(before, "sent");
  assertReadsMatter(context, before);
  const partner = await getActivePartner(context, before.partnerFirmId);
  const terms = readOffer(before);
  await assertMatterOpen(context, before);
  assertStillNamesNobody(before.teaser.summary, await findNamedClient(context, before));
  const sentAt = new Date().toISOString();
  const warnings = await checkReferralDivision(context, { ...before, sentAt: null }, terms, "sending");
  const columns = {
    status: "sent",
    statusChangedAt: sentAt,
    statusReason: null,
    sentAt,
    ...(partner.kind === "network"
      ? await offer(context, before, partner, { sentAt, given })
      : await setDays(context, sentAt, given)),
    warnings,
  };
  return describeReferral(await changeReferral(context, before, columns, { eventTypes: ["referral.sent"] }));
}

/** Until when a firm elsewhere answers. */
async function setDays(
  context: Context,
  sentAt: string,
  { answerWithinBusinessDays = defaultAnswerDays, expiresAfterDays = defaultExpiryDays }: ReferralSending,
): Promise<Written<"Referral">> {
  return {
    expiresAt: expireAfter(sentAt, expiresAfterDays),
    responseDueOn: await answerBy(context, sentAt, answerWithinBusinessDays),
  };
}

/**
 * Writes the row of a firm of this installation, which says until when it answers.
 *
 * @throws VALIDATION_FAILED for days, which the other firm sets; INVALID_STATE_TRANSITION unless both firms approved
 */
async function offer(
  context: Context,
  before: ReferralRow,
  { approvedForSending, partnerOrganizationId }: PartnerFirmRow,
  { sentAt, given }: { sentAt: string; given: ReferralSending },
): Promise<Written<"Referral">> {
  const [name] = Object.keys(given);
  if (name !== undefined)
    throw invalidInput({ path: name, message: "not for a firm of this installation, which sets it" });
  if (approvedForSending === null)
    throw invalidState("The partner firm is not approved for sending; an owner approves it in Settings → Referrals");
  if (partnerOrganizationId === null) throw new Error("a firm of the network has an organization");
  const pairId = randomBytes(16).toString("hex");
  const crossing = describeOffer(before, pairId, sentAt);
  let receipt: Receipt | undefined;
  await runInOrganizationAsSystem(context, partnerOrganizationId, "referrals.receive", async (there) => {
    receipt = await receiveOffer(there, context.organizationId, crossing);
  });
  return { pairId, ...receipt };
}

/** @throws FORBIDDEN, to a key naming the scopes that are missing */
function assertReadsMatter(context: Context, { caseId }: ReferralRow): void {
  const { principal } = context;
  const needed: readonly Scope[] = caseId === null ? ["leads:read"] : ["cases:read", "clients:read"];
  if (principal.kind === "integration_key") return assertScopes(context, needed);
  // A member has permissions, and sees the data of the portal by them.
  if (principal.kind !== "member") return;
  const readable = listReadableScopes(principal);
  if (needed.some((scope) => !readable.has(scope))) throw new AppError("FORBIDDEN", messages.permissionMissing);
}

/** @throws INVALID_STATE_TRANSITION for what an offer lacks */
function readOffer({ sharingConsentOn, terms }: ReferralRow): FeeTerms {
  if (sharingConsentOn === null)
    throw invalidState("sharingConsentOn is missing: the client agrees before the firm shares what it knows");
  if (terms === null) throw invalidState("The referral has no terms; set them, with type none if no fee is divided");
  return terms;
}

const openStatuses: Readonly<Record<"lead" | "case", readonly string[]>> = {
  lead: ["contacted", "qualified", "under_review"],
  case: ["pending", "open"],
};

/** @throws INVALID_STATE_TRANSITION */
async function assertMatterOpen(context: Context, before: ReferralRow): Promise<void> {
  const matter =
    before.caseId === null ? { leadId: before.leadId, caseId: null } : { leadId: null, caseId: before.caseId };
  const found = await findMatterStatus(context, matter);
  if (found === undefined) throw invalidState("The referral has no lead or case");
  if (!openStatuses[found.kind].includes(found.status))
    throw invalidState(
      `The ${found.kind} is ${found.status}; only one that is ${openStatuses[found.kind].join(", ")} is referred`,
    );
  const other = await findLiveReferral(context, before);
  if (other !== undefined) throw invalidState(`The ${found.kind} is already referred: ${other.sequenceId}`);
}

/**
 * Checks what a referral says of the fee now, as {@link checkDivision}.
 *
 * @returns warnings
 * @throws INVALID_STATE_TRANSITION
 */
export async function checkReferralDivision(
  context: Context,
  row: ReferralRow,
  terms: FeeTerms,
  moment: Parameters<typeof checkDivision>[3],
): Promise<string[]> {
  const sentOn = row.sentAt === null ? null : dayOf(row.sentAt, await readTimezone(context));
  const division: Division = {
    terms,
    consent: readConsent(row),
    sentOn: moment === "sending" ? await readToday(context) : sentOn,
    totalFeeCents: row.totalFeeCents,
  };
  return checkDivision(context, row.teaser.caseState, division, moment);
}

/** The client's consent to the terms as they are. */
function readConsent(row: ReferralRow): Division["consent"] {
  const { consentedOn, consentTermsRevision, termsRevision, consentObtainedBy, direction } = row;
  if (consentedOn === null || consentTermsRevision !== termsRevision) return null;
  const isOwn = (consentObtainedBy === "originating") === (direction === "outbound");
  return {
    consentedOn,
    isWritten: !isOwn || row.consentDocumentId !== null || row.consentEsignRequestId !== null,
  };
}

/** Whether the client agreed to the terms as they are. */
export const hasCurrentConsent = (row: ReferralRow): boolean => readConsent(row) !== null;
