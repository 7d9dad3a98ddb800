import type { OperationMeta } from "../../contract/operation.ts";
import { authorize, requireNetwork } from "../../rpc/authorize.ts";
import { asAssistant, type ApiPrincipal } from "../../rpc/principal.ts";
import type { RequestContext } from "../request/request-context.ts";

/** The principal as which a request's caller acts: an assistant has fewer scopes than its key. */
export function actingAs({ isAssistant }: RequestContext, caller: ApiPrincipal): ApiPrincipal {
  return isAssistant === true && caller.kind === "integration_key" ? asAssistant(caller) : caller;
}

/**
 * Checks that the key can use the operation from this IP address.
 *
 * @throws FORBIDDEN from another network and without the scope; INTEGRATION_NOT_CONFIGURED without an active acting
 *   attorney
 */
export function authorizeRequest(principal: ApiPrincipal, clientIp: string, meta: OperationMeta): void {
  requireNetwork(principal, clientIp);
  authorize(principal, meta);
}
