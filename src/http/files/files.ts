import type { IncomingMessage } from "node:http";
import { Transform } from "node:stream";
import { AppError, notFound } from "../../contract/errors/error-codes.ts";
import { matchesNone } from "../../contract/revision.ts";
import { toRateLimitKey } from "../../platform/client-ip.ts";
import { filesPath, type PresentedToken } from "../../platform/storage/file-tokens.ts";
import type { HttpResponse } from "../request/response.ts";
import type { Services } from "../services.ts";
import { readClientIp } from "../request/client-ip.ts";
import { describeDisposition } from "./disposition.ts";
import { readRange } from "./read-range.ts";
import type { RequestContext } from "../request/request-context.ts";
import { respondToOptions } from "../request/respond.ts";
import { methodNotAllowed } from "../../rpc/call/route.ts";

/**
 * Serves /api/files: uploads (PUT) and downloads (GET, HEAD) by signed URLs, without a key. Every use of a URL is
 * checked: expiry, key, document. These URLs are never logged.
 */
export async function handleFileRequest(
  services: Services,
  path: string,
  request: IncomingMessage,
  requestContext: RequestContext,
): Promise<HttpResponse> {
  const [use, token, part, more] = readPath(path);
  if (more !== undefined) throw notFound("File URL");
  const allow = use === "upload" ? "PUT, OPTIONS" : "GET, HEAD, OPTIONS";
  const { method = "" } = request;
  if (method === "OPTIONS") return respondToOptions(allow);
  if (use === "upload" ? method !== "PUT" : method !== "GET" && method !== "HEAD") throw methodNotAllowed(allow);
  const clientIp = await limitClientIp(services, request, requestContext);
  requestContext.operation = use === "upload" ? "files.put" : "files.get";
  return use === "upload"
    ? receive(services, request, requestContext, { presented: { token, clientIp }, part })
    : send(services, request, { token, clientIp });
}

type Place = [use: "upload" | "download", token: string, part: string | undefined, more: string | undefined];

function readPath(path: string): Place {
  const steps = path.slice(filesPath.length + 1).split("/");
  const [first = "", second = "", part, more] = steps;
  return first === "uploads"
    ? ["upload", second, part, more]
    : ["download", first, undefined, steps.length > 1 ? second : undefined];
}

/** @returns from where the request comes */
async function limitClientIp(
  services: Services,
  request: IncomingMessage,
  requestContext: RequestContext,
): Promise<string> {
  const clientIp = readClientIp(services, request);
  requestContext.clientIp = clientIp;
  const verdict = await services.limiter.consume(
    "files",
    toRateLimitKey(clientIp),
    services.environment.rateLimits.read,
  );
  if (verdict.allowed) return clientIp;
  throw new AppError("RATE_LIMITED", "Too many file requests from this IP address", {
    headers: {
      "Retry-After": String(verdict.resetsInSeconds),
    },
  });
}

interface ReceivedPart {
  presented: PresentedToken;
  /** Its number in the path; undefined for a file in one part. */
  part: string | undefined;
}

/** @throws NOT_FOUND for a URL that is not valid any more; VALIDATION_FAILED for another size */
async function receive(
  { files }: Services,
  request: IncomingMessage,
  requestContext: RequestContext,
  { presented, part }: ReceivedPart,
): Promise<HttpResponse> {
  if (part !== undefined && !/^[1-9]\d{0,3}$/.test(part)) throw notFound("File URL");
  const number = part === undefined ? null : Number(part);
  const expected = await files.findUpload(presented, number);
  if (request.headers["content-length"] !== String(expected.sizeBytes)) {
    throw new AppError("VALIDATION_FAILED", "Content-Length: must be the declared size", {
      headers: { Connection: "close" },
      errorReason: "file_mismatch",
    });
  }
  requestContext.takesFile = true;
  return whileWhole(request, async () => {
    const bytes = detach(request);
    if (expected.partNumber === null) {
      const file = await files.spool.take(bytes);
      try {
        await files.completeSinglePartUpload(expected, file);
      } finally {
        await file.drop();
      }
      return acknowledge(true);
    }
    const { upload, key, partNumber, sizeBytes } = expected;
    const etag = await files.tools.storage
      .putPart(key, upload.storageId ?? "", partNumber, { bytes, sizeBytes })
      .catch(async (error: unknown) => {
        // The parts were joined or removed while this one was received: its URL is no longer valid.
        await files.findUpload(presented, number);
        throw error;
      });
    return acknowledge(await files.completePart(expected, etag));
  });
}

/**
 * A copy of the body's stream: if the storage fails it destroys its source, and the request must survive to get a
 * response.
 */
function detach(request: IncomingMessage): Transform {
  const bytes = request.pipe(new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) }));
  request.once("close", () => {
    if (!request.complete) bytes.destroy(new Error("The request ended early."));
  });
  return bytes;
}

/** The client has disconnected: nobody reads the response, but the log must not count it as a server error. */
async function whileWhole(request: IncomingMessage, work: () => Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await work();
  } catch (error) {
    if (!request.complete && request.destroyed)
      throw new AppError("VALIDATION_FAILED", "body: ended before it was complete", {
        headers: { Connection: "close" },
        errorReason: "incomplete_request",
      });
    throw error;
  }
}

function acknowledge(isComplete: boolean): HttpResponse {
  return {
    status: 200,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ success: true, complete: isComplete }),
  };
}

async function send(
  { files }: Services,
  { method, headers }: IncomingMessage,
  presented: PresentedToken,
): Promise<HttpResponse> {
  const { key, fileName, contentType, sizeBytes, sha256 } = await files.find(presented);
  const etag = `"${sha256}"`;
  const always = {
    ETag: etag,
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-store",
    "Content-Disposition": describeDisposition(fileName),
    // No browser may run the file in our origin.
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
  if (matchesNone(headers["if-none-match"] ?? null, etag)) return { status: 304, headers: always, body: "" };
  const range = readRange(headers.range, headers["if-range"]?.toString(), { etag, sizeBytes });
  if (range === "unsatisfiable") {
    return {
      status: 416,
      headers: { ...always, "Content-Range": `bytes */${sizeBytes}`, "Content-Length": "0" },
      body: "",
    };
  }
  const length = range === null ? sizeBytes : range.last - range.first + 1;
  const bytes = method === "HEAD" ? null : await files.tools.storage.read(key, range ?? undefined);
  return {
    status: range === null ? 200 : 206,
    headers: {
      ...always,
      "Content-Type": contentType,
      "Content-Length": String(length),
      ...(range !== null && { "Content-Range": `bytes ${range.first}-${range.last}/${sizeBytes}` }),
    },
    body: "",
    ...(bytes !== null && { bytes }),
  };
}
