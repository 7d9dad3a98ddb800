import { listMemberScopes, listPermissions } from "../contract/permissions.ts";
import type { Permission } from "../contract/permissions.ts";
import type { Scope } from "../contract/scopes.ts";

/** What every principal of an organization has: `authorize` needs no more. */
interface PrincipalBase {
  organizationId: string;
  /** What events and audit entries show. */
  actorName: string;
  scopes: ReadonlySet<Scope>;
  actingAttorneyId: string | null;
  /** Whether that attorney is an active attorney of the firm, at the time of authentication. */
  actingAttorneyActive: boolean;
}

/** What every program has that calls the REST API. */
interface ApiPrincipalBase extends PrincipalBase {
  /** The id of its credential: limits, idempotency records and the actor of events go by it. */
  keyId: string;
  /** CIDRs; empty for no restriction. */
  allowedNetworks: readonly string[];
  /** Requests a minute where a platform administrator set another limit than the installation's; else null. */
  rateLimitRead: number | null;
  rateLimitWrite: number | null;
  rateLimitSensitive: number | null;
}

/** A program that acts with an integration key. Its actor name is the name given to the key at creation. */
export interface IntegrationKeyPrincipal extends ApiPrincipalBase {
  kind: "integration_key";
  /** The first characters of the secret in use, as the portal shows them. */
  keyPrefix: string;
  expiresAt: string;
}

/** A program with a credential of the time before integration keys; taken by the operations that declare `legacyCredentials` alone. */
export interface LegacyPrincipal extends ApiPrincipalBase {
  kind: "partner_key" | "oidc_client";
  keyPrefix: string | null;
  expiresAt: string | null;
}

/** Whoever calls the REST API. */
export type ApiPrincipal = IntegrationKeyPrincipal | LegacyPrincipal;

/** A person of the organization who is signed in to the portal. The scopes follow from the permissions. */
export interface MemberPrincipal extends PrincipalBase {
  kind: "member";
  memberId: string;
  userId: string;
  permissions: ReadonlySet<Permission>;
}

/** A platform administrator who decides something in an organization: has no scopes there, and sees no records. */
export interface AdministratorPrincipal extends PrincipalBase {
  kind: "platform_administrator";
  userId: string;
}

/** What the installation does by itself: notices, expires. */
export interface SystemPrincipal extends PrincipalBase {
  kind: "system";
}

/** Who is acting. */
export type Principal = ApiPrincipal | MemberPrincipal | AdministratorPrincipal | SystemPrincipal;

/** The actor as events and audit entries show it. Made from the principal alone. */
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
    default:
      return principal satisfies never;
  }
}

/** The person behind a principal; null for programs and for the installation itself. */
export function personOf(principal: Principal): string | null {
  return principal.kind === "member" || principal.kind === "platform_administrator" ? principal.userId : null;
}

/** The attorney to whom what the principal writes is attributed; null without an active one. */
export function onBehalfOf(principal: Principal): string | null {
  return principal.actingAttorneyActive ? principal.actingAttorneyId : null;
}

const nothingActing = { scopes: new Set<Scope>(), actingAttorneyId: null, actingAttorneyActive: false } as const;

export function systemPrincipal(organizationId: string): SystemPrincipal {
  return { kind: "system", organizationId, actorName: "Caseport", ...nothingActing };
}

/** A person in what follows from being a member, such as an invitation that is accepted: only the name counts, no permission. */
export function powerlessMember(
  { organizationId, memberId, firstName, lastName }: { organizationId: string; memberId: string; firstName: string; lastName: string },
  userId: string,
): MemberPrincipal {
  const actorName = `${firstName} ${lastName}`;
  return { kind: "member", organizationId, memberId, userId, actorName, permissions: new Set(), ...nothingActing };
}

/** What a member's row says of what he may. */
export interface MemberRights {
  role: string;
  permissions: readonly string[];
  isAttorney: boolean;
}

/** An active member, with what the row allows now. */
export function memberPrincipal(member: Parameters<typeof powerlessMember>[0] & MemberRights, userId: string): MemberPrincipal {
  const permissions = listPermissions(member.role, member.permissions);
  return {
    ...powerlessMember(member, userId),
    permissions,
    scopes: listMemberScopes(permissions),
    actingAttorneyId: member.isAttorney ? member.memberId : null,
    actingAttorneyActive: member.isAttorney,
  };
}

export function administratorPrincipal(organizationId: string, person: { userId: string; name: string }): AdministratorPrincipal {
  return { kind: "platform_administrator", organizationId, userId: person.userId, actorName: person.name, ...nothingActing };
}

/** A key in what follows later from what it asked for, such as bytes that arrive: only its name counts, it may do nothing else. */
export function absentKey(organizationId: string, { id, name }: { id: string; name: string }, attorneyId: string | null): IntegrationKeyPrincipal {
  return {
    kind: "integration_key", organizationId, keyId: id, keyPrefix: "", actorName: name, scopes: new Set(), allowedNetworks: [], expiresAt: "",
    actingAttorneyId: attorneyId, actingAttorneyActive: attorneyId !== null,
    rateLimitRead: null, rateLimitWrite: null, rateLimitSensitive: null,
  };
}
