import { byteOrderMark, csvCell, csvLine } from "../../contract/values/csv.ts";
import { asText, dollars, headingOf, type TableColumn, type TableRows } from "./table-values.ts";

function writeCell(value: unknown, { type }: TableColumn): string {
  // Only numbers are written as numbers: a leading minus is not a formula.
  if (typeof value !== "number" || !Number.isFinite(value)) return csvCell(asText(value));
  return type === "money" && Number.isInteger(value) ? dollars(value) : String(value);
}

/** A table as comma-separated values, RFC 4180, its first line the headings. */
export async function* csvText(
  columns: readonly TableColumn[],
  rows: TableRows,
  { hasByteOrderMark }: { hasByteOrderMark: boolean },
): AsyncGenerator<string> {
  yield `${hasByteOrderMark ? byteOrderMark : ""}${csvLine(columns.map((column) => csvCell(headingOf(column))))}`;
  for await (const batch of rows) {
    yield batch.map((row) => csvLine(columns.map((column) => writeCell(row[column.key], column)))).join("");
  }
}
