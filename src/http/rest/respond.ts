import type { IncomingMessage } from "node:http";
import { TRPCError } from "@trpc/server";
import { AppError, errorStatus, internalErrorMessage } from "../../contract/error-codes.ts";
import type { ErrorCode } from "../../contract/error-codes.ts";
import { classifyFailure } from "../../platform/database/database-errors.ts";
import { createRequestId } from "../../platform/database/ids.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import type { ApiPrincipal } from "../../rpc/principal.ts";
import type { HttpResponse } from "./response.ts";
import { methodNotAllowed } from "./route.ts";
import type { Route } from "./route.ts";

/** What is known of a request while it goes its way. */
export interface RequestContext {
  requestId: string;
  /** Undefined where the request's head was never read whole. */
  method: string | undefined;
  /** performance.now() at arrival. */
  startedAt: number;
  /** How much of the time since then it was held because there was nothing to answer. */
  waitedMilliseconds?: number;
  /** Headers for whatever answer comes of it. */
  headers: Record<string, string>;
  route?: Route;
  principal?: ApiPrincipal;
  /** The portal's procedures that are called, where there is no route. */
  operation?: string | undefined;
  /** Who is signed in. */
  userId?: string | undefined;
  /** Whether its body is a file that may take longer than other bodies, as long as it keeps coming. */
  takesFile?: boolean;
  /** Where it came from, once somebody had to know. */
  address?: string;
  /** The error code of the response. */
  code?: ErrorCode;
  /** Whether the log has its line: a request that is cut off within its body is answered by the gate, and ends its own way too. */
  isLogged?: boolean;
  /** Told once of the complete answer: the request log, for what is asked under /api/v1. */
  note?: (answer: HttpResponse) => void;
}

/** @param request null where its head was never read whole */
export function createRequestContext(request: IncomingMessage | null): RequestContext {
  const requestId = request === null ? createRequestId() : readRequestId(request);
  return { requestId, method: request?.method, startedAt: performance.now(), headers: {} };
}

/** The caller's own request id when it is a plain token of at most 128 characters, else a new one. */
function readRequestId(request: IncomingMessage): string {
  const sent = request.headers["x-request-id"];
  return typeof sent === "string" && /^[A-Za-z0-9._~+/=:-]{1,128}$/.test(sent) ? sent : createRequestId();
}

/** The one place where an error becomes an answer. What is not an AppError is logged and told as a 5xx. */
export function respondError(logger: Logger, requestContext: RequestContext, thrown: unknown): HttpResponse {
  const error = thrown instanceof TRPCError && thrown.cause !== undefined ? thrown.cause : thrown;
  const rejection = error instanceof AppError ? error : translateFault(logger, requestContext, error);
  return respondWithRejection(requestContext, rejection);
}

/** @param status where HTTP has one of its own for what the code tells, such as 431 */
export function respondWithRejection(requestContext: RequestContext, rejection: AppError, status: number = errorStatus[rejection.code]): HttpResponse {
  requestContext.code = rejection.code;
  const message = status >= 500 ? internalErrorMessage : rejection.message;
  return {
    status,
    headers: { "Content-Type": "application/json", ...rejection.headers },
    body: JSON.stringify({ success: false, error: message, code: rejection.code }),
  };
}

/**
 * Answers the methods that a path outside the operations does not read by.
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
 * The last step of every answer that is ours, whoever gave it: logs it, and adds what each of them carries.
 * An answer that may be kept says so itself, in Cache-Control.
 */
export function completeResponse(logger: Logger, requestContext: RequestContext, answer: HttpResponse): HttpResponse {
  if (requestContext.isLogged !== true) {
    logResponse(logger, requestContext, answer);
    requestContext.note?.(answer);
  }
  requestContext.isLogged = true;
  const always = { "X-Request-Id": requestContext.requestId, "Cache-Control": "no-store" };
  return { ...answer, headers: { ...always, ...answer.headers, ...requestContext.headers } };
}

/** One line a request: ids, code and duration. Never a value that was sent, and so no path; the operation names the route. */
function logResponse(logger: Logger, requestContext: RequestContext, answer: HttpResponse): void {
  const { requestId, method, route, operation, principal, userId, code, startedAt, waitedMilliseconds = 0 } = requestContext;
  logger.info(
    {
      requestId,
      method,
      operation: route?.declaration.name ?? operation,
      userId,
      organizationId: principal?.organizationId,
      keyId: principal?.keyId,
      status: answer.status,
      code,
      replayed: answer.headers["Idempotent-Replayed"] === "true" ? true : undefined,
      durationMs: Math.round((performance.now() - startedAt - waitedMilliseconds) * 100) / 100,
      waitedMs: waitedMilliseconds === 0 ? undefined : Math.round(waitedMilliseconds),
    },
    "request",
  );
}

function translateFault(logger: Logger, requestContext: RequestContext, error: unknown): AppError {
  const { requestId, route, operation } = requestContext;
  const fields = { requestId, operation: route?.declaration.name ?? operation, error };
  // A conflict that outlasted its repetitions is as passing a trouble as a restarting server.
  if (classifyFailure(error) !== "other") {
    logger.warn(fields, "the database is unavailable");
    return new AppError("SERVICE_UNAVAILABLE", internalErrorMessage, { "Retry-After": "1" });
  }
  logger.error(fields, "unexpected error");
  return new AppError("INTERNAL_ERROR", internalErrorMessage);
}

/** With an https address, browsers are told to keep to it. */
export function transportSecurity(baseUrl: string): Record<string, string> {
  return baseUrl.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {};
}
