import { STATUS_CODES, createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { AppError } from "../contract/error-codes.ts";
import type { Logger } from "../platform/observability/logger.ts";
import type { HttpResponse } from "./rest/response.ts";
import { createRequestContext, completeResponse, respondWithRejection } from "./rest/respond.ts";
import type { RequestContext } from "./rest/respond.ts";
import { isWithin, splitTarget } from "./rest/route.ts";
import { writeResponse } from "./rest/write-response.ts";

/** Slow and half-sent requests are cut off: see platform-notes, "Next 16.4 traps". Milliseconds. */
const limits = {
  headersTimeout: 8_000,
  // Of a request that brings a file; every other body is watched below.
  requestTimeout: 3_600_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
} as const;

/** For how long a body may take to arrive; and of a file, for how long no more than this may come of it. */
const bodyMilliseconds = 20_000;
const leastFileBytes = 8_192;

export type GatedListener = (request: IncomingMessage, response: ServerResponse, requestContext: RequestContext) => Promise<void> | void;

/** A refusal below the level of operations: the envelope, with the status that HTTP has for it. */
interface FormFault {
  status: number;
  rejection: AppError;
}

/** The latest request of a connection. */
interface Latest {
  response: ServerResponse;
  requestContext: RequestContext;
}

/**
 * A node:http server that lets through only requests in plain form and answers all others itself, in the error envelope.
 * @param listener gets the requests that could be read
 */
export function createGatedServer(logger: Logger, listener: GatedListener): Server {
  const latest = new WeakMap<Duplex, Latest>();
  // A missing Host is refused below, in our own envelope.
  const server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
    const requestContext = createRequestContext(request);
    latest.set(request.socket, { response, requestContext });
    limitBodyTime(request, requestContext, () => server.emit("clientError", timeout, request.socket));
    void listener(request, response, requestContext);
  });
  const respond = (requestContext: RequestContext, { rejection, status }: FormFault) =>
    completeResponse(logger, requestContext, respondWithRejection(requestContext, rejection, status));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const requestContext = attribute(latest.get(socket), socket);
    if (requestContext === null) return;
    if (socket.writable) writeToSocket(socket, respond(requestContext, describeClientError(error)));
    else socket.destroy();
  });
  server.on("connect", (request, socket: Duplex) => {
    const fault = rejectForm(405, "CONNECT is not supported", { Allow: "GET, HEAD, OPTIONS" });
    writeToSocket(socket, respond(createRequestContext(request), fault));
  });
  server.on("checkExpectation", (request, response) => {
    const fault = rejectForm(417, "Expect: only 100-continue is supported", { Connection: "close" });
    writeResponse(request, response, respond(createRequestContext(request), fault));
  });
  return server;
}

/** As node:http itself says it. */
const timeout = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

/** Cuts off a body that does not come: whole within 20 seconds, or, of a file, something in every 20 seconds. */
function limitBodyTime(request: IncomingMessage, requestContext: RequestContext, cutOff: () => void): void {
  const { headers, socket } = request;
  if (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0) return;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - seen;
    seen = socket.bytesRead;
    if (request.complete || request.destroyed) clearInterval(timer);
    else if (requestContext.takesFile !== true || arrived < leastFileBytes) {
      clearInterval(timer);
      cutOff();
    }
  }, bodyMilliseconds).unref();
  request.once("close", () => clearInterval(timer));
}

/**
 * To which exchange the answer to a client's error belongs: to the request within whose body it came, else to one that
 * never got a head. Null where no answer may follow: it would be taken for that of the request before.
 */
function attribute(latest: Latest | undefined, socket: Duplex): RequestContext | null {
  if (latest === undefined) return createRequestContext(null);
  const { response, requestContext } = latest;
  if (response.req.complete) {
    if (response.headersSent) return createRequestContext(null);
    response.setHeader("Connection", "close");
    return null;
  }
  if (!response.headersSent) return requestContext;
  // Answered before its body was read whole, and the rest of the body is broken.
  socket.end(() => socket.destroy());
  return null;
}

/** Why a request may not pass; null when it may. Under /api its path and query are judged in their turn, after the route. */
export function validateForm(request: IncomingMessage): FormFault | null {
  const { url = "", method, headers, httpVersion } = request;
  if (httpVersion === "1.1" && headers.host === undefined) return rejectForm(400, "Host: required");
  // Absolute form (and `*`) would let Next redirect to the host that the target names.
  if (!url.startsWith("/")) return rejectForm(400, "The request target must be a path");
  if (isWithin(splitTarget(url)[0], "/api")) return null;
  if (method === "TRACE") return rejectForm(405, "TRACE is not supported", { Allow: "GET, HEAD" });
  if (!isPercentEncoded(url)) return rejectForm(400, "path: must be percent-encoded UTF-8");
  return null;
}

/** Whether every `%` of an address begins an escape, and the whole is UTF-8. */
export function isPercentEncoded(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

function rejectForm(status: number, message: string, headers: Record<string, string> = {}): FormFault {
  return { status, rejection: new AppError(status === 405 ? "METHOD_NOT_ALLOWED" : "VALIDATION_FAILED", message, headers) };
}

function describeClientError(error: NodeJS.ErrnoException): FormFault {
  if (error.code === "HPE_HEADER_OVERFLOW") return rejectForm(431, "The request's headers are larger than 16 KiB");
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return rejectForm(408, "The request did not arrive in time");
  return rejectForm(400, "The request is not well-formed HTTP");
}

/** Writes an answer where node:http has no response for it, and closes. */
function writeToSocket(socket: Duplex, answer: HttpResponse): void {
  // After CONNECT nobody else listens, and a client that resets the connection would end the process.
  socket.on("error", () => socket.destroy());
  const headers = { ...answer.headers, "Content-Length": String(Buffer.byteLength(answer.body)), Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}`, ...lines, "", ""].join("\r\n");
  socket.end(head + answer.body, () => socket.destroy());
}
