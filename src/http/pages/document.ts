import type { IncomingMessage } from "node:http";
import { matchesNone } from "../../contract/revision.ts";
import { sha256 } from "../../platform/crypto/digest.ts";
import type { HttpResponse } from "../rest/response.ts";

/** Serves GET /api/v1/openapi.json: the document is serialized once, at start. Requires no key. */
export function createDocumentHandler(description: object): (request: IncomingMessage) => HttpResponse {
  const body = JSON.stringify(description);
  const etag = `"${sha256(body).toString("base64url").slice(0, 22)}"`;
  const headers = { "Content-Type": "application/json", ETag: etag, "Cache-Control": "no-cache" };
  return ({ headers: sent }) => {
    if (matchesNone(sent["if-none-match"] ?? null, etag)) return { status: 304, headers, body: "" };
    return { status: 200, headers, body };
  };
}
