import { AppError, forbiddenMessage } from "../../contract/error-codes.ts";
import type { OperationMeta } from "../../contract/operation.ts";
import { isInNetworks } from "../../platform/client-ip.ts";
import { authorize } from "../../rpc/authorize.ts";
import type { ApiPrincipal } from "../../rpc/principal.ts";

/**
 * Checks that the key can use the operation from this IP address.
 * @throws FORBIDDEN from another network and without the scope; INTEGRATION_NOT_CONFIGURED without an active acting attorney
 */
export function authorizeRequest(principal: ApiPrincipal, clientIp: string, meta: OperationMeta): void {
  if (!isAllowedNetwork(principal, clientIp)) throw new AppError("FORBIDDEN", forbiddenMessage, {}, { errorReason: "foreign_network" });
  authorize(principal, meta);
}

function isAllowedNetwork({ allowedNetworks }: ApiPrincipal, clientIp: string): boolean {
  return allowedNetworks.length === 0 || isInNetworks(clientIp, allowedNetworks);
}
