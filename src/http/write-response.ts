import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable, pipeline } from "node:stream";
import { readAddress } from "./connections.ts";
import { runInRound } from "./loop-rounds.ts";
import type { HttpResponse } from "./request/response.ts";

/**
 * How much, and for how long, the rest of a rejected body is read, so that its sender gets the response instead of a
 * reset.
 */
const lingerBytes = 16 * 1_048_576;
const lingerMilliseconds = 2_000;
/**
 * A larger body is written in slices: how much of it a slow client has taken shows only between writes (see
 * connections.ts).
 */
const largeBytes = 262_144;
const sliceBytes = 65_536;

/** Writes a response to the socket. HEAD gets the headers of GET, without the body. */
export function writeResponse(request: IncomingMessage, response: ServerResponse, content: HttpResponse): void {
  const bodiless = content.status === 204 || content.status === 304;
  const { bytes } = content;
  const whole = bytes === undefined ? encode(content.body) : findBuffer(bytes);
  response.writeHead(content.status, {
    ...(!bodiless && whole !== undefined && { "Content-Length": Buffer.byteLength(whole) }),
    ...content.headers,
    ...(content.cookies !== undefined && { "Set-Cookie": content.cookies }),
  });
  if (whole === undefined) {
    // The file is released when the client disconnects, or when the connection is closed because it stopped reading.
    pipeline(bytes as Readable, response, () => undefined);
    return;
  }
  const body = bodiless || request.method === "HEAD" ? undefined : whole;
  if (request.complete) {
    if (Buffer.isBuffer(body) && body.length > largeBytes)
      pipeline(Readable.from(slice(body, readAddress(request.socket))), response, () => undefined);
    else response.end(body);
    return;
  }
  // The whole response is written now. It is ended later, because the end of a response may close the connection.
  response.flushHeaders();
  if (body !== undefined) response.write(body);
  linger(request, () => response.end());
}

/** A large text is encoded once: each look at the length of its bytes would read it again. */
const encode = (text: string): string | Buffer => (text.length > largeBytes ? Buffer.from(text) : text);

const findBuffer = (bytes: Buffer | Readable): Buffer | undefined => (Buffer.isBuffer(bytes) ? bytes : undefined);

async function* slice(body: Buffer, address: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += sliceBytes) {
    await new Promise<void>((resolve) => runInRound(address, resolve));
    yield body.subarray(at, at + sliceBytes);
  }
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
