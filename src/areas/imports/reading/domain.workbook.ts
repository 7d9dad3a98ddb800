import type { CellValue } from "hucre";
import { streamXlsxRows } from "hucre/xlsx";
import { csvCell, csvLine } from "../../../contract/values/csv.ts";
import { maxColumns } from "./domain.csv.ts";

/** Characters of the sheet: a text that many cells share is in the file once, and a string has a largest length. */
const maxLength = 200_000_000;

/**
 * The first sheet of a workbook as comma-separated values in UTF-8, each row in the line that a spreadsheet shows it
 * in. It runs in a thread (`domain.workbook-thread.ts`): a stranger's file may unpack to much more than it is.
 *
 * @returns why not for a file that is no workbook, or whose sheet has more rows or columns, or more text
 */
export async function readWorkbook({ bytes, maxRows }: WorkbookInput): Promise<WorkbookOutput> {
  const lines: string[] = [];
  let length = 0;
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      if (index >= maxRows) return { fault: "too_many_rows" };
      if (values.length > maxColumns) return { fault: "too_wide" };
      while (lines.length < index) lines.push("\r\n");
      const line = csvLine(values.map((value) => csvCell(writeValue(value))));
      length += line.length;
      if (length > maxLength) return { fault: "too_costly" };
      lines.push(line);
    }
  } catch {
    return { fault: "not_a_table" };
  }
  return { csv: new TextEncoder().encode(lines.join("")) };
}

export interface WorkbookInput {
  bytes: Uint8Array;
  /** With the rows above the data. */
  maxRows: number;
}

export type WorkbookOutput =
  | { csv: Uint8Array }
  | { fault: "not_a_table" | "too_many_rows" | "too_wide" | "too_costly" };

/** Significant digits that a spreadsheet shows. A sum of 0.1 and 0.2 is in its file as 0.30000000000000004. */
const shownDigits = 15;

/** A day as SheetJS 0.20 writes it into a cell with `t="d"`. Its Z is no zone: a workbook's days and times have none. */
const typedDay = /^\d{4}-\d\d-\d\dT00:00:00(?:\.0+)?Z?$/u;

function writeValue(value: CellValue | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string" && typedDay.test(value)) return value.slice(0, 10);
  if (typeof value === "number") return String(Number(value.toPrecision(shownDigits)));
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime())) return "";
  // A cell of a day has no time; Excel knows no time zones.
  const text = value.toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 19);
}
