import type { IncomingMessage } from "node:http";
import { AppError } from "../../contract/errors/error-codes.ts";
import { messages } from "../../contract/messages.ts";

export const maxBodyBytes = 1_048_576;
/**
 * What bodies of operations with a larger limit hold together beyond the usual one, while they are read: nobody has
 * authenticated yet.
 */
const maxLargeBytes = 64 * 1_048_576;
let largeBytes = 0;
/**
 * `utf8` is what people write for the charset whose name is UTF-8. Other parameters mean nothing and are passed over
 * (RFC 2046, 1), as clients of OData send them, and a semicolon before nothing.
 */
const jsonMediaType = /^application\/json\s*(?:;|$)/i;
const charsets = /;\s*charset\s*=\s*"?([^\s;"]*)/gi;

function tooLarge(maximum: number): AppError {
  const size = maximum < maxBodyBytes ? `${maximum / 1_024} KiB` : `${maximum / maxBodyBytes} MiB`;
  const message = `The body is larger than ${size}`;
  return new AppError("PAYLOAD_TOO_LARGE", message, { headers: { Connection: "close" } });
}

function tooMany(): AppError {
  return new AppError("RATE_LIMITED", "Too many large bodies are being sent. Try again", {
    headers: { Connection: "close", "Retry-After": "1" },
    errorReason: "too_many_concurrent",
  });
}

/**
 * Reads the body, after media type and encoding, before authentication.
 *
 * @returns an empty buffer without a body
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE; RATE_LIMITED while bodies of more than 1 MiB hold 64 MiB beyond
 *   it together; VALIDATION_FAILED if the client disconnects before its end
 */
export async function readBody(request: IncomingMessage, maximum = maxBodyBytes): Promise<Buffer> {
  if (isEmpty(request)) return Buffer.alloc(0);
  assertJsonMediaType(request.headers);
  return collectBody(request, maximum);
}

/**
 * Reads a body of any media type, as it was signed by who sent it.
 *
 * @throws as readBody
 */
export async function readSignedBody(request: IncomingMessage, maximum: number): Promise<Buffer> {
  if (isEmpty(request)) return Buffer.alloc(0);
  assertNotEncoded(request.headers);
  return collectBody(request, maximum);
}

function isEmpty({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] === undefined && (length === undefined || length === "0");
}

async function collectBody(request: IncomingMessage, maximum: number): Promise<Buffer> {
  const length = request.headers["content-length"];
  if (length !== undefined && Number(length) > maximum) throw tooLarge(maximum);
  const chunks: Buffer[] = [];
  let size = 0;
  let large = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maximum) throw tooLarge(maximum);
      const more = Math.max(size - maxBodyBytes - large, 0);
      if (largeBytes + more > maxLargeBytes) throw tooMany();
      large += more;
      largeBytes += more;
      chunks.push(chunk);
    }
  } catch (error) {
    // The client has disconnected: nobody reads this response, but the log must not count it as a server error.
    if (request.errored !== null)
      throw new AppError("VALIDATION_FAILED", "body: ended before it was complete", {
        errorReason: "incomplete_request",
      });
    throw error;
  } finally {
    largeBytes -= large;
  }
  return Buffer.concat(chunks, size);
}

/**
 * Reads a body that must declare JSON even if it is empty: a cross-site form cannot send that content type.
 *
 * @throws as readBody
 */
export function readJsonBody(request: IncomingMessage, maximum = maxBodyBytes): Promise<Buffer> {
  assertJsonMediaType(request.headers);
  return readBody(request, maximum);
}

function assertNotEncoded(headers: IncomingMessage["headers"]): void {
  const encoding = headers["content-encoding"];
  // Bodies of unauthenticated clients are not decompressed: a few bytes could become gigabytes.
  if (encoding !== undefined && encoding.trim().toLowerCase() !== "identity") {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "The body must not carry a content encoding", {
      headers: { Connection: "close" },
    });
  }
}

const isJson = (contentType: string): boolean =>
  jsonMediaType.test(contentType) &&
  [...contentType.matchAll(charsets)].every(([, charset = ""]) => /^utf-?8$/i.test(charset));

function assertJsonMediaType(headers: IncomingMessage["headers"]): void {
  assertNotEncoded(headers);
  if (!isJson(headers["content-type"]?.trim() ?? "")) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", messages.bodyNotJson, { headers: { Connection: "close" } });
  }
}
