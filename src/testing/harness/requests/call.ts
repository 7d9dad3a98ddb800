import type { ErrorCode } from "../../../contract/errors/error-codes.ts";
import { listReasons } from "../../../contract/errors/error-reasons.ts";

/** A response, read whole. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The body parsed; undefined when there is none or it is not JSON. */
  json: Record<string, unknown> | undefined;
  /** How long it took. */
  milliseconds: number;
}

export interface CallOptions {
  method?: string;
  secret?: string;
  /** Sent as JSON; text is sent as it is. */
  body?: unknown;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** Gives up after this time: a request that hangs is a failure of its test. */
  patienceMilliseconds?: number;
}

/**
 * Sends one request to a server under test.
 *
 * @param path below the base URL
 */
export async function call(baseUrl: string, path: string, options: CallOptions = {}): Promise<Reply> {
  const { method = "GET", secret, body, idempotencyKey, headers = {} } = options;
  const begun = performance.now();
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    redirect: "manual",
    signal: AbortSignal.timeout(options.patienceMilliseconds ?? 15_000),
    headers: {
      ...(secret !== undefined && { "x-api-key": secret }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { "x-idempotency-key": idempotencyKey }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: parse(text),
    milliseconds: performance.now() - begun,
  };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** What is wrong with a rejection's form; null when it is exactly the error envelope. */
export function faultOfEnvelope(reply: Pick<Reply, "status" | "headers" | "json">): string | null {
  const { status, headers, json } = reply;
  if (!(headers.get("content-type") ?? "").startsWith("application/json"))
    return `${status}: content type ${headers.get("content-type")}`;
  if (json === undefined) return `${status}: no JSON`;
  const names = Object.keys(json).toSorted().join();
  if (names !== "code,error,success" || json["success"] !== false) return `${status}: fields ${names}`;
  if (typeof json["error"] !== "string" || typeof json["code"] !== "string")
    return `${status}: error and code must be text`;
  if (!listReasons(json["code"] as ErrorCode).some((reason) => reason === headers.get("x-error-reason")))
    return `${status} ${json["code"]}: reason ${headers.get("x-error-reason")}`;
  if (status >= 500 && json["error"] !== "Internal server error") return `${status}: says ${json["error"]}`;
  return null;
}
