import { asText, dollars, type TableColumn, type TableRows } from "./table-values.ts";

/**
 * What a spreadsheet may take for a formula: it begins with a sign of one, in any width, whatever blanks stand before, or with a
 * character that a spreadsheet drops. Source: OWASP, "CSV Injection".
 */
const formulaStart = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;

/** Text as a cell that no spreadsheet takes for a formula. */
function escapeFormula(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/**
 * RFC 4180. Blanks at the ends are quoted too, since some readers take them away; and what other readers take for the end of a cell: a formula
 * may stand behind it.
 */
function quote(text: string): string {
  return /[",;|\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function writeCell(value: unknown, { type }: TableColumn): string {
  // Only numbers are written as numbers: a leading minus is not a formula.
  if (typeof value === "number" && Number.isFinite(value)) return type === "money" && Number.isInteger(value) ? dollars(value) : String(value);
  return quote(escapeFormula(asText(value)));
}

/** A table as comma-separated values, RFC 4180, its first line the labels. */
export async function* csvText(columns: readonly TableColumn[], rows: TableRows): AsyncGenerator<string> {
  yield writeLine(columns.map(({ label }) => quote(escapeFormula(label))));
  for await (const batch of rows) yield batch.map((row) => writeLine(columns.map((column) => writeCell(row[column.key], column)))).join("");
}

function writeLine(cells: readonly string[]): string {
  // A lone empty cell would be an empty line, which readers skip.
  return `${cells.length === 1 && cells[0] === "" ? '""' : cells.join(",")}\r\n`;
}
