import type { ErrorCode } from "../../contract/errors/error-codes.ts";
import type { ErrorReason } from "../../contract/errors/error-reasons.ts";
import type { RejectionCheck, RejectedKeyState } from "../../contract/portal/request-log.ts";
import { isElevated, isScope } from "../../contract/scopes.ts";
import type { Explanation, LoggedRequest } from "./schema.ts";

type ExplainedRequest = Pick<
  LoggedRequest,
  "rejectedBy" | "code" | "reason" | "keyState" | "scope" | "operation" | "status"
>;
type ExplanationTexts = [summary: string, fix: string | null, fixLink?: Explanation["fixLink"]];

const ofKeyState: Record<RejectedKeyState, ExplanationTexts> = {
  expired: ["The key has expired.", "Rotate it with a new expiry, and give the integration the new secret.", "rotate"],
  paused: ["The key was paused.", "Resume it. Its secret stays valid.", "resume"],
  revoked: ["The key was revoked. This cannot be undone.", "Create a new key if the integration still needs access."],
  secret_retired: [
    "The request used a previous secret of the key, whose overlap after the rotation has ended.",
    "Give the integration the current secret. If it was not stored, rotate the key again.",
    "rotate",
  ],
};

/** Explanations by code, for checks that reject for several reasons. */
const ofCode: Partial<Record<`${RejectionCheck} ${ErrorCode}`, ExplanationTexts>> = {
  "route NOT_FOUND": [
    "The path does not match any operation.",
    "Compare the path with the API reference: no trailing slash, no double slash.",
  ],
  "route METHOD_NOT_ALLOWED": [
    "The path exists but does not accept this method.",
    "The response's Allow header lists the accepted methods.",
  ],
  "route VALIDATION_FAILED": [
    "A part of the path was not valid percent-encoding.",
    "Percent-encode IDs in the path as UTF-8.",
  ],
  "media PAYLOAD_TOO_LARGE": ["The body was larger than 1 MiB.", "Send a smaller body."],
  "media UNSUPPORTED_MEDIA_TYPE": [
    "The body was not plain JSON.",
    "Send it with Content-Type: application/json and without compression.",
  ],
  "media VALIDATION_FAILED": [
    "The connection closed before the body was complete.",
    "Check for timeouts or a proxy between the integration and this server.",
  ],
  "idempotency IDEMPOTENCY_CONFLICT": [
    "The idempotency key was used before, with a different request.",
    "Send a new X-Idempotency-Key for every change. Reuse a key only to retry an identical request.",
  ],
  "idempotency IDEMPOTENCY_IN_PROGRESS": [
    "A request with the same idempotency key was still running.",
    "No change is needed. Retry after the time in Retry-After to get the first request's response.",
  ],
  "domain NOT_FOUND": [
    "No record with this ID exists in this organization.",
    "Check the ID. This key cannot read records of other organizations.",
  ],
  "domain STALE_REVISION": [
    "The record changed after the revision in the request.",
    "Read the record again, then retry with its current revision.",
  ],
  "domain INVALID_STATE_TRANSITION": [
    "The record's state did not allow this step.",
    "The response message lists the allowed steps.",
  ],
  "domain DUPLICATE_ENTRY": [
    "A record with the same unique value exists.",
    "Use another value, or the existing record.",
  ],
  "domain FORBIDDEN": [
    "A rule of the operation that scopes do not change rejected the key.",
    "The API reference describes the rule at the operation. A member with the permission can do it in the portal.",
  ],
};

/** Explanations by reason, where a code has several. */
const ofReason: Partial<Record<ErrorReason, ExplanationTexts>> = {
  acting_attorney_deactivated: [
    "The operation needs an acting attorney, and the key's attorney is deactivated.",
    "Choose an active attorney of the firm under Edit → Acting attorney.",
    "acting_attorney",
  ],
  cursor_invalid: [
    "The cursor is not one of this list.",
    "Send the nextCursor of the same list, with the same filters, or omit after to start at the beginning.",
  ],
  cursor_expired: [
    "The cursor points to events that are no longer stored.",
    "Omit after and synchronize again from the beginning: events are kept for 90 days.",
  ],
};

const temporarilyUnavailable: ExplanationTexts = [
  "The database was temporarily unavailable. Nothing was changed.",
  "Retry after the time in Retry-After.",
];

const ofWebhook: ExplanationTexts = [
  "The webhook belongs to another key.",
  "Use the webhook's own key. A member can change it under Webhooks.",
];

/** Explanations by the first part of the operation's name, for the rules that reject keys whatever their scopes. */
const ofForbidden: Readonly<Record<string, ExplanationTexts>> = {
  reports: [
    "The run includes an organization that it may not cover, or the key's acting attorney lacks a permission for it.",
    "Give the attorney the permissions for child organizations and the report's data, or set organizationIds to your own organization.",
    "acting_attorney",
  ],
  serviceAccounts: [
    "Keys cannot widen themselves, take over other keys, or grant elevated scopes without a purpose.",
    "A member can make the change under API keys. To request an elevated scope, send purpose.",
  ],
  webhookSubscriptions: ofWebhook,
  webhookDeliveries: ofWebhook,
};

const ofCheck: Record<RejectionCheck, ExplanationTexts> = {
  route: ["The request does not match any operation.", "Compare the method and path with the API reference."],
  media: ["The body could not be read.", "Send JSON of at most 1 MiB."],
  key: [
    "The key was rejected, but is valid now.",
    "It was paused, expired or rotated out at that time, or the request also had an Authorization: Bearer header. Send the key only in x-api-key.",
  ],
  rate: [
    "The key, or all keys of the organization together, sent too many requests in a minute.",
    "Wait for the time in Retry-After, and spread requests over time.",
  ],
  network: [
    "The IP address is not in the key's allowed networks.",
    "Add the integration's network under Edit → Allowed networks.",
    "networks",
  ],
  scope: ["The key lacked the operation's scope.", "Add it under Edit → Scopes.", "edit_scopes"],
  acting_attorney: [
    "The operation needs an acting attorney, and the key had no active one.",
    "Choose an active attorney of the firm under Edit → Acting attorney.",
    "acting_attorney",
  ],
  input: ["A field, query parameter or header was invalid.", "The response message lists every error with its path."],
  idempotency: ["The idempotency key did not allow the request.", "Send a new X-Idempotency-Key for every change."],
  domain: ["A rule of the operation rejected the request.", "The response message names the rule."],
  server: [
    "An internal error occurred. Nothing was changed.",
    "Retry. If it fails again, contact support with the request ID.",
  ],
};

/** What the key has now: a remedy that is already under way is not suggested. */
interface KeyNow {
  scopes: readonly string[];
  pendingScopes: readonly string[];
}

const nothing: KeyNow = { scopes: [], pendingScopes: [] };

export function explain(request: ExplainedRequest, key: KeyNow = nothing): Explanation {
  const { rejectedBy } = request;
  if (rejectedBy === null)
    return { check: null, summary: "The request succeeded; no check rejected it.", fix: null, fixLink: "none" };
  const [summary, fix, fixLink = "none"] = chooseTexts(rejectedBy, request, key);
  return { check: rejectedBy, summary, fix, fixLink };
}

function chooseTexts(
  check: RejectionCheck,
  { code, keyState, scope, operation, status, reason }: ExplainedRequest,
  key: KeyNow,
): ExplanationTexts {
  if (keyState !== null) return ofKeyState[keyState];
  if (check === "scope" && scope !== null) return describeMissing(scope.split(", "), key);
  const ofTheReason = reason === null ? undefined : ofReason[reason];
  if (ofTheReason !== undefined) return ofTheReason;
  if (check === "server" && status === 503) return temporarilyUnavailable;
  const ofRule = check === "domain" && code === "FORBIDDEN" ? ofForbidden[operation?.split(".")[0] ?? ""] : undefined;
  if (ofRule !== undefined) return ofRule;
  return ofCode[`${check} ${code ?? ""}` as `${RejectionCheck} ${ErrorCode}`] ?? ofCheck[check];
}

function describeMissing(missing: readonly string[], { scopes, pendingScopes }: KeyNow): ExplanationTexts {
  const summary = `The key lacked the scope${missing.length > 1 ? "s" : ""} ${missing.join(", ")}.`;
  const open = missing.filter((each) => !scopes.includes(each) && !pendingScopes.includes(each));
  const pending = missing.filter((each) => !scopes.includes(each) && pendingScopes.includes(each));
  const wait = pending.length === 0 ? "" : `${pending.join(", ")} is requested: a platform administrator decides.`;
  if (open.length === 0) return [summary, wait === "" ? "The key has it now. Send the request again." : wait];
  const remedy = describeRemedy(open, missing);
  return [summary, wait === "" ? remedy : `${remedy} ${wait}`, "edit_scopes"];
}

/** How to get the missing scopes that the key has not, and has not requested. */
function describeRemedy(open: readonly string[], missing: readonly string[]): string {
  const elevated = open.filter((each) => isScope(each) && isElevated(each));
  if (open.length > 1) {
    return elevated.length === 0
      ? "Add them under Edit → Scopes."
      : `Add or request them under Edit → Scopes. A platform administrator grants ${elevated.join(", ")}.`;
  }
  const named = open.length < missing.length ? open.join() : "it";
  return elevated.length === 0
    ? `Add ${named} under Edit → Scopes.`
    : `Request ${named} under Edit → Scopes. It is an elevated scope: a platform administrator grants it.`;
}
