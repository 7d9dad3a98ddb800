import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "../../contract/error-codes.ts";
import type { IdempotencyOutcome, RejectionCheck } from "../../contract/request-log.ts";
import { isInNetworks } from "../../platform/client-address.ts";
import { readKeySecret } from "../../platform/identity/integration-key.ts";
import type { RequestOwner } from "../../platform/observability/request-log.ts";
import type { Answer } from "./response.ts";
import type { Kernel } from "../services.ts";
import { holdsScope, scopeOf } from "../../rpc/authorize.ts";
import { readAddress } from "./client-address.ts";
import type { Exchange } from "./respond.ts";

/**
 * Notes an answered request under /api/v1 in the request log: metadata alone. A request that was refused before anybody
 * was authenticated belongs to the key whose secret it carried, if there is such a key; without a well-formed one, to nobody.
 */
export function noteRequest(kernel: Kernel, request: IncomingMessage, exchange: Exchange, answer: Answer): void {
  const owner = findOwner(request, exchange);
  if (owner === null) return;
  const { route, code, requestId, principal, waitedMilliseconds = 0 } = exchange;
  const meta = route?.declaration.meta;
  const milliseconds = performance.now() - exchange.startedAt;
  const address = exchange.address ?? readAddress(kernel, request);
  kernel.requestLog.note({
    owner,
    occurredAt: Date.now() - milliseconds,
    requestId,
    method: request.method ?? "",
    route: meta?.path ?? null,
    operation: route?.declaration.name ?? null,
    status: answer.status,
    code: code ?? null,
    refusedBy: code === undefined ? null : validateRefusal(exchange, code, answer.status, address),
    scope: meta === undefined ? null : scopeOf(principal, meta),
    idempotency: validateIdempotency(exchange, answer),
    durationMicros: Math.round((milliseconds - waitedMilliseconds) * 1000),
    address,
  });
}

/** A legacy credential has no page in the portal, and no row here: what it wrote stands in the audit trail. */
function findOwner({ headers }: IncomingMessage, { principal }: Exchange): RequestOwner | null {
  if (principal !== undefined) return principal.kind === "integration_key" ? principal : null;
  const secret = headers["x-api-key"];
  const key = typeof secret === "string" ? readKeySecret(secret) : null;
  return key === null ? null : { digest: key.digest };
}

/** Codes that only one check answers with, whenever it comes to be made. */
const checkOfCode: Partial<Record<ErrorCode, RejectionCheck>> = {
  UNAUTHORIZED: "key",
  RATE_LIMITED: "rate",
  INTEGRATION_NOT_CONFIGURED: "acting_attorney",
  IDEMPOTENCY_CONFLICT: "idempotency",
  IDEMPOTENCY_IN_PROGRESS: "idempotency",
};

/** Which check refused the request: by what the exchange had learned until then, and by the code. */
function validateRefusal({ route, principal }: Exchange, code: ErrorCode, status: number, address: string): RejectionCheck {
  if (status >= 500) return "server";
  const check = checkOfCode[code];
  if (check !== undefined) return check;
  if (route === undefined) return "route";
  if (principal === undefined) return "media";
  if (code === "VALIDATION_FAILED") return "input";
  if (code !== "FORBIDDEN") return "domain";
  const { allowedNetworks } = principal;
  if (allowedNetworks.length > 0 && !isInNetworks(address, allowedNetworks)) return "network";
  return holdsScope(principal, route.declaration.meta) ? "domain" : "scope";
}

/** Null for reads and refusals: nothing is stored for them, and the same idempotency key may be sent again. */
function validateIdempotency({ route, code }: Exchange, { headers }: Answer): IdempotencyOutcome | null {
  const idempotency = route?.declaration.meta.idempotency;
  if (idempotency === "ignored") return "ignored";
  if (idempotency !== "required" || code !== undefined) return null;
  return headers["Idempotent-Replayed"] === "true" ? "replayed" : "fresh";
}
