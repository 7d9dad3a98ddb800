import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { notFound } from "../../contract/errors/error-codes.ts";
import { matchesNone } from "../../contract/revision.ts";
import { sha256 } from "../../platform/crypto/digest.ts";
import type { HttpResponse } from "../request/response.ts";

const folder = join(import.meta.dirname, "..", "..", "..", ".sdk");
/** `npm start` builds both (cli/sdk/build.ts). */
export const sdkTarball = join(folder, "caseport.tgz");
export const sdkModule = join(folder, "caseport.py");

/**
 * The files of the SDKs by path: the tarball for `npm install <server>/sdk/caseport.tgz`, and Python's module. They
 * require no key: they have nothing that the API reference has not.
 */
export const sdkFiles: ReadonlyMap<string, (request: IncomingMessage) => Promise<HttpResponse>> = new Map([
  ["/sdk/caseport.tgz", (request) => serveFile(request, sdkTarball, "application/gzip")],
  ["/sdk/caseport.py", (request) => serveFile(request, sdkModule, "text/x-python; charset=utf-8")],
]);

async function serveFile({ headers: sent }: IncomingMessage, file: string, contentType: string): Promise<HttpResponse> {
  const bytes = await readFile(file).catch(() => {
    throw notFound("Path");
  });
  const headers = {
    ETag: `"${sha256(bytes.toString("latin1")).toString("base64url").slice(0, 22)}"`,
    "Cache-Control": "no-cache",
    "Content-Type": contentType,
  };
  return matchesNone(sent["if-none-match"] ?? null, headers.ETag)
    ? { status: 304, headers, body: "" }
    : { status: 200, headers, body: "", bytes };
}
