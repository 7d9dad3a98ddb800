import { errorStatus, type ErrorCode } from "./error-status.ts";
import { detailHeader, reasonHeader, type SentReason } from "./error-reasons.ts";
import type { Scope } from "../scopes.ts";

export { errorStatus, type ErrorCode };

/** The message of every 5xx: the cause is only in the log. */
export const internalErrorMessage = "Internal server error";

export const unauthorizedMessage = "Invalid or expired integration API key";
/** The message of every 403 of the API: `X-Error-Reason` says why, and GET /me has the key's scopes. */
export const forbiddenMessage = "API key lacks required permissions";

/** The reason of a rejection that sets no finer one. */
const reasonOfCode: Record<ErrorCode, SentReason> = {
  VALIDATION_FAILED: "invalid_input",
  UNAUTHORIZED: "invalid_key",
  FORBIDDEN: "not_permitted",
  NOT_FOUND: "not_found",
  METHOD_NOT_ALLOWED: "method_not_allowed",
  INVALID_STATE_TRANSITION: "invalid_state",
  DUPLICATE_ENTRY: "duplicate",
  STALE_REVISION: "stale_revision",
  IDEMPOTENCY_CONFLICT: "idempotency_conflict",
  IDEMPOTENCY_IN_PROGRESS: "idempotency_in_progress",
  INTEGRATION_NOT_CONFIGURED: "acting_attorney_missing",
  PAYLOAD_TOO_LARGE: "body_too_large",
  UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
  RATE_LIMITED: "rate_limited",
  INTERNAL_ERROR: "internal_error",
};

/** One sentence per code, for the OpenAPI document and /docs. */
export const errorDescription: Record<ErrorCode, string> = {
  VALIDATION_FAILED:
    "The body, path, query or a header is invalid; the message lists every invalid field with its path.",
  UNAUTHORIZED: "The key is missing, malformed, unknown, expired, paused or revoked.",
  FORBIDDEN:
    "The key lacks the scope or may not do this, or the client's IP address is not in its allowed networks. `X-Error-Reason` says which.",
  NOT_FOUND: "The key's organization has no such resource.",
  METHOD_NOT_ALLOWED: "The path does not support this method; `Allow` lists the methods that it supports.",
  INVALID_STATE_TRANSITION:
    "The record's state does not allow this transition; the message names the transitions that it allows.",
  DUPLICATE_ENTRY: "A record with the same unique value exists.",
  STALE_REVISION: "The record has changed since the revision that you sent; read it again.",
  IDEMPOTENCY_CONFLICT: "This idempotency key was used with a different request.",
  IDEMPOTENCY_IN_PROGRESS: "A request with this idempotency key is still running; retry after `Retry-After`.",
  INTEGRATION_NOT_CONFIGURED: "The key's acting attorney is missing or deactivated; choose another in the portal.",
  PAYLOAD_TOO_LARGE:
    "The body is larger than 1 MiB (of `POST /bulk`: 6 MiB), or the file of a form is larger than 25 MiB.",
  UNSUPPORTED_MEDIA_TYPE:
    "The body is not `application/json` (or `multipart/form-data`, if the operation accepts a file), or has a content encoding.",
  RATE_LIMITED: "Too many requests; retry after `Retry-After`.",
  INTERNAL_ERROR: "An error on our side. Nothing was changed. A 503 is temporary: retry after `Retry-After`.",
};

/**
 * A rejection. Thrown where the rule is violated; translated in src/rpc/call/rejection.ts.
 * The message is sent to the client: it never contains a value from the request or the database.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Response headers: why it was rejected, and others such as Allow or Retry-After. */
  readonly headers: Readonly<Record<string, string>>;
  readonly errorReason: SentReason;
  /** For the portal and the request log: the invalid fields. REST has them in the message. */
  readonly faults: readonly Fault[];
  /** For the portal: the remedy, if a screen can offer it. */
  readonly reason: RejectionReason | null;
  readonly missingScopes: readonly Scope[];
  /** The request that used the idempotency key first. */
  readonly originalRequestId: string | null;
  /** The unique value that another record has, to find that record. Never sent. */
  readonly taken: TakenValue | null;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.status = options.status ?? errorStatus[code];
    this.faults = options.faults ?? [];
    this.reason = options.reason ?? null;
    this.missingScopes = options.missingScopes ?? [];
    this.errorReason = options.errorReason ?? (this.missingScopes.length > 0 ? "missing_scope" : reasonOfCode[code]);
    this.originalRequestId = options.originalRequestId ?? null;
    this.taken = options.taken ?? null;
    const detail = options.detail ?? chooseDetail(this);
    this.headers = {
      ...options.headers,
      [reasonHeader]: this.errorReason,
      ...(detail !== "" && { [detailHeader]: detail }),
    };
  }
}

/**
 * What helps an integration, without a value from the request: the missing scopes, the rule, the first request, or the
 * paths of invalid fields.
 */
function chooseDetail({ errorReason, message, missingScopes, originalRequestId, faults }: AppError): string {
  // The body of a 403 is always the same sentence: here is the rule's own. A header is ASCII.
  if (errorReason === "not_permitted" && message !== forbiddenMessage)
    return message.replaceAll("\u2019", "'").replaceAll(/[^\x20-\x7e]/g, "");
  return missingScopes.length > 0 ? missingScopes.join(", ") : (originalRequestId ?? listFaultPaths(faults).join(", "));
}

const maxPaths = 20;

/** The paths of invalid fields. A step that does not look like a property name is masked, because it may be a value. */
export function listFaultPaths(faults: readonly Fault[]): string[] {
  const mask = (step: string) => (/^([A-Za-z][\w-]{0,39}|\d{1,5}|\(unknown property\))$/.test(step) ? step : "*");
  return [...new Set(faults.map(({ path }) => path.split(".").map(mask).join(".")))].slice(0, maxPaths);
}

/** What is wrong at one path of the input; the path is dotted: `recordsDepartmentInfo.email`. */
export interface Fault {
  path: string;
  message: string;
}

/** `confirm`: confirm with the second factor; `enroll`: set one up first; `sign_in`: sign in again. */
export type RejectionReason = "confirm" | "enroll" | "sign_in";

interface TakenValue {
  table: string;
  values: readonly (readonly [column: string, value: string])[];
}

interface AppErrorOptions {
  /** Response headers besides those of the reason: Allow, Retry-After. */
  headers?: Readonly<Record<string, string>>;
  /** If it is not the code's. */
  status?: number;
  faults?: readonly Fault[];
  reason?: RejectionReason;
  missingScopes?: readonly Scope[];
  errorReason?: SentReason;
  originalRequestId?: string;
  /** `X-Error-Detail`, where it is not one of the above: an ID. Never a value from the request. */
  detail?: string;
  taken?: TakenValue | null;
}

/** The database, or what a credential is verified with, is temporarily unavailable: 503. */
export function unavailable(retryAfterSeconds = 1): AppError {
  return new AppError("INTERNAL_ERROR", internalErrorMessage, {
    headers: { "Retry-After": String(retryAfterSeconds) },
    status: 503,
    errorReason: "temporarily_unavailable",
  });
}

/** A disk, a quota or the bucket has no room: 503, for a while that people need. */
export function storageFull(): AppError {
  const headers = { "Retry-After": "60" };
  return new AppError("INTERNAL_ERROR", internalErrorMessage, { headers, status: 503, errorReason: "storage_full" });
}

/**
 * What a record has become, or what it belongs to, does not allow the change: 409.
 *
 * @param options the reason, where it is finer than `invalid_state`, and the detail: a status or an ID
 */
export function invalidState(message: string, options: Pick<AppErrorOptions, "errorReason" | "detail"> = {}): AppError {
  return new AppError("INVALID_STATE_TRANSITION", message, options);
}

/** It would have, or change at once, more records than there may be: 409 `limit_reached`. */
export function limitReached(message: string): AppError {
  return invalidState(message, { errorReason: "limit_reached" });
}

/** Other records need it as it is: 409 `record_in_use`. */
export function recordInUse(message: string): AppError {
  return invalidState(message, { errorReason: "record_in_use" });
}

/** For a promise's `catch`, where a record that is gone is nothing to do. @throws every other error */
export function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== "NOT_FOUND") throw error;
}

/** The input is well-formed but invalid for the current data: every fault with its path. */
export function invalidInput(...faults: readonly Fault[]): AppError {
  const message = faults.map((fault) => `${fault.path}: ${fault.message}`).join("; ");
  return new AppError("VALIDATION_FAILED", message, { faults });
}

/** @returns the rejection of a list's `after` */
export function rejectCursor(message: string, errorReason: "cursor_invalid" | "cursor_expired"): AppError {
  return new AppError("VALIDATION_FAILED", `after: ${message}`, { errorReason, faults: [{ path: "after", message }] });
}

/** The caller cannot see the record: unknown IDs and those of other organizations get identical responses. */
export function notFound(noun: string, errorReason: SentReason = "not_found"): AppError {
  return new AppError("NOT_FOUND", `${noun} not found`, { errorReason });
}

/**
 * The record was merged into another.
 *
 * @param intoId the ID of that one
 */
export function merged(noun: string, intoId: string): AppError {
  return new AppError("NOT_FOUND", `${noun} not found`, { errorReason: "record_merged", detail: intoId });
}

/** @param noun with its article: `An invoice` @param moves the statuses that `from` allows */
export function rejectTransition(noun: string, from: string, to: string, moves: readonly string[]): AppError {
  const allowed = moves.length === 0 ? "it allows no further transition" : `it allows ${moves.join(", ")}`;
  return invalidState(`${noun} in status ${from} cannot go to ${to}; ${allowed}`, { detail: from });
}
