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
import { readRequestId, respondError } from "./respond.ts";
import type { Exchange } from "./respond.ts";
import { findOperation, listAllowed } from "./route.ts";
import type { RouteTable } from "./route.ts";

/**
 * The whole way of a REST request, in the order of the contract's "Order of checks".
 * Never throws: a refusal or a fault becomes an answer here.
 */
export async function handleRequest(kernel: Kernel, table: RouteTable, request: IncomingMessage): Promise<Answer> {
  const exchange: Exchange = { requestId: readRequestId(request), startedAt: performance.now(), headers: {} };
  let answer: Answer;
  try {
    answer = await answerRequest(kernel, table, request, exchange);
  } catch (error) {
    answer = respondError(kernel.logger, exchange, error);
  }
  Object.assign(answer.headers, { "X-Request-Id": exchange.requestId, "Cache-Control": "no-store" }, exchange.headers);
  logRequest(kernel, request, exchange, answer);
  return answer;
}

async function answerRequest(kernel: Kernel, table: RouteTable, request: IncomingMessage, exchange: Exchange): Promise<Answer> {
  const { method = "GET", url = "/", headers } = request;
  const [path, search] = splitTarget(url);
  if (method === "OPTIONS") return { status: 204, headers: { Allow: listAllowed(table, path) }, body: "" };
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

function splitTarget(target: string): [string, string] {
  const mark = target.indexOf("?");
  return mark === -1 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}

function refuseForeignNetwork(principal: Principal, address: string): void {
  if (principal.allowedNetworks.length === 0 || isInNetworks(address, principal.allowedNetworks)) return;
  throw new AppError("FORBIDDEN", forbiddenMessage);
}

/** One line a request: ids, code and duration. Never a value that was sent; the route is the template, not the path. */
function logRequest(kernel: Kernel, request: IncomingMessage, exchange: Exchange, answer: Answer): void {
  const { route, principal } = exchange;
  kernel.logger.info(
    {
      requestId: exchange.requestId,
      method: request.method,
      operation: route?.declaration.name,
      organizationId: principal?.organizationId,
      keyId: principal?.keyId,
      status: answer.status,
      code: exchange.code,
      replayed: answer.headers["Idempotent-Replayed"] === "true" ? true : undefined,
      durationMs: Math.round((performance.now() - exchange.startedAt) * 100) / 100,
    },
    "request",
  );
}
