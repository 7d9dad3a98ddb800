import { isDeepStrictEqual } from "node:util";
import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { assertNotFuture, readToday } from "../../../platform/database/organization-day.ts";
import type { Context, RecordReference } from "../../../rpc/context.ts";
import { findRow } from "../../../rpc/resource/store.ts";
import { notifyOfTrust } from "../../notifications/domain.trust.ts";
import type { TrustAccountRow } from "../accounts/store.ts";
import { assertWithinFirmLimit, findAvailableCents } from "../ledgers/domain.ts";
import { listLedgersById, lockTrustLedgersForUpdate, type TrustLedgerRow } from "../ledgers/store.ts";
import { lockCasesForUpdate } from "./domain.creation.ts";
import { applyParts, type FundsMovement } from "./domain.funds.ts";
import { lockOpenAccountForUpdate, recordTrustTransaction } from "./domain.record.ts";
import { isDeposit, listTrustTransitions, validateTransition } from "./domain.rules.ts";
import { recordTransactionEvent } from "./domain.ts";
import type { TrustTransaction, TrustTransactionTransition } from "./schema.ts";
import {
  findCaseNumber,
  isMatched,
  listDepositParts,
  listTransactionParts,
  lockTransactionForUpdate,
  markCleared,
  markReversed,
  statements,
  type DepositPart,
  type TrustTransactionRow,
} from "./store.ts";

/** A locked transaction, with where its money is by now. */
interface Locked {
  row: TrustTransactionRow;
  parts: DepositPart[];
  ofCases: RecordReference[];
  on: string;
}

const changedMeanwhile = () => invalidState("The deposit was identified meanwhile. Send the request again");

/**
 * Locks the cases in whose ledgers the money of a transaction is, then the transaction.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a transition that is not available
 */
async function lockMovedForUpdate(
  context: Context,
  id: string,
  { status, on }: TrustTransactionTransition,
): Promise<Locked> {
  const found = await findRow(context, statements, { id });
  if (found === undefined) throw notFound("Trust transaction");
  const listParts = () => (isDeposit(found.type) ? listDepositParts(context, id) : listTransactionParts(context, id));
  const caseIds = (await listParts()).map(({ caseId }) => caseId);
  const ofCases = await lockCasesForUpdate(context, caseIds);
  const row = await lockTransactionForUpdate(context, id);
  if (row === undefined) throw notFound("Trust transaction");
  const parts = await listParts();
  if (parts.some(({ caseId }) => !caseIds.includes(caseId))) throw changedMeanwhile();
  assertTransition(row, status);
  return { row, parts, ofCases, on: on ?? (await readToday(context)) };
}

/** @throws INVALID_STATE_TRANSITION */
function assertTransition(row: TrustTransactionRow, to: TrustTransactionTransition["status"]): void {
  const available = listTrustTransitions(row);
  if (available.includes(to)) return;
  const offered = available.length === 0 ? "It has no transitions" : `Available: ${available.join(", ")}`;
  const hint = row.type === "disbursement" ? ". Void the disbursement instead" : "";
  throw invalidState(`A transaction of type ${row.type} cannot become ${to} now. ${offered}${hint}`);
}

/**
 * Clears, returns or reverses a transaction.
 *
 * @throws NOT_FOUND; STALE_REVISION; VALIDATION_FAILED for members that do not belong together;
 *   INVALID_STATE_TRANSITION, also for a hold that is not over, a closed period, and a ledger that would be short
 */
export async function transitionTrustTransaction(
  context: Context,
  id: string,
  transition: TrustTransactionTransition,
): Promise<TrustTransaction> {
  validateTransition(transition);
  await assertNotFuture(context, { on: transition.on });
  const locked = await lockMovedForUpdate(context, id, transition);
  requireExpected(context.expectedRevisions, "trust transaction", locked.row.revision);
  if (locked.on < locked.row.occurredOn)
    throw invalidInput({
      path: "on",
      message: `must not be before ${locked.row.occurredOn}, the day of the transaction`,
    });
  if (transition.status === "cleared") return clear(context, locked, transition);
  return takeBack(context, locked, transition);
}

async function lockItsLedgersForUpdate(
  context: Context,
  { row, parts, on }: Locked,
): Promise<{ ledgers: TrustLedgerRow[]; account: TrustAccountRow }> {
  const ledgers = await lockTrustLedgersForUpdate(context, [...new Set(parts.map(({ ledgerId }) => ledgerId))]);
  return { ledgers, account: await lockOpenAccountForUpdate(context, row.accountId, on) };
}

async function describeChanged(
  context: Context,
  eventType: EventType,
  { row: before, ofCases }: Locked,
): Promise<TrustTransaction> {
  const after = await findRow(context, statements, { id: before.id });
  if (after === undefined) throw notFound("Trust transaction");
  return recordTransactionEvent(context, eventType, { before, after, ofCases });
}

async function clear(
  context: Context,
  locked: Locked,
  { basis = "bank_confirmed" }: TrustTransactionTransition,
): Promise<TrustTransaction> {
  const { row, parts, on } = locked;
  if (basis === "hold_elapsed" && row.expectedClearOn !== null && on < row.expectedClearOn)
    throw invalidState(
      `The hold ends on ${row.expectedClearOn}. Before that day, only the bank's confirmation clears the deposit`,
    );
  await applyParts(context, parts, { received: 0, cleared: 1, on });
  await lockItsLedgersForUpdate(context, locked);
  await markCleared(context, row.id, { clearedOn: on, clearanceBasis: basis });
  return describeChanged(context, "trust_transaction.cleared", locked);
}

/** What the firm pays in for a part, because its ledger is short of what leaves it. */
interface Cover {
  index: number;
  part: DepositPart;
  cents: number;
}

const sumOf = (parts: readonly DepositPart[], ledgerId: string): number =>
  parts.reduce((sum, part) => sum + (part.ledgerId === ledgerId ? part.amountCents : 0), 0);

/** By how much each ledger would be short of what leaves it; ledgers that are not short are absent. */
function listShortages(parts: readonly DepositPart[], ledgers: readonly TrustLedgerRow[]): Cover[] {
  return ledgers.flatMap((ledger) => {
    const index = parts.findIndex(({ ledgerId }) => ledgerId === ledger.id);
    const part = parts[index];
    const cents = sumOf(parts, ledger.id) - findAvailableCents(ledger);
    return part === undefined || cents <= 0 ? [] : [{ index, part, cents }];
  });
}

/**
 * What the firm has to pay in before money goes back. The cases are locked, so that their ledgers stand.
 *
 * @throws INVALID_STATE_TRANSITION where it is short and the firm does not cover it
 */
async function planCover(context: Context, { parts }: Locked, firmCover: boolean): Promise<Cover[]> {
  const covers = listShortages(
    parts,
    await listLedgersById(
      context,
      parts.map(({ ledgerId }) => ledgerId),
    ),
  );
  const short = covers.reduce((sum, { cents }) => sum + cents, 0);
  if (short === 0) return [];
  if (covers.some(({ part }) => part.kind !== "client"))
    throw invalidState(`The ledger is short by ${short} cents, which are no claimant's`);
  if (!firmCover)
    throw invalidState(
      `The ledger is short by ${short} cents. With a returned deposit send firmCover: the firm then pays them in first`,
    );
  return covers;
}

/**
 * The money that a transaction moves, where it is of a deposit that may not have cleared.
 *
 * @throws INVALID_STATE_TRANSITION for an identification of a deposit that was taken back itself
 */
async function findSource(context: Context, row: TrustTransactionRow): Promise<TrustTransactionRow | null> {
  if (isDeposit(row.type)) return row;
  if (row.depositId === null || row.type !== "identification") return null;
  const deposit = await findRow(context, statements, { id: row.depositId });
  if (deposit === undefined || deposit.reversedById !== null)
    throw invalidState("The deposit was taken back, and its identification with it");
  return deposit;
}

function composeMovement({ row, parts, on }: Locked, isUncleared: boolean, covers: readonly Cover[]): FundsMovement {
  const cents = new Map(covers.map((cover) => [cover.index, cover.cents]));
  if (row.type === "firm_cover")
    return { received: 0, cleared: 0, on, coveredCents: parts.map(({ amountCents }) => -amountCents) };
  return {
    received: -1,
    cleared: isUncleared ? 0 : -1,
    on,
    coveredCents: parts.map((_part, index) => cents.get(index) ?? 0),
  };
}

/** Records that the firm pays in what ledgers are short of. */
async function recordCover(
  context: Context,
  { row: { accountId }, ofCases, on }: Locked,
  covers: readonly Cover[],
  reason: string | undefined,
): Promise<void> {
  await recordTrustTransaction(context, {
    accountId,
    type: "firm_cover",
    occurredOn: on,
    clearedOn: on,
    postings: covers.map(({ part: { ledgerId, settlementPayerId }, cents }) => ({
      ledgerId,
      amountCents: cents,
      settlementPayerId,
    })),
    ofCases,
    reason,
  });
}

async function notifyOfReturn(context: Context, { row, parts }: Locked): Promise<void> {
  const caseIds = [...new Set(parts.flatMap(({ caseId }) => (caseId === null ? [] : [caseId])))];
  const [caseId] = caseIds;
  // A deposit of several cases is named by its number alone.
  const caseNumber = caseId === undefined || caseIds.length > 1 ? null : await findCaseNumber(context, caseId);
  await notifyOfTrust(context, {
    kind: "trust.deposit_returned",
    parameters: {
      trustAccountId: row.accountId,
      accountName: row.account.name,
      transactionNumber: row.number,
      caseNumber,
    },
  });
}

/** Returns or reverses: a transaction that mirrors what is left of the other, after what the firm pays in for it. */
async function takeBack(
  context: Context,
  locked: Locked,
  { status, reason, firmCover = false }: TrustTransactionTransition,
): Promise<TrustTransaction> {
  const { row, parts, ofCases, on } = locked;
  const isReturn = status === "returned";
  const source = await findSource(context, row);
  // What has not cleared was never available, so that nothing is short of it.
  const isUncleared = source !== null && source.clearedOn === null;
  const covers = isUncleared ? [] : await planCover(context, locked, firmCover);
  await applyParts(context, parts, composeMovement(locked, isUncleared, covers));
  const { ledgers, account } = await lockItsLedgersForUpdate(context, locked);
  if (!isUncleared && !isDeepStrictEqual(listShortages(parts, ledgers), covers)) throw changedMeanwhile();
  for (const ledger of ledgers) assertWithinFirmLimit(account, ledger, -sumOf(parts, ledger.id));
  // Under the account's lock, as a match is made.
  if (!isReturn && (await isMatched(context, row.id)))
    throw invalidState("A line of a bank statement matches it: the money did move");
  if (covers.length > 0) await recordCover(context, locked, covers, reason);
  const mirror = await recordTrustTransaction(context, {
    accountId: row.accountId,
    type: isReturn ? "deposit_return" : "reversal",
    occurredOn: on,
    method: row.method,
    counterpartyName: row.counterpartyName,
    postings: parts.map(({ ledgerId, settlementPayerId, amountCents }) => ({
      ledgerId,
      settlementPayerId,
      amountCents: -amountCents,
    })),
    ofCases,
    depositId: isDeposit(row.type) ? row.id : row.depositId,
    reversesId: row.id,
    reason,
  });
  await markReversed(context, row.id, mirror.id);
  if (isReturn) await notifyOfReturn(context, locked);
  return describeChanged(context, isReturn ? "trust_transaction.returned" : "trust_transaction.reversed", locked);
}
