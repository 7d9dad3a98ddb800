import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../cli/local-postgres/free-port.ts";
import type { RunningServer } from "../../http/server.ts";
import type { Environment } from "../../platform/environment.ts";
import { call, type Reply } from "../harness/requests/call.ts";
import { createTenant, createKey, type TestTenant } from "../harness/tenant.ts";
import { startOwnServer, startServerOn, type TestServer } from "../harness/server.ts";

/**
 * Two servers on one database count together when they share a store of the rate limiter, and each alone when they do
 * not.
 */

const limit = 20;
const rateLimits = { read: limit, write: limit, sensitive: limit, organizationFactor: 3, unauthenticated: limit };

/** Two servers; the second is on the first one's database. */
async function startPair(
  overrides: Partial<Environment>,
): Promise<{ one: TestServer; other: RunningServer; tenant: TestTenant; close(): Promise<void> }> {
  const one = await startOwnServer({ rateLimits, ...overrides });
  const other = await startServerOn(one.applicationUrl, { rateLimits, ...overrides });
  const tenant = await createTenant(one.services.database);
  return { one, other, tenant, close: async () => void (await Promise.all([one.close(500), other.close(500)])) };
}

type Pair = Awaited<ReturnType<typeof startPair>>;

/** As many requests at once as the pools have connections: more would wait for one, and fail on a busy machine. */
const concurrency = 10;

/**
 * Sends requests to both in turns.
 *
 * @returns how many were let through
 */
async function countAllowed(pair: Pair, secret: string, requests: number): Promise<number> {
  const urls = [pair.one.baseUrl, pair.other.addresses[0] ?? ""];
  const replies: Reply[] = [];
  while (replies.length < requests) {
    const batch = Array.from({ length: Math.min(concurrency, requests - replies.length) }, (_, turn) =>
      call(urls[turn % urls.length] ?? "", "/api/v1/me", { secret }),
    );
    replies.push(...(await Promise.all(batch)));
  }
  for (const reply of replies) expect(describeForm(reply)).toBeNull();
  return replies.filter(({ status }) => status === 200).length;
}

/** What is wrong with a counted response; null if nothing is. */
function describeForm({ status, headers, json }: Reply): string | null {
  const numbers = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"].map((name) => headers.get(name));
  if (!numbers.every((text) => text !== null && /^\d+$/.test(text))) return `${status}: ${numbers.join()}`;
  if (status === 200) return null;
  if (status !== 429 || json?.["code"] !== "RATE_LIMITED") return `${status} ${JSON.stringify(json)}`;
  return /^[1-9]\d*$/.test(headers.get("retry-after") ?? "") ? null : `Retry-After: ${headers.get("retry-after")}`;
}

test("with the memory store each server counts separately", async () => {
  const pair = await startPair({ rateLimitStore: "memory" });
  expect(await countAllowed(pair, pair.tenant.secret, limit * 3)).toBe(limit * 2);
  await pair.close();
});

describe("postgres", () => {
  test("two servers share one count, for a key, for its organization and for an address without a key", async () => {
    const pair = await startPair({ rateLimitStore: "postgres" });
    // One request first: afterwards the window stands, and nothing is counted while connections are being made.
    expect(await countAllowed(pair, pair.tenant.secret, 2)).toBe(2);
    expect(await countAllowed(pair, pair.tenant.secret, limit * 3)).toBe(limit - 2);
    const keys = await Promise.all([1, 2, 3].map(() => createKey(pair.tenant, {})));
    let allowed = 0;
    for (const { secret } of keys) allowed += await countAllowed(pair, secret, limit);
    // The organization's ceiling is three times a key's, and the first key has used up one third.
    expect(allowed).toBe(limit * 2);
    const strangers = [];
    for (let turn = 0; turn < limit * 2; turn += 1) {
      strangers.push(await call(turn % 2 === 0 ? pair.one.baseUrl : (pair.other.addresses[0] ?? ""), "/api/v1/me"));
    }
    expect(strangers.filter(({ status }) => status === 401)).toHaveLength(limit);
    expect(strangers.filter(({ status }) => status === 429)).toHaveLength(limit);
    await pair.close();
  });
});

const redisExecutable = "redis-server";
const redisIsThere = spawnSync(redisExecutable, ["--version"]).status === 0;
if (!redisIsThere)
  process.stdout.write("notice: there is no redis-server on PATH: servers that share Redis are not tested\n");

describe.skipIf(!redisIsThere)("redis", () => {
  let redis: ChildProcess;
  let redisUrl = "";
  let pair: Pair;

  beforeAll(async () => {
    const port = await findFreePort();
    redisUrl = `redis://127.0.0.1:${port}`;
    redis = spawn(
      redisExecutable,
      ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
      { stdio: "ignore" },
    );
    const client = new Redis({ port, maxRetriesPerRequest: null, retryStrategy: () => 50 });
    client.on("error", () => undefined);
    await client.ping();
    client.disconnect();
    pair = await startPair({ rateLimitStore: "redis", redisUrl });
  });
  afterAll(async () => {
    redis.kill("SIGKILL");
    await pair.close();
  });

  test("two servers share one count", async () => {
    expect(await countAllowed(pair, pair.tenant.secret, limit * 3)).toBe(limit);
  });

  test("the servers continue when Redis dies, each counting separately", async () => {
    const gone = once(redis, "exit");
    redis.kill("SIGKILL");
    await gone;
    const { secret } = await createKey(pair.tenant, {});
    const first = await call(pair.one.baseUrl, "/api/v1/me", { secret });
    expect([first.status, describeForm(first)]).toEqual([200, null]);
    expect(first.milliseconds).toBeLessThan(1_500);
    expect(await countAllowed(pair, secret, limit * 3)).toBe(limit * 2 - 1);
  });
});
