import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { assertNotFuture, readToday } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { lockLiveCaseForShare, lockLiveCaseForUpdate } from "../../cases/domain.ts";
import { recordLienPayment } from "../../settlements/liens/domain.payments.ts";
import { commitFunds } from "../../settlements/settlements/domain.funds.ts";
import { paysCosts, trackReimbursement } from "../../settlements/statements/domain.reimbursement.ts";
import {
  assertPayable,
  lockStatementForUpdate,
  type LockedStatement,
} from "../../settlements/statements/domain.locks.ts";
import { lockTrustLedgersForUpdate } from "../ledgers/store.ts";
import { recordTrustTransaction } from "../transactions/domain.record.ts";
import { isMatched, markReversed } from "../transactions/store.ts";
import { clearDisbursement } from "./domain.clearing.ts";
import { assertDisbursementTransition } from "./domain.states.ts";
import { changeDisbursement, getDisbursementRow, lockDisbursementForUpdate } from "./domain.ts";
import type { Disbursement, DisbursementTransition } from "./schema.ts";
import { changeLines, findStatementInForce, reserveFunds, type DisbursementRow } from "./store.ts";

declare module "../../../platform/database/transaction-hooks.ts" {
  interface TransactionHooks {
    /** What becomes of a referral whose fee a disbursement pays; with negative cents, whose payment is voided. */
    readonly referralPayout: (context: Context, payout: ReferralPayout) => Promise<void>;
  }
}

export interface ReferralPayout {
  referralId: string;
  disbursementId: string;
  /** Signed. */
  amountCents: number;
  /** The day of the payment, or of its voiding. */
  on: string;
}

export interface LockedDisbursement {
  row: DisbursementRow;
  locked: LockedStatement;
}

/**
 * Locks case, settlement, share, statement and liens of a disbursement, then the disbursement, until commit. The case
 * is locked FOR SHARE, or FOR NO KEY UPDATE where the disbursement pays costs or an invoice: their reimbursement
 * follows.
 *
 * @throws NOT_FOUND
 */
export async function lockDisbursementChainForUpdate(context: Context, id: string): Promise<LockedDisbursement> {
  const { statementId, lineKey } = await getDisbursementRow(context, id);
  const lockCase = paysCosts(lineKey) ? lockLiveCaseForUpdate : lockLiveCaseForShare;
  const locked = await lockStatementForUpdate(context, statementId, lockCase);
  return { row: await lockDisbursementForUpdate(context, id), locked };
}

/**
 * Moves a disbursement on, or ends it. Nobody approves it so: that is done in the portal.
 *
 * @throws NOT_FOUND; STALE_REVISION; VALIDATION_FAILED for members that do not belong together and a day in the future;
 *   DUPLICATE_ENTRY for a check number; INVALID_STATE_TRANSITION, also for a statement that is stale, a closed period,
 *   and to void what the bank has paid
 */
export async function transitionDisbursement(
  context: Context,
  id: string,
  transition: DisbursementTransition,
): Promise<Disbursement> {
  checkMembers(transition);
  const found = await lockDisbursementChainForUpdate(context, id);
  const { row } = found;
  const { status } = transition;
  assertDisbursementTransition(row.status, status);
  requireExpected(context.expectedRevisions, "trust disbursement", row.revision);
  await assertNotFuture(context, { on: transition.on });
  const on = transition.on ?? (await readToday(context));
  switch (status) {
    case "cancelled":
      return cancelDisbursement(context, found, transition.reason ?? "");
    case "issued":
      return issueDisbursement(context, found, {
        on,
        checkNumber: transition.checkNumber ?? null,
        reference: transition.reference ?? null,
      });
    case "cleared":
      return clearDisbursement(context, row, on);
    default:
      return voidDisbursement(context, found, { on, reason: transition.reason ?? "" });
  }
}

/** @throws VALIDATION_FAILED */
function checkMembers({ status, on, checkNumber, reference, reason }: DisbursementTransition): void {
  const needsReason = status === "cancelled" || status === "voided";
  if (needsReason !== (reason !== undefined))
    throw invalidInput({
      path: "reason",
      message: "required for `cancelled` and `voided`, and allowed only with them",
    });
  if (on !== undefined && status === "cancelled")
    throw invalidInput({ path: "on", message: "not allowed with cancelled" });
  if (status === "issued") return;
  for (const [path, value] of Object.entries({ checkNumber, reference }))
    if (value !== undefined) throw invalidInput({ path, message: "allowed only with issued" });
}

/** Gives a line of the statement in force back what was taken of it. */
async function changeLineInForce(
  context: Context,
  row: DisbursementRow,
  change: { takenCents: number; disbursedCents: number },
): Promise<void> {
  await changeLines(context, await findStatementInForce(context, row), [{ key: row.lineKey, ...change }]);
}

/** What a request took of its line is left again. */
export const releaseLine = (context: Context, row: DisbursementRow): Promise<void> =>
  changeLineInForce(context, row, { takenCents: -row.amountCents, disbursedCents: 0 });

async function cancelDisbursement(
  context: Context,
  { row }: LockedDisbursement,
  reason: string,
): Promise<Disbursement> {
  await releaseLine(context, row);
  if (row.status === "approved") {
    await commitFunds(context, { shareId: row.shareId, committedCents: -row.amountCents, disbursedCents: 0 });
    await lockTrustLedgersForUpdate(context, [row.ledgerId]);
    await reserveFunds(context, row.ledgerId, -row.amountCents);
  }
  return changeDisbursement(
    context,
    row,
    { status: "cancelled", statusReason: reason },
    "trust_disbursement.cancelled",
  );
}

interface Issue {
  on: string;
  checkNumber: string | null;
  reference: string | null;
}

/** @throws INVALID_STATE_TRANSITION for a stale statement; VALIDATION_FAILED; DUPLICATE_ENTRY */
async function issueDisbursement(
  context: Context,
  { row, locked }: LockedDisbursement,
  { on, checkNumber, reference }: Issue,
): Promise<Disbursement> {
  assertPayable(locked.statement);
  if ((row.method === "check") !== (checkNumber !== null))
    throw invalidInput({
      path: "checkNumber",
      message:
        row.method === "check" ? "required: the number of the check" : `not allowed: it is paid by ${row.method}`,
    });
  const { amountCents } = row;
  await settlePayment(context, { row, locked }, { cents: amountCents, on });
  await lockTrustLedgersForUpdate(context, [row.ledgerId]);
  await reserveFunds(context, row.ledgerId, -amountCents);
  const transaction = await recordTrustTransaction(context, {
    accountId: row.accountId,
    type: "disbursement",
    occurredOn: on,
    postings: [{ ledgerId: row.ledgerId, amountCents: -amountCents }],
    method: row.method,
    // Who the lienholder is, is medical: the books do not say it.
    counterpartyName: row.payeeType === "lienholder" ? null : row.payee.name,
    checkNumber,
    reference,
    disbursementId: row.id,
    ofCases: locked.ofCase,
  });
  return changeDisbursement(
    context,
    row,
    { status: "issued", issuedOn: on, transactionId: transaction.id, checkNumber, reference },
    "trust_disbursement.issued",
  );
}

/**
 * What a payment, or with negative cents its voiding, does beyond the books: line, cost, invoice, lien, referral,
 * share, settlement.
 */
async function settlePayment(
  context: Context,
  { row, locked }: LockedDisbursement,
  { cents, on }: { cents: number; on: string },
): Promise<void> {
  const isVoid = cents < 0;
  const followReimbursement = paysCosts(row.lineKey)
    ? await trackReimbursement(context, row.caseId, row.shareId)
    : () => Promise.resolve();
  await changeLineInForce(context, row, { takenCents: isVoid ? cents : 0, disbursedCents: cents });
  await followReimbursement();
  await commitFunds(context, { shareId: row.shareId, committedCents: isVoid ? cents : 0, disbursedCents: cents });
  const { sourceEntity, sourceId } = locked.lines.find(({ key }) => key === row.lineKey) ?? {};
  if (typeof sourceId !== "string") return;
  if (sourceEntity === "lien") await recordLienPayment(context, locked.ofCase, sourceId, cents);
  if (sourceEntity === "referral")
    await context.hooks.referralPayout(context, {
      referralId: sourceId,
      disbursementId: row.id,
      amountCents: cents,
      on,
    });
}

/** @throws INVALID_STATE_TRANSITION; VALIDATION_FAILED */
async function voidDisbursement(
  context: Context,
  { row, locked }: LockedDisbursement,
  { on, reason }: { on: string; reason: string },
): Promise<Disbursement> {
  const { transactionId, amountCents } = row;
  if (transactionId === null || row.issuedOn === null) throw new Error("an issued disbursement has a transaction");
  if (on < row.issuedOn) throw invalidInput({ path: "on", message: "must not be before issuedOn" });
  if (await isMatched(context, transactionId))
    throw invalidState("The bank has paid it: a line of a bank statement is matched");
  await settlePayment(context, { row, locked }, { cents: -amountCents, on });
  await lockTrustLedgersForUpdate(context, [row.ledgerId]);
  const transaction = await recordTrustTransaction(context, {
    accountId: row.accountId,
    type: "disbursement_void",
    occurredOn: on,
    postings: [{ ledgerId: row.ledgerId, amountCents }],
    method: row.method,
    reason,
    disbursementId: row.id,
    reversesId: transactionId,
    ofCases: locked.ofCase,
  });
  await markReversed(context, transactionId, transaction.id);
  return changeDisbursement(
    context,
    row,
    { status: "voided", voidedOn: on, voidTransactionId: transaction.id, statusReason: reason },
    "trust_disbursement.voided",
  );
}
