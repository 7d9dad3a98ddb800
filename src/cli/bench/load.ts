import { randomUUID } from "node:crypto";
import { Agent, request as openRequest } from "node:http";
import { respondToParent } from "./conversation.ts";
import { fillPlaceholders } from "./placeholders.ts";

/**
 * One kind of request. In path and body `#` becomes a number that differs from request to request, and `@` the random
 * part of an ID.
 */
export interface LoadRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Instead of the order's. */
  baseUrl?: string;
  /** Whether each request gets an idempotency key of its own. */
  freshKey?: boolean;
  /** `@` is the number of one of so many records, chosen at random; without it of the first. */
  records?: number;
}

export interface LoadOrder {
  baseUrl: string;
  /** Sent in turn. */
  requests: readonly LoadRequest[];
  connections: number;
  /** It ends with whichever comes first. */
  seconds: number;
  count: number;
}

export interface LoadResult {
  responses: number;
  /** Responses other than 200 and 201, and failed connections. */
  failed: number;
  seconds: number;
  /** Of one request, from sending to the response's last byte. */
  medianMilliseconds: number;
  p99Milliseconds: number;
}

let serial = 0;

respondToParent((question) => runLoad(question as LoadOrder));

/** Keeps `connections` requests under way until the time or the number is used up; all that were begun are finished. */
async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: order.connections });
  const durations: number[] = [];
  const begin = performance.now();
  const end = begin + order.seconds * 1000;
  let begun = 0;
  let failed = 0;
  const work = async () => {
    while (begun < order.count && performance.now() < end) {
      const next = order.requests[begun % order.requests.length];
      begun += 1;
      if (next === undefined) return;
      const sentAt = performance.now();
      if (![200, 201].includes(await send(agent, next.baseUrl ?? order.baseUrl, next))) failed += 1;
      durations.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: order.connections }, work));
  const seconds = (performance.now() - begin) / 1000;
  agent.destroy();
  const sorted = Float64Array.from(durations).toSorted();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { responses: durations.length, failed, seconds, medianMilliseconds: at(0.5), p99Milliseconds: at(0.99) };
}

/** @returns the status; 0 if the connection failed */
function send(
  agent: Agent,
  baseUrl: string,
  { method, path, headers, body, freshKey, records }: LoadRequest,
): Promise<number> {
  serial += 1;
  const text = body === undefined ? undefined : fillPlaceholders(body, serial, records);
  const all = {
    ...headers,
    ...(freshKey === true && { "x-idempotency-key": randomUUID() }),
    ...(text !== undefined && {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
    }),
  };
  return new Promise((resolve) => {
    const request = openRequest(
      `${baseUrl}${fillPlaceholders(path, serial, records)}`,
      { agent, method, headers: all },
      (response) => {
        response.resume();
        response.once("end", () => resolve(response.statusCode ?? 0));
        response.once("error", () => resolve(0));
      },
    );
    request.once("error", () => resolve(0));
    request.end(text);
  });
}
