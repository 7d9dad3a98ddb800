import type { PortalOutputs } from "../client/trpc.ts";

export type ExportPage = PortalOutputs["exports"]["list"];
export type ListedExport = ExportPage["exports"][number];
export type ExportType = ListedExport["type"];
export type ExportStatus = ListedExport["status"];
export type ExportFormat = ListedExport["format"];

export const typeLabels: Readonly<Record<ExportType, string>> = {
  report: "Report",
  cases: "Cases",
  clients: "Clients",
  contacts: "Contacts",
  case_file: "Case file",
  audit_log: "Audit log",
  trust_ledger: "Trust ledger",
  full_organization: "Whole organization",
};

export const formatLabels: Readonly<Record<ExportFormat, string>> = {
  csv: "CSV",
  xlsx: "Excel",
  ndjson: "JSON lines",
  zip: "ZIP",
};

export const statusLabels: Readonly<Record<ExportStatus, string>> = {
  queued: "Queued",
  running: "Processing",
  completed: "Ready",
  failed: "Failed",
  cancelled: "Canceled",
  expired: "Expired",
};

export const statuses = Object.keys(statusLabels) as ExportStatus[];

export function isOpen({ status }: Pick<ListedExport, "status">): boolean {
  return status === "queued" || status === "running";
}

export const pollMilliseconds = 2_000;

/** Polling interval: only while an export is running. */
export function pollingInterval(exports: readonly Pick<ListedExport, "status">[]): number | false {
  return exports.some(isOpen) ? pollMilliseconds : false;
}
