import { valuesOf } from "../../../contract/enumeration.ts";
import { formatCents } from "../../../contract/values/rate-words.ts";
import { normalizeCheckNumber } from "../bank-statements/domain.matching.ts";
import { reconciliationEnumerations } from "./enumerations.ts";

/** In the order in which they are named. */
const faultCodes = valuesOf(reconciliationEnumerations.reconciliationFault);

/** What is compared of an account on a day, in US cents. */
export interface Sides {
  /** What the bank's statement closes with; null where no statement covers the day. */
  bankCents: number | null;
  /** Recorded, and not yet at the bank: deposits, and what left the account. Neither is negative. */
  inTransitCents: number;
  outstandingCents: number;
  /** The sum of the account's transactions. */
  bookCents: number;
  /** The sum of the balances of its ledgers. */
  ledgersCents: number;
  unmatchedCount: number;
  /** How many of the ledgers are below 0. */
  overdrawnCount: number;
}

export interface Comparison {
  adjustedBankCents: number | null;
  differenceCents: number | null;
  isBalanced: boolean;
}

/**
 * Compares bank, book and ledgers. Balanced: the adjusted bank balance, the book and the sum of the ledgers are equal,
 * no line of the bank is unmatched, and no ledger is below 0.
 */
export function compareSides(sides: Sides): Comparison {
  const { bankCents, inTransitCents, outstandingCents, bookCents, ledgersCents, unmatchedCount, overdrawnCount } =
    sides;
  if (bankCents === null) return { adjustedBankCents: null, differenceCents: null, isBalanced: false };
  const adjustedBankCents = bankCents + inTransitCents - outstandingCents;
  const differenceCents = adjustedBankCents - bookCents;
  const isBalanced =
    differenceCents === 0 && bookCents === ledgersCents && unmatchedCount === 0 && overdrawnCount === 0;
  return { adjustedBankCents, differenceCents, isBalanced };
}

/** A line of the bank without a transaction. */
export interface OpenLine {
  id: string;
  postedOn: string;
  amountCents: number;
  description: string;
  checkNumber: string | null;
}

/** A transaction that is not yet at the bank. */
export interface OpenTransaction {
  id: string;
  number: number;
  occurredOn: string;
  /** Signed. */
  amountCents: number;
  checkNumber: string | null;
}

export interface OverdrawnLedger {
  id: string;
  balanceCents: number;
}

export interface Fault {
  code: (typeof faultCodes)[number];
  message: string;
  bankLineId: string | null;
  transactionId: string | null;
  ledgerId: string | null;
}

const nothing = { bankLineId: null, transactionId: null, ledgerId: null } as const;

/**
 * What is wrong with an account that is not balanced, each by the record at fault, those that explain most first: a
 * check that the bank paid with another amount, lines of the bank without a transaction, ledgers below 0. A difference
 * that they do not explain is named as such.
 */
export function findFaults(
  sides: Sides,
  {
    lines,
    transactions,
    ledgers,
  }: {
    lines: readonly OpenLine[];
    transactions: readonly OpenTransaction[];
    ledgers: readonly OverdrawnLedger[];
  },
): Fault[] {
  const { differenceCents } = compareSides(sides);
  if (differenceCents === null)
    return [{ ...nothing, code: "bank_statement_missing", message: "No bank statement covers this day" }];
  // A line without a transaction makes bank and book differ by all of it: a check that it paid with another amount is
  // outstanding besides.
  const unexplainedCents = differenceCents - lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return [
    ...lines.map((line) => describeLine(line, transactions)).toSorted((one, other) => rankOf(one) - rankOf(other)),
    ...ledgers.map(({ id, balanceCents }): Fault => ({
      ...nothing,
      code: "ledger_overdrawn",
      message: `The ledger has ${formatCents(balanceCents)}`,
      ledgerId: id,
    })),
    ...describeSums(sides),
    // Of more lines than are listed, the difference is not known to be unexplained.
    ...(unexplainedCents === 0 || lines.length < sides.unmatchedCount
      ? []
      : [
          {
            ...nothing,
            code: "difference_unexplained" as const,
            message: `Of the difference, ${formatCents(unexplainedCents)} is explained by no line of the bank`,
          },
        ]),
  ];
}

const rankOf = ({ code }: Fault): number => faultCodes.indexOf(code);

function describeLine(line: OpenLine, transactions: readonly OpenTransaction[]): Fault {
  const { id, postedOn, amountCents, description, checkNumber } = line;
  const check = transactions.find(
    (transaction) =>
      checkNumber !== null &&
      transaction.checkNumber !== null &&
      normalizeCheckNumber(transaction.checkNumber) === normalizeCheckNumber(checkNumber),
  );
  if (check !== undefined && check.amountCents !== amountCents) {
    const [paid, recorded] = [Math.abs(amountCents), Math.abs(check.amountCents)].map(formatCents);
    const message = `The bank paid check ${checkNumber} on ${postedOn} with ${paid}; transaction ${check.number} records ${recorded}`;
    return { ...nothing, code: "amount_differs", message, bankLineId: id, transactionId: check.id };
  }
  const message = `The bank posted ${formatCents(amountCents)} on ${postedOn} (${description}); no transaction matches it`;
  return { ...nothing, code: "unmatched_line", message, bankLineId: id };
}

function describeSums({ bookCents, ledgersCents }: Sides): Fault[] {
  if (bookCents === ledgersCents) return [];
  const message = `The book has ${formatCents(bookCents)}, its ledgers ${formatCents(ledgersCents)}`;
  return [{ ...nothing, code: "ledgers_differ", message }];
}
