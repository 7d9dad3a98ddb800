import type { PortalOutputs } from "../client/trpc.ts";
import { plural } from "../ui/plural.ts";
import { formatNumber } from "../ui/format.ts";

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

const units = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** "1.9 kB", in powers of 1,000, like file managers. */
export function formatSize(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1_000 ** step;
  return `${formatNumber(step === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)} ${units[step]}`;
}

/** "42 rows" */
export function formatRows(count: number): string {
  return plural(count, "# row", "# rows");
}
