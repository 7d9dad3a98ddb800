import type { ReportColumnType } from "../../contract/reports/definition.ts";

/** A column of a file: where its values are in a row, what stands above them, and what they are on the wire. */
export interface TableColumn {
  key: string;
  label: string;
  type: ReportColumnType;
}

/** Values by the columns' keys, in the form of the wire; money is whole cents. */
export type TableRow = Readonly<Record<string, unknown>>;

/** Rows as they come, a batch at a time. */
export type TableRows = AsyncIterable<readonly TableRow[]>;

/** The file would be larger than one of its format may be. */
export class FileTooLarge extends Error {
  constructor() {
    super("The content exceeds the limits of this file format.");
  }
}

/** A cell's value as text: a list of texts is joined, other values are JSON. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value.join("; ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What stands above a column: amounts are in dollars, and say so. */
export function headingOf({ label, type }: TableColumn): string {
  return type === "money" ? `${label} (USD)` : label;
}

/** Whole cents as dollars, exactly: 123456 is 1234.56. */
export function dollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
