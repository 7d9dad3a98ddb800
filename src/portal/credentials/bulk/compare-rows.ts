import { formatDate } from "../../ui/relative-time.tsx";
import { nameStatus } from "../../ui/feedback/status-badge.tsx";
import { scopeTable, type TableRow } from "../scopes/scope-grid.ts";
import { nameMember } from "../../team/team-query.ts";
import { describeAssistants } from "../describe-assistants.ts";
import type { Key } from "../portal-types.ts";

/** A property of two keys, as one reads it. */
export interface ComparedRow {
  label: string;
  values: readonly [string, string];
}

interface Property {
  label: string;
  read: (key: Key) => string;
}

const joinOr = (entries: readonly string[], none: string) => (entries.length === 0 ? none : entries.toSorted().join(", "));

const properties: readonly Property[] = [
  ...scopeTable.flatMap(({ rows }) => rows.map((row): Property => ({ label: row.label, read: (key) => describeAccess(row, key.scopes) }))),
  { label: "Status", read: ({ status }) => nameStatus(status) },
  { label: "Pending scopes", read: ({ pendingScopes }) => joinOr(pendingScopes.map(({ scope }) => scope), "None") },
  { label: "Expires", read: ({ expiresAt }) => formatDate(expiresAt) },
  { label: "Acting attorney", read: ({ actingAttorney }) => (actingAttorney === null ? "None" : nameMember(actingAttorney)) },
  { label: "Owner", read: ({ owner }) => (owner === null ? "None" : nameMember(owner)) },
  { label: "Tags", read: ({ tags }) => joinOr(tags, "None") },
  { label: "Webhook hosts", read: ({ webhookAllowedHosts }) => joinOr(webhookAllowedHosts, "None") },
  { label: "Allowed networks", read: ({ allowedNetworks }) => joinOr(allowedNetworks, "Any IP address") },
  { label: "Reports", read: (key) => (key.reportIncludeChildOrganizations ? "Include child organizations" : "This organization only") },
  { label: "Assistants", read: (key) => describeAssistants(key.mcpSensitiveRecords) },
  { label: "Bound vendor", read: ({ vendorContact }) => vendorContact?.name ?? "All vendors" },
];

function describeAccess({ read, write }: TableRow, scopes: readonly string[]): string {
  const held = [read !== null && scopes.includes(read) && "Read", write !== null && scopes.includes(write) && "Write"].filter((word) => word !== false);
  return held.length === 0 ? "None" : held.join(", ");
}

/** @param requests of the last 30 days, of each key */
export function compareKeys([one, other]: readonly [Key, Key], requests: readonly [string, string]): { different: ComparedRow[]; same: ComparedRow[] } {
  const rows = [
    ...properties.map(({ label, read }): ComparedRow => ({ label, values: [read(one), read(other)] })),
    { label: "Requests in the last 30 days", values: requests },
  ];
  const isSame = ({ values: [left, right] }: ComparedRow) => left === right;
  return { different: rows.filter((row) => !isSame(row)), same: rows.filter(isSame) };
}
