import type { Caseport } from "./caseport.ts";

export interface LogOptions {
  /** Only these: `2xx`, `4xx` or `5xx`. */
  status: string | undefined;
  /** Goes on until it is interrupted. */
  follow: boolean;
  signal: AbortSignal;
  print: (line: string) => void;
}

interface LoggedRequest {
  id: string;
  occurredAt: string;
  requestId: string;
  method: string;
  route: string | null;
  operation: string | null;
  status: number;
  reason: string | null;
  scope: string | null;
  faultPaths: string[];
  durationMs: number;
}

interface LogPage {
  requests: LoggedRequest[];
  nextCursor: string | null;
}

const pauseMilliseconds = 2_000;
/** The log is written some seconds after the responses, and not in their order. */
const lateMilliseconds = 60_000;
/** What this command itself asks for. */
const own = "me.requests.list";

/** Prints the last requests of the key, the oldest first, and with `follow` those that come. */
export async function printLogs(caseport: Caseport, { status, follow, signal, print }: LogOptions): Promise<void> {
  const first = await readRequests(caseport, { status, limit: 50, signal });
  let printed = new Map<string, number>();
  const show = (requests: readonly LoggedRequest[]) => {
    for (const request of requests.toReversed()) {
      if (printed.has(request.id)) continue;
      printed.set(request.id, Date.parse(request.occurredAt));
      if (request.operation !== own) print(describeRequest(request));
    }
  };
  show(first.requests);
  let newest = Date.parse(first.requests[0]?.occurredAt ?? "") || Date.now();
  while (follow && (await pause(signal))) {
    const from = newest - lateMilliseconds;
    const requests = await readFrom(caseport, new Date(from).toISOString(), { status, signal });
    show(requests);
    newest = Math.max(newest, ...requests.slice(0, 1).map(({ occurredAt }) => Date.parse(occurredAt)));
    printed = new Map([...printed].filter(([, occurredAt]) => occurredAt >= newest - lateMilliseconds));
  }
}

/** All requests since a moment, newest first. */
async function readFrom(
  caseport: Caseport,
  from: string,
  options: Pick<LogOptions, "status" | "signal">,
): Promise<LoggedRequest[]> {
  const requests: LoggedRequest[] = [];
  for (let after: string | null = ""; after !== null;) {
    const page: LogPage = await readRequests(caseport, { ...options, limit: 200, from, after });
    requests.push(...page.requests);
    after = page.nextCursor;
  }
  return requests;
}

function readRequests(
  caseport: Caseport,
  filter: Pick<LogOptions, "status" | "signal"> & { limit: number; from?: string; after?: string },
): Promise<LogPage> {
  const { signal, ...rest } = filter;
  const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return caseport.request("GET", `/me/requests?${query}`, undefined, {
    signal,
  }) as Promise<unknown> as Promise<LogPage>;
}

/** `2026-11-30T09:14:03.120Z 403 POST /cases/{caseId}/folders missing_scope documents:write 1.4 ms req_…` */
function describeRequest(request: LoggedRequest): string {
  const { occurredAt, status, method, route, reason, scope, faultPaths, durationMs, requestId } = request;
  const rejection = reason === null ? [] : [reason, ...(scope === null ? [] : [scope]), ...faultPaths];
  return `${[occurredAt, status, method, route ?? "(no operation)", ...rejection, `${durationMs} ms`, requestId].join(" ")}\n`;
}

/** @returns whether to go on */
async function pause(signal: AbortSignal): Promise<boolean> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pauseMilliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
  return !signal.aborted;
}
