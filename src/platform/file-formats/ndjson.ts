import type { TableColumn, TableRow, TableRows } from "./table-values.ts";

/** A table as JSON lines: an object a row, values as on the wire, in the order of the columns. */
export async function* ndjsonText(columns: readonly TableColumn[], rows: TableRows): AsyncGenerator<string> {
  const keys = columns.map(({ key }) => key);
  for await (const batch of rows)
    yield jsonLines(batch.map((row) => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))));
}

export function jsonLines(rows: readonly TableRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}
