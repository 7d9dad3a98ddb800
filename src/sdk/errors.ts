/** What a response says about a failed call. */
export interface Failure {
  /** The operation, such as `clients.update`. */
  operation: string;
  status: number;
  /** Stable, such as `STALE_REVISION`; empty if the response is not Caseport's. */
  code: string;
  /** Finer than the code, such as `missing_scope` (`X-Error-Reason`). */
  reason?: string | undefined;
  /** What the reason is about: a scope, an ID (`X-Error-Detail`). */
  detail?: string | undefined;
  /** Quote it in support requests. */
  requestId?: string | undefined;
  /** How often the request was sent. After more than one, an earlier attempt may have taken effect. */
  attempts: number;
  retryAfterSeconds?: number | undefined;
}

/** Everything that the SDK throws about a call or a webhook. */
export class CaseportError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Any response that is not a success. */
export class ApiError extends CaseportError implements Failure {
  declare readonly operation: string;
  declare readonly status: number;
  declare readonly code: string;
  declare readonly reason: string | undefined;
  declare readonly detail: string | undefined;
  declare readonly requestId: string | undefined;
  declare readonly attempts: number;
  declare readonly retryAfterSeconds: number | undefined;

  constructor(message: string, failure: Failure) {
    super(
      `${message} (${[failure.operation, failure.status, failure.code, failure.reason, failure.detail, failure.requestId].filter(Boolean).join(" ")})`,
    );
    // All members at once: one line for each would make the SDK larger.
    Object.assign(this, failure);
  }
}

/** No complete response arrived: whether the request took effect is unknown. */
export class ConnectionError extends CaseportError {
  declare readonly operation: string;
  declare readonly attempts: number;

  constructor(message: string, failure: Pick<Failure, "operation" | "attempts">, cause: unknown) {
    super(`${message} (${failure.operation})`, { cause });
    Object.assign(this, failure);
  }
}

/** The response to `ifNoneMatch` is 304: your copy is current. */
export class NotModifiedError extends ApiError {}
export class ValidationError extends ApiError {}
/** The events after the cursor were deleted: read the lists again, then follow from a new cursor. */
export class CursorExpiredError extends ValidationError {}
export class UnauthorizedError extends ApiError {}
export class ForbiddenError extends ApiError {}
export class NotFoundError extends ApiError {}
export class InvalidStateTransitionError extends ApiError {}
/** `detail` has the ID of the existing record if your key created it. */
export class DuplicateEntryError extends ApiError {}
/** The record has changed since the revision in `ifMatch`: read it again. */
export class StaleRevisionError extends ApiError {}
export class IdempotencyConflictError extends ApiError {}
export class IdempotencyInProgressError extends ApiError {}
export class IntegrationNotConfiguredError extends ApiError {}
export class PayloadTooLargeError extends ApiError {}
export class RateLimitedError extends ApiError {}
/** `INTERNAL_ERROR`. A proxy's 502, 503 or 504 without Caseport's body is an `ApiError` with an empty `code`. */
export class ServerError extends ApiError {}

/** The signature, the time or the headers of a webhook are wrong: do not process it. */
export class WebhookVerificationError extends CaseportError {}

type ErrorClass = typeof ApiError;

/** By code. Codes that only a wrong client can meet (another method, another media type) are an `ApiError`. */
export const errorClasses: Readonly<Record<string, ErrorClass>> = {
  VALIDATION_FAILED: ValidationError,
  UNAUTHORIZED: UnauthorizedError,
  FORBIDDEN: ForbiddenError,
  NOT_FOUND: NotFoundError,
  METHOD_NOT_ALLOWED: ApiError,
  INVALID_STATE_TRANSITION: InvalidStateTransitionError,
  DUPLICATE_ENTRY: DuplicateEntryError,
  STALE_REVISION: StaleRevisionError,
  IDEMPOTENCY_CONFLICT: IdempotencyConflictError,
  IDEMPOTENCY_IN_PROGRESS: IdempotencyInProgressError,
  INTEGRATION_NOT_CONFIGURED: IntegrationNotConfiguredError,
  PAYLOAD_TOO_LARGE: PayloadTooLargeError,
  UNSUPPORTED_MEDIA_TYPE: ApiError,
  RATE_LIMITED: RateLimitedError,
  INTERNAL_ERROR: ServerError,
};

/** The error of a response that is not a success, of the class for its code. */
export function toApiError(message: string, failure: Failure): ApiError {
  if (failure.status === 304) return new NotModifiedError(message, failure);
  if (failure.reason === "cursor_expired") return new CursorExpiredError(message, failure);
  return new (errorClasses[failure.code] ?? ApiError)(message, failure);
}
