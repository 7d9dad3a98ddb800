import type { AuditEntry } from "./audit-labels.ts";

const columns: readonly (readonly [string, (entry: AuditEntry) => string])[] = [
  ["occurredAt", (entry) => entry.occurredAt],
  ["actorType", (entry) => entry.actor.type],
  ["actorId", (entry) => entry.actor.id],
  ["actorName", (entry) => entry.actor.name],
  ["action", (entry) => entry.action],
  ["entity", (entry) => entry.entity],
  ["entityId", (entry) => entry.entityId],
  ["entityName", (entry) => entry.entityLabel ?? ""],
  ["changes", (entry) => (Object.keys(entry.changes).length === 0 ? "" : JSON.stringify(entry.changes))],
  ["address", (entry) => entry.address ?? ""],
  ["requestId", (entry) => entry.requestId],
  ["id", (entry) => entry.id],
];

/**
 * A field as RFC 4180 writes it. Key names are free text, so a value that a spreadsheet would execute as a formula is prefixed with an
 * apostrophe.
 */
export function writeField(value: string): string {
  const harmless = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) || harmless !== value ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** With a byte order mark, so that spreadsheets read UTF-8. */
export const csvHead = `\uFEFF${columns.map(([name]) => name).join(",")}\r\n`;

export function writeLines(entries: readonly AuditEntry[]): string {
  return entries.map((entry) => `${columns.map(([, read]) => writeField(read(entry))).join(",")}\r\n`).join("");
}
