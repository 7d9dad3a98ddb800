import type { AttemptOutcome } from "../contract/webhooks.ts";

/** What came of a request to a stranger's server. */
export interface OutboundAnswer {
  outcome: AttemptOutcome;
  statusCode: number | null;
  /** The first part of the answer, as text that may be shown; null where there was none. */
  answer: string | null;
  /** What Retry-After asked for, in seconds; only with 429 and 503. */
  retryAfterSeconds: number | null;
}

export interface OutboundRequest {
  /** An address that judgeWebhookUrl found nothing wrong with. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Aborted when the process stops: then the promise rejects, and what became of the request is not known. */
  signal: AbortSignal;
}

/** Sends requests to addresses that strangers chose: bounded in time and memory, and nowhere but into the public internet. */
export interface Outbound {
  /** Never rejects but for the signal. */
  post(request: OutboundRequest): Promise<OutboundAnswer>;
  close(): void;
}
