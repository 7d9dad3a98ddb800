import { describeAssistants } from "./scopes/abilities.ts";
import { formatExpiry } from "./form/expiry.ts";

interface DeclaredAction {
  action: string;
  entity: string;
  changes: Record<string, { from?: unknown; to?: unknown }>;
}

const acts: Readonly<Record<string, string>> = {
  "serviceAccounts.create": "created the key",
  "serviceAccounts.update": "changed the key",
  "serviceAccounts.pause": "paused the key",
  "keys.reportLeak": "reported the key as leaked, which paused it",
  "serviceAccounts.resume": "resumed the key",
  "serviceAccounts.rotate": "rotated the key",
  "keys.endSecret": "ended the previous secret of the key",
  "serviceAccounts.revoke": "revoked the key",
  "notices.sendExpiryReminder": "sent an expiry reminder",
  "administration.decideScopeRequest": "changed the key by a decision on an elevated scope",
  "contacts.merge": "merged the key’s vendor into another contact",
  "members.transition": "suspended or deactivated the acting attorney",
  "team.deactivate": "deactivated the acting attorney",
};

const decisions: Readonly<Record<string, string>> = {
  granted: "granted an elevated scope",
  denied: "denied an elevated scope",
  withdrawn: "withdrew a request for an elevated scope",
  lapsed: "expired a request for an elevated scope",
};

/** Follows the actor's name: "paused the key". */
export function describeAct({ action, entity, changes }: DeclaredAction): string {
  if (entity === "scope_request") {
    const status = changes["status"]?.to;
    return (typeof status === "string" ? decisions[status] : undefined) ?? "requested an elevated scope";
  }
  return acts[action] ?? `acted on the key (${action})`;
}

/** Without `from` if only the new value matters. */
interface DescribedChange {
  field: string;
  from: string | null;
  to: string;
}

/** Omits derived and internal fields. */
const fields: Readonly<Record<string, { label: string; format: (value: unknown) => string }>> = {
  name: { label: "Name", format: formatText },
  description: { label: "Description", format: formatText },
  owner: { label: "Owner", format: formatPerson },
  tags: { label: "Tags", format: formatList },
  actingAttorney: { label: "Acting attorney", format: formatPerson },
  expiresAt: { label: "Expires", format: formatInstant },
  latestExpiryAt: { label: "Latest expiry", format: formatInstant },
  reportIncludeChildOrganizations: {
    label: "Reports",
    format: (value) => (value === true ? "Include child organizations" : "This organization only"),
  },
  mcpSensitiveRecords: { label: "Assistants", format: (value) => describeAssistants(value === true) },
  webhookAllowedHosts: { label: "Webhook hosts", format: formatList },
  vendorContact: {
    label: "Vendor",
    format: (value) => (isEmpty(value) ? "all vendors" : formatText((value as { name?: unknown }).name)),
  },
  allowedNetworks: {
    label: "Networks",
    format: (value) => (formatList(value) === "none" ? "everywhere" : formatList(value)),
  },
  revokeReason: { label: "Reason", format: formatText },
  scope: { label: "Scope", format: formatText },
  purpose: { label: "Purpose", format: formatText },
  note: { label: "Note", format: formatText },
};

/** Scopes are listed as added and removed. */
export function listChanges({ changes }: DeclaredAction): DescribedChange[] {
  const described = Object.entries(fields).flatMap(([name, { label, format }]): DescribedChange[] => {
    const change = changes[name];
    if (change === undefined || isNothing(change.to, change.from)) return [];
    return [{ field: label, from: isEmpty(change.from) ? null : format(change.from), to: format(change.to) }];
  });
  return [...described, ...listScopeChanges(changes["scopes"])];
}

function listScopeChanges(change: DeclaredAction["changes"][string] | undefined): DescribedChange[] {
  if (change === undefined) return [];
  const before = readList(change.from);
  const after = readList(change.to);
  const came = after.filter((scope) => !before.includes(scope));
  const went = before.filter((scope) => !after.includes(scope));
  return [
    ...(came.length === 0 ? [] : [{ field: "Scopes added", from: null, to: came.join(", ") }]),
    ...(went.length === 0 ? [] : [{ field: "Scopes removed", from: null, to: went.join(", ") }]),
  ];
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";
const isNothing = (to: unknown, from: unknown) => isEmpty(to) && isEmpty(from);
const readList = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];

function formatText(value: unknown): string {
  return typeof value === "string" && value !== "" ? value : "none";
}

function formatList(value: unknown): string {
  const entries = readList(value);
  return entries.length === 0 ? "none" : entries.join(", ");
}

function formatPerson(value: unknown): string {
  if (typeof value !== "object" || value === null) return "none";
  const { firstName, lastName } = value as { firstName?: unknown; lastName?: unknown };
  return `${formatText(firstName)} ${formatText(lastName)}`;
}

function formatInstant(value: unknown): string {
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? formatExpiry(value) : "none";
}
