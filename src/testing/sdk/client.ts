import { Caseport, type CaseportOptions } from "../../sdk/caseport.ts";
import type { Pages, PageBody } from "../../sdk/pages.ts";
import type { EventPage, FollowOptions } from "../../sdk/follow.ts";
import type { ErrorCode } from "../../contract/errors/error-codes.ts";

export type Json = Record<string, unknown>;

/**
 * What becomes of one attempt: nothing special, lost before the server has it, lost or cut after it, or a response that
 * the server did not send.
 */
export type Fault =
  | "none"
  | "unsent"
  | "lost"
  | "cut"
  | { status: number; code?: ErrorCode; headers?: Record<string, string> };

export interface FaultyClient {
  caseport: Caseport;
  /** Each attempt. */
  sent: { method: string; url: string; headers: Record<string, string>; body: unknown }[];
  /** Milliseconds that the client waited between attempts; nothing is waited for. */
  waits: number[];
  /** For the attempts that follow. */
  fail(...faults: Fault[]): void;
}

export const addressOf = (url: Parameters<typeof fetch>[0]) => (url instanceof Request ? url.url : url.toString());

/** A client of a real server, between which and the client attempts get lost. */
export function openFaultyClient(
  baseUrl: string,
  apiKey: string,
  options: Partial<CaseportOptions> = {},
): FaultyClient {
  const sent: FaultyClient["sent"] = [];
  const waits: number[] = [];
  const faults: Fault[] = [];
  const meddle: typeof fetch = async (url, init) => {
    sent.push({
      method: init?.method ?? "GET",
      url: addressOf(url),
      headers: init?.headers as Record<string, string>,
      body: init?.body,
    });
    const fault = faults.shift();
    if (fault === "unsent") throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
    if (typeof fault === "object")
      return new Response(JSON.stringify({ success: false, error: "Faulty", code: fault.code }), {
        status: fault.status,
        headers: fault.headers ?? {},
      });
    // Upload URLs have the address that test servers are given.
    const response = await fetch(addressOf(url).replace(/^http:\/\/localhost:3000/, baseUrl), init);
    if (fault === undefined || fault === "none") return response;
    const text = await response.text();
    if (fault === "lost") throw new TypeError("fetch failed", { cause: new Error("read ECONNRESET") });
    return new Response(text.slice(0, text.length / 2), { status: response.status, headers: response.headers });
  };
  const sleep: CaseportOptions["sleep"] = (milliseconds) => {
    waits.push(milliseconds);
    return Promise.resolve();
  };
  return {
    caseport: new Caseport({ apiKey, baseUrl, fetch: meddle, sleep, ...options }),
    sent,
    waits,
    fail: (...more) => void faults.push(...more),
  };
}

function find(caseport: Caseport, name: string): (...given: unknown[]) => unknown {
  return name.split(".").reduce<unknown>((node, step) => (node as Json)[step], caseport) as (
    ...given: unknown[]
  ) => unknown;
}

/**
 * Calls a method by its name: `call(caseport, "clients.update", clientId, { phone })`. Its type is in the package
 * alone.
 */
export function call(caseport: Caseport, name: string, ...given: unknown[]): Promise<Json> {
  return find(caseport, name)(...given) as Promise<Json>;
}

export function list(caseport: Caseport, name: string, ...given: unknown[]): Pages<Json, PageBody & Json> {
  return find(caseport, name)(...given) as Pages<Json, PageBody & Json>;
}

export interface FeedEvent {
  id: string;
  eventType: string;
  cursor: string;
}

export function follow(
  caseport: Caseport,
  options: FollowOptions,
): AsyncGenerator<EventPage<FeedEvent>, void, undefined> {
  return find(caseport, "events.follow")(options) as AsyncGenerator<EventPage<FeedEvent>, void, undefined>;
}
