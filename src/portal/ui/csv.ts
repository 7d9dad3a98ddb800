import { byteOrderMark, csvCell, csvLine } from "../../contract/values/csv.ts";

/** A file's columns: the name in its head, and the value of a row. */
export type CsvColumns<Row> = readonly (readonly [string, (row: Row) => string | number | null])[];

export function writeHead(columns: CsvColumns<never>): string {
  return `${byteOrderMark}${csvLine(columns.map(([name]) => csvCell(name)))}`;
}

export function writeRows<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  return rows.map((row) => csvLine(columns.map(([, read]) => writeCell(read(row))))).join("");
}

function writeCell(value: string | number | null): string {
  return typeof value === "number" ? String(value) : csvCell(value ?? "");
}

/** Saves a file that the page wrote. */
export function saveFile(parts: readonly string[], name: string, type = "text/csv;charset=utf-8"): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // By then the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
