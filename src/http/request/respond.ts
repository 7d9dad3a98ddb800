import type { IncomingMessage } from "node:http";
import type { AppError } from "../../contract/errors/error-codes.ts";
import { createRequestId } from "../../platform/database/ids.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { chooseMessage, toRejection } from "../../rpc/call/rejection.ts";
import { observeResponse } from "./observe-response.ts";
import type { RequestContext } from "./request-context.ts";
import type { HttpResponse } from "./response.ts";
import { methodNotAllowed } from "../../rpc/call/route.ts";

/** The operation of a request to assistants' tools, in its context. */
export const mcpOperation = "mcp";

export const keyChallenge = 'ApiKey realm="Caseport", header="x-api-key"';
export const bearerChallenge = 'Bearer realm="Caseport"';

/**
 * @param request null if its headers were never read completely
 * @param headers of every response
 * @param startedAt performance.now() at arrival
 */
export function createRequestContext(
  request: IncomingMessage | null,
  headers: Readonly<Record<string, string>>,
  startedAt: number,
): RequestContext {
  const requestId = request === null ? createRequestId() : readRequestId(request);
  return { requestId, method: request?.method, startedAt, headers: { ...headers } };
}

/** The client's request ID if it is a plain token of at most 128 characters, else a new one. */
function readRequestId(request: IncomingMessage): string {
  const sent = request.headers["x-request-id"];
  return typeof sent === "string" && /^[A-Za-z0-9._~+/=:-]{1,128}$/.test(sent) ? sent : createRequestId();
}

/** The one place where an error becomes a response. An error that is not an AppError is logged and becomes a 5xx. */
export function respondError(logger: Logger, requestContext: RequestContext, error: unknown): HttpResponse {
  const { requestId, route, operation } = requestContext;
  return respondWithRejection(
    requestContext,
    toRejection(logger, { requestId, operation: route?.declaration.name ?? operation }, error),
  );
}

/** @param status if HTTP has a more specific status than the code's, such as 431 */
export function respondWithRejection(
  requestContext: RequestContext,
  rejection: AppError,
  status: number = rejection.status,
): HttpResponse {
  requestContext.rejection = rejection;
  // The portal's own 403 say what to do.
  const message =
    requestContext.route === undefined && status < 500 ? rejection.message : chooseMessage(rejection, status);
  return {
    status,
    headers: {
      "Content-Type": "application/json",
      ...rejection.headers,
      ...(status === 401 && describeChallenges(requestContext)),
    },
    body: JSON.stringify({ success: false, error: message, code: rejection.code }),
  };
}

/**
 * The credentials that a 401 asks for (RFC 9110 11.6.1), of operations and of assistants' tools. Every rejected key
 * gets the same. A page's session is no scheme of HTTP. `ApiKey` is not registered, as no scheme for a key in a header
 * is; clients of MCP look for `Bearer`.
 */
function describeChallenges({ route, operation, resourceMetadataUrl }: RequestContext): Record<string, string> {
  const takesBearer = operation === mcpOperation || route?.declaration.meta.legacyCredentials === true;
  if (route === undefined && !takesBearer) return {};
  // First, because the official client reads the first challenge alone.
  if (resourceMetadataUrl !== undefined)
    return { "WWW-Authenticate": `${bearerChallenge}, resource_metadata="${resourceMetadataUrl}", ${keyChallenge}` };
  return { "WWW-Authenticate": [keyChallenge, ...(takesBearer ? [bearerChallenge] : [])].join(", ") };
}

/**
 * Responds to methods other than GET and HEAD on paths outside the operations.
 *
 * @returns null for GET and HEAD
 * @throws METHOD_NOT_ALLOWED
 */
export function respondToOtherMethods(method: string | undefined): HttpResponse | null {
  if (method === "GET" || method === "HEAD") return null;
  if (method === "OPTIONS") return respondToOptions("GET, HEAD, OPTIONS");
  throw methodNotAllowed("GET, HEAD, OPTIONS");
}

export function respondToOptions(allow: string): HttpResponse {
  return { status: 204, headers: { Allow: allow }, body: "" };
}

/**
 * The last step of every response except Next's: logs it and adds the common headers.
 * A response that can be cached sets its own Cache-Control.
 */
export function completeResponse(logger: Logger, requestContext: RequestContext, response: HttpResponse): HttpResponse {
  if (requestContext.isLogged !== true) {
    logResponse(logger, requestContext, response);
    observeResponse(requestContext, response);
    requestContext.note?.(response);
  }
  requestContext.isLogged = true;
  // A proxy that compresses a response weakens its ETag, and a weak one matches no If-Match: no-transform forbids it
  // (RFC 9111 5.2.2.6).
  const cacheControl = response.headers["ETag"] === undefined ? "no-store" : "no-store, no-transform";
  const always = {
    "X-Request-Id": requestContext.requestId,
    "Cache-Control": cacheControl,
    "X-Content-Type-Options": "nosniff",
  };
  return { ...response, headers: { ...always, ...response.headers, ...requestContext.headers } };
}

/**
 * One line per request: IDs, code and duration. Never a value from the request, and therefore no path; the operation
 * identifies the route.
 */
function logResponse(logger: Logger, requestContext: RequestContext, response: HttpResponse): void {
  const {
    requestId,
    method,
    route,
    operation,
    principal,
    userId,
    rejection,
    startedAt,
    waitedMilliseconds = 0,
  } = requestContext;
  logger.info(
    {
      requestId,
      method,
      operation: route?.declaration.name ?? operation,
      userId,
      organizationId: principal?.organizationId,
      keyId: principal?.keyId,
      status: response.status,
      code: rejection?.code,
      replayed: response.headers["Idempotent-Replayed"] === "true" ? true : undefined,
      durationMs: Math.round((performance.now() - startedAt - waitedMilliseconds) * 100) / 100,
      waitedMs: waitedMilliseconds === 0 ? undefined : Math.round(waitedMilliseconds),
    },
    "request",
  );
}

export function transportSecurity(baseUrl: string): Record<string, string> {
  return baseUrl.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {};
}
