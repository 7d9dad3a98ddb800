import { AppError, invalidInput, type Fault } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { isElevated, needsActingAttorney, vendorScopes, type Scope } from "../../contract/scopes.ts";
import { isNetwork, isWithinNetworks } from "../../platform/client-ip.ts";
import type { Principal } from "../../rpc/principal.ts";
import type { ServiceAccount, ServiceAccountChanges } from "./schema.ts";

/** The database's clock, and the latest allowed expiries from there. */
export interface ExpiryBounds {
  now: string;
  oneYear: string;
  twoYears: string;
  /** The latest expiry allowed by the administrators who granted the key's elevated scopes; null without a limit. */
  granted: string | null;
}

export const notAnAttorney = "must be an active attorney of the organization";
export const attorneyNeeded = "required: a chosen scope acts on behalf of an attorney";

/** The message at `validUntil` if a row violates the table's maximum lifetimes. */
export const ceilingBroken = "must be at most two years away, and one with an elevated scope";

/**
 * A key's expiry as the database stores it.
 *
 * @param hasElevated whether an elevated scope is held or requested
 * @throws VALIDATION_FAILED at `validUntil`
 */
export function validateExpiry(validUntil: string, bounds: ExpiryBounds, hasElevated: boolean): string {
  const at = Date.parse(validUntil);
  const reject = (message: string) => invalidInput({ path: "validUntil", message });
  if (Number.isNaN(at)) throw reject("must be an instant such as 2027-03-14T00:00:00Z");
  if (at <= Date.parse(bounds.now)) throw reject("must be in the future");
  if (at > Date.parse(bounds.twoYears)) throw reject("must be at most two years away");
  if (hasElevated && at > Date.parse(bounds.oneYear))
    throw reject("must be at most one year away with an elevated scope");
  if (bounds.granted !== null && at > Date.parse(bounds.granted)) {
    throw reject("must not be later than the platform administrator allowed for an elevated scope");
  }
  return new Date(at).toISOString();
}

/** @throws VALIDATION_FAILED at each entry that is not a network */
export function validateNetworks(networks: readonly string[]): string[] {
  const faults = networks.flatMap((network, index): Fault[] =>
    isNetwork(network)
      ? []
      : [{ path: `allowedNetworks.${index}`, message: "must be an IP address or a network such as 203.0.113.0/24" }],
  );
  if (faults.length > 0) throw invalidInput(...faults);
  return [...new Set(networks)];
}

export interface RequestedScopes {
  /** The key's new scopes; elevated ones only if it had them. */
  scopes: Scope[];
  /** Elevated scopes to request from a platform administrator. */
  requested: Scope[];
  /** Elevated scopes that are already pending and still wanted. */
  kept: Scope[];
}

/**
 * Splits a wanted list into scopes granted immediately and scopes to request.
 *
 * @throws FORBIDDEN for an elevated scope that the key lacks, without a purpose
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
    // Also of a scope that the key holds: its renewal.
    kept: wanted.filter((scope) => present.pending.has(scope) && isElevated(scope)),
  };
}

export function needAttorney(scopes: readonly Scope[]): boolean {
  return scopes.some((scope) => needsActingAttorney(scope));
}

/** @throws STALE_REVISION if the caller has read another revision of the key */
export function assertRevision(key: ServiceAccount, expected: number | undefined): void {
  if (expected !== undefined && key.revision !== expected) throw staleRevision("service account");
}

export function isItself(principal: Principal, keyId: string): boolean {
  return principal.kind === "integration_key" && principal.keyId === keyId;
}

/** @throws FORBIDDEN if a key does to itself what only others may do */
export function rejectItself(principal: Principal, keyId: string, action: string): void {
  if (isItself(principal, keyId))
    throw new AppError("FORBIDDEN", `A key cannot ${action} itself; another key or a member must`);
}

/**
 * A key can only narrow itself.
 *
 * @throws FORBIDDEN with the fields that would widen it
 */
export function rejectWidening(key: ServiceAccount, changes: ServiceAccountChanges): void {
  const held = new Set([...key.scopes, ...key.pendingScopes.map(({ scope }) => scope)]);
  const {
    scopes,
    allowedNetworks,
    webhookAllowedHosts,
    actingAttorneyId,
    reportIncludeChildOrganizations,
    mcpSensitiveRecords,
  } = changes;
  const widened = [
    scopes !== undefined && scopes.some((scope) => !held.has(scope)) && "scopes",
    actingAttorneyId !== undefined && actingAttorneyId !== key.actingAttorneyId && "actingAttorneyId",
    reportIncludeChildOrganizations === true &&
      !key.reportIncludeChildOrganizations &&
      "reportIncludeChildOrganizations",
    mcpSensitiveRecords === true && !key.mcpSensitiveRecords && "mcpSensitiveRecords",
    webhookAllowedHosts !== undefined &&
      webhookAllowedHosts.some((host) => !key.webhookAllowedHosts.includes(host)) &&
      "webhookAllowedHosts",
    allowedNetworks !== undefined && !isNarrower(allowedNetworks, key.allowedNetworks) && "allowedNetworks",
  ].filter((field) => field !== false);
  if (widened.length === 0) return;
  throw new AppError(
    "FORBIDDEN",
    `A key can narrow itself but not widen itself or change its acting attorney: ${widened.join(", ")}`,
  );
}

/** Whether the former networks include every address of the new ones. An empty list allows every address. */
export function isNarrower(networks: readonly string[], before: readonly string[]): boolean {
  if (before.length === 0) return true;
  return networks.length > 0 && networks.every((network) => isWithinNetworks(network, before));
}

/** What one key can give another only as far as it has it itself. */
export type KeyLimits = Pick<
  ServiceAccount,
  "expiresAt" | "mcpSensitiveRecords" | "webhookAllowedHosts" | "allowedNetworks" | "actingAttorneyId"
>;
export type LimitedKey = KeyLimits & Pick<ServiceAccount, "scopes">;

/**
 * A key creates, changes or rotates another one only within its own limits: otherwise a stolen key would outlive
 * itself.
 *
 * @param before what the other key has already and may keep
 * @throws FORBIDDEN with the fields beyond them
 */
export function rejectBeyondMaker(
  maker: KeyLimits & { isAttorneyAllowed: boolean },
  wanted: LimitedKey,
  before?: LimitedKey,
): void {
  const holders = before === undefined ? [maker] : [maker, before];
  const { actingAttorneyId } = wanted;
  const beyond = [
    wanted.scopes.includes("org:manage") && before?.scopes.includes("org:manage") !== true && "scopes",
    Date.parse(wanted.expiresAt) > Date.parse((before ?? maker).expiresAt) && "validUntil",
    wanted.mcpSensitiveRecords && !holders.some((holder) => holder.mcpSensitiveRecords) && "mcpSensitiveRecords",
    wanted.webhookAllowedHosts.some((host) => !holders.some((holder) => holder.webhookAllowedHosts.includes(host))) &&
      "webhookAllowedHosts",
    !holders.some((holder) => isNarrower(wanted.allowedNetworks, holder.allowedNetworks)) && "allowedNetworks",
    actingAttorneyId !== null &&
      !maker.isAttorneyAllowed &&
      !holders.some((holder) => holder.actingAttorneyId === actingAttorneyId) &&
      "actingAttorneyId",
  ].filter((field) => field !== false);
  if (beyond.length === 0) return;
  throw new AppError(
    "FORBIDDEN",
    `A key can give another key only what is within its own limits: ${beyond.join(", ")}`,
  );
}

/**
 * @throws VALIDATION_FAILED at `scopes` if a key that is bound to a vendor is to hold or request others than
 *   `vendorScopes`
 */
export function assertVendorScopes(vendorContactId: string | null, scopes: readonly Scope[]): void {
  if (vendorContactId === null || scopes.every((scope) => vendorScopes.has(scope))) return;
  throw invalidInput({
    path: "scopes",
    message: `a key that is bound to a vendor can hold only ${[...vendorScopes].join(", ")}`,
  });
}
