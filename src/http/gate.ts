import { STATUS_CODES, createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { AppError } from "../contract/errors/error-codes.ts";
import { transportMessages } from "../contract/messages.ts";
import type { Logger } from "../platform/observability/logger.ts";
import type { Connections } from "./connections.ts";
import { runInTurn } from "./pipelining.ts";
import type { HttpResponse } from "./request/response.ts";
import type { RequestContext } from "./request/request-context.ts";
import { createRequestContext, completeResponse, respondWithRejection } from "./request/respond.ts";
import { isWithin, splitTarget } from "../rpc/call/route.ts";
import { writeResponse } from "./write-response.ts";

/** Slow and incomplete requests are closed; Next sets no such limits. Milliseconds. */
const limits = {
  headersTimeout: 8_000,
  // For a request with a file; limitBodyTime bounds all other bodies.
  requestTimeout: 3_600_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
} as const;

/** How long a body may take. A file may take longer if it sends at least this many bytes in each such period. */
const bodyMilliseconds = 20_000;
const minFileBytes = 8_192;

export type GatedListener = (
  request: IncomingMessage,
  response: ServerResponse,
  requestContext: RequestContext,
) => Promise<void> | void;

/** A rejection below the level of operations: the error envelope with an HTTP status. */
interface FormFault {
  status: number;
  rejection: AppError;
}

interface Latest {
  response: ServerResponse;
  requestContext: RequestContext;
}

interface GateOptions {
  logger: Logger;
  connections: Connections;
  /** Of every response that is not a page's. */
  headers: Readonly<Record<string, string>>;
}

/**
 * A node:http server that passes only well-formed requests to the listener, and rejects all others with the error
 * envelope.
 *
 * @param listener gets the well-formed requests, those of a connection one after the other
 */
export function createGatedServer({ logger, connections, headers }: GateOptions, listener: GatedListener): Server {
  const describe = (request: IncomingMessage | null) => createRequestContext(request, headers);
  const latest = new WeakMap<Duplex, Latest>();
  // validateForm rejects a missing Host, with the error envelope.
  const server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
    const requestContext = describe(request);
    latest.set(request.socket, { response, requestContext });
    runInTurn(response, () => {
      limitBodyTime(request, requestContext, () => server.emit("clientError", timeout, request.socket));
      void listener(request, response, requestContext);
    });
  });
  server.on("connection", (socket) => connections.accept(socket));
  const respond = (requestContext: RequestContext, { rejection, status }: FormFault) =>
    completeResponse(logger, requestContext, respondWithRejection(requestContext, rejection, status));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const requestContext = attribute(latest.get(socket), socket, () => describe(null));
    if (requestContext === null) return;
    if (socket.writable) writeToSocket(socket, respond(requestContext, describeClientError(error)));
    else socket.destroy();
  });
  server.on("connect", (request, socket: Duplex) => {
    const fault = rejectForm(405, "CONNECT is not supported", { Allow: "GET, HEAD, OPTIONS" });
    writeToSocket(socket, respond(describe(request), fault));
  });
  server.on("checkExpectation", (request, response) => {
    const fault = rejectForm(417, transportMessages[417], { Connection: "close" });
    writeResponse(request, response, respond(describe(request), fault));
  });
  return server;
}

/** The error that node:http uses. */
const timeout = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

/** Closes the connection if the body does not arrive within 20 seconds; for a file, if too little arrives in 20 seconds. */
function limitBodyTime(request: IncomingMessage, requestContext: RequestContext, cutOff: () => void): void {
  const { headers, socket } = request;
  if (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0) return;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - seen;
    seen = socket.bytesRead;
    if (request.complete || request.destroyed) clearInterval(timer);
    else if (requestContext.takesFile !== true || arrived < minFileBytes) {
      clearInterval(timer);
      cutOff();
    }
  }, bodyMilliseconds).unref();
  request.once("close", () => clearInterval(timer));
}

/**
 * The request context for the response to a client error: that of the request whose body was being read, else a new
 * one. Null where no response may follow: the client would take it for that of the previous request.
 */
function attribute(latest: Latest | undefined, socket: Duplex, create: () => RequestContext): RequestContext | null {
  if (latest === undefined) return create();
  const { response, requestContext } = latest;
  if (response.req.complete) {
    if (response.headersSent) return create();
    response.setHeader("Connection", "close");
    return null;
  }
  if (!response.headersSent) return requestContext;
  // The response was sent before the body was read, and the rest of the body is malformed.
  socket.end(() => socket.destroy());
  return null;
}

/**
 * What is wrong with a request's form; null if nothing is. Under /api, path and query are checked later, after the
 * route.
 */
export function validateForm(request: IncomingMessage): FormFault | null {
  const { url = "", method, headers, httpVersion } = request;
  const framing = findFramingFault(request);
  // What follows on the connection may be read differently by a proxy in front: it is not read at all.
  if (framing !== null) return rejectForm(400, framing, { Connection: "close" });
  if (httpVersion === "1.1" && headers.host === undefined) return rejectForm(400, "Host: required");
  // Absolute form (and `*`) would let Next redirect to the host that the target names.
  if (!url.startsWith("/")) return rejectForm(400, "The request target must be a path");
  if (isWithin(splitTarget(url)[0], "/api")) return null;
  if (method === "TRACE") return rejectForm(405, "TRACE is not supported", { Allow: "GET, HEAD" });
  if (!isPercentEncoded(url)) return rejectForm(400, "path: must be percent-encoded UTF-8");
  return null;
}

/** What HTTP forbids and node:http lets pass: a proxy may take such a request for another one. */
function findFramingFault({ httpVersion, httpVersionMajor, headers, rawHeaders }: IncomingMessage): string | null {
  if (httpVersionMajor > 1) return "HTTP/1.1 is required";
  if (httpVersion !== "1.1" && headers["transfer-encoding"] !== undefined)
    return "Transfer-Encoding: requires HTTP/1.1";
  // node:http keeps the first Host and drops the others.
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  return hosts > 1 ? "Host: sent more than once" : null;
}

/** Whether every `%` begins an escape sequence and the decoded URL is UTF-8. */
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
  if (status === 405) return { status, rejection: new AppError("METHOD_NOT_ALLOWED", message, { headers }) };
  return {
    status,
    rejection: new AppError("VALIDATION_FAILED", message, {
      headers,
      errorReason: status === 408 ? "incomplete_request" : "malformed_request",
    }),
  };
}

function describeClientError(error: NodeJS.ErrnoException): FormFault {
  if (error.code === "HPE_HEADER_OVERFLOW") return rejectForm(431, transportMessages[431]);
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return rejectForm(408, transportMessages[408]);
  return rejectForm(400, "The request is not well-formed HTTP");
}

/** Writes a response directly to a socket and closes it. */
function writeToSocket(socket: Duplex, response: HttpResponse): void {
  // After CONNECT the socket has no error listener: a client that resets the connection would end the process.
  socket.on("error", () => socket.destroy());
  const headers = {
    ...response.headers,
    "Content-Length": String(Buffer.byteLength(response.body)),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ""}`, ...lines, "", ""].join("\r\n");
  socket.end(head + response.body, () => socket.destroy());
}
