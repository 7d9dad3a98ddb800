import type { HttpReply } from "./transport.ts";

/** Why a step failed, in a sentence for the person who built it. It never has the key, nor the request. */
export class ConnectorError extends Error {
  /** Of the response; 0 if no request was sent. */
  readonly status: number;
  /** Such as `VALIDATION_FAILED`; empty if the response is not Caseport's. */
  readonly code: string;
  readonly reason: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, failure: Partial<Omit<ConnectorError, keyof Error>> = {}) {
    super(message);
    this.name = "ConnectorError";
    this.status = failure.status ?? 0;
    this.code = failure.code ?? "";
    this.reason = failure.reason;
    this.requestId = failure.requestId;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }

  /** Code, reason and the ID to quote: what stands below the sentence. */
  get details(): string {
    const quoted = this.requestId === undefined ? undefined : `request ${this.requestId}`;
    return [this.status === 0 ? undefined : `HTTP ${this.status}`, this.code, this.reason, quoted]
      .filter((part) => part !== undefined && part !== "")
      .join(" · ");
  }
}

export function toConnectorError(
  { status, headers }: HttpReply,
  body: Readonly<Record<string, unknown>>,
): ConnectorError {
  const sentence = typeof body["error"] === "string" ? body["error"] : `The server responded with status ${status}`;
  return new ConnectorError(sentence, {
    status,
    code: typeof body["code"] === "string" ? body["code"] : "",
    reason: headers["x-error-reason"],
    requestId: headers["x-request-id"],
    retryAfterSeconds: Number.parseInt(headers["retry-after"] ?? "", 10) || undefined,
  });
}

/** A 429 is sent before anything happened; after the others the work may have been done. */
export function isTemporary({ status, code }: ConnectorError, canRepeat: boolean): boolean {
  if (status === 429) return true;
  return canRepeat && ([502, 503, 504].includes(status) || code === "IDEMPOTENCY_IN_PROGRESS");
}
