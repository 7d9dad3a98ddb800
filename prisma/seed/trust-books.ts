import { countBankingDays } from "../../src/areas/trust/transactions/domain.clearing.ts";
import { federalTemplate } from "../../src/areas/organization/holiday-calendars/domain.templates.ts";
import { BusinessDays } from "../../src/platform/business-days.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { newId } from "./builders/records.ts";
import {
  buildTrustAccount,
  buildTrustDisbursement,
  buildTrustLedger,
  buildTrustTransaction,
} from "./builders/trust.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { describeActor, type Actor, type RelatedId } from "./history.ts";
import { asMember } from "./limitations.ts";
import { dayMilliseconds, toDay, toInstant } from "./random.ts";

/** What a transaction does to a ledger, in US cents, signed. */
interface Posting {
  ledgerId: string;
  amountCents: number;
  settlementPayerId?: string;
}

/** A transaction before it has its number. Instants are milliseconds since 1970. */
export interface Entry {
  id: string;
  type: string;
  at: number;
  postings: readonly Posting[];
  ofCases: RelatedId[];
  /** When the bank posts it; null for never. */
  bankAt: number | null;
  method?: string;
  counterpartyName?: string | null;
  checkNumber?: string | null;
  reference?: string;
  memo?: string;
  expectedClearOn?: string | null;
  /** When a deposit cleared, if it did later than it came. */
  clearedAt?: number;
  disbursementId?: string;
  depositId?: string;
  reversesId?: string;
  /** What took it back: a return, or the voiding of its disbursement. */
  reversedBy?: { id: string; at: number };
  reason?: string;
  actor: Actor;
}

/** The trust account of a firm while its transactions are collected. */
export interface Books {
  firm: Firm;
  account: Row<"TrustAccount">;
  /** Its own ledgers. */
  own: Record<"firm" | "interest" | "unidentified", string>;
  entries: Entry[];
  ledgers: Map<string, Row<"TrustLedger">>;
  disbursements: Row<"TrustDisbursement">[];
  /** An attorney who is not behind what the firm's keys ask for. */
  approver: Row<"Member">;
  nextCheckNumber: number;
}

/** The months before the first deposit in which the account was there. */
const daysBeforeFirst = 20;

/**
 * Opens the firm's trust account.
 *
 * @param firstAt when the first money comes, in milliseconds since 1970
 */
export function openBooks(firm: Firm, firstAt: number): Books {
  const { organizationId, definition, activeAttorneys, add, history } = firm;
  const [owner, approver] = activeAttorneys;
  if (owner === undefined || approver === undefined) throw new Error("a firm has two attorneys who are active");
  const createdAt = toInstant(firstAt - daysBeforeFirst * dayMilliseconds);
  const [state] = definition.states;
  const records = buildTrustAccount({
    organizationId,
    name: `${definition.name} IOLTA`,
    bankName: "First Keystone Bank",
    accountNumberLast4: String(definition.seed % 10_000).padStart(4, "0"),
    jurisdiction: state,
    createdBy: describeActor(asMember(owner)),
    createdAt,
  });
  const { TrustAccount: account, TrustLedger: ledgers } = add(records);
  history.recordCreation(
    "trust_account.created",
    account,
    [{ entity: "organization", id: organizationId }],
    asMember(owner),
  );
  const own = Object.fromEntries(ledgers.map(({ kind, id }) => [kind, id])) as Books["own"];
  return {
    firm,
    account,
    own,
    entries: [],
    ledgers: new Map(),
    disbursements: [],
    approver,
    nextCheckNumber: 1_001,
  };
}

/** The ledger of a case's client, opened with the first deposit. */
export function openLedger(books: Books, { row }: FirmCase, at: number): Row<"TrustLedger"> {
  const { firm, account, ledgers } = books;
  const known = ledgers.get(row.id);
  if (known !== undefined) return known;
  const { TrustLedger: ledger } = firm.add({
    TrustLedger: buildTrustLedger({
      organizationId: firm.organizationId,
      accountId: account.id,
      caseId: row.id,
      createdAt: toInstant(at),
    }),
  });
  ledgers.set(row.id, ledger);
  return ledger;
}

const bankingDays = new BusinessDays({
  workWeek: [1, 2, 3, 4, 5],
  rules: federalTemplate.rules,
  exceptions: [],
  verifiedThroughOn: null,
});

interface DepositChoices {
  payer: Row<"SettlementPayer">;
  counterpartyName: string;
  at: number;
  /** Null for one that has not cleared; the same instant for a wire. */
  clearedAt: number | null;
}

/** Records what a payer of a settlement pays in: by wire if it clears at once, else by check. */
export function deposit(books: Books, firmCase: FirmCase, choices: DepositChoices): Entry {
  const { payer, counterpartyName, at, clearedAt } = choices;
  const ledger = openLedger(books, firmCase, at);
  const isWire = clearedAt !== null && toDay(clearedAt) === toDay(at);
  const entry: Entry = {
    id: newId("trustTransaction", toInstant(at)),
    type: "deposit",
    at,
    postings: [{ ledgerId: ledger.id, amountCents: payer.grossCents, settlementPayerId: payer.id }],
    ofCases: relateToCase(firmCase),
    bankAt: at + (isWire ? 0 : dayMilliseconds),
    method: isWire ? "wire" : "check",
    counterpartyName,
    ...(isWire
      ? { reference: `FT${toDay(at).replaceAll("-", "")}${books.entries.length}` }
      : {
          checkNumber: String(880_000 + books.entries.length),
          expectedClearOn: countBankingDays(bankingDays, toDay(at), 10),
        }),
    ...(clearedAt !== null && { clearedAt }),
    actor: books.firm.actor,
  };
  books.entries.push(entry);
  return entry;
}

/** A deposit that the bank sends back: a check that its bank did not pay. */
export function returnDeposit(books: Books, entry: Entry, at: number): void {
  const id = newId("trustTransaction", toInstant(at));
  books.entries.push({
    ...entry,
    id,
    type: "deposit_return",
    at,
    bankAt: at,
    postings: entry.postings.map((posting) => ({ ...posting, amountCents: -posting.amountCents })),
    depositId: entry.id,
    reversesId: entry.id,
    checkNumber: null,
    expectedClearOn: null,
    reason: "Insufficient funds",
  });
  entry.reversedBy = { id, at };
}

/** How far a disbursement is. Each status includes those on the way to it. */
type Progress = "pending_approval" | "rejected" | "cancelled" | "approved" | "issued" | "voided";

export interface DisbursementChoices {
  statement: Row<"SettlementStatement">;
  line: Row<"SettlementStatementLine">;
  payee: { name: string; contactId: string | null; clientId: string | null };
  /** By default all of the line. */
  amountCents?: number;
  progress: Progress;
  /** When it is requested; each step comes a while later. */
  at: number;
  /** After how many days the bank pays a check; null for one that nobody cashes. */
  cashedAfterDays: number | null;
}

/** The steps of a disbursement follow each other so fast. */
const stepMilliseconds = 5 * 60_000;

/**
 * Requests, approves and issues a disbursement of a line, and keeps in line and share what is taken and issued.
 *
 * @returns the disbursement
 */
export function disburse(books: Books, firmCase: FirmCase, choices: DisbursementChoices): Row<"TrustDisbursement"> {
  const { firm, approver } = books;
  const { statement, line, payee, at, progress } = choices;
  const { organizationId, actor, history, actingAttorney, rows } = firm;
  const { amountCents = line.authorizedCents } = choices;
  const manager = rows.Member.find(({ permissions }) => permissions.length > 0);
  const ledger = openLedger(books, firmCase, at);
  const relatedIds = [...relateToCase(firmCase), { entity: "settlement_statement", id: statement.id }];
  const method = line.payeeType?.startsWith("firm_") === true ? "internal_transfer" : "check";
  const { TrustDisbursement: row } = firm.add({
    TrustDisbursement: buildTrustDisbursement({
      organizationId,
      // Numbered when all are known, in the order of their requests.
      sequenceId: "",
      accountId: books.account.id,
      ledgerId: ledger.id,
      caseId: firmCase.row.id,
      settlementId: statement.settlementId,
      shareId: statement.shareId,
      statementId: statement.id,
      lineKey: line.key,
      payeeType: line.payeeType ?? "vendor",
      payee,
      amountCents,
      method,
      requestedBy: describeActor(actor),
      requestedByPersons: [actor.keyId, actingAttorney.id, ...(manager === undefined ? [] : [manager.id])].toSorted(),
      createdAt: toInstant(at),
    }),
  });
  books.disbursements.push(row);
  history.recordCreation("trust_disbursement.requested", row, relatedIds, actor);
  const later = (steps: number) => Math.min(at + steps * stepMilliseconds, firm.now);
  const decision = {
    decidedBy: describeActor(asMember(approver)),
    decidedByPersons: [approver.id],
    decidedAt: toInstant(later(1)),
  };
  const byApprover = { at: later(1), relatedIds, actor: asMember(approver) };
  if (progress === "rejected")
    history.recordChange(
      "trust_disbursement.rejected",
      row,
      { ...decision, status: "rejected", decisionNote: "The lienholder moved: confirm its address first." },
      byApprover,
    );
  if (progress === "cancelled")
    history.recordChange(
      "trust_disbursement.cancelled",
      row,
      { status: "cancelled", statusReason: "Requested twice" },
      { at: later(1), relatedIds, actor },
    );
  if (progress === "rejected" || progress === "cancelled") return row;
  line.takenCents += amountCents;
  if (progress === "pending_approval") return row;
  history.recordChange("trust_disbursement.approved", row, { ...decision, status: "approved" }, byApprover);
  // Only then the money is promised.
  if (progress === "approved") ledger.reservedCents += amountCents;
  if (progress !== "approved") issue(books, firmCase, { row, line, choices, at: later(2), relatedIds });
  return row;
}

interface Issue {
  row: Row<"TrustDisbursement">;
  line: Row<"SettlementStatementLine">;
  choices: DisbursementChoices;
  at: number;
  relatedIds: RelatedId[];
}

function issue(books: Books, firmCase: FirmCase, { row, line, choices, at, relatedIds }: Issue): void {
  const { firm } = books;
  const { history, actor } = firm;
  const { amountCents, method, ledgerId } = row;
  const isCheck = method === "check";
  const checkNumber = isCheck ? String(books.nextCheckNumber++) : null;
  const { cashedAfterDays } = choices;
  const entry: Entry = {
    id: newId("trustTransaction", toInstant(at)),
    type: "disbursement",
    at,
    postings: [{ ledgerId, amountCents: -amountCents }],
    ofCases: relateToCase(firmCase),
    bankAt: cashedAfterDays === null ? null : at + (isCheck ? cashedAfterDays : 0) * dayMilliseconds,
    method,
    counterpartyName: row.payeeType === "lienholder" ? null : choices.payee.name,
    checkNumber,
    ...(!isCheck && { reference: `TR${toDay(at).replaceAll("-", "")}-${books.entries.length}` }),
    disbursementId: row.id,
    actor,
  };
  books.entries.push(entry);
  history.recordChange(
    "trust_disbursement.issued",
    row,
    {
      status: "issued",
      issuedOn: toDay(at),
      transactionId: entry.id,
      checkNumber,
      reference: entry.reference ?? null,
    },
    { at, relatedIds, actor },
  );
  if (choices.progress !== "voided") {
    line.disbursedCents += amountCents;
    return;
  }
  line.takenCents -= amountCents;
  // Before it is issued again.
  const voidedAt = at + 30_000;
  const id = newId("trustTransaction", toInstant(voidedAt));
  const reason = "The check was printed for the wrong address";
  entry.bankAt = null;
  entry.reversedBy = { id, at: voidedAt };
  books.entries.push({
    id,
    type: "disbursement_void",
    at: voidedAt,
    postings: [{ ledgerId, amountCents }],
    ofCases: entry.ofCases,
    bankAt: null,
    method,
    disbursementId: row.id,
    reversesId: entry.id,
    reason,
    actor,
  });
  history.recordChange(
    "trust_disbursement.voided",
    row,
    { status: "voided", voidedOn: toDay(voidedAt), voidTransactionId: id, statusReason: reason },
    { at: voidedAt, relatedIds, actor },
  );
}

/** Numbers the disbursements of each year in the order of their requests: `D-2026-00031`. */
export function numberDisbursements({ disbursements }: Books): void {
  const last = new Map<string, number>();
  for (const row of disbursements.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))) {
    const year = row.createdAt.slice(0, 4);
    const number = (last.get(year) ?? 0) + 1;
    last.set(year, number);
    row.sequenceId = `D-${year}-${String(number).padStart(5, "0")}`;
  }
}

/** Adds the transactions in their order, each with its number and its events, and returns them with their entries. */
export function recordTransactions(books: Books): { entry: Entry; row: Row<"TrustTransaction"> }[] {
  const { firm, account, entries } = books;
  const { organizationId, add } = firm;
  const ordered = entries.toSorted((one, other) => one.at - other.at);
  assertCovered(ordered);
  return ordered.map((entry, place) => {
    const { id, type, at, method, counterpartyName, checkNumber, reference, memo, expectedClearOn } = entry;
    const clearsAtOnce = entry.clearedAt !== undefined && toDay(entry.clearedAt) === toDay(at);
    const { TrustTransaction: row } = add({
      TrustTransaction: buildTrustTransaction({
        organizationId,
        id,
        accountId: account.id,
        number: place + 1,
        type,
        occurredOn: toDay(at),
        postings: entry.postings,
        method: method ?? null,
        counterpartyName: counterpartyName ?? null,
        checkNumber: checkNumber ?? null,
        reference: reference ?? null,
        memo: memo ?? null,
        expectedClearOn: expectedClearOn ?? null,
        clearedOn: clearsAtOnce ? toDay(at) : null,
        clearanceBasis: clearsAtOnce ? "at_once" : null,
        disbursementId: entry.disbursementId ?? null,
        depositId: entry.depositId ?? null,
        reversesId: entry.reversesId ?? null,
        reason: entry.reason ?? null,
        createdBy: describeActor(entry.actor),
        createdAt: toInstant(at),
      }),
    });
    recordHistory(firm, entry, row);
    return { entry, row };
  });
}

function recordHistory({ history }: Firm, entry: Entry, row: Row<"TrustTransaction">): void {
  const { actor, ofCases, clearedAt, reversedBy, at } = entry;
  const relatedIds = [{ entity: "trust_account", id: row.accountId }, ...ofCases];
  history.recordCreation("trust_transaction.recorded", row, relatedIds, actor);
  if (clearedAt !== undefined && toDay(clearedAt) !== toDay(at))
    history.recordChange(
      "trust_transaction.cleared",
      row,
      { clearedOn: toDay(clearedAt), clearanceBasis: "bank_confirmed" },
      { at: clearedAt, relatedIds, actor },
    );
  if (reversedBy === undefined) return;
  history.recordChange(
    entry.type === "deposit" ? "trust_transaction.returned" : "trust_transaction.reversed",
    row,
    { reversedById: reversedBy.id },
    { at: reversedBy.at, relatedIds, actor },
  );
}

/** The table rejects it, too; here the name of the fault is at hand. */
function assertCovered(ordered: readonly Entry[]): void {
  const balances = new Map<string, number>();
  for (const { type, at, postings } of ordered)
    for (const { ledgerId, amountCents } of postings) {
      const cents = (balances.get(ledgerId) ?? 0) + amountCents;
      if (cents < 0) throw new Error(`the demo's ledger ${ledgerId} is ${cents} after a ${type} on ${toDay(at)}`);
      balances.set(ledgerId, cents);
    }
}
