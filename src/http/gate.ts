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

/** Why a request is rejected as HTTP, below the level of operations: the error envelope with an HTTP status. */
interface HttpFault {
  status: number;
  rejection: AppError;
}

/** The newest request that was parsed on a connection; it may still wait in `runInTurn`. */
interface Latest {
  response: ServerResponse;
  /** Created when it is needed: of thousands of requests that a client sends at once, most never are. */
  describe: () => RequestContext;
}

interface GateOptions {
  logger: Logger;
  connections: Connections;
  /** Of every response that is not a page's. */
  headers: Readonly<Record<string, string>>;
}

/** The error that node:http uses. */
const requestTimeout = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

/**
 * A node:http server that rejects with the error envelope what node:http cannot parse or does not pass on, and closes
 * slow connections.
 *
 * @param listener gets all other requests, those of a connection one after the other. It must call
 *   {@link validateHttpRequest}: node:http accepts requests that are not well-formed.
 */
export function createGatedServer({ logger, connections, headers }: GateOptions, listener: GatedListener): Server {
  const createContext = (request: IncomingMessage | null, startedAt = performance.now()) =>
    createRequestContext(request, headers, startedAt);
  const buildResponse = (requestContext: RequestContext, { rejection, status }: HttpFault) =>
    completeResponse(logger, requestContext, respondWithRejection(requestContext, rejection, status));
  const latestBySocket = new WeakMap<Duplex, Latest>();
  // validateHttpRequest rejects a missing Host, with the error envelope.
  const server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
    const startedAt = performance.now();
    let known: RequestContext | undefined;
    const describe = () => (known ??= createContext(request, startedAt));
    latestBySocket.set(request.socket, { response, describe });
    runInTurn(response, () => {
      const requestContext = describe();
      limitBodyTime(request, requestContext, () => server.emit("clientError", requestTimeout, request.socket));
      void listener(request, response, requestContext);
    });
  });
  server.on("connection", (socket) => connections.accept(socket));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const latest = latestBySocket.get(socket);
    if (latest !== undefined && closesWithLatestResponse(latest, socket)) return;
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const isBodyError = latest !== undefined && !latest.response.req.complete;
    const requestContext = isBodyError ? latest.describe() : createContext(null);
    writeToSocket(socket, buildResponse(requestContext, describeClientError(error)));
  });
  server.on("connect", (request, socket: Duplex) => {
    const fault = createFault(405, "CONNECT is not supported", { Allow: "GET, HEAD, OPTIONS" });
    writeToSocket(socket, buildResponse(createContext(request), fault));
  });
  server.on("checkExpectation", (request, response) => {
    const fault = createFault(417, transportMessages[417], { Connection: "close" });
    writeResponse(request, response, buildResponse(createContext(request), fault));
  });
  return server;
}

/** Closes the connection if a body does not arrive within 20 seconds, or too little of a file in any 20 seconds. */
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
 * Lets the connection end with the response to the latest request where a client would take the response to a client
 * error for that one.
 *
 * @returns whether it does
 */
function closesWithLatestResponse({ response }: Latest, socket: Duplex): boolean {
  if (response.req.complete && !response.headersSent) {
    response.setHeader("Connection", "close");
    return true;
  }
  if (!response.req.complete && response.headersSent) {
    // The response was sent before the body was read, and the rest of the body is malformed.
    socket.end(() => socket.destroy());
    return true;
  }
  return false;
}

/**
 * What is wrong with a request as HTTP; null if nothing is. Under /api, path and query are checked later, after the
 * route.
 */
export function validateHttpRequest(request: IncomingMessage): HttpFault | null {
  const { url = "", method, headers, httpVersion } = request;
  const framing = findFramingFault(request);
  // What follows on the connection may be read differently by a proxy in front: it is not read at all.
  if (framing !== null) return createFault(400, framing, { Connection: "close" });
  if (httpVersion === "1.1" && headers.host === undefined) return createFault(400, "Host: required");
  // Absolute form (and `*`) would let Next redirect to the host that the target names.
  if (!url.startsWith("/")) return createFault(400, "The request target must be a path");
  if (isWithin(splitTarget(url)[0], "/api")) return null;
  if (method === "TRACE") return createFault(405, "TRACE is not supported", { Allow: "GET, HEAD" });
  if (!isPercentEncoded(url)) return createFault(400, "path: must be percent-encoded UTF-8");
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

function createFault(status: number, message: string, headers: Record<string, string> = {}): HttpFault {
  if (status === 405) return { status, rejection: new AppError("METHOD_NOT_ALLOWED", message, { headers }) };
  return {
    status,
    rejection: new AppError("VALIDATION_FAILED", message, {
      headers,
      errorReason: status === 408 ? "incomplete_request" : "malformed_request",
    }),
  };
}

function describeClientError(error: NodeJS.ErrnoException): HttpFault {
  if (error.code === "HPE_HEADER_OVERFLOW") return createFault(431, transportMessages[431]);
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return createFault(408, transportMessages[408]);
  return createFault(400, "The request is not well-formed HTTP");
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
