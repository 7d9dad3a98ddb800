import { notFound, invalidState } from "../../../contract/errors/error-codes.ts";
import { readToday } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { trackCaseAmounts } from "./domain.case.ts";
import { lockSettlementRowForUpdate } from "./domain.locks.ts";
import { refreshSettlement } from "./domain.refresh.ts";
import { findPaymentStatus, isInForce } from "./domain.states.ts";
import type { PayerRow, SettlementRow, ShareRow } from "./store.ts";
import { findSettlementOfPayer, findSettlementOfShare, writePayers, writeShares } from "./store.parts.ts";

/** A part of a movement of trust money that names a payer. Cents are signed: a return gives them negative. */
export interface FundsChange {
  settlementPayerId: string;
  /** In whose ledger it is; null for the case's client. */
  claimantPartyId: string | null;
  receivedCents: number;
  clearedCents: number;
  /** Money of the firm in place of a deposit that was returned after it had been paid out. */
  coveredCents?: number;
}

/**
 * Adds deposits, what has cleared of them, and what was returned, to payers and shares; the settlements' status, their
 * events and the case's recovery follow. Locks the settlements in the order of IDs.
 *
 * The caller has locked the case FOR NO KEY UPDATE, and locks ledgers and accounts after it.
 *
 * @param on the firm's day of the movement
 * @throws NOT_FOUND for a payer of another case; INVALID_STATE_TRANSITION for a settlement that is not in force, for
 *   more than a payer owes or a share has, and for money that was paid out already
 */
export async function applyFunds(
  context: Context,
  caseId: string,
  changes: readonly FundsChange[],
  on: string,
): Promise<void> {
  if (changes.length === 0) return;
  const recordCase = await trackCaseAmounts(context, caseId);
  const bySettlement = new Map<string, FundsChange[]>();
  for (const change of changes) {
    const found = await findSettlementOfPayer(context, change.settlementPayerId);
    if (found?.caseId !== caseId) throw notFound("Payer");
    const known = bySettlement.get(found.settlementId) ?? [];
    bySettlement.set(found.settlementId, [...known, change]);
  }
  const today = await readToday(context);
  for (const [settlementId, ofSettlement] of [...bySettlement].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const before = await lockSettlementRowForUpdate(context, settlementId);
    if (!isInForce(before.status))
      throw invalidState(
        `The settlement ${before.sequenceId} is ${before.status}: money can be received once it is agreed`,
      );
    await writePayers(context, movePayers(before, ofSettlement, today));
    await writeShares(context, moveShares(before, ofSettlement));
    await refreshSettlement(context, settlementId, before);
  }
  await recordCase(on);
}

const sumOf = (changes: readonly FundsChange[], member: "receivedCents" | "clearedCents" | "coveredCents") =>
  changes.reduce((sum, change) => sum + (change[member] ?? 0), 0);

/** @throws INVALID_STATE_TRANSITION */
function movePayers(
  { payers, paymentDueOn }: SettlementRow,
  changes: readonly FundsChange[],
  today: string,
): PayerRow[] {
  return payers.flatMap((payer) => {
    const own = changes.filter(({ settlementPayerId }) => settlementPayerId === payer.id);
    if (own.length === 0) return [];
    const receivedCents = payer.receivedCents + sumOf(own, "receivedCents");
    const clearedCents = payer.clearedCents + sumOf(own, "clearedCents");
    const owedCents = payer.grossCents - payer.paidDirectCents - payer.receivedCents;
    if (receivedCents > payer.receivedCents + owedCents) throw invalidState(`The payer owes ${owedCents} cents`);
    if (clearedCents > receivedCents || clearedCents < 0 || receivedCents < 0)
      throw invalidState("The payer has not paid that much");
    const moved = { ...payer, receivedCents, clearedCents };
    return [{ ...moved, paymentStatus: findPaymentStatus(moved, payer.expectedOn ?? paymentDueOn, today) }];
  });
}

/** @throws NOT_FOUND; INVALID_STATE_TRANSITION */
function moveShares({ shares }: SettlementRow, changes: readonly FundsChange[]): ShareRow[] {
  const byClaimant = Map.groupBy(changes, ({ claimantPartyId }) => claimantPartyId);
  return [...byClaimant].map(([claimantPartyId, own]) => {
    const share = shares.find((each) => each.claimantPartyId === claimantPartyId);
    if (share === undefined) throw notFound("Share of the claimant");
    const receivedCents = share.receivedCents + sumOf(own, "receivedCents");
    const clearedCents = share.clearedCents + sumOf(own, "clearedCents");
    const coveredCents = share.coveredCents + sumOf(own, "coveredCents");
    if (receivedCents > share.grossCents)
      throw invalidState(`The share has room for ${share.grossCents - share.receivedCents} cents`);
    if (Math.min(receivedCents, clearedCents, coveredCents) < 0 || clearedCents > receivedCents)
      throw invalidState("The share has not received that much");
    const shortCents = share.committedCents - clearedCents - coveredCents;
    if (shortCents > 0) throw invalidState(`The share is short by ${shortCents} cents that were paid out or approved`);
    return { ...share, receivedCents, clearedCents, coveredCents };
  });
}

/** What disbursements take of a share: signed cents. */
export interface FundsCommitment {
  shareId: string;
  /** Approved, and neither canceled nor voided. */
  committedCents: number;
  /** Of it, issued. */
  disbursedCents: number;
}

/**
 * Commits cleared money of a share to a disbursement, or gives it back, and refreshes the settlement's status: write
 * the line of the statement before. Locks the settlement.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for more than the share has
 */
export async function commitFunds(context: Context, { shareId, ...change }: FundsCommitment): Promise<void> {
  const settlementId = await findSettlementOfShare(context, shareId);
  if (settlementId === undefined) throw notFound("Share");
  const before = await lockSettlementRowForUpdate(context, settlementId);
  const share = before.shares.find(({ id }) => id === shareId);
  if (share === undefined) throw notFound("Share");
  const availableCents = share.clearedCents + share.coveredCents - share.committedCents;
  if (change.committedCents > availableCents) throw invalidState(`The share has ${availableCents} cents available`);
  const committedCents = share.committedCents + change.committedCents;
  const disbursedCents = share.disbursedCents + change.disbursedCents;
  await writeShares(context, [{ ...share, committedCents, disbursedCents }]);
  await refreshSettlement(context, settlementId, change.disbursedCents === 0 ? undefined : before);
}
