import type { ErrorCode } from "./error-status.ts";
import type { RejectionCheck } from "../portal/request-log.ts";

export interface ReasonKind {
  check: RejectionCheck;
  label: string;
  /** The code of its responses; null for reasons that only the request log has. */
  code: ErrorCode | null;
}

/**
 * Why a request was rejected: stable, and finer than the error code. Set where the rejection is made (`AppError`), and
 * sent as `X-Error-Reason`. Reasons without a code are those of a rejected key, which `record_requests` writes to the
 * request log: a response never distinguishes them. What they say to integrators is in error-reason-texts.ts: the
 * portal's first loads need the labels alone.
 */
export const errorReasons = {
  unknown_path: { check: "route", code: "NOT_FOUND", label: "Unknown path" },
  malformed_path: { check: "route", code: "VALIDATION_FAILED", label: "Malformed path" },
  method_not_allowed: { check: "route", code: "METHOD_NOT_ALLOWED", label: "Method not allowed" },
  malformed_request: { check: "media", code: "VALIDATION_FAILED", label: "Malformed request" },
  incomplete_request: { check: "media", code: "VALIDATION_FAILED", label: "Incomplete request" },
  body_too_large: { check: "media", code: "PAYLOAD_TOO_LARGE", label: "Body too large" },
  unsupported_media_type: { check: "media", code: "UNSUPPORTED_MEDIA_TYPE", label: "Unsupported media type" },
  invalid_key: { check: "key", code: "UNAUTHORIZED", label: "Invalid key" },
  key_expired: { check: "key", code: null, label: "Expired key" },
  key_paused: { check: "key", code: null, label: "Paused key" },
  key_revoked: { check: "key", code: null, label: "Revoked key" },
  secret_retired: { check: "key", code: null, label: "Retired secret" },
  rate_limited: { check: "rate", code: "RATE_LIMITED", label: "Rate limited" },
  too_many_concurrent: { check: "rate", code: "RATE_LIMITED", label: "Too many at once" },
  foreign_network: { check: "network", code: "FORBIDDEN", label: "IP address not allowed" },
  missing_scope: { check: "scope", code: "FORBIDDEN", label: "Missing scope" },
  closed_to_vendor_keys: { check: "scope", code: "FORBIDDEN", label: "Closed to vendor keys" },
  not_permitted: { check: "domain", code: "FORBIDDEN", label: "Not permitted" },
  acting_attorney_missing: {
    check: "acting_attorney",
    code: "INTEGRATION_NOT_CONFIGURED",
    label: "No acting attorney",
  },
  acting_attorney_deactivated: {
    check: "acting_attorney",
    code: "INTEGRATION_NOT_CONFIGURED",
    label: "Acting attorney deactivated",
  },
  invalid_input: { check: "input", code: "VALIDATION_FAILED", label: "Invalid input" },
  cursor_invalid: { check: "input", code: "VALIDATION_FAILED", label: "Invalid cursor" },
  cursor_expired: { check: "input", code: "VALIDATION_FAILED", label: "Expired cursor" },
  weak_revision: { check: "input", code: "VALIDATION_FAILED", label: "Weak ETag" },
  file_mismatch: { check: "domain", code: "VALIDATION_FAILED", label: "File differs from its declaration" },
  idempotency_conflict: { check: "idempotency", code: "IDEMPOTENCY_CONFLICT", label: "Idempotency key reused" },
  secret_not_replayable: {
    check: "idempotency",
    code: "IDEMPOTENCY_CONFLICT",
    label: "Response with a secret not replayed",
  },
  idempotency_in_progress: {
    check: "idempotency",
    code: "IDEMPOTENCY_IN_PROGRESS",
    label: "Idempotent request in progress",
  },
  not_found: { check: "domain", code: "NOT_FOUND", label: "Record not found" },
  record_merged: { check: "domain", code: "NOT_FOUND", label: "Merged record" },
  stale_revision: { check: "domain", code: "STALE_REVISION", label: "Revision conflict" },
  duplicate: { check: "domain", code: "DUPLICATE_ENTRY", label: "Duplicate" },
  duplicate_external_id: { check: "domain", code: "DUPLICATE_ENTRY", label: "Duplicate external ID" },
  possible_duplicate: { check: "domain", code: "DUPLICATE_ENTRY", label: "Possible duplicate" },
  invalid_state: { check: "domain", code: "INVALID_STATE_TRANSITION", label: "Invalid state" },
  case_archived: { check: "domain", code: "INVALID_STATE_TRANSITION", label: "Archived case" },
  client_merged: { check: "domain", code: "INVALID_STATE_TRANSITION", label: "Merged client" },
  lead_converted: { check: "domain", code: "INVALID_STATE_TRANSITION", label: "Converted lead" },
  message_blocked: { check: "domain", code: "INVALID_STATE_TRANSITION", label: "Message blocked" },
  document_locked: { check: "domain", code: "INVALID_STATE_TRANSITION", label: "Locked document" },
  record_in_use: { check: "domain", code: "INVALID_STATE_TRANSITION", label: "Record in use" },
  limit_reached: { check: "domain", code: "INVALID_STATE_TRANSITION", label: "Limit reached" },
  internal_error: { check: "server", code: "INTERNAL_ERROR", label: "Internal error" },
  storage_full: { check: "server", code: "INTERNAL_ERROR", label: "Storage full" },
  temporarily_unavailable: { check: "server", code: "INTERNAL_ERROR", label: "Temporarily unavailable" },
} as const satisfies Record<string, ReasonKind>;

type Reasons = typeof errorReasons;
/** Every reason, with those that only the request log has. */
export type ErrorReason = keyof Reasons;
/** The reasons that responses have. */
export type SentReason = { [Name in ErrorReason]: Reasons[Name]["code"] extends null ? never : Name }[ErrorReason];

export const errorReasonNames = Object.keys(errorReasons) as ErrorReason[];

export const sentReasons = errorReasonNames.filter((name): name is SentReason => errorReasons[name].code !== null);

export const reasonHeader = "X-Error-Reason";
export const detailHeader = "X-Error-Detail";

/** The reasons that a response with this code can have. */
export function listReasons(code: ErrorCode): SentReason[] {
  return sentReasons.filter((name) => errorReasons[name].code === code);
}
