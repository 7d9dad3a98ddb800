import { formatDate } from "../../ui/relative-time.tsx";
import { nameStatus } from "../../ui/feedback/status-badge.tsx";
import { scopeTable, type TableRow } from "../scopes/scope-grid.ts";
import { nameMember } from "../../team/team-query.ts";
import { describeAssistants } from "../scopes/abilities.ts";
import type { Key } from "../portal-types.ts";
import { compareRows as t } from "./strings.ts";

/** A property of two keys, as one reads it. */
export interface ComparedRow {
  label: string;
  values: readonly [string, string];
}

interface Property {
  label: string;
  read: (key: Key) => string;
}

const joinOr = (entries: readonly string[], none: string) =>
  entries.length === 0 ? none : entries.toSorted().join(", ");

const properties: readonly Property[] = [
  ...scopeTable.flatMap(({ rows }) =>
    rows.map((row): Property => ({ label: row.label, read: (key) => describeAccess(row, key.scopes) })),
  ),
  { label: t.status, read: ({ status }) => nameStatus(status) },
  {
    label: t.pendingScopes,
    read: ({ pendingScopes }) =>
      joinOr(
        pendingScopes.map(({ scope }) => scope),
        t.none,
      ),
  },
  { label: t.expires, read: ({ expiresAt }) => formatDate(expiresAt) },
  {
    label: t.actingAttorney,
    read: ({ actingAttorney }) => (actingAttorney === null ? t.none : nameMember(actingAttorney)),
  },
  { label: t.owner, read: ({ owner }) => (owner === null ? t.none : nameMember(owner)) },
  { label: t.tags, read: ({ tags }) => joinOr(tags, t.none) },
  { label: t.webhookHosts, read: ({ webhookAllowedHosts }) => joinOr(webhookAllowedHosts, t.none) },
  { label: t.allowedNetworks, read: ({ allowedNetworks }) => joinOr(allowedNetworks, t.anyIpAddress) },
  {
    label: t.reports,
    read: (key) => (key.reportIncludeChildOrganizations ? t.includeChildOrganizations : t.thisOrganizationOnly),
  },
  { label: t.assistants, read: (key) => describeAssistants(key.mcpSensitiveRecords) },
  { label: t.boundVendor, read: ({ vendorContact }) => vendorContact?.name ?? t.allVendors },
];

function describeAccess({ read, write }: TableRow, scopes: readonly string[]): string {
  const held = [
    read !== null && scopes.includes(read) && t.read,
    write !== null && scopes.includes(write) && t.write,
  ].filter((word) => word !== false);
  return held.length === 0 ? t.none : held.join(", ");
}

/** @param requests of the last 30 days, of each key */
export function compareKeys(
  [one, other]: readonly [Key, Key],
  requests: readonly [string, string],
): { different: ComparedRow[]; same: ComparedRow[] } {
  const rows = [
    ...properties.map(({ label, read }): ComparedRow => ({ label, values: [read(one), read(other)] })),
    { label: t.requestsInLast30, values: requests },
  ];
  const isSame = ({ values: [left, right] }: ComparedRow) => left === right;
  return { different: rows.filter((row) => !isSame(row)), same: rows.filter(isSame) };
}
