import type { CellValue, ColumnDef } from "hucre";
import { writeXlsxStream } from "hucre/xlsx";
import type { ReportColumnType } from "../../contract/reports/definition.ts";
import { FileTooLarge, asText, headingOf, type TableColumn, type TableRow, type TableRows } from "./table-values.ts";

/** What a sheet holds, the header included. Source: Microsoft, "Excel specifications and limits". */
const maxRows = 1_048_576;
/** How many rows a workbook has room for, beside its header. */
export const maxWorkbookRows = maxRows - 1;
/** What a cell holds, in UTF-16 units. Same source. */
const maxLength = 32_767;

const formats: Partial<Record<ReportColumnType, string>> = {
  money: "#,##0.00",
  date: "yyyy-mm-dd",
  instant: "yyyy-mm-dd hh:mm:ss",
};
const widths: Partial<Record<ReportColumnType, number>> = { text: 28, instant: 20 };

/** Characters that XML 1.0 does not allow; lone surrogates are not among them. */
const forbidden = /[^\t\n -\uFFFD]/g;
/** How Excel writes a character by its number; text that only looks so must not be read so. */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** A cell's lines end with LF: a CR is read as `_x000D_` by exceljs 4.4, and reportedly by openpyxl and Gnumeric. */
const lineEnd = /\r\n?/g;

function writeText(text: string): string {
  const clean = text.toWellFormed().replace(lineEnd, "\n").replace(forbidden, "\uFFFD");
  return (clean.length <= maxLength ? clean : cutText(clean)).replace(escapeLike, "_x005F_");
}

/** @see src/decisions/0025-exports.md */
function cutText(text: string): string {
  const kept = text.slice(0, maxLength - 1);
  // No half of a character.
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`;
}

const isoDay = /^\d{4}-\d\d-\d\d(?:T|$)/;
/**
 * The first day that all programs read alike: Excel has 1900-02-29, which never was, and counts the days before it from
 * another day than exceljs 4.4 does, and reportedly LibreOffice.
 */
const firstDay = "1900-03-01";

/**
 * A day or an instant as Excel has it; null where it has none. To the second: its format rounds up, to the next day
 * even.
 */
function readExcelDate(text: string): Date | null {
  if (!isoDay.test(text) || text < firstDay) return null;
  const day = new Date(text);
  return Number.isNaN(day.getTime()) ? null : new Date(Math.floor(day.getTime() / 1_000) * 1_000);
}

function writeCell(value: unknown, type: ReportColumnType): CellValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return type === "money" ? value / 100 : value;
  const text = asText(value);
  const date = type === "date" || type === "instant" ? readExcelDate(text) : null;
  return date ?? writeText(text);
}

/**
 * A table as a workbook of one sheet, header frozen and bold. Text is always a string, never a formula and never a
 * link. Ends with FileTooLarge where the sheet is full.
 */
export async function* xlsxBytes(columns: readonly TableColumn[], rows: TableRows): AsyncGenerator<Uint8Array> {
  // The library has a style for each column and none for a row: the header is written with the first, and all else with the second.
  const sheetColumns: ColumnDef[] = columns.map(({ type }) => ({
    width: widths[type] ?? 14,
    style: { font: { name: "Calibri", size: 11, bold: true } },
  }));
  const beginBody = () => {
    for (const [index, column] of sheetColumns.entries()) {
      const format = formats[columns[index]?.type ?? "text"];
      if (format === undefined) delete column.style;
      else column.style = { numFmt: format };
    }
  };
  const stream = writeXlsxStream(sheetRows(columns, rows, beginBody), {
    name: "Rows",
    columns: sheetColumns,
    freezePane: { rows: 1 },
  });
  try {
    yield* stream;
  } catch (error) {
    // A part of more than 4 GiB.
    throw error instanceof Error && error.name === "ZipError" ? new FileTooLarge() : error;
  }
}

async function* sheetRows(
  columns: readonly TableColumn[],
  rows: TableRows,
  beginBody: () => void,
): AsyncGenerator<CellValue[]> {
  yield columns.map((column) => writeText(headingOf(column)));
  beginBody();
  let count = 1;
  for await (const batch of rows) {
    count += batch.length;
    if (count > maxRows) throw new FileTooLarge();
    for (const row of batch) yield writeRow(columns, row);
  }
}

function writeRow(columns: readonly TableColumn[], row: TableRow): CellValue[] {
  return columns.map(({ key, type }) => writeCell(row[key], type));
}
