import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import type { HttpResponse } from "./response.ts";

/** How much, and for how long, the rest of a rejected body is read, so that its sender gets the response instead of a reset. */
const lingerBytes = 16 * 1_048_576;
const lingerMilliseconds = 2_000;
/** How long a download may stall. */
const stalledMilliseconds = 60_000;

/** Writes a response to the socket. HEAD gets the headers of GET, without the body. */
export function writeResponse(request: IncomingMessage, response: ServerResponse, answer: HttpResponse): void {
  const bodiless = answer.status === 204 || answer.status === 304;
  response.writeHead(answer.status, {
    "X-Content-Type-Options": "nosniff",
    ...(!bodiless && { "Content-Length": Buffer.byteLength(answer.body) }),
    ...answer.headers,
    ...(answer.cookies !== undefined && { "Set-Cookie": answer.cookies }),
  });
  if (answer.bytes !== undefined) {
    // The file is released when the client disconnects or stops reading.
    response.setTimeout(stalledMilliseconds, () => response.destroy());
    pipeline(answer.bytes, response, () => undefined);
    return;
  }
  const body = bodiless || request.method === "HEAD" ? undefined : answer.body;
  if (request.complete) {
    response.end(body);
    return;
  }
  // The whole answer goes out now. It is ended later, since the end of a response may close the connection.
  response.flushHeaders();
  if (body !== undefined) response.write(body);
  linger(request, () => response.end());
}

/** The response is sent before the body was read completely: close cleanly, or the client loses the response. */
function linger(request: IncomingMessage, done: () => void): void {
  let left = lingerBytes;
  const timer = setTimeout(() => request.destroy(), lingerMilliseconds);
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.on("close", () => {
    clearTimeout(timer);
    done();
  });
  request.on("error", () => undefined);
  request.resume();
}
