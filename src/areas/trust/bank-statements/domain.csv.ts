import { parseCsv } from "hucre/csv";
import { AppError } from "../../../contract/errors/error-codes.ts";
import { readCents } from "../../../contract/values/dollar-text.ts";
import { readMonth } from "../../../contract/values/month-name.ts";
import { isCalendarDate } from "../../../contract/values/values.ts";
import { maxBankLines, type GivenBankLine } from "./schema.ts";

/** How many rows of a file may stand above the names of its columns: names of bank and account, dates. */
const maxRowsAbove = 20;

/** What the columns of a bank's file are called, each in letters and digits alone. The first that there is counts. */
const columnNames = {
  postedOn: [
    "postingdate",
    "posteddate",
    "postdate",
    "posted",
    "date",
    "transactiondate",
    "transdate",
    "effectivedate",
    "dateposted",
    "valuedate",
    "asofdate",
  ],
  amount: ["amount", "transactionamount", "amountusd"],
  debit: [
    "debit",
    "debits",
    "debitamount",
    "withdrawal",
    "withdrawals",
    "withdrawalamount",
    "moneyout",
    "paidout",
    "withdrawalsdebits",
    "withdrawaldebit",
    "debitswithdrawals",
    "checksdebits",
  ],
  credit: [
    "credit",
    "credits",
    "creditamount",
    "deposit",
    "deposits",
    "depositamount",
    "moneyin",
    "paidin",
    "depositscredits",
    "depositcredit",
    "creditsdeposits",
  ],
  description: [
    "description",
    "fulldescription",
    "transactiondescription",
    "details",
    "memo",
    "payee",
    "name",
    "transaction",
    "narrative",
  ],
  checkNumber: ["checknumber", "checkno", "check", "checkorslip", "checkserial", "chequenumber", "serialnumber"],
  bankReference: [
    "bankreference",
    "referencenumber",
    "reference",
    "referenceno",
    "ref",
    "fitid",
    "transactionid",
    "tracenumber",
  ],
  balance: ["balance", "runningbalance", "runningbal", "endingbalance", "ledgerbalance", "accountrunningbalance"],
  /** Whether the bank has posted a line, or expects it. */
  status: ["status", "transactionstatus", "postingstatus"],
  /** Whether a line is a debit or a credit: of banks that write amounts without a sign. */
  side: [
    "creditdebit",
    "debitcredit",
    "creditdebitindicator",
    "debitcreditindicator",
    "crdr",
    "drcr",
    "type",
    "transactiontype",
    "transtype",
    "transaction",
    "details",
  ],
} as const;

type Column = keyof typeof columnNames;
type Columns = Partial<Record<Column, number | undefined>>;

export interface ReadStatement {
  lines: GivenBankLine[];
  /** Of the file's running balance, where it has one that agrees with every amount; else null. */
  openingCents: number | null;
  closingCents: number | null;
  /** Rows that are no lines, counted from 1 as a spreadsheet does. */
  faults: { row: number; message: string }[];
}

/**
 * Reads the lines of a bank's CSV file: names of columns in the first rows, days as 2026-11-30 or 11/30/2026, and one
 * column of signed amounts, one of debits and one of credits, or one of amounts and one that says which of them each
 * is.
 *
 * @throws VALIDATION_FAILED for a file without such columns, or with more than {@link maxBankLines} rows
 */
export function readBankCsv(text: string): ReadStatement {
  const rows = parseCsv(text, { maxRows: maxBankLines + maxRowsAbove + 1 }).map((row) =>
    row.map((cell) => (typeof cell === "string" ? cell.trim() : "")),
  );
  const { head, columns } = findColumns(rows);
  const below = rows.slice(head + 1).map((cells, place) => ({ cells, row: head + place + 2 }));
  const filled = below.filter(({ cells }) => {
    const cellOf = (column: Column) => cells[columns[column] ?? -1] ?? "";
    return cells.some((cell) => cell !== "") && !isBalanceAlone(cellOf) && !isPending(cellOf);
  });
  if (filled.length > maxBankLines) throw reject(`the file has more than ${maxBankLines} lines`);
  const known = filled.every(({ cells }) => isUnsigned(cells, columns)) ? columns : { ...columns, side: undefined };
  const read = filled.map(({ cells, row }) => readRow(cells, known, row));
  const faults = read.filter((each) => "message" in each);
  const lines = read.filter((each) => "line" in each);
  const balances = faults.length === 0 ? findBalances(lines) : null;
  return {
    lines: lines.map(({ line }) => line),
    openingCents: balances?.openingCents ?? null,
    closingCents: balances?.closingCents ?? null,
    faults,
  };
}

const reject = (message: string): AppError => new AppError("VALIDATION_FAILED", `text: ${message}`);

const reduceName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/gu, "");

/** @throws VALIDATION_FAILED */
function findColumns(rows: readonly (readonly string[])[]): { head: number; columns: Columns } {
  for (const [head, cells] of rows.slice(0, maxRowsAbove).entries()) {
    const columns = nameColumns(cells.map(reduceName));
    const hasAmount = columns.amount !== undefined || (columns.debit !== undefined && columns.credit !== undefined);
    if (columns.postedOn !== undefined && hasAmount) return { head, columns };
  }
  throw reject("no row names a column “Date”, and “Amount” or “Debit” and “Credit”");
}

function nameColumns(names: readonly string[]): Columns {
  return Object.fromEntries(
    (Object.keys(columnNames) as Column[]).flatMap((column) => {
      const known: readonly string[] = columnNames[column];
      const name = known.find((each) => names.includes(each));
      return name === undefined ? [] : [[column, names.indexOf(name)]];
    }),
  );
}

/** The first and the last row of some banks: the balance with which the period begins or ends. */
const isBalanceAlone = (cellOf: (column: Column) => string): boolean =>
  [cellOf("amount"), cellOf("debit"), cellOf("credit")].every((cell) => cell === "") &&
  /\b(?:beginning|opening|starting|previous|ending|closing)\s+(?:\w+\s+)?balance\b/iu.test(cellOf("description"));

/** What has not been posted may still change or go, and is in the file of the days on which it is. */
const isPending = (cellOf: (column: Column) => string): boolean =>
  ["pending", "processing"].includes(reduceName(cellOf("status")));

/** Whether a cell has swallowed the rows below it: its quotation mark is closed by one of theirs, or not at all. */
const holdsRows = (cell: string): boolean =>
  cell
    .split("\n")
    .slice(1)
    .some((line) => line.split(/[,;\t|]/u).some((part) => readDay(part.replaceAll('"', "").trim()) !== null));

/** What the column of sides says, in letters and digits alone. */
const sides: ReadonlyMap<string, 1 | -1> = new Map([
  ...(["debit", "debits", "dr", "d", "withdrawal", "check"] as const).map((word) => [word, -1] as const),
  ...(["credit", "credits", "cr", "c", "deposit"] as const).map((word) => [word, 1] as const),
]);

/** Whether a row's sign stands in its column of sides alone. A bank that writes one minus writes all of them. */
function isUnsigned(cells: readonly string[], { side = -1, amount = -1 }: Columns): boolean {
  return sides.has(reduceName(cells[side] ?? "")) && (readCents(cells[amount] ?? "") ?? 0) >= 0;
}

interface ReadLine {
  line: GivenBankLine;
  balanceCents: number | null;
}

function readRow(cells: readonly string[], columns: Columns, row: number): ReadLine | { row: number; message: string } {
  const cellOf = (column: Column): string => cells[columns[column] ?? -1] ?? "";
  if (cells.some(holdsRows)) return { row, message: "A quotation mark of the row is not closed" };
  const postedOn = readDay(cellOf("postedOn"));
  if (postedOn === null) return { row, message: `“${cellOf("postedOn")}” is not a date` };
  const amountCents = readAmount(cellOf, columns);
  if (amountCents === null) return { row, message: "The row has no amount" };
  if (amountCents === 0) return { row, message: "The amount is 0" };
  const checkNumber = cellOf("checkNumber");
  const bankReference = cellOf("bankReference");
  return {
    line: {
      postedOn,
      amountCents,
      description: cellOf("description").slice(0, 500) || "—",
      checkNumber: /^0*$/u.test(checkNumber) ? null : checkNumber.slice(0, 20),
      bankReference: bankReference === "" ? null : bankReference.slice(0, 100),
    },
    balanceCents: readCents(cellOf("balance")),
  };
}

/** Debits are negative, also where the bank writes them without a sign. */
function readAmount(cellOf: (column: Column) => string, columns: Columns): number | null {
  const amount = columns.amount === undefined ? null : readCents(cellOf("amount"));
  if (amount !== null) return amount * (sides.get(reduceName(cellOf("side"))) ?? 1);
  const [debit, credit] = [readCents(cellOf("debit")), readCents(cellOf("credit"))];
  // Banks that fill both columns write 0 in the other.
  if (debit !== null && debit !== 0) return credit === null || credit === 0 ? -Math.abs(debit) : null;
  return credit;
}

/** How banks write days: `2026-11-30`, `20261130`, `11/30/2026`, `11/30/26`, `30-Nov-2026` and `Nov 30, 2026`. */
const dayForms = [
  /^(?<year>\d{4})[/-](?<month>\d{1,2})[/-](?<date>\d{1,2})(?![\d/-])/u,
  /^(?<year>\d{4})(?<month>\d{2})(?<date>\d{2})(?!\d)/u,
  // The month first, as American banks write it.
  /^(?<month>\d{1,2})[/-](?<date>\d{1,2})[/-](?<year>\d{4}|\d{2})(?!\d)/u,
  /^(?<date>\d{1,2})[ -](?<month>[a-z]{3})[a-z]*[ -](?<year>\d{4}|\d{2})(?!\d)/iu,
  /^(?<month>[a-z]{3})[a-z]*\.? (?<date>\d{1,2}),? (?<year>\d{4})(?!\d)/iu,
];

/** A day, also with a time behind it. */
function readDay(text: string): string | null {
  const groups = dayForms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (groups === undefined) return null;
  const { month = "", date = "", year = "" } = groups;
  const number = String(readMonth(month) ?? month);
  const read = `${year.padStart(4, "20")}-${number.padStart(2, "0")}-${date.padStart(2, "0")}`;
  return isCalendarDate(read) ? read : null;
}

/** The balances before and after all lines, if the running balance agrees with each amount, the oldest first or last. */
function findBalances(lines: readonly ReadLine[]): { openingCents: number; closingCents: number } | null {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return null;
  const isOldestFirst = first.line.postedOn <= last.line.postedOn;
  return sumUp(isOldestFirst ? lines : lines.toReversed()) ?? sumUp(isOldestFirst ? lines.toReversed() : lines);
}

function sumUp(lines: readonly ReadLine[]): { openingCents: number; closingCents: number } | null {
  const [first] = lines;
  if (first === undefined || first.balanceCents === null) return null;
  const openingCents = first.balanceCents - first.line.amountCents;
  let balance = openingCents;
  for (const { line, balanceCents } of lines) {
    balance += line.amountCents;
    if (balance !== balanceCents) return null;
  }
  return { openingCents, closingCents: balance };
}
