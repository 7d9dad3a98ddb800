import type { IncomingMessage } from "node:http";
import { longestRetryAfterSeconds, type AttemptOutcome } from "../../contract/webhooks/webhooks.ts";

export interface OutboundResponse {
  outcome: AttemptOutcome;
  statusCode: number | null;
  /** The beginning of the body, as displayable text; null without one. */
  bodyStart: string | null;
  /** The whole body, where it was asked for and had no more bytes than it may. */
  body?: Buffer;
  /** The seconds in Retry-After; only with 429 and 503. */
  retryAfterSeconds: number | null;
  /** There was no connection, so the request certainly did not arrive. */
  isUnsent?: true;
}

/** An attempt that ended before a response came. */
export function withoutResponse(
  outcome: AttemptOutcome,
  { isUnsent = false }: { isUnsent?: boolean } = {},
): OutboundResponse {
  return { outcome, statusCode: null, bodyStart: null, retryAfterSeconds: null, ...(isUnsent && { isUnsent }) };
}

const readBytes = 4_096;
const shownCharacters = 1_000;

/** Reads the first bytes of a body, for a short time; then the connection is destroyed, unless the body is complete. */
export async function readResponse(
  response: IncomingMessage,
  milliseconds: number,
  keptBytes?: number,
): Promise<OutboundResponse> {
  const statusCode = response.statusCode ?? 0;
  const body = await readBeginning(response, milliseconds, keptBytes ?? readBytes);
  return {
    outcome: validateStatus(statusCode),
    statusCode,
    bodyStart: isEncoded(response) ? null : showText(body),
    ...(keptBytes !== undefined && !body.isCut && !isEncoded(response) && { body: body.bytes }),
    retryAfterSeconds:
      statusCode === 429 || statusCode === 503 ? readRetryAfter(response.headers["retry-after"]) : null,
  };
}

function validateStatus(statusCode: number): AttemptOutcome {
  if (statusCode >= 200 && statusCode < 300) return "succeeded";
  return statusCode >= 300 && statusCode < 400 ? "redirected" : "answered";
}

interface Beginning {
  bytes: Buffer;
  isCut: boolean;
}

function readBeginning(response: IncomingMessage, milliseconds: number, maxBytes: number): Promise<Beginning> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = () => {
      clearTimeout(timer);
      const isCut = !response.complete || length > maxBytes;
      // A connection with unread bytes cannot be reused.
      if (isCut) response.destroy();
      resolve({ bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut });
    };
    const timer = setTimeout(finish, milliseconds);
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) finish();
    });
    response.on("end", finish);
    response.on("error", finish);
    response.on("close", finish);
  });
}

/** No encoding is requested and none is decoded: a few bytes could become gigabytes. */
function isEncoded({ headers }: IncomingMessage): boolean {
  const isPlain = /^(?:identity)?$/i.test(headers["content-encoding"]?.trim() ?? "");
  return !isPlain || !/^(?:chunked|identity)?$/i.test(headers["transfer-encoding"]?.trim() ?? "");
}

/** Null for an empty body, and for one that is not UTF-8. */
function showText({ bytes, isCut }: Beginning): string | null {
  if (bytes.length === 0) return null;
  try {
    // A truncated body can end within a character.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
    // Removes control characters, bidirectional marks and lone surrogates; PostgreSQL stores no NUL.
    return text
      .slice(0, shownCharacters)
      .replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu, "\u{fffd}");
  } catch {
    return null;
  }
}

/** Seconds, or a date in the form that HTTP sends (RFC 9110, 10.2.3 and 5.6.7). */
function readRetryAfter(header: string | undefined): number | null {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text), longestRetryAfterSeconds);
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const seconds = Math.ceil((Date.parse(text) - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? null : Math.max(0, Math.min(seconds, longestRetryAfterSeconds));
}
