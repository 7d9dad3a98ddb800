import { invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import type { NewRow } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";
import { lockNamedForShare } from "../domain.named.ts";
import { findPaymentStatus } from "./domain.states.ts";
import { maxPayers, maxShares, type GivenPayer, type GivenShare, type RecoveryCategory } from "./schema.ts";
import { lockClaimantsForKeyShare, lockNegotiationForKeyShare, lockOfCaseForKeyShare } from "./store.parts.ts";

/** No fee is due on what is paid for these, unless the firm agreed on one. */
const exemptCategories: ReadonlySet<RecoveryCategory> = new Set<RecoveryCategory>([
  "property_damage",
  "med_pay",
  "pip",
]);

type Parts = { payers?: readonly GivenPayer[] | undefined; shares?: readonly GivenShare[] | undefined };
type Given = Parts & {
  agreedOn?: string | null | undefined;
  negotiationId?: string | null | undefined;
  aggregateConsentDocumentId?: string | null | undefined;
};

/** The contacts that pay. They are locked before the case. */
export const listPayingContacts = ({ payers = [] }: Parts): (string | null | undefined)[] =>
  payers.map(({ contactId }) => contactId);

/** @throws VALIDATION_FAILED for a court's approval without what it needs, and for a day in the future */
export async function validateParts(context: Context, { agreedOn, shares = [] }: Given): Promise<void> {
  for (const [place, share] of shares.entries()) assertApproval(share, `shares.${place}`);
  await assertNotFuture(context, {
    agreedOn,
    ...Object.fromEntries(shares.map(({ consentOn }, place) => [`shares.${place}.consentOn`, consentOn])),
  });
}

/**
 * @param path of the share, for the message
 * @throws VALIDATION_FAILED
 */
export function assertApproval(
  {
    courtApproval = "not_required",
    orderDocumentId,
    approvedFeeCents,
  }: Pick<GivenShare, "courtApproval" | "orderDocumentId" | "approvedFeeCents">,
  path: string,
): void {
  const isDecided = courtApproval === "approved" || courtApproval === "denied";
  if (isDecided && typeof orderDocumentId !== "string")
    throw invalidInput({ path: `${path}.orderDocumentId`, message: `required for ${courtApproval}` });
  if (typeof approvedFeeCents === "number" && courtApproval !== "approved")
    throw invalidInput({ path: `${path}.approvedFeeCents`, message: "allowed only with approved" });
}

/**
 * Locks until commit what a settlement names of its case.
 *
 * @throws NOT_FOUND
 */
export async function lockPartsForShare(context: Context, caseId: string, given: Given): Promise<void> {
  const { payers = [], shares = [], negotiationId, aggregateConsentDocumentId } = given;
  if (typeof negotiationId === "string" && !(await lockNegotiationForKeyShare(context, caseId, negotiationId)))
    throw notFound("Negotiation");
  const idsOf = (ids: readonly (string | null | undefined)[]) => [
    ...new Set(ids.filter((id) => typeof id === "string")),
  ];
  const policies = idsOf(payers.map(({ policyId }) => policyId));
  const parties = idsOf(payers.map(({ partyId }) => partyId));
  const claimants = idsOf(shares.map(({ claimantPartyId }) => claimantPartyId));
  await assertAll(policies, "Insurance policy", () =>
    lockOfCaseForKeyShare(context, caseId, "InsurancePolicy", policies),
  );
  await assertAll(parties, "Party", () => lockOfCaseForKeyShare(context, caseId, "CaseParty", parties));
  await assertAll(claimants, "Party", () => lockClaimantsForKeyShare(context, caseId, claimants));
  await lockNamedForShare(context, caseId, {
    documentIds: [
      aggregateConsentDocumentId,
      ...payers.map(({ releaseDocumentId }) => releaseDocumentId),
      ...shares.flatMap(({ consentDocumentId, orderDocumentId }) => [consentDocumentId, orderDocumentId]),
    ],
  });
}

/** @throws NOT_FOUND */
async function assertAll(ids: readonly string[], noun: string, lock: () => Promise<number>): Promise<void> {
  if (ids.length > 0 && (await lock()) < ids.length) throw notFound(noun);
}

/** The sums of a settlement's row. */
export const sumPayers = (payers: readonly { grossCents: number; paidDirectCents?: number | undefined }[]) => ({
  grossCents: payers.reduce((sum, { grossCents }) => sum + grossCents, 0),
  paidDirectCents: payers.reduce((sum, { paidDirectCents = 0 }) => sum + paidDirectCents, 0),
});

/**
 * The rows of new payers.
 *
 * @param dueOn when a payer pays for which no day is given
 * @param today in the firm's time zone
 */
export function composePayers(
  settlementId: string,
  payers: readonly GivenPayer[],
  { dueOn, today }: { dueOn: string | null; today: string },
): NewRow<"SettlementPayer">[] {
  return payers.slice(0, maxPayers).map((payer, place) => {
    const { category, grossCents, paidDirectCents = 0, expectedOn = null, release = "not_required" } = payer;
    const amounts = { grossCents, paidDirectCents, receivedCents: 0, clearedCents: 0 };
    return {
      id: createId("settlementPayer"),
      settlementId,
      position: place + 1,
      policyId: payer.policyId ?? null,
      partyId: payer.partyId ?? null,
      contactId: payer.contactId ?? null,
      category,
      ...amounts,
      isFeeBearing: payer.isFeeBearing ?? !exemptCategories.has(category),
      expectedOn,
      release,
      releaseDocumentId: payer.releaseDocumentId ?? null,
      paymentStatus: findPaymentStatus(amounts, expectedOn ?? dueOn, today),
    };
  });
}

/** The rows of new shares. */
export function composeShares(settlementId: string, shares: readonly GivenShare[]): NewRow<"SettlementShare">[] {
  return shares.slice(0, maxShares).map((share, place) => ({
    id: createId("settlementShare"),
    settlementId,
    position: place + 1,
    claimantPartyId: share.claimantPartyId ?? null,
    grossCents: share.grossCents,
    consentOn: share.consentOn ?? null,
    consentDocumentId: share.consentDocumentId ?? null,
    courtApproval: share.courtApproval ?? "not_required",
    orderDocumentId: share.orderDocumentId ?? null,
    approvedFeeCents: share.approvedFeeCents ?? null,
  }));
}
