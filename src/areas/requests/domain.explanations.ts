import type { ErrorCode } from "../../contract/error-codes.ts";
import type { RejectionCheck, RejectedKeyState } from "../../contract/portal/request-log.ts";
import { isElevated, isScope } from "../../contract/scopes.ts";
import type { Explanation, LoggedRequest } from "./schema.ts";

type DescriptionList = Pick<LoggedRequest, "refusedBy" | "code" | "keyState" | "scope">;
type ExplanationTexts = [sentence: string, cure: string | null, cureLink?: Explanation["cureLink"]];

/** By the state that the key was in. */
const ofKeyState: Record<RejectedKeyState, ExplanationTexts> = {
  expired: ["The key has expired.", "Rotate it with a new expiry, and give the integration the new secret.", "rotate"],
  paused: ["The key was paused.", "Resume it: its secret keeps working.", "resume"],
  revoked: ["The key was revoked. This cannot be undone.", "Create a new key if the integration is still needed."],
  secret_retired: [
    "The request had an older secret of the key, whose overlap after the rotation has ended.",
    "Give the integration the newest secret. If it was not stored, rotate the key again.",
    "rotate",
  ],
};

/** By the code, where the check alone does not tell. */
const ofCode: Partial<Record<`${RejectionCheck} ${ErrorCode}`, ExplanationTexts>> = {
  "route NOT_FOUND": ["The API has no operation with this path.", "Compare the path with the API reference. Remove trailing and double slashes."],
  "route METHOD_NOT_ALLOWED": ["The path exists but does not support this method.", "The response's Allow header lists the supported methods."],
  "route VALIDATION_FAILED": ["The path was not percent-encoded correctly.", "Encode ids in the path as UTF-8, percent-encoded."],
  "media PAYLOAD_TOO_LARGE": ["The body was larger than 1 MiB.", "Send less in one request."],
  "media UNSUPPORTED_MEDIA_TYPE": ["The body was not plain JSON.", "Send it with Content-Type: application/json, and without compression."],
  "media VALIDATION_FAILED": ["The request ended before its body was complete.", "Check timeouts and proxies between the integration and this server."],
  "idempotency IDEMPOTENCY_CONFLICT": [
    "The idempotency key was already used with a different request.",
    "Send a new X-Idempotency-Key for every new change. Send the same one only to retry the identical request.",
  ],
  "idempotency IDEMPOTENCY_IN_PROGRESS": [
    "A request with the same idempotency key was still running.",
    "Retry after the time in Retry-After; the response of the first request is returned.",
  ],
  "domain NOT_FOUND": ["This organization has no such record.", "Check the ID. This key cannot read records of other organizations."],
  "domain STALE_REVISION": ["The record had changed since the revision in the request.", "Read the record again and repeat the change with its new revision."],
  "domain INVALID_STATE_TRANSITION": ["The record's state did not allow this transition.", "The error message lists the allowed transitions."],
  "domain DUPLICATE_ENTRY": ["A record with the same unique value exists.", "Choose another value, or use the record that exists."],
  "domain FORBIDDEN": ["Keys cannot do this, whatever their scopes.", "A member with the permission can do it in the portal."],
  "server SERVICE_UNAVAILABLE": ["The database was temporarily unavailable. Nothing was changed.", "Retry after the time in Retry-After."],
};

const ofCheck: Record<RejectionCheck, ExplanationTexts> = {
  route: ["The API has no such operation.", "Compare method and path with the API reference."],
  media: ["The body could not be read.", "Send JSON of at most 1 MiB."],
  key: [
    "The key was rejected, but is valid now.",
    "The key was paused, expired or replaced at that time, or the request also had an Authorization: Bearer header. Send the key only in x-api-key.",
  ],
  rate: ["The key, or the organization's keys together, exceeded the requests per minute.", "Retry after the time in Retry-After, and spread the requests."],
  network: ["The client's IP address is not in the key's allowed networks.", "Add the integration's network under Edit → Allowed networks.", "networks"],
  scope: ["The key lacked the scope that the operation requires.", "Add it under Edit → Scopes.", "edit_scopes"],
  acting_attorney: ["The operation requires an acting attorney, and the key had no active one.", "Choose an active attorney of the firm under Edit → Acting attorney.", "acting_attorney"],
  input: ["A field, a query parameter or a header was invalid.", "The error message lists every invalid field with its path."],
  idempotency: ["The request was rejected because of its idempotency key.", "Send a new X-Idempotency-Key for every new change."],
  domain: ["A rule of the operation rejected it.", "The error message says which."],
  server: ["An error on our side. Nothing was changed.", "Retry the request. If it fails again, contact support with the request ID."],
};

/** Which check rejected a request, and what would cure it: in words of the domain. */
export function explain(request: DescriptionList): Explanation {
  const { refusedBy } = request;
  if (refusedBy === null) return { check: null, sentence: "The request succeeded; it was not rejected.", cure: null, cureLink: "none" };
  const [sentence, cure, cureLink = "none"] = chooseTexts(refusedBy, request);
  return { check: refusedBy, sentence, cure, cureLink };
}

function chooseTexts(check: RejectionCheck, { code, keyState, scope }: DescriptionList): ExplanationTexts {
  if (keyState !== null) return ofKeyState[keyState];
  if (check === "scope" && scope !== null) return describeMissing(scope);
  return ofCode[`${check} ${code ?? ""}` as `${RejectionCheck} ${ErrorCode}`] ?? ofCheck[check];
}

function describeMissing(scope: string): ExplanationTexts {
  const sentence = `The key lacked the scope ${scope}.`;
  if (isScope(scope) && isElevated(scope)) {
    return [sentence, "Request it under Edit → Scopes. It is an elevated scope; a platform administrator must grant it.", "edit_scopes"];
  }
  return [sentence, "Add it under Edit → Scopes.", "edit_scopes"];
}
