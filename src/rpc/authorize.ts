import { AppError, forbiddenMessage } from "../contract/error-codes.ts";
import { messages } from "../contract/messages.ts";
import type { OperationMeta } from "../contract/operation.ts";
import { needsActingAttorney } from "../contract/scopes.ts";
import type { Context } from "./context.ts";
import type { Principal } from "./principal.ts";

function notConfigured(principal: Principal): AppError {
  return new AppError(
    "INTEGRATION_NOT_CONFIGURED",
    principal.actingAttorneyId === null
      ? messages.noActingAttorney
      : "The key's acting attorney is no longer an active attorney of the organization; choose another in Settings, Integrations, API credentials",
  );
}

/**
 * Whether the principal may run the operation: one function for REST and portal.
 * @throws FORBIDDEN without the scope; INTEGRATION_NOT_CONFIGURED when the scope needs an acting attorney and none is active
 */
export function authorize(principal: Principal, operation: OperationMeta): void {
  if (operation.scope !== null && !principal.scopes.has(operation.scope)) throw new AppError("FORBIDDEN", forbiddenMessage);
  if (needsActingAttorney(operation.scope) && !principal.actingAttorneyActive) throw notConfigured(principal);
}

/**
 * Judges the acting attorney again inside the writing transaction and holds the row until the commit: a deactivation
 * comes either before this write, and refuses it, or after.
 * @throws INTEGRATION_NOT_CONFIGURED
 */
export async function holdActingAttorney(context: Context, operation: OperationMeta): Promise<void> {
  if (!needsActingAttorney(operation.scope)) return;
  const { principal, transaction, organizationId } = context;
  const attorney = await transaction
    .selectFrom("Member")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "=", principal.actingAttorneyId ?? "")
    .where("status", "=", "active")
    .where("isAttorney", "=", true)
    .forShare()
    .executeTakeFirst();
  if (attorney === undefined) throw notConfigured(principal);
}
