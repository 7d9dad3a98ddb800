import { AppError } from "../../../contract/errors/error-codes.ts";
import { readCents } from "../../../contract/values/dollar-text.ts";
import { isCalendarDate } from "../../../contract/values/values.ts";
import type { ReadStatement } from "./domain.csv.ts";
import { maxBankLines, type GivenBankLine } from "./schema.ts";

/**
 * The file that banks offer for QuickBooks (`.qbo`), for Quicken (`.qfx`) and as OFX: Open Financial Exchange, 1.x in
 * SGML and 2.x in XML. https://financialdataexchange.org, “Open Financial Exchange Specification” 2.3, 11.4.
 */

/** Where the root stands at the latest: before it are a header of nine lines, or an XML declaration and another. */
const headLength = 4_000;

export const isOfx = (text: string): boolean => /<OFX>/iu.test(text.slice(0, headLength));

/** A tag, and what stands behind it: the value, where the tag is that of one. In SGML a value has no end tag. */
const tags = /<(?<end>\/?)(?<name>[a-z0-9.]+)>(?<value>[^<]*)/giu;

type Values = ReadonlyMap<string, string>;

interface BankFile {
  /** How many accounts have lines or a balance in the file. */
  accounts: number;
  /** Of the file outside of its transactions and balances: the first value of each name. */
  values: Values;
  /** Of the ledger's balance: what is available is another. */
  balance: Values;
  transactions: Values[];
}

/**
 * Reads the lines of a bank's file in OFX. What is pending (`STMTTRNP`) is no line yet. The balance counts where it is
 * that of the last day of the file: banks write that of the download, which may have moved since.
 *
 * @throws VALIDATION_FAILED for a file of several accounts, of none, in another currency, or with more than
 *   {@link maxBankLines} transactions
 */
export function readBankOfx(text: string): ReadStatement {
  const { accounts, values, balance, transactions } = readFile(text);
  if (accounts === 0) throw reject("the file has no account: download the transactions of one account");
  if (accounts > 1)
    throw reject(`the file has ${accounts} accounts: download the transactions of the trust account alone`);
  const currency = values.get("CURDEF") ?? "USD";
  if (currency.toUpperCase() !== "USD") throw reject("the file is not in US dollars");
  if (transactions.length > maxBankLines) throw reject(`the file has more than ${maxBankLines} lines`);
  const read = transactions.map((transaction, place) => readTransaction(transaction, place + 1));
  const faults = read.filter((each) => "message" in each);
  const lines = read.filter((each) => "amountCents" in each);
  const closingCents = faults.length === 0 ? findClosing(values, balance) : null;
  const sum = lines.reduce((cents, { amountCents }) => cents + amountCents, 0);
  return { lines, openingCents: closingCents === null ? null : closingCents - sum, closingCents, faults };
}

const reject = (message: string): AppError => new AppError("VALIDATION_FAILED", `text: ${message}`);

interface Tag {
  isEnd: boolean;
  name: string;
  /** What stands behind it; blank behind the tag of what holds others. */
  value: string;
}

function* listTags(text: string): Generator<Tag> {
  for (const { groups = {} } of text.matchAll(tags)) {
    const { end = "", name = "", value = "" } = groups;
    yield { isEnd: end === "/", name: name.toUpperCase(), value: decodeEntities(value).trim() };
  }
}

/** What holds values of its own, by its tag. */
const holders: ReadonlySet<string> = new Set(["STMTTRN", "STMTTRNP", "LEDGERBAL", "AVAILBAL", "BALLIST"]);

function readFile(text: string): BankFile {
  const [values, balance] = [new Map<string, string>(), new Map<string, string>()];
  const transactions: Values[] = [];
  let accounts = 0;
  let owner: Map<string, string> = values;
  for (const { isEnd, name, value } of listTags(text)) {
    if (isEnd) {
      if (holders.has(name)) owner = values;
      continue;
    }
    if (name === "STMTRS" || name === "CCSTMTRS") accounts += 1;
    if (holders.has(name)) owner = name === "LEDGERBAL" ? balance : new Map<string, string>();
    if (name === "STMTTRN") transactions.push(owner);
    // The first: behind a payment's own values stand those of whom it went to.
    if (value !== "" && !owner.has(name)) owner.set(name, value);
  }
  return { accounts, values, balance, transactions };
}

const entities: Readonly<Partial<Record<string, string>>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Each once: npm's node-ofx-parser 0.5.1 makes `&amp;amp;amp;` of an ampersand (findings/ampersands-of-bank-files.sh). */
function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(?<code>\d{1,6})|(?<name>[a-z]{2,4}));/giu, (whole, ...rest: unknown[]) => {
    const { code, name } = rest.at(-1) as { code?: string; name?: string };
    if (code !== undefined) return Number(code) < 32 ? " " : String.fromCodePoint(Number(code)).toWellFormed();
    return entities[name?.toLowerCase() ?? ""] ?? whole;
  });
}

function readTransaction(values: Values, row: number): GivenBankLine | { row: number; message: string } {
  const valueOf = (name: string): string => values.get(name) ?? "";
  const postedOn = readDay(valueOf("DTPOSTED"));
  if (postedOn === null) return { row, message: `“${valueOf("DTPOSTED").slice(0, 50)}” is not a date` };
  const amountCents = readCents(valueOf("TRNAMT"));
  if (amountCents === null) return { row, message: "The transaction has no amount" };
  if (amountCents === 0) return { row, message: "The amount is 0" };
  const checkNumber = valueOf("CHECKNUM");
  const bankReference = values.get("FITID") ?? values.get("REFNUM") ?? null;
  return {
    postedOn,
    amountCents,
    description: describe(values.get("EXTDNAME") ?? valueOf("NAME"), valueOf("MEMO")).slice(0, 500) || "—",
    checkNumber: /^0*$/u.test(checkNumber) ? null : checkNumber.slice(0, 20),
    bankReference: bankReference === null ? null : bankReference.slice(0, 100),
  };
}

/** `NAME` has at most 32 characters, and many banks write all of it, and more, into `MEMO`. */
function describe(name: string, memo: string): string {
  if (memo === "" || name === "") return name === "" ? memo : name;
  return memo.startsWith(name) ? memo : `${name} · ${memo}`;
}

/**
 * `20261130`, `20261130120000`, `20261130230000.000[-5:EST]`: the day as the bank writes it, where it writes an offset
 * that of its own place.
 */
function readDay(text: string): string | null {
  const parts = /^(?<year>\d{4})(?<month>\d{2})(?<date>\d{2})(?:\d{4}|\d{6})?(?!\d)/u.exec(text)?.groups;
  const day = parts === undefined ? "" : `${parts["year"]}-${parts["month"]}-${parts["date"]}`;
  return isCalendarDate(day) ? day : null;
}

function findClosing(values: Values, balance: Values): number | null {
  const [end, asOf] = [readDay(values.get("DTEND") ?? ""), readDay(balance.get("DTASOF") ?? "")];
  return end !== null && end === asOf ? readCents(balance.get("BALAMT") ?? "") : null;
}
