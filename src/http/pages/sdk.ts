import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { notFound } from "../../contract/errors/error-codes.ts";
import { matchesNone } from "../../contract/revision.ts";
import { sha256 } from "../../platform/crypto/digest.ts";
import type { HttpResponse } from "../request/response.ts";

export const sdkPath = "/sdk/caseport.tgz";
/** `npm start` builds it (cli/sdk/build.ts). */
export const sdkTarball = join(import.meta.dirname, "..", "..", "..", ".sdk", "caseport.tgz");

/**
 * Serves the tarball for `npm install <server>/sdk/caseport.tgz`. Requires no key: it has nothing that the API
 * reference has not.
 */
export async function handleSdk({ headers: sent }: IncomingMessage): Promise<HttpResponse> {
  const bytes = await readFile(sdkTarball).catch(() => {
    throw notFound("Path");
  });
  const headers = {
    ETag: `"${sha256(bytes.toString("latin1")).toString("base64url").slice(0, 22)}"`,
    "Cache-Control": "no-cache",
    "Content-Type": "application/gzip",
  };
  return matchesNone(sent["if-none-match"] ?? null, headers.ETag)
    ? { status: 304, headers, body: "" }
    : { status: 200, headers, body: "", bytes };
}
