import { notFound } from "../../../contract/errors/error-codes.ts";
import { readToday } from "../../../platform/database/organization-day.ts";
import { readPage } from "../../../platform/database/lists/cursor.ts";
import type { Context } from "../../../rpc/context.ts";
import { findAccount, type TrustAccountRow } from "../accounts/store.ts";
import { describeLine } from "../bank-statements/domain.ts";
import { findLastStatement } from "../bank-statements/store.ts";
import { recordBooksRead } from "../domain.audit.ts";
import { compareSides, findFaults } from "./domain.balance.ts";
import { ClosedReconciliation, Reconciliation, type ClosedQuery, type ReconciliationItems } from "./schema.ts";
import {
  findBankCents,
  findClosed,
  listClosed,
  listLedgersOn,
  listOpen,
  listUnmatched,
  sumAfter,
  sumLedgersOn,
  sumOpen,
  type ReconciliationRow,
} from "./store.ts";

/** @throws NOT_FOUND */
async function getAccount(context: Context, id: string): Promise<TrustAccountRow> {
  const account = await findAccount(context, id);
  if (account === undefined) throw notFound("Trust account");
  return account;
}

/**
 * Compares bank, book and ledgers of an account on a day: as it was closed, or as of now.
 *
 * @param asOfOn by default the end of the last bank statement, or today
 * @throws NOT_FOUND
 */
export async function getReconciliation(
  context: Context,
  trustAccountId: string,
  asOfOn: string | undefined,
): Promise<Reconciliation> {
  const account = await getAccount(context, trustAccountId);
  recordBooksRead(context, { accountId: trustAccountId });
  const day = asOfOn ?? (await findLastStatement(context, trustAccountId))?.periodEndOn ?? (await readToday(context));
  const closed = await findClosed(context, { accountId: trustAccountId, asOfOn: day });
  return closed === undefined ? calculate(context, account, day) : describeClosedWhole(account, closed);
}

const shorten = ({ id, name }: TrustAccountRow) => ({ id, name });

/** What a closed one was: balanced, and without a line that is unmatched. */
function describeClosedWhole(account: TrustAccountRow, row: ReconciliationRow): Reconciliation {
  return Reconciliation.parse({
    ...row,
    ...(row.items as ReconciliationItems),
    account: shorten(account),
    isBalanced: true,
    isClosed: true,
    unmatched: [],
    faults: [],
  });
}

/** Compares an account as of now; for one that is about to be closed, the caller has locked it. */
export async function calculate(context: Context, account: TrustAccountRow, asOfOn: string): Promise<Reconciliation> {
  const day = { accountId: account.id, asOfOn };
  const bankCents = await findBankCents(context, day);
  const bookCents = account.bookCents - (await sumAfter(context, day));
  const { inTransitCount, outstandingCount, ...open } = await sumOpen(context, day);
  const { ledgerCount, ledgersCents, overdrawnCount } = await sumLedgersOn(context, day);
  const { lines, count: unmatchedCount } = await listUnmatched(context, day);
  const sides = { bankCents, ...open, bookCents, ledgersCents, unmatchedCount, overdrawnCount };
  const [inTransit, outstanding] = [await listOpen(context, day, "in"), await listOpen(context, day, "out")];
  const ledgers = await listLedgersOn(context, day);
  const faults = findFaults(sides, {
    lines,
    transactions: [...inTransit, ...outstanding],
    ledgers: ledgers.filter(({ balanceCents }) => balanceCents < 0),
  });
  return Reconciliation.parse({
    id: null,
    organizationId: context.organizationId,
    account: shorten(account),
    asOfOn,
    ...sides,
    ...compareSides(sides),
    isClosed: false,
    closedAt: null,
    closedBy: null,
    inTransitCount,
    outstandingCount,
    ledgerCount,
    inTransit,
    outstanding: outstanding.map((item) => ({ ...item, amountCents: -item.amountCents })),
    unmatched: lines.map((line) => describeLine({ ...line, transactionId: null })),
    ledgers,
    faults,
  });
}

export const describeClosed = (account: TrustAccountRow, row: ReconciliationRow): ClosedReconciliation =>
  ClosedReconciliation.parse({ ...row, account: shorten(account), isClosed: row.reopenedAt === null });

/**
 * The reconciliations of an account that were closed, the last first; those that were reopened, too.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listReconciliations(
  context: Context,
  { trustAccountId, ...query }: ClosedQuery,
): Promise<{ reconciliations: ClosedReconciliation[]; nextCursor: string | null }> {
  const account = await getAccount(context, trustAccountId);
  const list = { organizationId: context.organizationId, name: `trust-reconciliations.${trustAccountId}` };
  const { rows, nextCursor } = await readPage(list, query, ({ after, limit }) =>
    listClosed(context, trustAccountId, after, limit),
  );
  return { reconciliations: rows.map((row) => describeClosed(account, row)), nextCursor };
}
