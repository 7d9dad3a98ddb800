import { invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import type { Context, RecordReference } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { insertRow } from "../../../rpc/resource/store.ts";
import { lockTrustAccountForUpdate, type TrustAccountRow } from "../accounts/store.ts";
import { recordTransactionEvent } from "./domain.ts";
import type { TrustMethod, TrustTransactionType } from "./schema.ts";
import { statements, type TrustTransactionRow } from "./store.ts";

/** What a transaction does to a ledger. */
export interface PostingToRecord {
  ledgerId: string;
  /** US cents, signed. */
  amountCents: number;
  settlementPayerId?: string | null | undefined;
}

/** A transaction to record. What it does to the bank, and its amount, follow from the postings. */
export interface TransactionToRecord {
  accountId: string;
  type: TrustTransactionType;
  occurredOn: string;
  postings: readonly PostingToRecord[];
  /** The cases of its postings and their clients. */
  ofCases: RecordReference[];
  method?: TrustMethod | null | undefined;
  counterpartyName?: string | null | undefined;
  checkNumber?: string | null | undefined;
  reference?: string | null | undefined;
  memo?: string | null | undefined;
  externalId?: string | null | undefined;
  expectedClearOn?: string | null | undefined;
  /** Of a deposit that clears at once. */
  clearedOn?: string | null | undefined;
  disbursementId?: string | undefined;
  depositId?: string | null | undefined;
  reversesId?: string | undefined;
  reason?: string | undefined;
}

/**
 * Locks an account that takes transactions of a day, after its ledgers.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a closed account, and for a day of a closed period
 */
export async function lockOpenAccountForUpdate(
  context: Context,
  accountId: string,
  occurredOn: string,
): Promise<TrustAccountRow> {
  const account = await lockTrustAccountForUpdate(context, accountId);
  if (account === undefined) throw notFound("Trust account");
  if (account.status === "closed") throw invalidState("The trust account is closed");
  if (account.closedThroughOn !== null && occurredOn <= account.closedThroughOn)
    throw invalidState(
      `The trust account is reconciled and closed through ${account.closedThroughOn}. Date the transaction after it`,
    );
  return account;
}

/**
 * Records a transaction: its row with all postings, from which triggers write postings and balances. The caller has
 * locked the ledgers; the account is locked here, as the last.
 *
 * @returns the row, with its number and the balances after it
 * @throws INVALID_STATE_TRANSITION for a closed account or period; DUPLICATE_ENTRY for externalId and check number
 */
export async function recordTrustTransaction(
  context: Context,
  { postings, ofCases, ...given }: TransactionToRecord,
): Promise<TrustTransactionRow> {
  await lockOpenAccountForUpdate(context, given.accountId, given.occurredOn);
  const bankCents = sum(postings.map(({ amountCents }) => amountCents));
  const moved = sum(postings.map(({ amountCents }) => Math.max(0, amountCents)));
  const { clearedOn = null } = given;
  const row = await insertRow(context, statements, {
    ...given,
    id: createId("trustTransaction"),
    bankCents,
    amountCents: bankCents === 0 ? moved : Math.abs(bankCents),
    postings: JSON.stringify(postings),
    clearanceBasis: clearedOn === null ? null : "at_once",
    createdBy: describeActor(context.principal),
  });
  if (row === undefined) throw new Error("a transaction that was inserted is read");
  recordTransactionEvent(context, "trust_transaction.recorded", { before: null, after: row, ofCases });
  return row;
}

const sum = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0);
