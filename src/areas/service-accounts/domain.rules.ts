import { AppError, invalidInput } from "../../contract/error-codes.ts";
import type { Fault } from "../../contract/error-codes.ts";
import { isElevated, needsActingAttorney } from "../../contract/scopes.ts";
import type { Scope } from "../../contract/scopes.ts";
import { isNetwork, isWithinNetworks } from "../../platform/client-ip.ts";
import type { Principal } from "../../rpc/principal.ts";
import type { ServiceAccount, ServiceAccountChanges } from "./schema.ts";

/** The instants that check an expiry: the database's clock, and the ceilings as seen from there. */
export interface ExpiryBounds {
  now: string;
  oneYear: string;
  twoYears: string;
  /** What the administrators who granted the key's elevated scopes allowed at most; null without such a limit. */
  granted: string | null;
}

export const notAnAttorney = "must be an active attorney of the organization";
export const attorneyNeeded = "required: a chosen scope acts on behalf of an attorney";

/** The fault at `validUntil` when a row broke the table's own ceilings. */
export const ceilingBroken = "must be at most two years away, and one with an elevated scope";

/**
 * When a key ends, as the database keeps it.
 * @param hasElevated whether an elevated scope is held or asked for
 * @throws VALIDATION_FAILED at `validUntil`
 */
export function validateExpiry(validUntil: string, bounds: ExpiryBounds, hasElevated: boolean): string {
  const at = Date.parse(validUntil);
  const refuse = (message: string) => invalidInput({ path: "validUntil", message });
  if (Number.isNaN(at)) throw refuse("must be an instant such as 2027-03-14T00:00:00Z");
  if (at <= Date.parse(bounds.now)) throw refuse("must be in the future");
  if (at > Date.parse(bounds.twoYears)) throw refuse("must be at most two years away");
  if (hasElevated && at > Date.parse(bounds.oneYear)) throw refuse("must be at most one year away with an elevated scope");
  if (bounds.granted !== null && at > Date.parse(bounds.granted)) {
    throw refuse("must not be later than the platform administrator allowed for an elevated scope");
  }
  return new Date(at).toISOString();
}

/** @throws VALIDATION_FAILED at each entry that is not a network */
export function validateNetworks(networks: readonly string[]): string[] {
  const faults = networks.flatMap((network, index): Fault[] =>
    isNetwork(network) ? [] : [{ path: `allowedNetworks.${index}`, message: "must be an IP address or a network such as 203.0.113.0/24" }],
  );
  if (faults.length > 0) throw invalidInput(...faults);
  return [...new Set(networks)];
}

export interface RequestedScopes {
  /** What the key has from now on: an elevated scope only where it had it. */
  scopes: Scope[];
  /** Elevated scopes to ask a platform administrator for. */
  requested: Scope[];
  /** Elevated scopes that wait already and are still wanted. */
  kept: Scope[];
}

/**
 * Sorts a wanted list into what is given at once and what a platform administrator decides.
 * @throws FORBIDDEN when an elevated scope is wanted that is not held, and no purpose asks for it
 */
export function sortRequested(
  wanted: readonly Scope[],
  present: { scopes: ReadonlySet<string>; pending: ReadonlySet<string> },
  purpose: string | undefined,
): RequestedScopes {
  const lacking = wanted.filter((scope) => isElevated(scope) && !present.scopes.has(scope));
  const requested = lacking.filter((scope) => !present.pending.has(scope));
  if (requested.length > 0 && purpose === undefined) {
    throw new AppError(
      "FORBIDDEN",
      `A platform administrator must grant ${requested.join(", ")}; send \`purpose\` to request it, or omit it`,
    );
  }
  return {
    scopes: wanted.filter((scope) => !lacking.includes(scope)),
    requested,
    kept: lacking.filter((scope) => present.pending.has(scope)),
  };
}

/** Whether one of the scopes acts on behalf of an attorney. */
export function needAttorney(scopes: readonly Scope[]): boolean {
  return scopes.some((scope) => needsActingAttorney(scope));
}

/** Whether the key that is acted on is the one that acts. */
export function isItself(principal: Principal, keyId: string): boolean {
  return principal.kind === "integration_key" && principal.keyId === keyId;
}

/** @throws FORBIDDEN when a key does to itself what only somebody else may do to it */
export function rejectItself(principal: Principal, keyId: string, deed: string): void {
  if (isItself(principal, keyId)) throw new AppError("FORBIDDEN", `A key cannot ${deed} itself; another key or a member must`);
}

/**
 * A key may narrow itself and no more.
 * @throws FORBIDDEN naming the fields that would widen it
 */
export function rejectWidening(key: ServiceAccount, changes: ServiceAccountChanges): void {
  const held = new Set([...key.scopes, ...key.pendingScopes.map(({ scope }) => scope)]);
  const { scopes, allowedNetworks, webhookAllowedHosts, actingAttorneyId, reportIncludeChildOrganizations } = changes;
  const widened = [
    scopes !== undefined && scopes.some((scope) => !held.has(scope)) && "scopes",
    actingAttorneyId !== undefined && actingAttorneyId !== key.actingAttorneyId && "actingAttorneyId",
    reportIncludeChildOrganizations === true && !key.reportIncludeChildOrganizations && "reportIncludeChildOrganizations",
    webhookAllowedHosts !== undefined && webhookAllowedHosts.some((host) => !key.webhookAllowedHosts.includes(host)) && "webhookAllowedHosts",
    allowedNetworks !== undefined && !isNarrower(allowedNetworks, key.allowedNetworks) && "allowedNetworks",
  ].filter((field) => field !== false);
  if (widened.length === 0) return;
  throw new AppError("FORBIDDEN", `A key can narrow itself but not widen itself or change its acting attorney: ${widened.join(", ")}`);
}

/** Whether every address of the new networks was allowed before. No network at all allows every address. */
export function isNarrower(networks: readonly string[], before: readonly string[]): boolean {
  if (before.length === 0) return true;
  return networks.length > 0 && networks.every((network) => isWithinNetworks(network, before));
}

/**
 * A key that is bound to networks gets no secret that works outside of them, and lets no other key out.
 * @throws FORBIDDEN
 */
export function rejectWiderNetworks(principal: Principal, networks: readonly string[]): void {
  if (principal.kind !== "integration_key" || isNarrower(networks, principal.allowedNetworks)) return;
  throw new AppError("FORBIDDEN", "allowedNetworks: a key with allowed networks can manage only keys within these networks");
}
