import { AppError, forbiddenMessage, unavailable } from "../contract/errors/error-codes.ts";
import { messages } from "../contract/messages.ts";
import type { OperationMeta } from "../contract/operation.ts";
import { isElevated, needsActingAttorney, type Scope } from "../contract/scopes.ts";
import { isInNetworks } from "../platform/client-ip.ts";
import { settleInOrder } from "./settle-in-order.ts";
import { noteUsedScopes, type Context } from "./context.ts";
import { vendorOf, type ApiPrincipal, type MemberPrincipal, type Principal } from "./principal.ts";
import { selectRecord } from "../platform/database/records.ts";

/** Why the operation needs an acting attorney that the principal lacks. */
export function notConfigured(principal: Principal): AppError {
  if (principal.actingAttorneyId === null) return new AppError("INTEGRATION_NOT_CONFIGURED", messages.noActingAttorney);
  const message =
    "The key's acting attorney is no longer an active attorney of the organization, or has no active bar admission; choose another on the key's page in the portal";
  return new AppError("INTEGRATION_NOT_CONFIGURED", message, { errorReason: "acting_attorney_deactivated" });
}

/** Whether the principal may act from an IP address: a key can be restricted to networks. */
export function isAllowedNetwork(principal: ApiPrincipal | MemberPrincipal, clientIp: string): boolean {
  if (principal.kind === "member" || principal.allowedNetworks.length === 0) return true;
  return isInNetworks(clientIp, principal.allowedNetworks);
}

/** @throws FORBIDDEN from another network than the key's */
export function assertNetwork(principal: ApiPrincipal, clientIp: string): void {
  if (isAllowedNetwork(principal, clientIp)) return;
  throw new AppError("FORBIDDEN", forbiddenMessage, { errorReason: "foreign_network" });
}

type Needed = Pick<OperationMeta, "scope" | "orScopes">;

/** Whether the principal has the operation's scope or an alternative. */
export function hasScope({ scopes }: Pick<Principal, "scopes">, { scope, orScopes = [] }: Needed): boolean {
  return scope === null || scopes.has(scope) || orScopes.some((other) => scopes.has(other));
}

/** The scope with which the principal can run the operation; the required scope if it has none, or without a principal. */
export function scopeOf(
  principal: Pick<Principal, "scopes"> | undefined,
  { scope, orScopes = [] }: Needed,
): Scope | null {
  if (scope === null || principal === undefined || principal.scopes.has(scope)) return scope;
  return orScopes.find((other) => principal.scopes.has(other)) ?? scope;
}

/** What shows no retrieval requests today may show them later: so operations are open by declaration only. */
function isClosedToVendor(principal: Principal, { scope, openToVendors }: OperationMeta): boolean {
  return scope !== null && openToVendors !== true && vendorOf(principal) !== null;
}

/** A reset takes seconds. */
const resetRetrySeconds = 5;

/** @throws a 503 while the principal's organization, a sandbox, is being reset */
export function assertNotResetting({ isResetting }: Principal): void {
  if (isResetting === true) throw unavailable(resetRetrySeconds);
}

const nameLack = (principal: Principal) => ("keyId" in principal ? forbiddenMessage : messages.permissionMissing);

const scopesMissing = (principal: Principal, missingScopes: readonly Scope[]) =>
  new AppError("FORBIDDEN", nameLack(principal), { missingScopes });

/**
 * Checks that the caller has the scopes that a request needs besides that of its operation, and notes them as used.
 *
 * @throws FORBIDDEN, which names the scopes that the caller lacks
 */
export function assertScopes(context: Pick<Context, "principal" | "pending">, scopes: readonly Scope[]): void {
  const { principal } = context;
  const missing = [...new Set(scopes)].filter((scope) => !principal.scopes.has(scope));
  if (missing.length > 0) throw scopesMissing(principal, missing);
  noteUsedScopes(context, scopes);
}

/**
 * Checks that the principal can run the operation: one function for REST and portal.
 *
 * @throws a 503 in a sandbox that is being reset; FORBIDDEN without the scope, or to a key that is bound to a vendor if
 *   the operation is not open to vendors; INTEGRATION_NOT_CONFIGURED when the scope needs an acting attorney and none
 *   is active
 */
export function authorize(principal: Principal, operation: OperationMeta): void {
  if (operation.duringReset !== true) assertNotResetting(principal);
  if (operation.scope !== null && !hasScope(principal, operation)) throw scopesMissing(principal, [operation.scope]);
  if (isClosedToVendor(principal, operation))
    throw new AppError("FORBIDDEN", nameLack(principal), { errorReason: "closed_to_vendor_keys" });
  if (needsActingAttorney(operation.scope) && !principal.actingAttorneyActive) throw notConfigured(principal);
}

/**
 * Checks the acting attorney again in the writing transaction and locks the row until the commit: a deactivation
 * is serialized either before this write, which then fails, or after it.
 *
 * @throws INTEGRATION_NOT_CONFIGURED
 */
async function lockActingAttorneyForShare(context: Context, operation: OperationMeta): Promise<void> {
  if (!needsActingAttorney(operation.scope)) return;
  const { principal } = context;
  if (principal.actingAttorneyId === null || !(await lockAttorneyForShare(context, principal.actingAttorneyId)))
    throw notConfigured(principal);
}

/**
 * Runs a mutation's work while its acting attorney is checked and locked: the check's statement is sent first, and its
 * rejection wins.
 *
 * @throws INTEGRATION_NOT_CONFIGURED; what the work threw
 */
export async function withActingAttorney<Result>(
  context: Context,
  operation: OperationMeta,
  work: () => Promise<Result>,
): Promise<Result> {
  const [, result] = await settleInOrder(lockActingAttorneyForShare(context, operation), work());
  return result;
}

/**
 * Locks a member for share.
 *
 * @returns whether they can act for keys: an active attorney of the organization whose bar admissions, if recorded, are
 *   not all inactive
 */
export async function lockAttorneyForShare(context: Context, memberId: string): Promise<boolean> {
  const attorney = await selectRecord(context, "Member", memberId)
    .select("id")
    // What PostgreSQL generates "canActForKeys" from.
    .where("status", "=", "active")
    .where("isAttorney", "=", true)
    .where("isBarredOnlyInactive", "=", false)
    .forShare()
    .executeTakeFirst();
  return attorney !== undefined;
}

/**
 * Locks an active member FOR SHARE until commit.
 *
 * @returns whether there is one
 */
export async function lockActiveMemberForShare(context: Context, memberId: string): Promise<boolean> {
  const member = await selectRecord(context, "Member", memberId)
    .select("id")
    .where("status", "=", "active")
    .forShare()
    .executeTakeFirst();
  return member !== undefined;
}

/** Whether a procedure is a read that is recorded in the audit log: one under an elevated scope. */
export function isAuditedRead(kind: string, { scope }: Pick<OperationMeta, "scope">): boolean {
  return kind === "query" && scope !== null && isElevated(scope);
}
