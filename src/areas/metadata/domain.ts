import type { Enumeration } from "../../contract/enumeration.ts";
import { notFound } from "../../contract/errors/error-codes.ts";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { interfaceVersion } from "../../contract/interface-version.ts";
import {
  isGrantableByKeys,
  permissions,
  permissionSentences,
  rolePermissions,
  roles,
} from "../../contract/permissions.ts";
import { nameRole } from "../../contract/role-name.ts";
import { isElevated, needsActingAttorney, scopeCatalog, type Scope } from "../../contract/scopes.ts";
import { tiers } from "../../contract/tiers.ts";
import { expiringMilliseconds } from "../../contract/integration-keys.ts";
import { environmentOf } from "../../contract/sandbox.ts";
import type { Context } from "../../rpc/context.ts";
import type { Principal } from "../../rpc/principal.ts";
import type {
  EnumerationRecord,
  Me,
  PermissionDescription,
  RateLimits,
  RoleDescription,
  ScopeDescription,
} from "./schema.ts";
import { findCallingKey } from "./store.ts";

export { RateLimits } from "./schema.ts";

/** Why the key's operations fail; empty if they work. */
export function listProblems(
  principal: Pick<Principal, "scopes" | "actingAttorneyId" | "actingAttorneyActive"> & {
    attorneyLacksAdmission?: boolean;
  },
): string[] {
  const needing = [...principal.scopes].filter(needsActingAttorney);
  if (needing.length === 0 || principal.actingAttorneyActive) return [];
  const lacking =
    principal.attorneyLacksAdmission === true ? "has no active bar admission" : "is not an active attorney";
  const reason =
    principal.actingAttorneyId === null ? "The key has no acting attorney" : `The key's acting attorney ${lacking}`;
  return [`${reason}; these scopes require one: ${needing.join(", ")}`];
}

export async function describeCaller(context: Context): Promise<Me> {
  const { principal } = context;
  if (principal.kind !== "integration_key") throw notFound("Key");
  const key = await findCallingKey(context, principal.keyId);
  const problems = listProblems({ ...principal, attorneyLacksAdmission: key.attorneyLacksAdmission });
  const scopes = [...scopeCatalog.keys()].filter((scope) => principal.scopes.has(scope));
  const expiresAt = Date.parse(key.expiresAt);
  const isExpiring =
    expiresAt - Date.parse(key.serverTime) <= expiringMilliseconds(expiresAt - Date.parse(key.expirySetAt));
  const statusWithoutProblems = isExpiring ? "expiring" : "active";
  return {
    keyId: principal.keyId,
    keyPrefix: principal.keyPrefix,
    name: key.name,
    status: problems.length > 0 ? "needs_attention" : statusWithoutProblems,
    scopes,
    elevatedScopes: scopes.filter((scope: Scope) => isElevated(scope)),
    organization: {
      id: key.organizationId,
      name: key.organizationName,
      timezone: key.timezone,
      isHeadquarters: key.isHeadquarters,
      parentOrganizationId: key.parentOrganizationId,
    },
    actingAttorney: describeAttorney(key),
    integrationConfigured: problems.length === 0,
    configurationProblems: problems,
    reportIncludeChildOrganizations: key.reportIncludeChildOrganizations,
    mcpSensitiveRecords: principal.mcpSensitiveRecords,
    webhookAllowedHosts: key.webhookAllowedHosts,
    allowedNetworks: key.allowedNetworks,
    vendorContactId: principal.vendorContactId,
    validUntil: key.expiresAt,
    expiresAt: key.expiresAt,
    lastUsedAt: key.lastUsedAt,
    createdAt: key.createdAt,
    rateLimits: await describeAllowances(context, principal.keyId),
    environment: environmentOf(key),
    apiVersion: interfaceVersion,
    serverTime: key.serverTime,
  };
}

function describeAttorney(key: Awaited<ReturnType<typeof findCallingKey>>): Me["actingAttorney"] {
  const { attorneyId, firstName, lastName, attorneyStatus } = key;
  if (attorneyId === null || firstName === null || lastName === null || attorneyStatus === null) return null;
  return { attorneyId, firstName, lastName, status: attorneyStatus };
}

/** What a key of the organization may do in this minute and what is left of it. */
export async function describeAllowances({ peekRate }: Context, keyId: string): Promise<RateLimits> {
  if (peekRate === undefined) throw new Error("only a key has allowances");
  const verdicts = await Promise.all(tiers.map((tier) => peekRate(tier, keyId)));
  const entries = tiers.map((tier, index) => {
    const verdict = verdicts[index];
    return [tier, { limit: verdict?.limit ?? 0, windowSeconds: 60, remaining: verdict?.remaining ?? 0 }];
  });
  return Object.fromEntries(entries) as RateLimits;
}

export function listScopes(): ScopeDescription[] {
  return [...scopeCatalog].map(([name, { needsActingAttorney: requiresActingAttorney, ...entry }]) => ({
    name,
    ...entry,
    requiresActingAttorney,
  }));
}

export function listRoles(): RoleDescription[] {
  const { values } = sharedEnumerations.memberRole;
  return roles.map((role) => ({
    role,
    title: nameRole(role),
    description: values[role],
    permissions: [...rolePermissions[role]],
    grantableByKeys: isGrantableByKeys(role),
  }));
}

export function listPermissions(): PermissionDescription[] {
  return permissions.map((permission) => ({ permission, description: permissionSentences[permission] }));
}

function describeEnumeration(name: string, { description, values }: Enumeration): EnumerationRecord {
  return {
    name,
    description,
    values: Object.entries(values).map(([value, sentence]) => ({ value, description: sentence })),
  };
}

export function listEnumerations(enumerations: Readonly<Record<string, Enumeration>>): EnumerationRecord[] {
  return Object.entries(enumerations).map(([name, declared]) => describeEnumeration(name, declared));
}

/** @throws NOT_FOUND */
export function getEnumeration(enumerations: Readonly<Record<string, Enumeration>>, name: string): EnumerationRecord {
  const declared = Object.hasOwn(enumerations, name) ? enumerations[name] : undefined;
  if (declared === undefined) throw notFound("Enumeration");
  return describeEnumeration(name, declared);
}
