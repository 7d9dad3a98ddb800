import { randomUUID } from "node:crypto";
import { scopeCatalog, vendorScopes } from "../../src/contract/scopes.ts";
import { createId } from "../../src/platform/database/ids.ts";
import { createKeySecret } from "../../src/platform/identity/credentials/integration-key.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { demoHost, manageIntegrations } from "./firms.ts";
import type { Actor } from "./history.ts";
import { dayMilliseconds, toInstant } from "./random.ts";

export type DemoKey =
  | "full"
  | "readOnly"
  | "noScopes"
  | "orgManage"
  | "noActingAttorney"
  | "deactivatedAttorney"
  | "expired"
  | "revoked"
  | "paused"
  | "expiring"
  | "vendor"
  | "hrDirectory";

/** The secrets by the key's role in the demo. A firm that is not the headquarters has the key `full` alone. */
export type KeySecrets = Partial<Record<DemoKey, string>> & { full: string };

interface KeyDefinition {
  role: DemoKey;
  name: string;
  scopes: string[];
  actingAttorneyId: string | null;
  createdDaysAgo: number;
  /** The present expiry was chosen at creation, and not just now. */
  keepsFirstExpiry?: boolean;
  pausedDaysAgo?: number;
  /** Counted from when the present expiry was chosen; a year less a day when left out. */
  lifetimeDays?: number;
  revoked?: { daysAgo: number; reason: string };
}

/** A year less a day: keys with elevated scopes live at most a year, and the two clocks may differ a little. */
const lifetimeDays = 364;

/** The key that is bound to the first vendor of the address book. */
export const vendorKeyName = "ChartFetch retrieval queue";

const allScopes = [...scopeCatalog.keys()];

function describeKeys(attorneyId: string, deactivatedAttorneyId: string | null): KeyDefinition[] {
  const like = { scopes: allScopes, actingAttorneyId: attorneyId, createdDaysAgo: 120 };
  const none = { actingAttorneyId: null, createdDaysAgo: 90 };
  const plainWrites = [...scopeCatalog].filter(
    ([scope, entry]) => scope.endsWith(":write") && !entry.needsActingAttorney && !entry.elevated,
  );
  return [
    { ...like, role: "full", name: "Records and documents sync" },
    {
      ...none,
      role: "readOnly",
      name: "Reporting warehouse",
      scopes: allScopes.filter((scope) => scope.endsWith(":read")),
    },
    { ...none, role: "noScopes", name: "Connection test", scopes: [] },
    { ...none, role: "orgManage", name: "Credential rotation", scopes: ["org:manage"] },
    {
      ...none,
      role: "noActingAttorney",
      name: "Website intake",
      scopes: plainWrites.map(([scope]) => scope),
      createdDaysAgo: 119,
    },
    { ...like, role: "deactivatedAttorney", name: "Voss demand letters", actingAttorneyId: deactivatedAttorneyId },
    { ...like, role: "expired", name: "Former records vendor", createdDaysAgo: 400, keepsFirstExpiry: true },
    {
      ...like,
      role: "revoked",
      name: "Retired mobile app",
      keepsFirstExpiry: true,
      revoked: { daysAgo: 12, reason: "The vendor reported a lost laptop." },
    },
    { ...like, role: "paused", name: "Year-end import", keepsFirstExpiry: true, pausedDaysAgo: 5 },
    { ...none, role: "expiring", name: "Court calendar sync", scopes: ["cases:read", "events:read"], lifetimeDays: 20 },
    { ...like, role: "vendor", name: vendorKeyName, scopes: [...vendorScopes] },
    { ...none, role: "hrDirectory", name: "HR directory", scopes: ["org:read", "org:write", "members:write"] },
  ];
}

/** The firm that the keys are for. `isDemo`: all kinds of keys, instead of one good one. */
interface KeysFor {
  organizationId: string;
  now: number;
  members: Row<"Member">[];
  actingAttorney: Row<"Member">;
  isDemo: boolean;
}

interface BuiltKeys {
  keys: Row<"IntegrationKey">[];
  keySecrets: Row<"IntegrationKeySecret">[];
  scopeRequests: Row<"ScopeRequest">[];
  audit: Row<"AuditEntry">[];
  secrets: KeySecrets;
  actor: Actor;
  plainActor: Actor;
}

/** Creates a firm's keys and their secrets; the rows hold digests alone. */
export function buildKeys(firm: KeysFor): BuiltKeys {
  const { members, actingAttorney } = firm;
  const manager = members.find((member) => member.permissions.includes(manageIntegrations)) ?? actingAttorney;
  const deactivated = members.find((member) => member.isAttorney && member.status === "deactivated");
  const described = describeKeys(actingAttorney.id, deactivated?.id ?? null);
  const wanted = described.filter(({ role }) => firm.isDemo || role === "full");
  const built = wanted.map((definition) => ({ role: definition.role, ...buildKey(firm, definition, manager) }));
  const full = built.find(({ role }) => role === "full");
  if (full === undefined) throw new Error("every firm has a full key");
  const plain = built.find(({ role }) => role === "noActingAttorney") ?? full;
  const secrets = Object.fromEntries(built.map(({ role, secret }) => [role, secret]));
  return {
    keys: built.map(({ key }) => key),
    keySecrets: built.map(({ keySecret }) => keySecret),
    scopeRequests: built
      .filter(({ role }) => role === "readOnly")
      .map(({ key }) => requestIdentifiers(firm, key, manager)),
    audit: built.flatMap(({ key }) => auditKey(key, manager)),
    secrets: { ...secrets, full: full.secret },
    actor: actAs(full.key),
    plainActor: actAs(plain.key),
  };
}

function buildKey(firm: KeysFor, definition: KeyDefinition, manager: Row<"Member">) {
  const daysAgo = (days: number): number => firm.now - days * dayMilliseconds;
  const { organizationId } = firm;
  const createdAt = toInstant(daysAgo(definition.createdDaysAgo));
  const expirySetAt = definition.keepsFirstExpiry === true ? daysAgo(definition.createdDaysAgo) : firm.now;
  const pausedAt = definition.pausedDaysAgo === undefined ? null : toInstant(daysAgo(definition.pausedDaysAgo));
  const revokedAt = definition.revoked === undefined ? null : toInstant(daysAgo(definition.revoked.daysAgo));
  const key: Row<"IntegrationKey"> = {
    organizationId,
    id: createId("integrationKey", new Date(createdAt)),
    name: definition.name,
    actorName: definition.name,
    description: null,
    ownerMemberId: null,
    tags: [],
    scopes: definition.scopes,
    unconfirmedScopes: [],
    actingAttorneyId: definition.actingAttorneyId,
    reportIncludeChildOrganizations: true,
    mcpSensitiveRecords: false,
    webhookAllowedHosts: definition.role === "full" ? ["hooks.example.com", demoHost] : [],
    allowedNetworks: [],
    vendorContactId: null,
    expiresAt: toInstant(expirySetAt + (definition.lifetimeDays ?? lifetimeDays) * dayMilliseconds),
    expirySetAt: toInstant(expirySetAt),
    noticedDays: null,
    pausedAt,
    leakReportedBy: null,
    revokedAt,
    revokeReason: definition.revoked?.reason ?? null,
    createdBy: describeMember(manager),
    revokedBy: revokedAt === null ? null : describeMember(manager),
    revision: 1,
    createdAt,
    updatedAt: revokedAt ?? pausedAt ?? toInstant(expirySetAt),
  };
  key.revision = listDeeds(key).length;
  return { key, ...buildSecret(key) };
}

/** What the platform administrators find in their queue. */
function requestIdentifiers({ now }: KeysFor, key: Row<"IntegrationKey">, manager: Row<"Member">): Row<"ScopeRequest"> {
  const requestedAt = now - 3 * dayMilliseconds;
  return {
    organizationId: key.organizationId,
    id: createId("scopeRequest", new Date(requestedAt)),
    keyId: key.id,
    scope: "clients:pii",
    purpose:
      "The warehouse matches clients with the lien holders' files before money is paid out; names alone are not enough.",
    status: "pending",
    requestedBy: describeMember(manager),
    requestedByUserId: null,
    requestedAt: toInstant(requestedAt),
    lapsesAt: toInstant(requestedAt + 14 * dayMilliseconds),
    decidedBy: null,
    decidedAt: null,
    note: null,
    latestExpiryAt: null,
  };
}

function describeMember({ id, firstName, lastName }: Row<"Member">) {
  return { type: "member", id, name: `${firstName} ${lastName}` };
}

function buildSecret({ organizationId, id: keyId, createdBy, createdAt }: Row<"IntegrationKey">) {
  const { secret, prefix, digest } = createKeySecret();
  const keySecret: Row<"IntegrationKeySecret"> = {
    organizationId,
    id: createId("integrationKeySecret", new Date(createdAt)),
    keyId,
    prefix,
    digest,
    expiresAt: null,
    issuedTo: createdBy,
    createdAt,
  };
  return { keySecret, secret };
}

function actAs(key: Row<"IntegrationKey">): Actor {
  return { keyId: key.id, name: key.actorName, onBehalfOfAttorneyId: key.actingAttorneyId };
}

/** What was done with the key, when, and what it changed. Every deed after the first raised the revision. */
interface Deed {
  action: string;
  occurredAt: string;
  changes: Record<string, { from: unknown; to: unknown }>;
}

function listDeeds(key: Row<"IntegrationKey">): Deed[] {
  const done: [action: string, occurredAt: string | null, changes: Deed["changes"]][] = [
    ["serviceAccounts.create", key.createdAt, {}],
    ["serviceAccounts.update", key.expirySetAt === key.createdAt ? null : key.expirySetAt, renewal(key)],
    ["serviceAccounts.pause", key.pausedAt, { pausedAt: { from: null, to: key.pausedAt } }],
    [
      "serviceAccounts.revoke",
      key.revokedAt,
      {
        revokedAt: { from: null, to: key.revokedAt },
        revokeReason: { from: null, to: key.revokeReason },
      },
    ],
  ];
  return done.flatMap(([action, occurredAt, changes]) => (occurredAt === null ? [] : { action, occurredAt, changes }));
}

/** The expiry before the present one: as long after the creation. */
function renewal({ createdAt, expiresAt }: Row<"IntegrationKey">): Deed["changes"] {
  return { expiresAt: { from: toInstant(Date.parse(createdAt) + lifetimeDays * dayMilliseconds), to: expiresAt } };
}

/** Who made the key, renewed, paused or revoked it: the member with the right to. */
function auditKey(key: Row<"IntegrationKey">, manager: Row<"Member">): Row<"AuditEntry">[] {
  return listDeeds(key).map(({ action, occurredAt, changes }) => ({
    organizationId: key.organizationId,
    id: createId("auditEntry", new Date(occurredAt)),
    occurredAt,
    action,
    actorType: "member",
    actorId: manager.id,
    actorName: `${manager.firstName} ${manager.lastName}`,
    onBehalfOfAttorneyId: null,
    entity: "integration_key",
    entityId: key.id,
    relatedIds: [],
    changes,
    requestId: randomUUID(),
    address: "198.51.100.17",
  }));
}
