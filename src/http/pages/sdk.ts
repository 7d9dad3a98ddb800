import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { notFound } from "../../contract/errors/error-codes.ts";
import { matchesNone } from "../../contract/revision.ts";
import { sha256 } from "../../platform/crypto/digest.ts";
import type { HttpResponse } from "../request/response.ts";

const folder = join(import.meta.dirname, "..", "..", "..", ".sdk");
/** `npm start` builds them (cli/sdk/build.ts). */
export const sdkTarball = join(folder, "caseport.tgz");
export const sdkModule = join(folder, "caseport.py");
export const n8nTarball = join(folder, "n8n-nodes-caseport.tgz");
export const zapierTarball = join(folder, "caseport-zapier.tgz");

/**
 * The files of the SDKs and connectors by path: the tarball for `npm install <server>/sdk/caseport.tgz`, Python's
 * module, and the packages of n8n and Zapier. They require no key: they have nothing that the API reference has not.
 */
export const sdkFiles: ReadonlyMap<string, (request: IncomingMessage) => Promise<HttpResponse>> = new Map([
  ["/sdk/caseport.tgz", (request) => serveFile(request, sdkTarball, "application/gzip")],
  ["/sdk/caseport.py", (request) => serveFile(request, sdkModule, "text/x-python; charset=utf-8")],
  ["/sdk/n8n-nodes-caseport.tgz", (request) => serveFile(request, n8nTarball, "application/gzip")],
  ["/sdk/caseport-zapier.tgz", (request) => serveFile(request, zapierTarball, "application/gzip")],
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
