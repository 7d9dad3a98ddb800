import { STATUS_CODES, createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { AppError } from "../contract/error-codes.ts";
import type { Answer } from "./answer.ts";
import { describeRefusal } from "./respond.ts";
import { writeAnswer } from "./write-answer.ts";

/** Slow and half-sent requests are cut off: see platform-notes, "Next 16.4 traps". Milliseconds. */
const limits = {
  headersTimeout: 8_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
} as const;

/**
 * A node:http server that lets through only requests in plain form and answers all others itself, in the error envelope.
 * @param listener gets the requests that passed
 */
export function createGatedServer(listener: RequestListener): Server {
  // A missing Host is refused below, in our own envelope.
  const lastAnswers = new WeakMap<Duplex, ServerResponse>();
  const server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
    lastAnswers.set(request.socket, response);
    listener(request, response);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const last = lastAnswers.get(socket);
    // Behind whole requests that are still being answered: a refusal now would be taken for the first one's answer.
    if (last?.req.complete === true && !last.headersSent) last.setHeader("Connection", "close");
    else refuseSocket(socket, describeClientError(error));
  });
  server.on("connect", (_request, socket: Duplex) => refuseSocket(socket, refuseForm(405, "CONNECT is not answered")));
  server.on("checkExpectation", (request, response) => {
    writeAnswer(request, response, refuseForm(417, "Expect: only 100-continue is understood", { Connection: "close" }));
  });
  return server;
}

/** Why a request may not pass; null when it may. */
export function judgeForm(request: IncomingMessage): Answer | null {
  const { url = "", method, headers, httpVersion } = request;
  if (httpVersion === "1.1" && headers.host === undefined) return refuseForm(400, "Host: required");
  // Absolute form (and `*`) would let Next redirect to the host that the target names.
  if (!url.startsWith("/")) return refuseForm(400, "The request target must be a path");
  if (method === "TRACE") return refuseForm(405, "TRACE is not answered", { Allow: "GET, HEAD, OPTIONS" });
  if (!isPercentEncoded(url)) return refuseForm(400, "path: must be percent-encoded UTF-8");
  return null;
}

function isPercentEncoded(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

/** A refusal below the level of operations: the envelope, with the status that HTTP has for it. */
function refuseForm(status: number, message: string, headers: Record<string, string> = {}): Answer {
  const code = status === 405 ? "METHOD_NOT_ALLOWED" : "VALIDATION_FAILED";
  return { ...describeRefusal(new AppError(code, message, headers)), status };
}

function describeClientError(error: NodeJS.ErrnoException): Answer {
  if (error.code === "HPE_HEADER_OVERFLOW") return refuseForm(431, "The request's headers are larger than 16 KiB");
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return refuseForm(408, "The request did not arrive in time");
  return refuseForm(400, "The request is not well-formed HTTP");
}

function refuseSocket(socket: Duplex, answer: Answer): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const headers = { ...answer.headers, "Content-Length": String(Buffer.byteLength(answer.body)), Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}`, ...lines, "", ""].join("\r\n");
  socket.end(head + answer.body, () => socket.destroy());
}
