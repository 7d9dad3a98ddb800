import type { Row } from "../../src/platform/database/tables.ts";
import { newId } from "./builders/records.ts";
import { buildBankStatement } from "./builders/trust.ts";
import { describeActor } from "./history.ts";
import { asMember } from "./limitations.ts";
import { dayMilliseconds, hourMilliseconds, toDay, toInstant } from "./random.ts";
import { numberDisbursements, recordTransactions, type Books, type Entry } from "./trust-books.ts";

type Recorded = ReturnType<typeof recordTransactions>[number];

/** What the firm keeps in the account for the bank's fee of a month, and how much that is, in US cents. */
const firmFundsCents = 18_000;
const feeCents = 1_500;
/** The months in which the firm pays in what the fees of a year take. */
const feesOfDeposit = 12;

/**
 * Completes the books of a firm: fees, interest, what the bank says of each month, and the reconciliations through the
 * month before last. Of the last month the bank's statement is imported, and its fee is not recorded yet.
 */
export function closeBooks(books: Books): void {
  const months = listMonths(books);
  addMonthly(books, months);
  numberDisbursements(books);
  const recorded = recordTransactions(books);
  const bank = months.reduce((before, month, place) => {
    const isLast = place === months.length - 1;
    const after = importMonth(books, recorded, { month, before, isLast });
    if (!isLast) reconcile(books, recorded, { month, bankCents: after });
    return after;
  }, 0);
  if (bank < 0) throw new Error("the demo's bank account is overdrawn");
}

/** The last instant of each whole month since the account was opened, in milliseconds. */
interface Month {
  startOn: string;
  endOn: string;
  endAt: number;
}

function listMonths({ firm, account }: Books): Month[] {
  const months: Month[] = [];
  const opened = new Date(account.createdAt);
  for (let index = 0; ; index += 1) {
    const start = Date.UTC(opened.getUTCFullYear(), opened.getUTCMonth() + index, 1);
    const end = Date.UTC(opened.getUTCFullYear(), opened.getUTCMonth() + index + 1, 1) - dayMilliseconds;
    if (toDay(end) >= toDay(firm.now)) return months;
    // Late on the day, after everything else that is recorded on it.
    months.push({ startOn: toDay(start), endOn: toDay(end), endAt: end + 22 * hourMilliseconds });
  }
}

/** So many months, the last ones, have interest. */
const monthsWithInterest = 6;

function addMonthly(books: Books, months: readonly Month[]): void {
  const { firm, entries, own, account } = books;
  const add = (entry: Pick<Entry, "type" | "at" | "method" | "memo"> & { ledgerId: string; cents: number }) => {
    const { type, at, method, memo, ledgerId, cents } = entry;
    entries.push({
      id: newId("trustTransaction", toInstant(at)),
      type,
      at,
      postings: [{ ledgerId, amountCents: cents }],
      ofCases: [],
      bankAt: at,
      ...(method !== undefined && { method, clearedAt: at }),
      ...(memo !== undefined && { memo }),
      actor: firm.actor,
    });
  };
  const openedAt = Date.parse(account.createdAt) + hourMilliseconds;
  for (const [place, { endAt }] of months.entries()) {
    const at = place === 0 ? openedAt : endAt - 40 * 60_000;
    if (place % feesOfDeposit === 0)
      add({ type: "firm_deposit", at, method: "internal_transfer", ledgerId: own.firm, cents: firmFundsCents });
    // Nobody has seen the fee of the last month.
    if (place === months.length - 1) return;
    add({ type: "bank_fee", at: endAt - 30 * 60_000, memo: "Service charge", ledgerId: own.firm, cents: -feeCents });
    if (place < months.length - monthsWithInterest) continue;
    const cents = 4_100 + 37 * place;
    add({ type: "interest", at: endAt - 20 * 60_000, ledgerId: own.interest, cents });
    add({ type: "interest_remittance", at: endAt - 10 * 60_000, ledgerId: own.interest, cents: -cents });
  }
}

const describeLine = ({ type, counterpartyName, checkNumber }: Entry): string => {
  if (type === "bank_fee") return "SERVICE CHARGE";
  if (type === "disbursement" && checkNumber !== null) return `CHECK ${checkNumber}`;
  if (type === "deposit_return") return "RETURNED DEPOSIT ITEM";
  return `${type.replaceAll("_", " ")} ${counterpartyName ?? ""}`.trim().toUpperCase();
};

/** How the import found the transaction of a line. */
const methodOf = ({ type, checkNumber, reference }: Entry): string => {
  if (type === "disbursement" && typeof checkNumber === "string") return "check_number";
  return reference === undefined ? "amount_date" : "reference";
};

interface Import {
  month: Month;
  /** What the bank had before it. */
  before: number;
  isLast: boolean;
}

/** Adds the bank's statement of a month, and clears the disbursements that it pays. Returns what it closes with. */
function importMonth(books: Books, recorded: readonly Recorded[], { month, before, isLast }: Import): number {
  const { firm, account } = books;
  const { organizationId, add, history, actor } = firm;
  const { startOn, endOn, endAt } = month;
  const posted = recorded.flatMap(({ entry, row }) => {
    const postedOn = entry.bankAt === null ? "" : toDay(entry.bankAt);
    return postedOn < startOn || postedOn > endOn ? [] : [{ entry, row, postedOn }];
  });
  const unrecorded = isLast ? -feeCents : 0;
  const closingCents = posted.reduce((sum, { row }) => sum + row.bankCents, before) + unrecorded;
  const importedAt = Math.min(endAt + 3 * dayMilliseconds, firm.now);
  const createdAt = toInstant(importedAt);
  const { BankStatement: statement } = add({
    BankStatement: buildBankStatement({
      organizationId,
      accountId: account.id,
      periodStartOn: startOn,
      periodEndOn: endOn,
      openingCents: before,
      closingCents,
      lineCount: posted.length + (isLast ? 1 : 0),
      createdBy: describeActor(actor),
      createdAt,
    }),
  });
  const ofStatement = { organizationId, statementId: statement.id, accountId: account.id, createdAt };
  const line = (position: number) => ({ ...ofStatement, id: newId("bankLine", createdAt), position });
  add({
    BankLine: posted
      .toSorted((one, other) => (one.postedOn < other.postedOn ? -1 : 1))
      .map(({ entry, row, postedOn }, place) => ({
        ...line(place + 1),
        postedOn,
        amountCents: row.bankCents,
        description: describeLine(entry),
        checkNumber: entry.type === "disbursement" ? (entry.checkNumber ?? null) : null,
        bankReference: entry.reference ?? null,
        transactionId: row.id,
        matchMethod: methodOf(entry),
        matchedAt: createdAt,
        matchedBy: describeActor(actor),
      })),
  });
  if (isLast)
    add({
      BankLine: {
        ...line(posted.length + 1),
        postedOn: endOn,
        amountCents: unrecorded,
        description: "SERVICE CHARGE",
      },
    });
  history.recordCreation(
    "bank_statement.imported",
    statement,
    [
      { entity: "trust_account", id: account.id },
      { entity: "bank_statement", id: statement.id },
    ],
    actor,
  );
  for (const { entry, postedOn } of posted) clear(books, entry, { postedOn, importedAt });
  return closingCents;
}

/** A match of the bank clears a disbursement. */
function clear(
  { firm, disbursements }: Books,
  { type, disbursementId, ofCases }: Entry,
  { postedOn, importedAt }: { postedOn: string; importedAt: number },
): void {
  const row = disbursements.find(({ id }) => id === disbursementId);
  if (row === undefined || type !== "disbursement") return;
  firm.history.recordChange(
    "trust_disbursement.cleared",
    row,
    { status: "cleared", clearedOn: postedOn },
    {
      at: importedAt,
      relatedIds: [...ofCases, { entity: "settlement_statement", id: row.statementId }],
      actor: firm.actor,
    },
  );
}

/** What reconciliations show of a transaction that is not at the bank. */
const describeItem = ({ row }: Recorded) => ({
  transactionId: row.id,
  number: row.number,
  occurredOn: row.occurredOn,
  amountCents: Math.abs(row.bankCents),
  checkNumber: row.checkNumber,
  reference: row.reference,
});

/** Closes a month: the three ways agree, or the demo is not made. */
function reconcile(
  books: Books,
  recorded: readonly Recorded[],
  { month, bankCents }: { month: Month; bankCents: number },
): void {
  const { firm, account, approver } = books;
  const { organizationId, add, history } = firm;
  const { endOn, endAt } = month;
  const until = recorded.filter(({ row }) => row.occurredOn <= endOn);
  const open = until.filter(({ entry }) => {
    if (entry.type === "disbursement_void") return false;
    const isVoided =
      entry.type === "disbursement" && entry.reversedBy !== undefined && toDay(entry.reversedBy.at) <= endOn;
    return !isVoided && (entry.bankAt === null || toDay(entry.bankAt) > endOn);
  });
  const inTransit = open.filter(({ row }) => row.bankCents > 0).map(describeItem);
  const outstanding = open.filter(({ row }) => row.bankCents < 0).map(describeItem);
  const sum = (items: readonly { amountCents: number }[]) =>
    items.reduce((total, { amountCents }) => total + amountCents, 0);
  const bookCents = until.reduce((total, { row }) => total + row.bankCents, 0);
  const ledgers = listLedgers(books, until);
  const ledgersCents = ledgers.reduce((total, { balanceCents }) => total + balanceCents, 0);
  const adjustedBankCents = bankCents + sum(inTransit) - sum(outstanding);
  if (adjustedBankCents !== bookCents || bookCents !== ledgersCents)
    throw new Error(
      `the demo's trust account differs on ${endOn}: ${adjustedBankCents}, ${bookCents}, ${ledgersCents}`,
    );
  const closedAt = toInstant(Math.min(endAt + 9 * dayMilliseconds, firm.now));
  const closer = asMember(approver);
  const { Reconciliation: reconciliation } = add({
    Reconciliation: {
      organizationId,
      id: newId("reconciliation", closedAt),
      accountId: account.id,
      asOfOn: endOn,
      bankCents,
      inTransitCents: sum(inTransit),
      outstandingCents: sum(outstanding),
      adjustedBankCents,
      bookCents,
      ledgersCents,
      differenceCents: 0,
      unmatchedCount: 0,
      items: {
        inTransitCount: inTransit.length,
        outstandingCount: outstanding.length,
        ledgerCount: ledgers.length,
        inTransit,
        outstanding,
        ledgers,
      },
      closedAt,
      closedBy: describeActor(closer),
      createdAt: closedAt,
    },
  });
  const relatedIds = [{ entity: "trust_account", id: account.id }];
  history.recordCreation("trust_reconciliation.closed", reconciliation, relatedIds, closer);
  history.recordChange(
    "trust_account.updated",
    account,
    { closedThroughOn: endOn, lastReconciledOn: endOn },
    { at: Date.parse(closedAt), relatedIds: [{ entity: "organization", id: organizationId }], actor: closer },
  );
}

/** The ledgers that have a balance after these transactions. */
function listLedgers({ firm }: Books, until: readonly Recorded[]) {
  const balances = new Map<string, number>();
  for (const { entry } of until)
    for (const { ledgerId, amountCents } of entry.postings)
      balances.set(ledgerId, (balances.get(ledgerId) ?? 0) + amountCents);
  return firm.rows.TrustLedger.flatMap((ledger: Row<"TrustLedger">) => {
    const balanceCents = balances.get(ledger.id) ?? 0;
    if (balanceCents === 0) return [];
    const of = firm.rows.Case.find(({ id }) => id === ledger.caseId);
    return [
      {
        ledgerId: ledger.id,
        kind: ledger.kind,
        case: of === undefined ? null : { id: of.id, sequenceId: of.sequenceId },
        balanceCents,
      },
    ];
  }).toSorted((one, other) => (one.ledgerId < other.ledgerId ? -1 : 1));
}
