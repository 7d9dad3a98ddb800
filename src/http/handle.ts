import type { IncomingMessage } from "node:http";
import { AppError, forbiddenMessage } from "../contract/error-codes.ts";
import { clientAddress, isInNetworks } from "../platform/client-address.ts";
import { authorize } from "../rpc/authorize.ts";
import type { Principal } from "../rpc/principal.ts";
import { answerMutation } from "./answer-mutation.ts";
import { answerQuery } from "./answer-query.ts";
import type { Answer } from "./answer.ts";
import { authenticate } from "./authenticate.ts";
import type { Kernel } from "./kernel.ts";
import { limitRate, peekRate, refuseExcess } from "./limit-rate.ts";
import type { Call } from "./perform.ts";
import { readBody } from "./read-body.ts";
import { readInput } from "./read-input.ts";
import { answerOptions } from "./respond.ts";
import type { Exchange } from "./respond.ts";
import { findOperation, listAllowed, splitTarget } from "./route.ts";
import type { RouteTable } from "./route.ts";

/**
 * The whole way of a REST request, in the order of the contract's "Order of checks".
 * @param exchange learns the operation, the caller and the headers of whatever answer comes of it
 * @throws what refuses the request, for respondError
 */
export async function handleRequest(kernel: Kernel, table: RouteTable, request: IncomingMessage, exchange: Exchange): Promise<Answer> {
  const { method = "GET", url, headers } = request;
  const [path, search] = splitTarget(url);
  if (method === "OPTIONS") return answerOptions(listAllowed(table, path));
  const route = findOperation(table, method, path);
  exchange.route = route;
  const body = await readBody(request);
  const address = clientAddress(request.socket.remoteAddress, headers["x-forwarded-for"]?.toString() ?? null, kernel.environment.trustedProxies);
  const principal = await authenticate(kernel, headers, address);
  exchange.principal = principal;
  exchange.headers["X-API-Key-Expires-At"] = principal.expiresAt;
  const { meta } = route.declaration;
  const judgement = await limitRate(kernel, principal, meta.tier);
  Object.assign(exchange.headers, judgement.headers);
  refuseExcess(judgement);
  kernel.keyUses.note({ organizationId: principal.organizationId, keyId: principal.keyId, address, route: `${meta.method} ${meta.path}` });
  refuseForeignNetwork(principal, address);
  authorize(principal, meta);
  const call: Call = {
    declaration: route.declaration,
    principal,
    input: readInput(route, search, headers, body),
    requestId: exchange.requestId,
    address,
    peekRate: (tier) => peekRate(kernel, principal, tier),
  };
  return route.declaration.kind === "query"
    ? answerQuery(kernel, call, headers["if-none-match"] ?? null)
    : answerMutation(kernel, call, [meta.method, path, headers["if-match"] ?? ""]);
}

function refuseForeignNetwork(principal: Principal, address: string): void {
  if (principal.allowedNetworks.length === 0 || isInNetworks(address, principal.allowedNetworks)) return;
  throw new AppError("FORBIDDEN", forbiddenMessage);
}
