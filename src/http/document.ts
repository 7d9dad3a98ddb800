import type { IncomingMessage } from "node:http";
import { AppError } from "../contract/error-codes.ts";
import { matchesNone } from "../contract/revision.ts";
import { sha256 } from "../platform/digest.ts";
import type { Answer } from "./answer.ts";
import { describeRefusal } from "./respond.ts";

const allow = { Allow: "GET, HEAD, OPTIONS" };

/** Makes the answer of GET /api/v1/openapi.json: the document is written out once, at start. Needs no key. */
export function createDocumentAnswer(description: object): (request: IncomingMessage) => Answer {
  const body = JSON.stringify(description);
  const etag = `"${sha256(body).toString("base64url").slice(0, 22)}"`;
  const headers = { "Content-Type": "application/json", ETag: etag, "Cache-Control": "no-cache" };
  return ({ method, headers: sent }) => {
    if (method === "OPTIONS") return { status: 204, headers: allow, body: "" };
    if (method !== "GET" && method !== "HEAD") {
      return describeRefusal(new AppError("METHOD_NOT_ALLOWED", "This path does not answer this method", allow));
    }
    if (matchesNone(sent["if-none-match"] ?? null, etag)) return { status: 304, headers, body: "" };
    return { status: 200, headers, body };
  };
}
