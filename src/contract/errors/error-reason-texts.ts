import type { ErrorReason } from "./error-reasons.ts";

export interface ReasonText {
  /** One sentence for integrators. */
  description: string;
  /** What `X-Error-Detail` has with it, if anything. */
  detail?: string;
}

const invalidKey = "The key is missing, malformed, unknown, expired, paused or revoked.";

/** What each reason of `errorReasons` says to integrators. */
export const errorReasonTexts: Readonly<Record<ErrorReason, ReasonText>> = {
  unknown_path: { description: "No operation has this path." },
  malformed_path: { description: "The path is not percent-encoded UTF-8." },
  method_not_allowed: {
    description: "The path does not support this method; `Allow` lists the methods that it supports.",
  },
  malformed_request: { description: "The request is not well-formed HTTP, or its headers are not accepted." },
  incomplete_request: { description: "The request ended, or its time was over, before it was complete." },
  body_too_large: { description: "The body, or the file of a form, is larger than the limit." },
  unsupported_media_type: {
    description: "The body has a media type or a content encoding that the operation does not accept.",
  },
  invalid_key: { description: invalidKey },
  key_expired: { description: invalidKey },
  key_paused: { description: invalidKey },
  key_revoked: { description: invalidKey },
  secret_retired: { description: invalidKey },
  rate_limited: { description: "Too many requests in this minute; `Retry-After` has the seconds to wait." },
  too_many_concurrent: {
    description: "Too many long requests, uploads or exports run at the same time; start the next when one has ended.",
  },
  foreign_network: { description: "The client's IP address is not in the key's allowed networks." },
  missing_scope: { description: "The key lacks a scope.", detail: "the missing scopes, separated by commas" },
  closed_to_vendor_keys: { description: "The key is bound to a vendor, and the operation is not open to such keys." },
  not_permitted: {
    description:
      "A rule of the operation that scopes do not change rejected the key; the operation's description has the rule.",
    detail: "the rule, in a sentence",
  },
  acting_attorney_missing: { description: "The operation requires an acting attorney, and the key has none." },
  acting_attorney_deactivated: {
    description:
      "The key's acting attorney is no longer an active attorney of the organization, or has no active bar admission.",
  },
  invalid_input: {
    description: "A field, parameter or header is invalid.",
    detail: "the paths of the invalid fields, separated by commas, at most 20",
  },
  cursor_invalid: { description: "The cursor is not one of this list with these filters.", detail: "`after`" },
  cursor_expired: {
    description:
      "The cursor is older than the events that are kept: read the records again, and start the feed without a cursor.",
    detail: "`after`",
  },
  weak_revision: {
    description:
      "`If-Match` has a weak ETag (`W/…`), which matches no revision: a proxy has changed it. The record need not have changed.",
    detail: "`If-Match`",
  },
  file_mismatch: { description: "The file's size, hash or type differs from what was declared." },
  idempotency_conflict: {
    description: "The idempotency key was used with a different request.",
    detail: "the ID of the request that used it first",
  },
  secret_not_replayable: {
    description:
      "The request took effect; its response has a secret and is replayed only to the key secret that sent it first.",
    detail: "the ID of the first request",
  },
  idempotency_in_progress: {
    description: "A request with this idempotency key is still running; `Retry-After` has the seconds to wait.",
  },
  not_found: { description: "The key's organization has no such record." },
  record_merged: {
    description: "The client or contact was merged into another.",
    detail: "the ID of the record to use instead",
  },
  stale_revision: { description: "The record has another revision than the one sent: read it again." },
  duplicate: { description: "A record with the same unique value exists." },
  duplicate_external_id: {
    description: "A record with this `externalId`, or with this ID of its vendor, exists.",
    detail: "the ID of that record, if this key created it",
  },
  possible_duplicate: {
    description:
      "A lead of the last 90 days has the same phone or email and the same case type, and `onDuplicate` is `reject`.",
    detail: "the ID of that lead",
  },
  invalid_state: {
    description: "The record's state does not allow this; the message says what it allows.",
    detail: "the record's status, if it allows other transitions or none",
  },
  case_archived: { description: "The case is archived and read-only." },
  client_merged: {
    description: "The client was merged into another and is read-only.",
    detail: "the ID of the client to use instead",
  },
  lead_converted: { description: "The lead was converted.", detail: "the ID of its case" },
  message_blocked: {
    description: "The message may not be sent to the person now.",
    detail: "why: a value of `sendBlock`, or `not_configured`",
  },
  document_locked: { description: "Another key or member holds the document's lock." },
  record_in_use: { description: "Other records refer to the record; the message names them." },
  limit_reached: {
    description: "The organization or the record has the largest number of these; the message has the number.",
  },
  internal_error: { description: "An error on our side; nothing was changed." },
  storage_full: {
    description:
      "The storage has no room, and nothing was changed: send the request again when the operator has made some; `Retry-After` has the seconds to wait.",
  },
  temporarily_unavailable: {
    description: "The server or its database is temporarily unavailable; `Retry-After` has the seconds to wait.",
  },
};
