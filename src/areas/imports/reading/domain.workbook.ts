import type { CellValue, MergeRange } from "hucre";
import { readOds } from "hucre/ods";
import { readXls, readXlsx, streamXlsxRows } from "hucre/xlsx";
import { csvCell, csvLine } from "../../../contract/values/csv.ts";
import { maxColumns, notCalculated } from "./domain.csv.ts";

/** Characters of the sheet: a text that many cells share is in the file once, and a string has a largest length. */
const maxLength = 200_000_000;

/** Excel since 2007, Excel since 1997, and LibreOffice. */
export type WorkbookFormat = "xlsx" | "xls" | "ods";

export interface WorkbookInput {
  bytes: Uint8Array;
  /** With the rows above the data. */
  maxRows: number;
}

type WorkbookFault = "not_a_table" | "password" | "too_many_rows" | "too_wide" | "too_costly";

export type WorkbookOutput = { format: WorkbookFormat; csv: Uint8Array } | { fault: WorkbookFault };

/**
 * The first sheet of a workbook that has a table and is not hidden, as comma-separated values in UTF-8, each row in the
 * line that a spreadsheet shows it in. It runs in a thread (`domain.workbook-thread.ts`): a stranger's file may unpack
 * to much more than it is.
 *
 * @returns why not for a file that is no workbook, or whose sheet has more rows or columns, or more text
 */
export async function readWorkbook({ bytes, maxRows }: WorkbookInput): Promise<WorkbookOutput> {
  if (hasPassword(bytes)) return { fault: "password" };
  const format = detectFormat(bytes);
  let first: ReadSheet | null = null;
  try {
    for (const rows of await listSheets(bytes, format)) {
      const sheet = await readSheet(rows, maxRows);
      if ("fault" in sheet) return sheet;
      first ??= sheet;
      if (!sheet.hasTable) continue;
      first = sheet;
      break;
    }
  } catch (error) {
    return { fault: error instanceof Error && error.name === "EncryptedFileError" ? "password" : "not_a_table" };
  }
  return { format, csv: new TextEncoder().encode(first?.lines.join("") ?? "") };
}

/** An entry that each zip file of Excel has, and none of OpenDocument. */
const contentTypes = Buffer.from("[Content_Types].xml");

function detectFormat(bytes: Uint8Array): WorkbookFormat {
  if (bytes[0] === 0xd0) return "xls";
  return bufferOf(bytes).includes(contentTypes) ? "xlsx" : "ods";
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);

/** The stream of an encrypted workbook, in the directory of its container. */
const encryptedPackage = Buffer.from("EncryptedPackage", "utf16le");
/** The record that begins a workbook of Excel 97 to 2003, of 20 bytes; behind it one says that the rest is encrypted. */
const beginOfWorkbook = Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00]);
const beginLength = 20;
const filePassword = 0x2f;

/** Whether a container of Excel is encrypted: hucre would read the encrypted records of the older format as they are. */
function hasPassword(bytes: Uint8Array): boolean {
  const buffer = bufferOf(bytes);
  if (buffer[0] !== 0xd0) return false;
  if (buffer.includes(encryptedPackage)) return true;
  const begin = buffer.indexOf(beginOfWorkbook);
  return begin !== -1 && buffer[begin + beginLength] === filePassword && buffer[begin + beginLength + 1] === 0;
}

interface SheetRow {
  /** From 0. */
  index: number;
  values: readonly (CellValue | undefined)[];
}

type SheetRows = AsyncIterable<SheetRow> | Iterable<SheetRow>;

/** The sheets in their order. Only XLSX says here which are hidden: lists of choices, mostly. */
async function listSheets(bytes: Uint8Array, format: WorkbookFormat): Promise<SheetRows[]> {
  if (format !== "xlsx") {
    const { sheets } = await (format === "xls" ? readXls(bytes) : readOds(bytes));
    return sheets.map(({ rows, merges }) => fillMerged(listRows(rows), merges));
  }
  const shown: number[] = [];
  await readXlsx(bytes, {
    sheets: ({ index, hidden, veryHidden }) => {
      if (hidden !== true && veryHidden !== true) shown.push(index);
      return false;
    },
  });
  return shown.map((sheet) => streamSheet(bytes, sheet, shown.length));
}

/** Of rows without any cell the reader leaves a hole. */
function* listRows(rows: readonly (readonly CellValue[] | undefined)[]): Generator<SheetRow> {
  for (const [index, values] of rows.entries()) if (values !== undefined) yield { index, values };
}

/** A sheet of nothing but a chart has no rows, and the reader does not find it. */
async function* streamSheet(bytes: Uint8Array, sheet: number, sheets: number): AsyncGenerator<SheetRow> {
  try {
    const { missing, merges } = await inspectSheet(bytes, sheet);
    const rows = streamXlsxRows(bytes, { sheet });
    for await (const { index, values } of fillMerged(rows, merges))
      yield {
        index,
        values: values.map((value, column) => (missing.has(`${index},${column}`) ? notCalculated : value)),
      };
  } catch (error) {
    const isMissing = error instanceof Error && error.message.includes("missing worksheet file");
    if (!isMissing || sheets === 1) throw error;
  }
}

/** The largest workbook whose sheets are inspected: that reads its cells all at once. */
const maxInspectedBytes = 1_048_576;

interface SheetInspection {
  /**
   * The cells, as row and column, with a formula and no result: scripts write these, and leave it to Excel to
   * calculate. The stream of rows takes them for blank.
   */
  missing: ReadonlySet<string>;
  merges: readonly MergeRange[] | undefined;
}

/** What the stream of a sheet's rows does not have. */
async function inspectSheet(bytes: Uint8Array, sheet: number): Promise<SheetInspection> {
  if (bytes.length > maxInspectedBytes) return { missing: new Set(), merges: [] };
  // The reader refuses a sheet with a border in its last column and one in its last row, which the stream does not.
  const read = await readXlsx(bytes, { sheets: [sheet] }).catch(() => null);
  const [inspected] = read?.sheets ?? [];
  const cells = [...(inspected?.cells ?? [])];
  const missing = cells.flatMap(([place, { type, value }]) => (type === "formula" && value === null ? [place] : []));
  return { missing: new Set(missing), merges: inspected?.merges };
}

/**
 * Fills cells that are merged with one above them, if that has text: a case's number beside several of its expenses, or
 * the name of a column beside two rows of names. A number may be an amount, which would count once for each row. A row
 * of which nothing is its own stays blank.
 */
async function* fillMerged(rows: SheetRows, merges: readonly MergeRange[] = []): AsyncGenerator<SheetRow> {
  const tall = merges
    .filter(({ startRow, endRow }) => endRow > startRow)
    .toSorted((one, other) => one.startRow - other.startRow);
  let begun = 0;
  let open: { merge: MergeRange; text: string }[] = [];
  for await (const { index, values } of rows) {
    open = open.filter(({ merge }) => merge.endRow >= index);
    yield { index, values: values.every(isBlank) ? values : fillBlanks(values, open) };
    for (let merge = tall[begun]; merge !== undefined && merge.startRow <= index; merge = tall[begun]) {
      const text = values[merge.startCol];
      if (merge.startRow === index && typeof text === "string") open.push({ merge, text });
      begun += 1;
    }
  }
}

const isBlank = (value: CellValue | undefined) => writeValue(value).trim() === "";

function fillBlanks(
  values: SheetRow["values"],
  open: readonly { merge: MergeRange; text: string }[],
): SheetRow["values"] {
  const filled = [...values];
  for (const { merge, text } of open) {
    while (filled.length <= merge.startCol) filled.push(null);
    if (isBlank(filled[merge.startCol])) filled[merge.startCol] = text;
  }
  return filled;
}

interface ReadSheet {
  lines: string[];
  /** Whether it has several rows of several cells: a title page has not. */
  hasTable: boolean;
}

async function readSheet(rows: SheetRows, maxRows: number): Promise<ReadSheet | { fault: WorkbookFault }> {
  const lines: string[] = [];
  let [length, filledRows, wideRows] = [0, 0, 0];
  for await (const { index, values } of rows) {
    // Cells and rows may have a border or a color alone, to the last of a sheet.
    const cells = withoutBlanksAtEnd(values.map(writeValue));
    if (cells.length === 0) continue;
    filledRows += 1;
    if (filledRows > maxRows) return { fault: "too_many_rows" };
    if (cells.length > maxColumns) return { fault: "too_wide" };
    if (cells.filter((cell) => cell !== "").length > 1) wideRows += 1;
    while (lines.length < index) lines.push("\r\n");
    const line = csvLine(cells.map(csvCell));
    length += line.length;
    if (length > maxLength) return { fault: "too_costly" };
    lines.push(line);
  }
  return { lines, hasTable: wideRows > 1 };
}

function withoutBlanksAtEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);
}

/** Significant digits that a spreadsheet shows. A sum of 0.1 and 0.2 is in its file as 0.30000000000000004. */
const shownDigits = 15;

/** A day as SheetJS 0.20 writes it into a cell with `t="d"`. Its Z is no zone: a workbook's days and times have none. */
const typedDay = /^\d{4}-\d\d-\d\dT00:00:00(?:\.0+)?Z?$/u;

/** Excel's first day is 1. */
const firstDay = Date.UTC(1900, 0, 1);
const noDay = "1/0/1900";

function writeValue(value: CellValue | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string" && typedDay.test(value)) return value.slice(0, 10);
  if (typeof value === "number") return String(Number(value.toPrecision(shownDigits)));
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime())) return "";
  const text = value.toISOString();
  // A time of day without a day, and 0, which a formula has for a blank cell: Excel shows it so.
  if (value.getTime() < firstDay) return text.endsWith("T00:00:00.000Z") ? noDay : text.slice(11, 19);
  // A cell of a day has no time; Excel knows no time zones.
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 19);
}
