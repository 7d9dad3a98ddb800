import { errorDescription, errorStatus, type ErrorCode } from "../contract/errors/error-codes.ts";
import { errorReasons, sentReasons, type SentReason } from "../contract/errors/error-reasons.ts";
import { errorReasonTexts } from "../contract/errors/error-reason-texts.ts";
import type { DocumentedResponse } from "./document.ts";

/** What a client does about an error code. */
export const errorAdvice: Record<ErrorCode, string> = {
  VALIDATION_FAILED:
    "Correct the fields that `error` names. Do not retry unchanged. With the reason `cursor_expired`, start the copy again.",
  UNAUTHORIZED: "Stop sending, and have a member of the firm check the key in the portal.",
  FORBIDDEN: "Have the scope that `X-Error-Detail` names, or your network, added to the key. Do not retry unchanged.",
  NOT_FOUND: "Check the ID. If your copy has the record, it was deleted: read the event feed.",
  METHOD_NOT_ALLOWED: "Use a method that `Allow` lists.",
  INVALID_STATE_TRANSITION: "Read the record again, and choose a transition that `error` names.",
  DUPLICATE_ENTRY:
    "Use the existing record: `X-Error-Detail` has its ID where the key may know it, or look for it by the unique value, such as `externalId`.",
  STALE_REVISION:
    "Read the record again, apply your change to it, and send it with the new `ETag` and a new idempotency key.",
  IDEMPOTENCY_CONFLICT: "Use a new key for another request. To repeat the first one, send exactly the same request.",
  IDEMPOTENCY_IN_PROGRESS: "Send the same request again after `Retry-After`.",
  INTEGRATION_NOT_CONFIGURED: "Have a member of the firm choose an active acting attorney for the key.",
  PAYLOAD_TOO_LARGE: "Send less. Upload larger files in parts.",
  UNSUPPORTED_MEDIA_TYPE: "Send `Content-Type: application/json`, uncompressed.",
  RATE_LIMITED: "Wait for the seconds in `Retry-After`, then send the same request again.",
  INTERNAL_ERROR:
    "Send the same request again with the same idempotency key: after `Retry-After` if there is one, otherwise with growing pauses.",
};

/** Rows of code, status, meaning and advice. */
export function listErrorCodes(): [string, string, string, string][] {
  return (Object.keys(errorStatus) as ErrorCode[]).map((code) => [
    `\`${code}\``,
    String(errorStatus[code]),
    errorDescription[code],
    errorAdvice[code],
  ]);
}

/** Rows of reason, code, meaning and detail. */
export function listErrorReasons(): [string, string, string, string][] {
  return sentReasons.map((name) => {
    const { description, detail = "–" } = errorReasonTexts[name];
    return [`\`${name}\``, `\`${errorReasons[name].code}\``, description, detail];
  });
}

/** Statuses of requests that never reach an operation: the same for all of them. */
const ofTransport: ReadonlySet<string> = new Set(["408", "417", "431"]);

export interface DocumentedError {
  status: string;
  code: ErrorCode;
  reasons: readonly SentReason[];
  /** What a client does about it, as Markdown. */
  advice: string;
}

/** The errors that a response of an operation can have, one for each code. */
export function listErrors({ status, codes }: Pick<DocumentedResponse, "status" | "codes">): DocumentedError[] {
  if (ofTransport.has(status)) return [];
  return codes.map(({ code, reasons }) => ({ status, code, reasons, advice: errorAdvice[code] }));
}
