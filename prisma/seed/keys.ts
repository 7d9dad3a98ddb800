import { randomUUID } from "node:crypto";
import { scopeCatalogue } from "../../src/contract/scopes.ts";
import { createId } from "../../src/platform/ids.ts";
import { createKeySecret } from "../../src/platform/integration-key.ts";
import type { Row } from "../../src/platform/tables.ts";
import { manageIntegrations } from "./firms.ts";
import type { Actor } from "./history.ts";
import { dayMilliseconds, toInstant } from "./random.ts";

export type DemonstratedKey =
  | "full"
  | "readOnly"
  | "noScopes"
  | "orgManage"
  | "noActingAttorney"
  | "deactivatedAttorney"
  | "expired"
  | "revoked"
  | "paused";

/** The secrets by the key's role in the demonstration. A firm that is not the headquarters has the key `full` alone. */
export type KeySecrets = Partial<Record<DemonstratedKey, string>> & { full: string };

interface KeyDefinition {
  role: DemonstratedKey;
  name: string;
  scopes: string[];
  actingAttorneyId: string | null;
  createdDaysAgo: number;
  /** The present expiry was chosen at creation, and not just now. */
  keepsFirstExpiry?: boolean;
  pausedDaysAgo?: number;
  revoked?: { daysAgo: number; reason: string };
}

/** A year less a day: keys with elevated scopes live at most a year, and the two clocks may differ a little. */
const lifetimeDays = 364;

const allScopes = [...scopeCatalogue.keys()];

function describeKeys(attorneyId: string, deactivatedAttorneyId: string | null): KeyDefinition[] {
  const like = { scopes: allScopes, actingAttorneyId: attorneyId, createdDaysAgo: 120 };
  const none = { actingAttorneyId: null, createdDaysAgo: 90 };
  const plainWrites = [...scopeCatalogue].filter(([scope, entry]) => scope.endsWith(":write") && !entry.needsActingAttorney);
  return [
    { ...like, role: "full", name: "Records and documents sync" },
    { ...none, role: "readOnly", name: "Reporting warehouse", scopes: allScopes.filter((scope) => scope.endsWith(":read")) },
    { ...none, role: "noScopes", name: "Connection test", scopes: [] },
    { ...none, role: "orgManage", name: "Credential rotation", scopes: ["org:manage"] },
    { ...none, role: "noActingAttorney", name: "Website intake", scopes: plainWrites.map(([scope]) => scope), createdDaysAgo: 119 },
    { ...like, role: "deactivatedAttorney", name: "Voss demand letters", actingAttorneyId: deactivatedAttorneyId },
    { ...like, role: "expired", name: "Former records vendor", createdDaysAgo: 400, keepsFirstExpiry: true },
    { ...like, role: "revoked", name: "Retired mobile app", revoked: { daysAgo: 12, reason: "The vendor reported a lost laptop." } },
    { ...like, role: "paused", name: "Year-end import", pausedDaysAgo: 5 },
  ];
}

/** The firm that the keys are for. `isDemonstrated`: all kinds of keys, instead of one good one. */
interface KeysFor {
  organizationId: string;
  now: number;
  members: Row<"Member">[];
  actingAttorney: Row<"Member">;
  isDemonstrated: boolean;
}

interface BuiltKeys {
  keys: Row<"IntegrationKey">[];
  keySecrets: Row<"IntegrationKeySecret">[];
  audit: Row<"AuditEntry">[];
  secrets: KeySecrets;
  actor: Actor;
  plainActor: Actor;
}

/** Makes a firm's keys and their secrets; the rows hold digests alone. */
export function buildKeys(firm: KeysFor): BuiltKeys {
  const { members, actingAttorney } = firm;
  const manager = members.find((member) => member.permissions.includes(manageIntegrations)) ?? actingAttorney;
  const deactivated = members.find((member) => member.isAttorney && member.status === "deactivated");
  const described = describeKeys(actingAttorney.id, deactivated?.id ?? null);
  const wanted = described.filter(({ role }) => firm.isDemonstrated || role === "full");
  const built = wanted.map((definition) => ({ role: definition.role, ...buildKey(firm, definition) }));
  const full = built.find(({ role }) => role === "full");
  if (full === undefined) throw new Error("every firm has a full key");
  const plain = built.find(({ role }) => role === "noActingAttorney") ?? full;
  const secrets = Object.fromEntries(built.map(({ role, secret }) => [role, secret]));
  return {
    keys: built.map(({ key }) => key),
    keySecrets: built.map(({ keySecret }) => keySecret),
    audit: built.flatMap(({ key }) => auditKey(key, manager)),
    secrets: { ...secrets, full: full.secret },
    actor: actAs(full.key),
    plainActor: actAs(plain.key),
  };
}

function buildKey(firm: KeysFor, definition: KeyDefinition) {
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
    scopes: definition.scopes,
    actingAttorneyId: definition.actingAttorneyId,
    reportIncludeChildOrganizations: true,
    webhookAllowedHosts: definition.role === "full" ? ["hooks.example.com"] : [],
    allowedNetworks: [],
    expiresAt: toInstant(expirySetAt + lifetimeDays * dayMilliseconds),
    expirySetAt: toInstant(expirySetAt),
    pausedAt,
    revokedAt,
    revokeReason: definition.revoked?.reason ?? null,
    lastUsedAt: null,
    lastUsedAddress: null,
    lastUsedRoute: null,
    createdAt,
    updatedAt: revokedAt ?? pausedAt ?? toInstant(expirySetAt),
  };
  return { key, ...buildSecret(key) };
}

function buildSecret({ organizationId, id: keyId, createdAt }: Row<"IntegrationKey">) {
  const { secret, prefix, digest } = createKeySecret();
  const keySecret: Row<"IntegrationKeySecret"> = {
    organizationId,
    id: createId("integrationKeySecret", new Date(createdAt)),
    keyId,
    prefix,
    digest,
    expiresAt: null,
    createdAt,
  };
  return { keySecret, secret };
}

function actAs(key: Row<"IntegrationKey">): Actor {
  return { keyId: key.id, name: key.actorName, onBehalfOfAttorneyId: key.actingAttorneyId };
}

/** Who made the key, renewed, paused or revoked it: the member with the right to. */
function auditKey(key: Row<"IntegrationKey">, manager: Row<"Member">): Row<"AuditEntry">[] {
  const done: [action: string, occurredAt: string | null][] = [
    ["integration_key.created", key.createdAt],
    ["integration_key.updated", key.expirySetAt === key.createdAt ? null : key.expirySetAt],
    ["integration_key.paused", key.pausedAt],
    ["integration_key.revoked", key.revokedAt],
  ];
  return done.flatMap(([action, occurredAt]) =>
    occurredAt === null
      ? []
      : {
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
          requestId: randomUUID(),
          address: "198.51.100.17",
        },
  );
}
