/**
 * Comma-separated values, as the server's exports and the portal's tables write them: RFC 4180, and nothing that a
 * spreadsheet would execute. The one writer of both.
 */

/** For spreadsheets: without it Excel reads the machine's encoding instead of UTF-8. */
export const byteOrderMark = "\uFEFF";

/**
 * What a spreadsheet may take for a formula: it begins with a sign of one, in any width, whatever blanks stand before,
 * or with a character that a spreadsheet drops. Source: OWASP, "CSV Injection".
 */
const formulaStart = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;

/** Text as a cell that no spreadsheet reads as a formula: an apostrophe precedes what looks like one. */
function escapeFormula(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/**
 * RFC 4180. Blanks at the ends are quoted too, since some readers take them away; and what other readers take for the
 * end of a cell: a formula may stand behind it.
 */
function quote(text: string): string {
  return /[",;|\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell of text. */
export function csvCell(text: string): string {
  return quote(escapeFormula(text));
}

/** @param cells as they stand in the file: `csvCell` of text, and numbers in digits, whose minus begins no formula */
export function csvLine(cells: readonly string[]): string {
  // A lone empty cell would be an empty line, which readers skip.
  return `${cells.length === 1 && cells[0] === "" ? '""' : cells.join(",")}\r\n`;
}
