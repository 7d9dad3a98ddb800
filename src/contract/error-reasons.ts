import type { RejectionCheck } from "./portal/request-log.ts";

interface ReasonDescription {
  /** The check that rejects with it. */
  check: RejectionCheck;
  label: string;
}

/**
 * Why a request was rejected: stable, and finer than the error code. Set where the rejection is made (`AppError`);
 * of a rejected key, by `record_requests`, which knows the key.
 */
export const errorReasons = {
  unknown_path: { check: "route", label: "Unknown path" },
  malformed_path: { check: "route", label: "Malformed path" },
  method_not_allowed: { check: "route", label: "Method not allowed" },
  incomplete_request: { check: "media", label: "Incomplete request" },
  body_too_large: { check: "media", label: "Body too large" },
  unsupported_media_type: { check: "media", label: "Unsupported media type" },
  invalid_key: { check: "key", label: "Invalid key" },
  key_expired: { check: "key", label: "Expired key" },
  key_paused: { check: "key", label: "Paused key" },
  key_revoked: { check: "key", label: "Revoked key" },
  secret_retired: { check: "key", label: "Retired secret" },
  rate_limited: { check: "rate", label: "Rate limited" },
  foreign_network: { check: "network", label: "IP address not allowed" },
  missing_scope: { check: "scope", label: "Missing scope" },
  acting_attorney_missing: { check: "acting_attorney", label: "No acting attorney" },
  acting_attorney_deactivated: { check: "acting_attorney", label: "Acting attorney deactivated" },
  validation: { check: "input", label: "Invalid input" },
  cursor_invalid: { check: "input", label: "Invalid cursor" },
  cursor_expired: { check: "input", label: "Expired cursor" },
  idempotency_key_reused: { check: "idempotency", label: "Idempotency key reused" },
  idempotency_in_progress: { check: "idempotency", label: "Idempotent request in progress" },
  not_found: { check: "domain", label: "Record not found" },
  revision_conflict: { check: "domain", label: "Revision conflict" },
  invalid_state: { check: "domain", label: "Invalid state" },
  duplicate: { check: "domain", label: "Duplicate" },
  not_permitted: { check: "domain", label: "Not permitted" },
  internal_error: { check: "server", label: "Internal error" },
  temporarily_unavailable: { check: "server", label: "Temporarily unavailable" },
} as const satisfies Record<string, ReasonDescription>;

export type ErrorReason = keyof typeof errorReasons;

export const errorReasonNames = Object.keys(errorReasons) as ErrorReason[];
