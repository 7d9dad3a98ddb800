import { FileUnreadable } from "./domain.unreadable.ts";

/** The separators of files that programs call CSV. Excel writes semicolons where the comma is the decimal sign. */
const separators = [",", ";", "\t", "|"] as const;
export type Separator = (typeof separators)[number];

/** A cell without quotes, up to its separator or the end of the line. */
const plainCells: Readonly<Record<Separator, RegExp>> = {
  ",": /[^,\r\n]*/y,
  ";": /[^;\r\n]*/y,
  "\t": /[^\t\r\n]*/y,
  "|": /[^|\r\n]*/y,
};
/** Rows that are looked at to find the separator. */
const rowsLookedAt = 20;
/** What a row may hold: a row is read at once, so this bounds how long it takes. Characters. */
const maxRowLength = 2_000_000;
/** The cell of a formula whose result the program that wrote the workbook left out. */
export const notCalculated = "#NOT CALCULATED!";
/** The columns of a row at most. */
export const maxColumns = 500;

/** `sep=;`, by which Excel knows the separator. */
const declaredSeparator = /^sep=([,;\t|])\r?\n/i;

/**
 * Finds the separator of a file: the declared one, or that with which the first rows have the most columns; of several
 * that with which the most rows have them: `Marsh, Elena` has a comma in each row but that of the names.
 *
 * @param head the first characters of the file
 */
export function findSeparator(head: string): Separator {
  const declared = declaredSeparator.exec(head)?.[1];
  if (declared !== undefined) return declared as Separator;
  const counted = separators.map((separator) => ({ separator, ...countColumns(head, separator) }));
  return counted.reduce((best, each) =>
    each.columns > best.columns || (each.columns === best.columns && each.rows > best.rows) ? each : best,
  ).separator;
}

/** How many columns most of the first rows have, and how many rows these are; 1 if they differ. */
function countColumns(head: string, separator: Separator): { columns: number; rows: number } {
  const counts: number[] = [];
  let looked = 0;
  try {
    for (const { length } of readCsvRows(head, separator)) {
      if (length > 1) counts.push(length);
      looked += 1;
      if (looked === rowsLookedAt) break;
    }
  } catch {
    // The head ends within a quoted cell.
  }
  const [most = 1] = counts.toSorted((one, other) => other - one);
  const rows = counts.filter((count) => count === most).length;
  return rows * 2 >= counts.length ? { columns: most, rows } : { columns: 1, rows: 0 };
}

/**
 * The rows of comma-separated values, RFC 4180, one at a time: quoted cells may hold separators, line ends and doubled
 * quotes. A row without any character has one empty cell, so that rows are counted as a spreadsheet counts them.
 *
 * @throws FileUnreadable for a quote that is never closed, or by that of a later row, and for rows that are longer or
 *   wider than a table's
 */
export function* readCsvRows(text: string, separator: Separator): Generator<string[]> {
  const declared = declaredSeparator.exec(text)?.[0];
  const plain = plainCells[separator];
  let position = declared?.length ?? 0;
  while (position < text.length) {
    const begin = position;
    const cells: string[] = [];
    for (let isRowOver = false; !isRowOver;) {
      const { cell, end } = readCell(text, position, begin, plain);
      position = end;
      cells.push(cell);
      if (cells.length > maxColumns || position - begin > maxRowLength) throw new FileUnreadable("too_wide");
      isRowOver = text[position] !== separator;
      if (!isRowOver) position += 1;
    }
    if (text[position] === "\r") position += 1;
    if (text[position] === "\n") position += 1;
    yield cells;
  }
}

/**
 * The cell that begins at a position, and where it ends.
 *
 * @param begin where its row begins
 * @param plain matches a cell without quotes
 * @throws FileUnreadable
 */
function readCell(text: string, position: number, begin: number, plain: RegExp): { cell: string; end: number } {
  const isQuoted = text[position] === '"';
  const close = isQuoted ? findClosingQuote(text, position + 1, begin) : position;
  const quoted = isQuoted ? text.slice(position + 1, close).replaceAll('""', '"') : "";
  plain.lastIndex = isQuoted ? close + 1 : position;
  // Some programs write spaces, or more text, behind the quote.
  const rest = plain.exec(text)?.[0] ?? "";
  // Behind lines it is the quote that opens a cell of a later row: the rows between would be lost.
  if (rest.trim() !== "" && /[\r\n]/u.test(quoted)) throw new FileUnreadable("open_quote");
  return { cell: quoted + rest, end: plain.lastIndex };
}

/** @throws FileUnreadable */
function findClosingQuote(text: string, from: number, begin: number): number {
  for (let position = from; ;) {
    const quote = text.indexOf('"', position);
    if (quote === -1) throw new FileUnreadable("open_quote");
    if (quote - begin > maxRowLength) throw new FileUnreadable("too_wide");
    if (text[quote + 1] !== '"') return quote;
    position = quote + 2;
  }
}
