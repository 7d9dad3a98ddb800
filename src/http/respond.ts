import type { IncomingMessage } from "node:http";
import { TRPCError } from "@trpc/server";
import { AppError, errorStatus, internalErrorMessage } from "../contract/error-codes.ts";
import type { ErrorCode } from "../contract/error-codes.ts";
import { classifyFailure } from "../platform/database-errors.ts";
import { createRequestId } from "../platform/ids.ts";
import type { Logger } from "../platform/logger.ts";
import type { Principal } from "../rpc/principal.ts";
import type { Answer } from "./answer.ts";
import type { Route } from "./route.ts";

/** What is known of a request while it goes its way. */
export interface Exchange {
  requestId: string;
  /** performance.now() at arrival. */
  startedAt: number;
  /** Headers for whatever answer comes of it. */
  headers: Record<string, string>;
  route?: Route;
  principal?: Principal;
  /** The error code that was answered. */
  code?: ErrorCode;
}

/** The caller's own request id when it is a plain token of at most 128 characters, else a new one. */
export function readRequestId(request: IncomingMessage): string {
  const sent = request.headers["x-request-id"];
  return typeof sent === "string" && /^[A-Za-z0-9._~+/=:-]{1,128}$/.test(sent) ? sent : createRequestId();
}

/** The one place where an error becomes an answer. What is not an AppError is logged and told as a 5xx. */
export function respondError(logger: Logger, exchange: Exchange, thrown: unknown): Answer {
  const error = thrown instanceof TRPCError && thrown.cause !== undefined ? thrown.cause : thrown;
  const refusal = error instanceof AppError ? error : translateFault(logger, exchange, error);
  exchange.code = refusal.code;
  return describeRefusal(refusal);
}

export function describeRefusal(refusal: AppError): Answer {
  const status = errorStatus[refusal.code];
  const message = status >= 500 ? internalErrorMessage : refusal.message;
  return {
    status,
    headers: { "Content-Type": "application/json", ...refusal.headers },
    body: JSON.stringify({ success: false, error: message, code: refusal.code }),
  };
}

function translateFault(logger: Logger, exchange: Exchange, error: unknown): AppError {
  const { requestId, route } = exchange;
  const fields = { requestId, operation: route?.declaration.name, error };
  // A conflict that outlasted its repetitions is as passing a trouble as a restarting server.
  if (classifyFailure(error) !== "other") {
    logger.warn(fields, "the database is away");
    return new AppError("SERVICE_UNAVAILABLE", internalErrorMessage, { "Retry-After": "1" });
  }
  logger.error(fields, "unexpected error");
  return new AppError("INTERNAL_ERROR", internalErrorMessage);
}
