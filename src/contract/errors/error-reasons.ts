import type { ErrorCode } from "./error-status.ts";
import type { RejectionCheck } from "../portal/request-log.ts";

export interface ReasonDescription {
  check: RejectionCheck;
  label: string;
  /** The code of its responses; null for reasons that only the request log has. */
  code: ErrorCode | null;
  /** One sentence for integrators. */
  description: string;
  /** What `X-Error-Detail` has with it, if anything. */
  detail?: string;
}

const invalidKey = "The key is missing, malformed, unknown, expired, paused or revoked.";

/**
 * Why a request was rejected: stable, and finer than the error code. Set where the rejection is made (`AppError`), and
 * sent as `X-Error-Reason`. Reasons without a code are those of a rejected key, which `record_requests` writes to the
 * request log: a response never distinguishes them.
 */
export const errorReasons = {
  unknown_path: {
    check: "route",
    code: "NOT_FOUND",
    label: "Unknown path",
    description: "No operation has this path.",
  },
  malformed_path: {
    check: "route",
    code: "VALIDATION_FAILED",
    label: "Malformed path",
    description: "The path is not percent-encoded UTF-8.",
  },
  method_not_allowed: {
    check: "route",
    code: "METHOD_NOT_ALLOWED",
    label: "Method not allowed",
    description: "The path does not support this method; `Allow` lists the methods that it supports.",
  },
  malformed_request: {
    check: "media",
    code: "VALIDATION_FAILED",
    label: "Malformed request",
    description: "The request is not well-formed HTTP, or its headers are not accepted.",
  },
  incomplete_request: {
    check: "media",
    code: "VALIDATION_FAILED",
    label: "Incomplete request",
    description: "The request ended, or its time was over, before it was complete.",
  },
  body_too_large: {
    check: "media",
    code: "PAYLOAD_TOO_LARGE",
    label: "Body too large",
    description: "The body, or the file of a form, is larger than the limit.",
  },
  unsupported_media_type: {
    check: "media",
    code: "UNSUPPORTED_MEDIA_TYPE",
    label: "Unsupported media type",
    description: "The body has a media type or a content encoding that the operation does not accept.",
  },
  invalid_key: { check: "key", code: "UNAUTHORIZED", label: "Invalid key", description: invalidKey },
  key_expired: { check: "key", code: null, label: "Expired key", description: invalidKey },
  key_paused: { check: "key", code: null, label: "Paused key", description: invalidKey },
  key_revoked: { check: "key", code: null, label: "Revoked key", description: invalidKey },
  secret_retired: { check: "key", code: null, label: "Retired secret", description: invalidKey },
  rate_limited: {
    check: "rate",
    code: "RATE_LIMITED",
    label: "Rate limited",
    description: "Too many requests in this minute; `Retry-After` has the seconds to wait.",
  },
  too_many_concurrent: {
    check: "rate",
    code: "RATE_LIMITED",
    label: "Too many at once",
    description: "Too many long requests, uploads or exports run at the same time; start the next when one has ended.",
  },
  foreign_network: {
    check: "network",
    code: "FORBIDDEN",
    label: "IP address not allowed",
    description: "The client's IP address is not in the key's allowed networks.",
  },
  missing_scope: {
    check: "scope",
    code: "FORBIDDEN",
    label: "Missing scope",
    description: "The key lacks a scope.",
    detail: "the missing scopes, separated by commas",
  },
  closed_to_vendor_keys: {
    check: "scope",
    code: "FORBIDDEN",
    label: "Closed to vendor keys",
    description: "The key is bound to a vendor, and the operation is not open to such keys.",
  },
  not_permitted: {
    check: "domain",
    code: "FORBIDDEN",
    label: "Not permitted",
    description:
      "A rule of the operation that scopes do not change rejected the key; the operation's description has the rule.",
    detail: "the rule, in a sentence",
  },
  acting_attorney_missing: {
    check: "acting_attorney",
    code: "INTEGRATION_NOT_CONFIGURED",
    label: "No acting attorney",
    description: "The operation requires an acting attorney, and the key has none.",
  },
  acting_attorney_deactivated: {
    check: "acting_attorney",
    code: "INTEGRATION_NOT_CONFIGURED",
    label: "Acting attorney deactivated",
    description:
      "The key's acting attorney is no longer an active attorney of the organization, or has no active bar admission.",
  },
  invalid_input: {
    check: "input",
    code: "VALIDATION_FAILED",
    label: "Invalid input",
    description: "A field, parameter or header is invalid.",
    detail: "the paths of the invalid fields, separated by commas, at most 20",
  },
  cursor_invalid: {
    check: "input",
    code: "VALIDATION_FAILED",
    label: "Invalid cursor",
    description: "The cursor is not one of this list with these filters.",
    detail: "`after`",
  },
  cursor_expired: {
    check: "input",
    code: "VALIDATION_FAILED",
    label: "Expired cursor",
    description:
      "The cursor is older than the events that are kept: read the records again, and start the feed without a cursor.",
    detail: "`after`",
  },
  weak_revision: {
    check: "input",
    code: "VALIDATION_FAILED",
    label: "Weak ETag",
    description:
      "`If-Match` has a weak ETag (`W/…`), which matches no revision: a proxy has changed it. The record need not have changed.",
    detail: "`If-Match`",
  },
  file_mismatch: {
    check: "domain",
    code: "VALIDATION_FAILED",
    label: "File differs from its declaration",
    description: "The file's size, hash or type differs from what was declared.",
  },
  idempotency_conflict: {
    check: "idempotency",
    code: "IDEMPOTENCY_CONFLICT",
    label: "Idempotency key reused",
    description: "The idempotency key was used with a different request.",
    detail: "the ID of the request that used it first",
  },
  secret_not_replayable: {
    check: "idempotency",
    code: "IDEMPOTENCY_CONFLICT",
    label: "Response with a secret not replayed",
    description:
      "The request took effect; its response has a secret and is replayed only to the key secret that sent it first.",
    detail: "the ID of the first request",
  },
  idempotency_in_progress: {
    check: "idempotency",
    code: "IDEMPOTENCY_IN_PROGRESS",
    label: "Idempotent request in progress",
    description: "A request with this idempotency key is still running; `Retry-After` has the seconds to wait.",
  },
  not_found: {
    check: "domain",
    code: "NOT_FOUND",
    label: "Record not found",
    description: "The key's organization has no such record.",
  },
  record_merged: {
    check: "domain",
    code: "NOT_FOUND",
    label: "Merged record",
    description: "The client or contact was merged into another.",
    detail: "the ID of the record to use instead",
  },
  stale_revision: {
    check: "domain",
    code: "STALE_REVISION",
    label: "Revision conflict",
    description: "The record has another revision than the one sent: read it again.",
  },
  duplicate: {
    check: "domain",
    code: "DUPLICATE_ENTRY",
    label: "Duplicate",
    description: "A record with the same unique value exists.",
  },
  duplicate_external_id: {
    check: "domain",
    code: "DUPLICATE_ENTRY",
    label: "Duplicate external ID",
    description: "A record with this `externalId`, or with this ID of its vendor, exists.",
    detail: "the ID of that record, if this key created it",
  },
  possible_duplicate: {
    check: "domain",
    code: "DUPLICATE_ENTRY",
    label: "Possible duplicate",
    description:
      "A lead of the last 90 days has the same phone or email and the same case type, and `onDuplicate` is `reject`.",
    detail: "the ID of that lead",
  },
  invalid_state: {
    check: "domain",
    code: "INVALID_STATE_TRANSITION",
    label: "Invalid state",
    description: "The record's state does not allow this; the message says what it allows.",
    detail: "the record's status, if it allows other transitions or none",
  },
  case_archived: {
    check: "domain",
    code: "INVALID_STATE_TRANSITION",
    label: "Archived case",
    description: "The case is archived and read-only.",
  },
  client_merged: {
    check: "domain",
    code: "INVALID_STATE_TRANSITION",
    label: "Merged client",
    description: "The client was merged into another and is read-only.",
    detail: "the ID of the client to use instead",
  },
  lead_converted: {
    check: "domain",
    code: "INVALID_STATE_TRANSITION",
    label: "Converted lead",
    description: "The lead was converted.",
    detail: "the ID of its case",
  },
  message_blocked: {
    check: "domain",
    code: "INVALID_STATE_TRANSITION",
    label: "Message blocked",
    description: "The message may not be sent to the person now.",
    detail: "why: a value of `sendBlock`, or `not_configured`",
  },
  document_locked: {
    check: "domain",
    code: "INVALID_STATE_TRANSITION",
    label: "Locked document",
    description: "Another key or member holds the document's lock.",
  },
  record_in_use: {
    check: "domain",
    code: "INVALID_STATE_TRANSITION",
    label: "Record in use",
    description: "Other records refer to the record; the message names them.",
  },
  limit_reached: {
    check: "domain",
    code: "INVALID_STATE_TRANSITION",
    label: "Limit reached",
    description: "The organization or the record has the largest number of these; the message has the number.",
  },
  internal_error: {
    check: "server",
    code: "INTERNAL_ERROR",
    label: "Internal error",
    description: "An error on our side; nothing was changed.",
  },
  storage_full: {
    check: "server",
    code: "INTERNAL_ERROR",
    label: "Storage full",
    description:
      "The storage has no room, and nothing was changed: send the request again when the operator has made some; `Retry-After` has the seconds to wait.",
  },
  temporarily_unavailable: {
    check: "server",
    code: "INTERNAL_ERROR",
    label: "Temporarily unavailable",
    description: "The server or its database is temporarily unavailable; `Retry-After` has the seconds to wait.",
  },
} as const satisfies Record<string, ReasonDescription>;

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
