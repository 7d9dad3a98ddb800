/**
 * Every error code of the interface with its status: the one table that routes, OpenAPI and tests read. Every 5xx has
 * the code INTERNAL_ERROR; 503 is distinguished by its status and Retry-After (`unavailable`).
 */
export const errorStatus = {
  VALIDATION_FAILED: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  INVALID_STATE_TRANSITION: 409,
  DUPLICATE_ENTRY: 409,
  STALE_REVISION: 409,
  IDEMPOTENCY_CONFLICT: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  INTEGRATION_NOT_CONFIGURED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
} as const;

export type ErrorCode = keyof typeof errorStatus;
