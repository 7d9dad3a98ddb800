import { dataPermissionOf } from "../../contract/permissions.ts";
import type { Permission } from "../../contract/permissions.ts";
import type { Scope } from "../../contract/scopes.ts";
import type { PortalOutputs } from "../client/trpc.ts";

export type ExportPage = PortalOutputs["exports"]["list"];
export type ListedExport = ExportPage["exports"][number];
export type ExportType = ListedExport["type"];
export type ExportStatus = ListedExport["status"];
export type ExportFormat = ListedExport["format"];

export const typeWords: Readonly<Record<ExportType, string>> = {
  report: "Report",
  cases: "Cases",
  case_file: "Case file",
  audit_log: "Audit trail",
  full_organization: "Whole organization",
};

export const formatWords: Readonly<Record<ExportFormat, string>> = { csv: "CSV", xlsx: "Excel", ndjson: "JSON lines", zip: "ZIP" };

export const statusWords: Readonly<Record<ExportStatus, string>> = {
  queued: "Waiting",
  running: "Being made",
  completed: "Ready",
  failed: "Failed",
  cancelled: "Cancelled",
  expired: "Expired",
};

export const statuses = Object.keys(statusWords) as ExportStatus[];

/** Why an export failed, and what would cure it. */
export const failureWords: Readonly<Record<NonNullable<ListedExport["failure"]>, { why: string; cure: string }>> = {
  too_large: { why: "It would be larger than a file of its format may be.", cure: "Narrow it, or ask for JSON lines." },
  not_allowed: { why: "Whoever asked may not see the data any more.", cure: "Somebody with the permissions can ask for it." },
  gone: { why: "What it is about is not there any more.", cure: "Make an export of something else." },
  internal: { why: "Something failed on our side, three times.", cure: "Ask for it again; if it fails again, tell support." },
};

/** Whether it is still to change by itself. */
export function isOpen({ status }: Pick<ListedExport, "status">): boolean {
  return status === "queued" || status === "running";
}

export const pollMilliseconds = 2_000;

/** In how many milliseconds the list is asked for again: only while something is being made. */
export function pollingInterval(exports: readonly Pick<ListedExport, "status">[]): number | false {
  return exports.some(isOpen) ? pollMilliseconds : false;
}

const units = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** "1.9 kB", by thousands as file managers tell it. */
export function tellSize(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1_000 ** step;
  return `${value.toLocaleString("en-US", { maximumFractionDigits: step === 0 || value >= 100 ? 0 : 1 })} ${units[step]}`;
}

/** "42 rows" */
export function tellRows(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`;
}

/** What a member lacks to take data out; `null` among them is data that no permission opens. */
export function listMissing(scopes: readonly Scope[], can: (permission: Permission) => boolean): (Permission | null)[] {
  return [...new Set(scopes.map(dataPermissionOf))].filter((permission) => permission === null || !can(permission));
}
