import type { IncomingMessage } from "node:http";
import type { IdempotencyOutcome } from "../../contract/portal/request-log.ts";
import type { RequestOwner } from "../../platform/observability/request-log.ts";
import type { HttpResponse } from "./response.ts";
import type { Services } from "../services.ts";
import { describeForLog } from "../../rpc/call/rejection.ts";
import { scopeOf } from "../../rpc/authorize.ts";
import { digestPresentedKey } from "./authenticate.ts";
import { readClientIp } from "./client-ip.ts";
import type { RequestContext } from "./request-context.ts";

/**
 * Writes a request under /api/v1 to the request log: only metadata. A request that was rejected before
 * authentication is logged for the key whose secret it had, if the key exists.
 */
export function logRequest(
  services: Services,
  request: IncomingMessage,
  requestContext: RequestContext,
  response: HttpResponse,
): void {
  const owner = findKeyByDigest(request, requestContext);
  if (owner === null) return;
  const { route, headers, requestId, waitedMilliseconds = 0 } = requestContext;
  const milliseconds = performance.now() - requestContext.startedAt;
  services.requestLog.note({
    owner,
    occurredAt: Date.now() - milliseconds,
    requestId,
    method: request.method ?? "",
    route: route?.declaration.meta.path ?? null,
    operation: route?.declaration.name ?? null,
    status: response.status,
    originalRequestId: response.headers["X-Original-Request-Id"] ?? null,
    ...describeForLog(requestContext.rejection),
    scope: listScopes(requestContext),
    idempotency: describeIdempotency(requestContext, response),
    rateLimit: readCount(headers["X-RateLimit-Limit"]),
    rateRemaining: readCount(headers["X-RateLimit-Remaining"]),
    durationMicros: Math.round((milliseconds - waitedMilliseconds) * 1000),
    address: requestContext.clientIp ?? readClientIp(services, request),
    source: requestContext.isAssistant === true ? "mcp" : "api",
  });
}

/** The scopes that the key lacked for the data of the operation, or the scope of the operation. */
function listScopes({ rejection, route, principal }: RequestContext): string | null {
  const missing = rejection?.missingScopes ?? [];
  if (missing.length > 0) return missing.join(", ");
  return route === undefined ? null : scopeOf(principal, route.declaration.meta);
}

function readCount(header: string | undefined): number | null {
  return header === undefined ? null : Number(header);
}

/** Legacy credentials have no page in the portal and no row here; the audit log has their changes. */
function findKeyByDigest({ headers }: IncomingMessage, { principal }: RequestContext): RequestOwner | null {
  if (principal !== undefined) return principal.kind === "integration_key" ? principal : null;
  const digest = digestPresentedKey(headers);
  return digest === null ? null : { digest };
}

/** Null for reads and rejected requests: nothing is stored for them, and the same idempotency key may be sent again. */
function describeIdempotency(
  { route, rejection }: RequestContext,
  { headers }: HttpResponse,
): IdempotencyOutcome | null {
  const idempotency = route?.declaration.meta.idempotency;
  if (idempotency === "ignored") return "ignored";
  if (idempotency !== "required" || rejection !== undefined) return null;
  return headers["Idempotent-Replayed"] === "true" ? "replayed" : "fresh";
}
