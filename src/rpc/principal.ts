import { limitToMcp } from "../contract/mcp.ts";
import { dataPermissionOf, listMemberScopes, listPermissions, type Permission } from "../contract/permissions.ts";
import { scopeCatalog, type Scope } from "../contract/scopes.ts";

/** Common to all principals: what `authorize` requires. */
interface PrincipalBase {
  organizationId: string;
  actorName: string;
  scopes: ReadonlySet<Scope>;
  actingAttorneyId: string | null;
  /** Whether that attorney was active at authentication. */
  actingAttorneyActive: boolean;
  /** Whether the organization is a sandbox that is being reset. */
  isResetting?: boolean;
}

interface ApiPrincipalBase extends PrincipalBase {
  /** The ID of its credential, for limits, idempotency records and the actor of events. */
  keyId: string;
  /** CIDRs; empty for no restriction. */
  allowedNetworks: readonly string[];
  /** Requests per minute if a platform administrator set a limit, else null. */
  rateLimitRead: number | null;
  rateLimitWrite: number | null;
  rateLimitSensitive: number | null;
}

/** An integration with an integration key. Its actor name is the key's name. */
export interface IntegrationKeyPrincipal extends ApiPrincipalBase {
  kind: "integration_key";
  /** The first characters of the secret in use, as the portal shows them. */
  keyPrefix: string;
  expiresAt: string;
  /** The vendor to which the key is bound; null for none. */
  vendorContactId: string | null;
  /** Whether assistants can use its scopes for what `sensitiveRecords` names (contract/mcp.ts). */
  mcpSensitiveRecords: boolean;
  /** Set while an assistant acts with the key. */
  isAssistant?: true;
  /** Of a connected assistant: the one path for which its token was issued. */
  resourcePath?: string;
}

/** An integration with a legacy credential, accepted only by operations with `legacyCredentials`. */
export interface LegacyPrincipal extends ApiPrincipalBase {
  kind: "partner_key" | "oidc_client";
  keyPrefix: string | null;
  expiresAt: string | null;
}

export type ApiPrincipal = IntegrationKeyPrincipal | LegacyPrincipal;

/** A member who is signed in to the portal. The scopes are derived from the permissions. */
export interface MemberPrincipal extends PrincipalBase {
  kind: "member";
  memberId: string;
  userId: string;
  permissions: ReadonlySet<Permission>;
}

/** A platform administrator in an organization: without scopes, and without access to records. */
export interface AdministratorPrincipal extends PrincipalBase {
  kind: "platform_administrator";
  userId: string;
}

export interface SystemPrincipal extends PrincipalBase {
  kind: "system";
}

/** A recipient of a signature request, on the signing page. Its actor name is the recipient's label, never a name. */
export interface EsignRecipientPrincipal extends PrincipalBase {
  kind: "esign_recipient";
  recipientId: string;
}

export type Principal =
  | ApiPrincipal
  | MemberPrincipal
  | AdministratorPrincipal
  | SystemPrincipal
  | EsignRecipientPrincipal;

/** The actor in events and audit entries, derived from the principal alone. */
export interface Actor {
  type: Principal["kind"];
  id: string;
  name: string;
}

export function describeActor(principal: Principal): Actor {
  return { type: principal.kind, id: actorId(principal), name: principal.actorName };
}

function actorId(principal: Principal): string {
  switch (principal.kind) {
    case "integration_key":
    case "partner_key":
    case "oidc_client":
      return principal.keyId;
    case "member":
      return principal.memberId;
    case "platform_administrator":
      return principal.userId;
    case "system":
      return "system";
    case "esign_recipient":
      return principal.recipientId;
    default:
      return principal satisfies never;
  }
}

/** The key as an assistant acts with it: without the scopes that assistants never have, or have only if the key says so. */
export function asAssistant(key: IntegrationKeyPrincipal): IntegrationKeyPrincipal {
  return { ...key, scopes: limitToMcp(key.scopes, key.mcpSensitiveRecords), isAssistant: true };
}

/** The person behind a principal; null for integrations and the system. */
export function personOf(principal: Principal): string | null {
  return principal.kind === "member" || principal.kind === "platform_administrator" ? principal.userId : null;
}

/** The attorney to whom changes are attributed; null without an active one. */
export function onBehalfOf(principal: Principal): string | null {
  return principal.actingAttorneyActive ? principal.actingAttorneyId : null;
}

/** The vendor to whose retrieval requests the principal is limited; null if it is not bound to a vendor. */
export function vendorOf(principal: Principal): string | null {
  return principal.kind === "integration_key" ? principal.vendorContactId : null;
}

const nothingActing = { scopes: new Set<Scope>(), actingAttorneyId: null, actingAttorneyActive: false } as const;

export function systemPrincipal(organizationId: string): SystemPrincipal {
  return { kind: "system", organizationId, actorName: "Caseport", ...nothingActing };
}

/** A recipient who acts on the signing page, without scopes: what they may do follows from their request alone. */
export function esignRecipientPrincipal(
  organizationId: string,
  { id, label }: { id: string; label: string },
): EsignRecipientPrincipal {
  return { kind: "esign_recipient", organizationId, recipientId: id, actorName: label, ...nothingActing };
}

/** A member without permissions, for changes such as accepting an invitation: only the name is used. */
export function powerlessMember(
  {
    organizationId,
    memberId,
    firstName,
    lastName,
  }: { organizationId: string; memberId: string; firstName: string; lastName: string },
  userId: string,
): MemberPrincipal {
  const actorName = `${firstName} ${lastName}`;
  return { kind: "member", organizationId, memberId, userId, actorName, permissions: new Set(), ...nothingActing };
}

export interface MemberRights {
  role: string;
  permissions: readonly string[];
  isAttorney: boolean;
}

/** An active member with the current rights of the row. */
export function memberPrincipal(
  member: Parameters<typeof powerlessMember>[0] & MemberRights,
  userId: string,
): MemberPrincipal {
  const permissions = listPermissions(member.role, member.permissions);
  return {
    ...powerlessMember(member, userId),
    permissions,
    scopes: listMemberScopes(permissions),
    actingAttorneyId: member.isAttorney ? member.memberId : null,
    actingAttorneyActive: member.isAttorney,
  };
}

/**
 * The scopes of the records of which the principal may see what another record shows: its own, and those for which a
 * member holds the permission to view such data.
 */
export function listReadableScopes(principal: Principal): ReadonlySet<Scope> {
  if (principal.kind !== "member") return principal.scopes;
  const readable = [...scopeCatalog.keys()].filter((scope) => {
    const permission = dataPermissionOf(scope);
    return permission !== null && principal.permissions.has(permission);
  });
  return new Set([...principal.scopes, ...readable]);
}

export function administratorPrincipal(
  organizationId: string,
  person: { userId: string; name: string },
): AdministratorPrincipal {
  return {
    kind: "platform_administrator",
    organizationId,
    userId: person.userId,
    actorName: person.name,
    ...nothingActing,
  };
}

/** A key without scopes, for later effects of its requests such as completed uploads: only its name is used. */
export function absentKey(
  organizationId: string,
  { id, name }: { id: string; name: string },
  attorneyId: string | null,
): IntegrationKeyPrincipal {
  return {
    kind: "integration_key",
    organizationId,
    keyId: id,
    keyPrefix: "",
    actorName: name,
    scopes: new Set(),
    allowedNetworks: [],
    expiresAt: "",
    actingAttorneyId: attorneyId,
    actingAttorneyActive: attorneyId !== null,
    vendorContactId: null,
    mcpSensitiveRecords: false,
    rateLimitRead: null,
    rateLimitWrite: null,
    rateLimitSensitive: null,
  };
}
