import type { CsvColumns } from "../ui/csv.ts";
import type { AuditEntry } from "./audit-labels.ts";

export const auditColumns: CsvColumns<AuditEntry> = [
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
