/** A file's columns: the name in its head, and the value of a row. */
export type CsvColumns<Row> = readonly (readonly [string, (row: Row) => string | number | null])[];

/**
 * A field as RFC 4180 writes it. Names are free text, so a value that a spreadsheet would execute as a formula is prefixed with an
 * apostrophe.
 */
export function writeField(value: string): string {
  const harmless = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) || harmless !== value ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** With a byte order mark, so that spreadsheets read UTF-8. */
export function writeHead(columns: CsvColumns<never>): string {
  return `\uFEFF${columns.map(([name]) => writeField(name)).join(",")}\r\n`;
}

export function writeRows<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  return rows.map((row) => `${columns.map(([, read]) => writeField(String(read(row) ?? ""))).join(",")}\r\n`).join("");
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
