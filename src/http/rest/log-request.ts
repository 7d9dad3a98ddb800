import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "../../contract/error-codes.ts";
import type { IdempotencyOutcome, RejectionCheck } from "../../contract/portal/request-log.ts";
import type { RequestOwner } from "../../platform/observability/request-log.ts";
import type { HttpResponse } from "./response.ts";
import type { Services } from "../services.ts";
import { holdsScope, scopeOf } from "../../rpc/authorize.ts";
import { digestPresentedKey } from "./authenticate.ts";
import { isAllowedNetwork } from "./authorize-request.ts";
import { readClientIp } from "./client-ip.ts";
import type { RequestContext } from "./respond.ts";

/**
 * Writes a request under /api/v1 to the request log: only metadata. A request that was rejected before
 * authentication is logged for the key whose secret it had, if the key exists.
 */
export function logRequest(services: Services, request: IncomingMessage, requestContext: RequestContext, response: HttpResponse): void {
  const owner = findKeyByDigest(request, requestContext);
  if (owner === null) return;
  const { route, code, requestId, principal, missingScopes = [], waitedMilliseconds = 0 } = requestContext;
  const meta = route?.declaration.meta;
  const milliseconds = performance.now() - requestContext.startedAt;
  const clientIp = requestContext.clientIp ?? readClientIp(services, request);
  services.requestLog.note({
    owner,
    occurredAt: Date.now() - milliseconds,
    requestId,
    method: request.method ?? "",
    route: meta?.path ?? null,
    operation: route?.declaration.name ?? null,
    status: response.status,
    code: code ?? null,
    refusedBy: code === undefined ? null : findRejectingCheck(requestContext, code, response.status, clientIp),
    scope: missingScopes.length > 0 ? missingScopes.join(", ") : meta === undefined ? null : scopeOf(principal, meta),
    idempotency: describeIdempotency(requestContext, response),
    durationMicros: Math.round((milliseconds - waitedMilliseconds) * 1000),
    address: clientIp,
  });
}

/** Legacy credentials have no page in the portal and no row here; the audit log has their changes. */
function findKeyByDigest({ headers }: IncomingMessage, { principal }: RequestContext): RequestOwner | null {
  if (principal !== undefined) return principal.kind === "integration_key" ? principal : null;
  const digest = digestPresentedKey(headers);
  return digest === null ? null : { digest };
}

/** Codes that only one check uses. */
const checkOfCode: Partial<Record<ErrorCode, RejectionCheck>> = {
  UNAUTHORIZED: "key",
  RATE_LIMITED: "rate",
  INTEGRATION_NOT_CONFIGURED: "acting_attorney",
  IDEMPOTENCY_CONFLICT: "idempotency",
  IDEMPOTENCY_IN_PROGRESS: "idempotency",
};

/** The check that rejected the request, derived from the request context and the code. */
function findRejectingCheck({ route, principal, missingScopes = [] }: RequestContext, code: ErrorCode, status: number, clientIp: string): RejectionCheck {
  if (status >= 500) return "server";
  const check = checkOfCode[code];
  if (check !== undefined) return check;
  if (route === undefined) return "route";
  if (principal === undefined) return "media";
  if (code === "VALIDATION_FAILED") return "input";
  if (code !== "FORBIDDEN") return "domain";
  if (!isAllowedNetwork(principal, clientIp)) return "network";
  return missingScopes.length > 0 || !holdsScope(principal, route.declaration.meta) ? "scope" : "domain";
}

/** Null for reads and rejected requests: nothing is stored for them, and the same idempotency key may be sent again. */
function describeIdempotency({ route, code }: RequestContext, { headers }: HttpResponse): IdempotencyOutcome | null {
  const idempotency = route?.declaration.meta.idempotency;
  if (idempotency === "ignored") return "ignored";
  if (idempotency !== "required" || code !== undefined) return null;
  return headers["Idempotent-Replayed"] === "true" ? "replayed" : "fresh";
}
