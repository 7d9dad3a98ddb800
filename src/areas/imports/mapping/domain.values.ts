import { externalPrefix } from "../../../contract/external-ids.ts";
import { valuesOf } from "../../../contract/enumeration.ts";
import { readCents } from "../../../contract/values/dollar-text.ts";
import { readMonth } from "../../../contract/values/month-name.ts";
import { normalizeState } from "../../../contract/values/us-state.ts";
import { isCalendarDate } from "../../../contract/values/values.ts";
import { toInstant } from "../../../platform/local-time.ts";
import { notCalculated } from "../reading/domain.csv.ts";
import { reduceName } from "./domain.columns.ts";
import { noExpense, type ImportField } from "./domain.fields.ts";

/** How cells are read. */
export interface ReadingOptions {
  dateOrder: "month_first" | "day_first";
  /** Of the organization: local times of a file are its. */
  timezone: string;
}

/** A cell as a value of the operation's input, or what is wrong with it: without the cell, which may be PHI. */
type ReadValue = { value: unknown } | { fault: string };

const wrong = (fault: string): ReadValue => ({ fault });

/** What a cell holds at most that is read as more than text: such cells are read in one turn of the event loop. */
const maxReadLength = 5_000;

/** What spreadsheets show in place of a formula's result. */
const formulaError = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/u;

/** What a spreadsheet shows of a number that is too long for its cell, and then saves as CSV: digits are lost. */
const shortenedNumber = /^\d(?:[.,]\d+)?E\+\d{2,3}$/iu;

/** What programs write for no day: MySQL, forms that were left blank, Excel for a formula of a blank cell, and Outlook. */
const noDay = /^(?:0{4}-0{1,2}-0{1,2}|0{1,2}\/0{1,2}\/(?:0{2}|0{4})|1\/0\/(?:19)?00|\W+)(?: 0{1,2}:00(?::00)?)?$/u;

/** `$ -` and `-`, which formats of accountants show for zero. */
const accountingZero = /^\$?\s*[-–]$/u;

/** What people write for no value into a cell of a date, a number or a choice. */
const noValue = /^(?:n\.?\/?a\.?|none|null|unknown|unk\.?|tbd|not (?:available|applicable|provided|given))$/iu;
/** What is no text either. Null and None are last names. */
const noText = /^n\/a$/iu;

/** Whether a cell that holds something says that there is no value. */
export function saysNothing(field: ImportField, text: string): boolean {
  const { type } = field;
  if (noText.test(text)) return type !== "expenseEntry";
  if (type === "text" && field.hasDigits !== true) return false;
  if (noValue.test(text)) return !keepsWords.has(type) && findChoice(field, text) === undefined;
  if (type === "cents") return accountingZero.test(text);
  return (type === "day" || type === "instant") && noDay.test(text);
}

/** Types whose values may be such words. */
const keepsWords: ReadonlySet<ImportField["type"]> = new Set(["fullName", "tags", "expenseEntry"]);

/** @param text not blank */
export function readValue(field: ImportField, text: string, options: ReadingOptions): ReadValue {
  if (text === notCalculated)
    return wrong("is a formula without its result: open the file in a spreadsheet, save it, and send it again");
  if ((field.hasDigits === true || field.type === "reference") && shortenedNumber.test(text))
    return wrong(
      "is a number of which a spreadsheet kept only the first digits: format the column as text and export again",
    );
  if (formulaError.test(text)) return wrong("is a formula error: correct it in the spreadsheet, or empty the cell");
  if (field.type !== "text" && text.length > maxReadLength)
    return wrong(`must have at most ${maxReadLength.toLocaleString("en-US")} characters`);
  return readers[field.type](text, field, options);
}

type Reader = (text: string, field: ImportField, options: ReadingOptions) => ReadValue;

const readers: Readonly<Record<ImportField["type"], Reader>> = {
  text: (text, field) => ({ value: field.hasDigits === true ? readDigits(field, text) : text }),
  fullName: (text) => ({ value: text }),
  choice: (text, field) => readChoice(field, text),
  choices: (text, field) => readChoices(field, text),
  day: (text, _, options) => readDayValue(text, options),
  instant: (text, _, options) => readInstant(text, options),
  cents: (text) => {
    const cents = readCents(text);
    return cents === null ? wrong("must be an amount, such as 1,234.56") : { value: cents };
  },
  unitCount: (text) => readUnitCount(text),
  expenseEntry: (text) => (expenseEntries.has(reduceName(text)) ? { value: "expense" } : wrong(noExpense)),
  percentage: (text) => readPercentage(text),
  tags: (text) => ({ value: splitList(text) }),
  state: (text) => ({ value: normalizeState(text.replace(/\.$/u, "")) }),
  zipCode: (text) => ({ value: readZipCode(text) }),
  ssn: (text) => ({ value: readSsn(text) }),
  reference: (text) => ({ value: readReference(text) }),
};

const splitList = (text: string): string[] => [
  ...new Set(
    text
      .split(/[;,|\n]/u)
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  ),
];

function findChoice({ choices, synonyms = {} }: ImportField, text: string): string | undefined {
  const reduced = reduceName(text);
  const values = choices === undefined ? [] : valuesOf(choices);
  return values.find((value) => reduceName(value) === reduced) ?? synonyms[reduced];
}

/** How many choices a fault names. */
const choicesNamed = 12;

function describeChoices({ choices }: ImportField): string {
  const values = choices === undefined ? [] : valuesOf(choices);
  const named = values.slice(0, choicesNamed).join(", ");
  return values.length > choicesNamed
    ? `must be one of ${named} and ${values.length - choicesNamed} more`
    : `must be one of ${named}`;
}

function readChoice(field: ImportField, text: string): ReadValue {
  const value = findChoice(field, text);
  return value === undefined ? wrong(describeChoices(field)) : { value };
}

function readChoices(field: ImportField, text: string): ReadValue {
  const found = splitList(text).map((part) => findChoice(field, part));
  if (found.includes(undefined)) return wrong(describeChoices(field));
  return { value: [...new Set(found)] };
}

/** Two digits of a year from here on are of the last century: most are days of birth. */
const firstOfLastCentury = 41;

const writeDay = (year: string, month: string, day: string): string | null => {
  const century = Number(year) >= firstOfLastCentury ? "19" : "20";
  const text = `${year.length === 2 ? century : ""}${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCalendarDate(text) ? text : null;
};

/**
 * `2026-11-30`, `20261130`, `11/30/2026`, `30.11.2026`, `Nov 30, 2026`, `30 November 2026`, and 46356, as Excel counts
 * days.
 */
export function readDay(text: string, { dateOrder }: Pick<ReadingOptions, "dateOrder">): string | null {
  return readIsoDay(text) ?? readNumericDay(text, dateOrder) ?? readNamedDay(text) ?? readSerialDay(text);
}

/** The parts that an expression finds, by their names. */
const partsOf = (found: RegExpExecArray | null): Readonly<Partial<Record<string, string>>> | undefined => found?.groups;

function readIsoDay(text: string): string | null {
  const parts =
    partsOf(/^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/u.exec(text)) ??
    partsOf(/^(?<year>19\d{2}|20\d{2})(?<month>\d{2})(?<day>\d{2})$/u.exec(text));
  if (parts === undefined) return null;
  const { year = "", month = "", day = "" } = parts;
  return writeDay(year, month, day);
}

function readNumericDay(text: string, dateOrder: ReadingOptions["dateOrder"]): string | null {
  const parts = partsOf(
    /^(?<one>\d{1,2}) ?(?<sign>[-/.]) ?(?<other>\d{1,2}) ?\k<sign> ?(?<year>\d{4}|\d{2})$/u.exec(text),
  );
  if (parts === undefined) return null;
  const { one = "", other = "", year = "" } = parts;
  return dateOrder === "month_first" ? writeDay(year, one, other) : writeDay(year, other, one);
}

function readNamedDay(text: string): string | null {
  const parts =
    partsOf(
      /^(?:[a-z]{3,9},? )?(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/iu.exec(text),
    ) ?? partsOf(/^(?<day>\d{1,2})[ -](?<month>[a-z]{3,9})\.?[ -](?<year>\d{4}|\d{2})$/iu.exec(text));
  if (parts === undefined) return null;
  const { month = "", day = "", year = "" } = parts;
  const number = readMonth(month);
  return number === null ? null : writeDay(year, String(number), day);
}

/** The days since 1899-12-30, from 1927 to 2119: what a cell has whose format is not that of a day. */
function readSerialDay(text: string): string | null {
  const serial = /^(?<days>[1-7]\d{4})(?:\.\d+)?$/u.exec(text)?.groups?.["days"];
  if (serial === undefined) return null;
  return new Date(Date.UTC(1899, 11, 30) + Number(serial) * 86_400_000).toISOString().slice(0, 10);
}

const secondsOfDay = 86_400;

/** The time of `46356.625`, a day as Excel counts them with its time as a fraction; null without one. */
function readSerialTime(text: string): string | null {
  const fraction = /^[1-7]\d{4}(?<fraction>\.\d+)$/u.exec(text)?.groups?.["fraction"];
  if (fraction === undefined) return null;
  const seconds = Math.min(Math.round(Number(fraction) * secondsOfDay), secondsOfDay - 1);
  return new Date(seconds * 1_000).toISOString().slice(11, 19);
}

/** `3:04 PM`, `at 3:04 PM`, `15:04`, `15:04:05`, `15:04:05.123Z`, `15:04:05 UTC`. */
const timeOfDay =
  /^(?<day>.*?\S)(?:,? +(?:at +)?|T)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)? ?(?<half>[ap]\.?m\.?)?(?: ?(?<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$/iu;

function readDayValue(text: string, options: ReadingOptions): ReadValue {
  const value = readDay(text, options) ?? readDay(timeOfDay.exec(text)?.groups?.["day"] ?? "", options);
  return value === null
    ? wrong(`must be a day, such as ${options.dateOrder === "month_first" ? "11/30/2026" : "30/11/2026"} or 2026-11-30`)
    : { value };
}

const noInstant = wrong("must be a day with or without a time, such as 11/30/2026 3:04 PM or 2026-11-30T15:04:00Z");

/** A time of the organization's time zone, unless the cell has its own; of a day alone its noon. */
function readInstant(text: string, options: ReadingOptions): ReadValue {
  const found = partsOf(timeOfDay.exec(text));
  const day = readDay(found?.["day"] ?? text, options);
  if (day === null) return noInstant;
  if (found === undefined) return { value: toInstant(day, readSerialTime(text) ?? "12:00:00", options.timezone) };
  const time = readTime(found);
  if (time === null) return noInstant;
  const { zone } = found;
  if (zone === undefined) return { value: toInstant(day, time, options.timezone) };
  const at = new Date(`${day}T${time}${/^[+-]/u.test(zone) ? zone : "Z"}`);
  return Number.isNaN(at.getTime()) ? noInstant : { value: at.toISOString() };
}

/** `15:04:00` of the parts of a time of day; null for one that there is not. */
function readTime(parts: Readonly<Partial<Record<string, string>>>): string | null {
  const { hour = "", minute = "", second = "00", half } = parts;
  if (Number(minute) > 59 || Number(second) > 59 || Number(hour) > (half === undefined ? 23 : 12)) return null;
  const isLate = half?.toLowerCase().startsWith("p") === true;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isLate ? 12 : 0);
  return `${String(hours).padStart(2, "0")}:${minute}:${second}`;
}

/** What programs call an entry of an expense among activities, in letters and digits alone. */
const expenseEntries: ReadonlySet<string> = new Set(
  ["expense", "cost", "hardcost", "softcost"].flatMap((name) => [name, `${name}s`, `${name}entry`]),
);

/** `3`, `1,200` and `0.5`. */
function readUnitCount(text: string): ReadValue {
  const units = /^\d{1,3}(?:,?\d{3})*(?:\.\d{1,4})?$|^\.\d{1,4}$/u.test(text) ? Number(text.replaceAll(",", "")) : 0;
  return units > 0 ? { value: units } : wrong("must be a number above 0, such as 3 or 0.5");
}

/**
 * `33.33%`, `33.33`, `33 1/3%` and `0.3333`, which a workbook holds where it shows 33.33%: no attorney's fee is below
 * one percent. Two decimals.
 */
function readPercentage(text: string): ReadValue {
  const found = partsOf(
    /^(?<whole>\d{1,3}(?:\.\d{1,17})?|\.\d{1,17})(?: (?<part>\d)\/(?<of>[2-9]))? ?(?<sign>%|percent)?$/iu.exec(text),
  );
  if (found === undefined) return wrong("must be a percentage, such as 33.33");
  const { whole, part = "0", of = "1", sign } = found;
  const value = Number(whole) + Number(part) / Number(of);
  const percent = sign === undefined && value < 1 ? value * 100 : value;
  return { value: Math.round(percent * 100) / 100 };
}

/** `78704.0`: a number that a script wrote with decimals. */
const decimalZero = /^(\d+)\.0$/u;

/** Phone numbers and NPIs of scripts that took them for numbers. Of an ID the decimals may be part. */
const readDigits = ({ name }: ImportField, text: string): string =>
  name === "externalId" ? text : text.replace(/^(\d{10,11})\.0$/u, "$1");

/** Spreadsheets take the zeros before a number away, and the hyphen may be missing. */
function readZipCode(given: string): string {
  const text = given.replace(decimalZero, "$1");
  if (/^\d{3,4}$/u.test(text)) return text.padStart(5, "0");
  const long = /^(?<five>\d{5})[ -]?(?<four>\d{4})$/u.exec(text)?.groups;
  return long === undefined ? text : `${long["five"]}-${long["four"]}`;
}

function readSsn(text: string): string {
  const digits = text.replaceAll(/[ .-]/gu, "");
  return /^\d{7,9}$/u.test(digits) ? digits.padStart(9, "0") : text;
}

/** An ID of this product names the record; else it is the `externalId` that an earlier file gave it. */
function readReference(text: string): string {
  return /^[a-z]{3,5}_[0-9a-z]{26}$/u.test(text) || text.startsWith(externalPrefix) ? text : `${externalPrefix}${text}`;
}
