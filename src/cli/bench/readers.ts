import { Agent, request as openRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { respondToParent } from "./conversation.ts";
import type { LoadRequest } from "./load.ts";

/** A program of readers who wait for events (`wait=…`), and of one who causes them. */
export interface WaitOrder {
  /** The server at which they wait. */
  baseUrl: string;
  /** The server that makes the changes: the same, or another one on the same database. */
  writerUrl: string;
  /** One reader for each; several may have the same key. */
  secrets: readonly string[];
  /** Sent one after the other, each once all readers wait; none: they wait in vain. */
  changes: readonly LoadRequest[];
  waitSeconds: number;
}

/**
 * For each reader and change: milliseconds from the response to the change, which comes right after the commit, to the
 * reader's response.
 */
export type WaitResult = number[];

interface Page {
  events: unknown[];
  nextCursor: string;
}

/** Until the last of them surely waits: a change that came before would be found without waiting. */
const settleMilliseconds = 100;
const settlePerReader = 3;
/** Varied, so that changes come at any time between two looks of the server. */
const settleAtRandom = 300;

const agent = new Agent({ keepAlive: true });

respondToParent((command) => runReaders(command as WaitOrder));

async function runReaders({ baseUrl, writerUrl, secrets, changes, waitSeconds }: WaitOrder): Promise<WaitResult> {
  const read = async (secret: string, query: string) =>
    JSON.parse(
      await send(baseUrl, {
        method: "GET",
        path: `/api/v1/events?limit=500${query}`,
        headers: { "x-api-key": secret },
      }),
    ) as Page;
  const readAll = (query: string) =>
    Promise.all(secrets.map(async (secret) => [await read(secret, query), performance.now()] as const));
  let place = await findEnd((query) => read(secrets[0] ?? "", query));
  if (changes.length === 0) await readAll(`&after=${place}&wait=${waitSeconds}`);
  const waited: WaitResult = [];
  for (const [index, change] of changes.entries()) {
    const waiting = readAll(`&after=${place}&wait=${waitSeconds}`);
    await sleep(settleMilliseconds + settlePerReader * secrets.length + Math.random() * settleAtRandom);
    await send(writerUrl, change, index);
    const committedAt = performance.now();
    for (const [page, respondedAt] of await waiting) {
      if (page.events.length !== 1)
        throw new Error(`A waiting reader got ${page.events.length} events in place of one.`);
      waited.push(respondedAt - committedAt);
      place = page.nextCursor;
    }
  }
  return waited;
}

async function findEnd(read: (query: string) => Promise<Page>): Promise<string> {
  for (let page = await read(""); ; page = await read(`&after=${page.nextCursor}`))
    if (page.events.length === 0) return page.nextCursor;
}

/**
 * @returns the response's text
 * @throws for any status other than 200
 */
function send(baseUrl: string, { method, path, headers, body, freshKey }: LoadRequest, number = 0): Promise<string> {
  const text = body?.replace("#", `${process.pid}${number}`);
  const all = {
    ...headers,
    ...(freshKey === true && { "x-idempotency-key": `wait ${performance.now()}` }),
    ...(text !== undefined && {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
    }),
  };
  return new Promise((resolve, reject) => {
    const request = openRequest(`${baseUrl}${path}`, { agent, method, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const page = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(page);
        else reject(new Error(`${method} ${path} returned ${response.statusCode}: ${page}`));
      });
    });
    request.once("error", reject);
    request.end(text);
  });
}
