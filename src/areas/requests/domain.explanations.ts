import type { ErrorCode } from "../../contract/error-codes.ts";
import type { RejectionCheck, RejectedKeyState } from "../../contract/portal/request-log.ts";
import { isElevated, isScope } from "../../contract/scopes.ts";
import type { Explanation, LoggedRequest } from "./schema.ts";

type DescriptionList = Pick<LoggedRequest, "refusedBy" | "code" | "keyState" | "scope">;
type ExplanationTexts = [sentence: string, cure: string | null, cureLink?: Explanation["cureLink"]];

/** By the state that the key was in. */
const ofKeyState: Record<RejectedKeyState, ExplanationTexts> = {
  expired: ["The key has expired.", "Rotate it with a new expiry, and give the program the new secret.", "rotate"],
  paused: ["The key was paused.", "Resume it: its secret goes on working.", "resume"],
  revoked: ["The key was revoked, which is final.", "Create a new key for the program, if it is still wanted."],
  secret_retired: [
    "The request carried an older secret of the key, whose time after the rotation is over.",
    "Give the program the newest secret. If nobody has stored it, rotate the key again.",
    "rotate",
  ],
};

/** By the code, where the check alone does not tell. */
const ofCode: Partial<Record<`${RejectionCheck} ${ErrorCode}`, ExplanationTexts>> = {
  "route NOT_FOUND": ["The path names no operation of the API.", "Compare the path with the API reference: no slash at the end, no doubled slash."],
  "route METHOD_NOT_ALLOWED": ["The path exists, but does not answer this method.", "The answer's Allow header lists the methods that it does answer."],
  "route VALIDATION_FAILED": ["A part of the path was not valid percent-encoding.", "Encode ids in the path as UTF-8, percent-encoded."],
  "media PAYLOAD_TOO_LARGE": ["The body was larger than 1 MiB.", "Send less in one request."],
  "media UNSUPPORTED_MEDIA_TYPE": ["The body was not plain JSON.", "Send it with Content-Type: application/json, and without compression."],
  "media VALIDATION_FAILED": ["The request broke off before its body was complete.", "Look for a time limit or a proxy between the program and this server."],
  "idempotency IDEMPOTENCY_CONFLICT": [
    "The idempotency key was used before, with a different request.",
    "Send a new X-Idempotency-Key for every new change, and the same one only to repeat a request byte for byte.",
  ],
  "idempotency IDEMPOTENCY_IN_PROGRESS": [
    "A request with the same idempotency key was still being worked on.",
    "Nothing is wrong: repeat it after the time in Retry-After, and the answer of the first comes back.",
  ],
  "domain NOT_FOUND": ["There is no such record in this organization.", "Check the id; a record of another organization cannot be seen with this key."],
  "domain STALE_REVISION": ["The record had changed since the revision that was sent.", "Read the record again and repeat the change with its new revision."],
  "domain INVALID_STATE_TRANSITION": ["The record's state did not allow this step.", "The answer's message names the steps that it allows."],
  "domain DUPLICATE_ENTRY": ["A record with the same unique value exists.", "Choose another value, or use the record that exists."],
  "domain FORBIDDEN": ["A key may not do this, whatever its scopes.", "A member with the permission does it in the portal."],
  "server SERVICE_UNAVAILABLE": ["The database was away for a moment. Nothing was changed.", "Repeat the request after the time in Retry-After."],
};

const ofCheck: Record<RejectionCheck, ExplanationTexts> = {
  route: ["The request named no operation of the API.", "Compare method and path with the API reference."],
  media: ["The body could not be read.", "Send JSON of at most 1 MiB."],
  key: [
    "The key was not accepted, and is in order now.",
    "It was paused, expired or retired at that moment, or an Authorization: Bearer header came with it: send the key in x-api-key alone.",
  ],
  rate: ["The key, or all keys of the organization together, sent too many requests in a minute.", "Wait as Retry-After says, and spread the requests."],
  network: ["The request came from an address outside the key's allowed networks.", "Add the program's network under Edit → Allowed networks.", "networks"],
  scope: ["The key lacked the scope that the operation needs.", "Add it under Edit → Scopes.", "edit_scopes"],
  acting_attorney: ["The key had no active acting attorney, whom this operation needs.", "Choose an active attorney of the firm under Edit → Acting attorney.", "acting_attorney"],
  input: ["Something that was sent did not fit: a field, a query parameter or a header.", "The answer's message lists every fault with its path."],
  idempotency: ["The idempotency key did not allow the request.", "Send a new X-Idempotency-Key for every new change."],
  domain: ["A rule of the operation refused it.", "The answer's message says which."],
  server: ["An error on our side. Nothing was changed.", "Repeat the request; if it fails again, tell us its request id."],
};

/** Which check refused a request, and what would cure it: in words of the domain. */
export function explain(request: DescriptionList): Explanation {
  const { refusedBy } = request;
  if (refusedBy === null) return { check: null, sentence: "The request was answered; it was not refused.", cure: null, cureLink: "none" };
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
    return [sentence, "Request it under Edit → Scopes: it is an elevated scope, and a platform administrator grants it.", "edit_scopes"];
  }
  return [sentence, "Add it under Edit → Scopes.", "edit_scopes"];
}
