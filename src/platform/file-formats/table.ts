import { Readable } from "node:stream";
import { csvText } from "./csv.ts";
import { jsonLines, ndjsonText } from "./ndjson.ts";
import { maxWorkbookRows, xlsxBytes } from "./xlsx.ts";
import { FileTooLarge, type TableColumn, type TableRows } from "./table-values.ts";

export type TableFormat = "csv" | "xlsx" | "ndjson";

export interface TableOptions {
  /** Of a CSV file, so that Excel reads UTF-8. */
  hasByteOrderMark: boolean;
}

/**
 * A table as a file. A batch is read when the one before has been taken, so no more than that is in memory. The bytes
 * depend on the columns and rows alone.
 *
 * @returns the bytes; they end with FileTooLarge where a workbook has no room for more rows, and with what the rows
 *   ended with
 */
export function writeTable(
  format: TableFormat,
  columns: readonly TableColumn[],
  rows: TableRows,
  options: TableOptions,
): Readable {
  if (format === "xlsx") return readChunks(xlsxBytes(columns, rows));
  return readChunks(encode(format === "csv" ? csvText(columns, rows, options) : ndjsonText(columns, rows)));
}

/** @throws FileTooLarge where a file of the format has no room for so many rows: before the first is written */
export function assertRoom(format: TableFormat, rows: number): void {
  if (format === "xlsx" && rows > maxWorkbookRows) throw new FileTooLarge();
}

export function writeLines(rows: TableRows): Readable {
  return readChunks(encodeLines(rows));
}

async function* encodeLines(rows: TableRows): AsyncGenerator<Buffer> {
  for await (const batch of rows) yield Buffer.from(jsonLines(batch));
}

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}

/** Chunks as a stream of bytes. Destroyed before its end, it ends what gives the chunks. */
export function readChunks(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Readable {
  return Readable.from(chunks, { objectMode: false });
}
