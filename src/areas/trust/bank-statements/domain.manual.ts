import { notFound, invalidState } from "../../../contract/errors/error-codes.ts";
import { listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { findAccount, lockTrustAccountForUpdate } from "../accounts/store.ts";
import { clearMatched, undoClearing } from "../disbursements/domain.clearing.ts";
import { lockDisbursementRowsForUpdate } from "../disbursements/store.ts";
import { describeLine } from "./domain.ts";
import { lockProbableForUpdate, matchUnmatched } from "./domain.match.ts";
import { MatchedBankLine, type BankLine, type MatchedLinesQuery } from "./schema.ts";
import {
  findLine,
  findTransaction,
  listCandidates,
  readNow,
  removeMatch,
  selectMatchedPage,
  writeMatches,
  type BankLineRow,
  type Candidate,
} from "./store.ts";

/** @throws NOT_FOUND */
async function getLine(context: Context, id: string): Promise<BankLineRow> {
  const row = await findLine(context, id);
  if (row === undefined) throw notFound("Bank line");
  return row;
}

/**
 * Locks the disbursement of a transaction, then the account, until commit, and reads the line.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a line of a period that is closed
 */
async function lockLineForUpdate(
  context: Context,
  { id, accountId }: BankLineRow,
  disbursementId: string | null,
): Promise<BankLineRow> {
  if (disbursementId !== null) await lockDisbursementRowsForUpdate(context, [disbursementId]);
  const account = await lockTrustAccountForUpdate(context, accountId);
  const line = await getLine(context, id);
  const { closedThroughOn } = account ?? {};
  if (typeof closedThroughOn === "string" && line.postedOn <= closedThroughOn)
    throw invalidState(`The account is closed through ${closedThroughOn}: reopen the reconciliation first`);
  return line;
}

const relate = ({ accountId }: BankLineRow) => [{ entity: "trust_account", id: accountId }];

/**
 * Matches a line with a transaction of the same amount, by a member. Its disbursement is cleared.
 *
 * @throws NOT_FOUND for the line, and for a transaction of another account; INVALID_STATE_TRANSITION for another amount,
 *   for what is matched or never reached the bank, and for a closed period
 */
export async function matchLine(context: Context, lineId: string, transactionId: string): Promise<BankLine> {
  const found = await getLine(context, lineId);
  const transaction = await findTransaction(context, found.accountId, transactionId);
  if (transaction === undefined) throw notFound("Trust transaction");
  const line = await lockLineForUpdate(context, found, transaction.disbursementId);
  if (line.transactionId !== null) throw invalidState("The line is already matched");
  if (transaction.bankCents !== line.amountCents)
    throw invalidState("The amount of the transaction differs from that of the line");
  const candidates = await listCandidates(context, line.accountId, [line.amountCents]);
  if (!candidates.some(({ id }) => id === transactionId))
    throw invalidState("The transaction is matched with another line, or was voided or reversed");
  const matchedAt = await readNow(context);
  const matchedBy = describeActor(context.principal);
  await writeMatches(context, [{ lineId, transactionId, method: "manual" }], { matchedAt, matchedBy });
  recordAuditEntry(context, { entity: "bank_line", id: lineId }, relate(line), {
    transactionId: { from: null, to: transactionId },
  });
  if (transaction.disbursementId !== null) await clearMatched(context, transaction.disbursementId, line.postedOn);
  return describeLine(await getLine(context, lineId));
}

/**
 * Takes a match back. A disbursement that it cleared is issued again.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a line that is not matched, and for a closed period
 */
export async function unmatchLine(context: Context, lineId: string): Promise<BankLine> {
  const found = await getLine(context, lineId);
  const transaction =
    found.transactionId === null ? undefined : await findTransaction(context, found.accountId, found.transactionId);
  const line = await lockLineForUpdate(context, found, transaction?.disbursementId ?? null);
  if (line.transactionId === null || line.transactionId !== found.transactionId)
    throw invalidState("The line is not matched, or was matched again");
  await removeMatch(context, lineId);
  recordAuditEntry(context, { entity: "bank_line", id: lineId }, relate(line), {
    transactionId: { from: line.transactionId, to: null },
  });
  if (typeof transaction?.disbursementId === "string") await undoClearing(context, transaction.disbursementId);
  return describeLine(await getLine(context, lineId));
}

/**
 * Matches the lines of an account again, as an import does: transactions may have been recorded since.
 *
 * @returns how many lines were matched
 * @throws NOT_FOUND
 */
export async function matchAgain(context: Context, trustAccountId: string): Promise<number> {
  const probable = await lockProbableForUpdate(context, trustAccountId);
  const account = await lockTrustAccountForUpdate(context, trustAccountId);
  if (account === undefined) throw notFound("Trust account");
  const matched = await matchUnmatched(context, trustAccountId, { lockedIds: probable });
  recordAuditEntry(context, { entity: "trust_account", id: trustAccountId }, []);
  return matched.length;
}

/**
 * The transactions that a line could be matched with: those of its amount that the bank has not posted, the newest
 * first.
 *
 * @throws NOT_FOUND
 */
export async function listLineCandidates(context: Context, lineId: string): Promise<Candidate[]> {
  const line = await getLine(context, lineId);
  return (await listCandidates(context, line.accountId, [line.amountCents])).slice(0, 50);
}

const matchedLines = {
  name: "matched bank lines",
  alias: "b",
  sorts: { newest: { column: "postedOn", type: "date", descending: true } },
} as const;

/**
 * The lines of an account that are matched and can be unmatched, the newest first: those of a closed period are not.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listMatchedLines(
  context: Context,
  { trustAccountId, after, limit }: MatchedLinesQuery,
): Promise<{ bankLines: MatchedBankLine[]; nextCursor: string | null }> {
  const account = await findAccount(context, trustAccountId);
  if (account === undefined) throw notFound("Trust account");
  const { id: accountId, closedThroughOn } = account;
  const list = { ...matchedLines, name: `${matchedLines.name} of ${accountId}` };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort: "newest" }, (page) =>
    selectMatchedPage(context, { accountId, closedThroughOn }, page),
  );
  const bankLines = rows.map((row) =>
    MatchedBankLine.parse({ ...describeLine(row), transaction: { id: row.transactionId, ...row.transaction } }),
  );
  return { bankLines, nextCursor };
}
