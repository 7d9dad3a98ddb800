import { ApiError, ConnectionError, toApiError, type Failure } from "./errors.ts";

export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Per call. */
export interface RequestOptions {
  /** Ends the call, its retries and its waiting. */
  signal?: AbortSignal;
  /** Per attempt. */
  timeoutMs?: number;
  maxRetries?: number;
  /** Your ID for the request (`X-Request-Id`). */
  requestId?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Transport {
  fetch: typeof fetch;
  sleep: Sleep;
  maxRetries: number;
  timeoutMs: number;
}

export interface OutgoingRequest {
  /** For errors. */
  operation: string;
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Blob | FormData | undefined;
  /** Whether a second attempt cannot take effect twice. */
  canRepeat: boolean;
}

export interface Reply {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
  attempts: number;
}

/** A longer `Retry-After` is thrown rather than waited for. */
const maxRetryAfterSeconds = 120;
const firstDelayMs = 500;
const maxDelayMs = 16_000;

/**
 * Sends a request until it succeeds, is rejected for good, or may not be sent again.
 *
 * @throws ApiError, ConnectionError, or the signal's reason
 */
export async function send(
  transport: Transport,
  request: OutgoingRequest,
  options: RequestOptions = {},
): Promise<Reply> {
  const { maxRetries = transport.maxRetries, signal } = options;
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt(transport, request, options, attempts);
    if (!(outcome instanceof Error)) return outcome;
    const delay = attempts > maxRetries ? null : chooseDelay(outcome, request, attempts);
    if (delay === null) throw outcome;
    await transport.sleep(delay, signal);
  }
}

async function attempt(
  { fetch, timeoutMs }: Transport,
  request: OutgoingRequest,
  options: RequestOptions,
  attempts: number,
): Promise<Reply | ApiError | ConnectionError> {
  const { operation, url, method, headers, body } = request;
  options.signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(options.timeoutMs ?? timeoutMs);
  try {
    const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
    // Workers support no other value that keeps the key from another host.
    const response = await fetch(url, {
      method,
      headers,
      signal,
      redirect: "manual",
      ...(body !== undefined && { body }),
    });
    return readReply(response, await response.text(), operation, attempts);
  } catch (cause) {
    options.signal?.throwIfAborted();
    const message = timeout.aborted ? "No response in time" : `No complete response: ${describe(cause)}`;
    return new ConnectionError(message, { operation, attempts }, cause);
  }
}

/** Node's fetch has the reason in the cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** @throws if a success is not a JSON object: it was cut, or is another server's page */
function readReply(
  { status, ok, headers }: Response,
  text: string,
  operation: string,
  attempts: number,
): Reply | ApiError {
  if (ok) {
    const body = text === "" ? {} : readObject(text);
    if (body === null) throw new Error("it is not JSON. Check that baseUrl is Caseport's");
    return { status, headers, body, attempts };
  }
  const body: { error?: string; code?: string } = readObject(text) ?? {};
  const read = (name: string) => headers.get(name) ?? undefined;
  const failure: Failure = {
    operation,
    status,
    code: body.code ?? "",
    reason: read("x-error-reason"),
    detail: read("x-error-detail"),
    requestId: read("x-request-id"),
    attempts,
    retryAfterSeconds: Number.parseInt(read("retry-after") ?? "", 10) || undefined,
  };
  return toApiError(body.error ?? "The request failed", failure);
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/** @returns null if the request must not be sent again */
function chooseDelay(
  error: ApiError | ConnectionError,
  { canRepeat }: OutgoingRequest,
  attempts: number,
): number | null {
  if (!isTemporary(error, canRepeat)) return null;
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (seconds !== undefined) return seconds > maxRetryAfterSeconds ? null : seconds * 1_000;
  // Full jitter: clients that failed together do not return together.
  return Math.random() * Math.min(maxDelayMs, firstDelayMs * 2 ** (attempts - 1));
}

/** A 429 is sent before anything happened. 502 and 504 are a proxy's: the response was lost. */
function isTemporary(error: ApiError | ConnectionError, canRepeat: boolean): boolean {
  if (error instanceof ConnectionError) return canRepeat;
  if (error.status === 429) return true;
  return canRepeat && ([502, 503, 504].includes(error.status) || error.code === "IDEMPOTENCY_IN_PROGRESS");
}

/** Ends early, with the signal's reason. */
export const sleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted === true) stop();
  });
