import type { IncomingHttpHeaders } from "node:http";
import type { RequestOwner } from "../../platform/observability/request-log.ts";
import { logCall } from "../../rpc/call/log-call.ts";
import type { Services } from "../services.ts";
import { lookUpPresentedKey } from "./authenticate.ts";
import type { RequestContext } from "./request-context.ts";
import type { HttpResponse } from "./response.ts";

/**
 * Writes a request with a key to the request log. One that was rejected before authentication is logged for the key
 * whose secret it had, if the key exists.
 *
 * @param headers those that have the key
 */
export function logRequest(
  services: Services,
  headers: IncomingHttpHeaders,
  requestContext: RequestContext,
  response: HttpResponse,
): void {
  const owner = findOwner(headers, requestContext);
  if (owner === null) return;
  const {
    requestId,
    startedAt,
    waitedMilliseconds,
    method = "",
    route,
    principal,
    rejection,
    usedScopes,
  } = requestContext;
  logCall(services.requestLog, {
    owner,
    requestId,
    startedAt,
    waitedMilliseconds,
    method,
    declaration: route?.declaration,
    principal,
    status: response.status,
    rejection,
    usedScopes,
    originalRequestId: response.headers["X-Original-Request-Id"] ?? null,
    allowance: readAllowance(requestContext),
    address: requestContext.clientIp ?? "",
    source: requestContext.isAssistant === true ? "mcp" : "api",
  });
}

function readAllowance({ headers }: RequestContext): { limit: number; remaining: number } | null {
  const limit = headers["X-RateLimit-Limit"];
  return limit === undefined ? null : { limit: Number(limit), remaining: Number(headers["X-RateLimit-Remaining"]) };
}

/** Legacy credentials have no page in the portal and no row here; the audit log has their changes. */
function findOwner(headers: IncomingHttpHeaders, { principal }: RequestContext): RequestOwner | null {
  if (principal !== undefined) return principal.kind === "integration_key" ? principal : null;
  // Rejected requests with tokens of connected assistants are in no log: record_requests() finds keys by their secrets.
  const lookup = lookUpPresentedKey(headers, { assistants: false });
  return lookup === null ? null : { digest: lookup.digest };
}
