import type { Scope } from "../contract/scopes.ts";

/** A program that acts with an integration key. */
export interface IntegrationKeyPrincipal {
  kind: "integration_key";
  organizationId: string;
  keyId: string;
  /** The first characters of the secret in use, as the portal shows them. */
  keyPrefix: string;
  /** The name given at creation: what events and audit entries show. */
  actorName: string;
  scopes: ReadonlySet<Scope>;
  /** CIDRs; empty for no restriction. */
  allowedNetworks: readonly string[];
  expiresAt: string;
  actingAttorneyId: string | null;
  /** Whether that attorney is an active attorney of the firm, at the time of authentication. */
  actingAttorneyActive: boolean;
}

/** Who is acting. Members of the portal, partner keys and OIDC clients join this union with their issues. */
export type Principal = IntegrationKeyPrincipal;

/** The actor as events and audit entries show it. Made from the principal alone. */
export interface Actor {
  type: Principal["kind"];
  id: string;
  name: string;
}

export function describeActor(principal: Principal): Actor {
  return { type: principal.kind, id: principal.keyId, name: principal.actorName };
}

/** The attorney to whom what the principal writes is attributed; null without an active one. */
export function onBehalfOf(principal: Principal): string | null {
  return principal.actingAttorneyActive ? principal.actingAttorneyId : null;
}
