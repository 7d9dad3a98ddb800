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

/** A program that acts with an integration key. Its actor name is the name given to the key at creation. */
export interface IntegrationKeyPrincipal extends PrincipalBase {
  kind: "integration_key";
  keyId: string;
  /** The first characters of the secret in use, as the portal shows them. */
  keyPrefix: string;
  /** CIDRs; empty for no restriction. */
  allowedNetworks: readonly string[];
  expiresAt: string;
  /** Requests a minute where a platform administrator set another limit than the installation's; else null. */
  rateLimitRead: number | null;
  rateLimitWrite: number | null;
  rateLimitSensitive: number | null;
}

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

/** What the installation does by itself: notices, lapses. */
export interface SystemPrincipal extends PrincipalBase {
  kind: "system";
}

/** Who is acting. Partner keys and OIDC clients join this union with their issue. */
export type Principal = IntegrationKeyPrincipal | MemberPrincipal | AdministratorPrincipal | SystemPrincipal;

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

export function administratorPrincipal(organizationId: string, person: { userId: string; name: string }): AdministratorPrincipal {
  return { kind: "platform_administrator", organizationId, userId: person.userId, actorName: person.name, ...nothingActing };
}
