import { randomUUID } from "node:crypto";
import { scopeCatalog, vendorScopes } from "../../src/contract/scopes.ts";
import { createId } from "../../src/platform/database/ids.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { buildKey, buildKeySecret } from "./builders/keys.ts";
import type { Values } from "./builders/records.ts";
import { demoHost, manageIntegrations } from "./firms.ts";
import type { Add } from "./rows.ts";
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
    {
      ...none,
      role: "expiring",
      name: "Court calendar sync",
      scopes: ["cases:read", "events:read"],
      keepsFirstExpiry: true,
      lifetimeDays: none.createdDaysAgo + 20,
    },
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
  secrets: KeySecrets;
  actor: Actor;
  plainActor: Actor;
}

/** Adds a firm's keys and their secrets; the rows have digests alone. */
export function addKeys(add: Add, firm: KeysFor): BuiltKeys {
  const { members, actingAttorney } = firm;
  const manager = members.find((member) => member.permissions.includes(manageIntegrations)) ?? actingAttorney;
  const deactivated = members.find((member) => member.isAttorney && member.status === "deactivated");
  const described = describeKeys(actingAttorney.id, deactivated?.id ?? null);
  const wanted = described.filter(({ role }) => firm.isDemo || role === "full");
  const built = wanted.map((definition) => ({ role: definition.role, ...addKey(add, firm, definition, manager) }));
  const full = built.find(({ role }) => role === "full");
  if (full === undefined) throw new Error("every firm has a full key");
  const plain = built.find(({ role }) => role === "noActingAttorney") ?? full;
  add({
    ScopeRequest: built
      .filter(({ role }) => role === "readOnly")
      .map(({ key }) => requestIdentifiers(firm, key, manager)),
    AuditEntry: built.flatMap(({ key }) => auditKey(key, manager)),
  });
  const secrets = Object.fromEntries(built.map(({ role, secret }) => [role, secret]));
  return {
    secrets: { ...secrets, full: full.secret },
    actor: actAs(full.key),
    plainActor: actAs(plain.key),
  };
}

function addKey(add: Add, firm: KeysFor, definition: KeyDefinition, manager: Row<"Member">) {
  const daysAgo = (days: number): number => firm.now - days * dayMilliseconds;
  const { organizationId } = firm;
  const createdAt = toInstant(daysAgo(definition.createdDaysAgo));
  const expirySetAt = definition.keepsFirstExpiry === true ? daysAgo(definition.createdDaysAgo) : firm.now;
  const pausedAt = definition.pausedDaysAgo === undefined ? null : toInstant(daysAgo(definition.pausedDaysAgo));
  const revokedAt = definition.revoked === undefined ? null : toInstant(daysAgo(definition.revoked.daysAgo));
  const createdBy = describeMember(manager);
  const { IntegrationKey: key } = add({
    IntegrationKey: buildKey({
      organizationId,
      name: definition.name,
      scopes: definition.scopes,
      actingAttorneyId: definition.actingAttorneyId,
      webhookAllowedHosts: definition.role === "full" ? ["hooks.example.com", demoHost] : [],
      expiresAt: toInstant(expirySetAt + (definition.lifetimeDays ?? lifetimeDays) * dayMilliseconds),
      expirySetAt: toInstant(expirySetAt),
      pausedAt,
      revokedAt,
      revokeReason: definition.revoked?.reason ?? null,
      createdBy,
      revokedBy: revokedAt === null ? null : createdBy,
      createdAt,
      updatedAt: revokedAt ?? pausedAt ?? toInstant(expirySetAt),
    }),
  });
  key.revision = listDeeds(key).length;
  const { secret, row } = buildKeySecret({ organizationId, keyId: key.id, issuedTo: createdBy, createdAt });
  add({ IntegrationKeySecret: row });
  return { key, secret };
}

/** What the platform administrators find in their queue. */
function requestIdentifiers(
  { now }: KeysFor,
  key: Row<"IntegrationKey">,
  manager: Row<"Member">,
): Values<"ScopeRequest"> {
  const requestedAt = now - 3 * dayMilliseconds;
  return {
    organizationId: key.organizationId,
    id: createId("scopeRequest", new Date(requestedAt)),
    keyId: key.id,
    scope: "clients:pii",
    purpose:
      "The warehouse matches clients with the lien holders' files before money is paid out; names alone are not enough.",
    requestedBy: describeMember(manager),
    requestedAt: toInstant(requestedAt),
    lapsesAt: toInstant(requestedAt + 14 * dayMilliseconds),
  };
}

function describeMember({ id, firstName, lastName }: Row<"Member">) {
  return { type: "member", id, name: `${firstName} ${lastName}` };
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
function auditKey(key: Row<"IntegrationKey">, manager: Row<"Member">): Values<"AuditEntry">[] {
  return listDeeds(key).map(({ action, occurredAt, changes }) => ({
    organizationId: key.organizationId,
    id: createId("auditEntry", new Date(occurredAt)),
    occurredAt,
    action,
    actorType: "member",
    actorId: manager.id,
    actorName: `${manager.firstName} ${manager.lastName}`,
    entity: "integration_key",
    entityId: key.id,
    changes,
    requestId: randomUUID(),
    address: "198.51.100.17",
  }));
}
