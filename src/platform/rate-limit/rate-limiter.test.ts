import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { Redis } from "ioredis";
import { Pool } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { findFreePort } from "../../cli/local-postgres/free-port.ts";
import { startTemporaryPostgres, type TemporaryPostgres } from "../../testing/servers/temporary-postgres.ts";
import { createRateLimiter, rateLimitTable, type RateLimiter, type RateLimiterOptions } from "./rate-limiter.ts";

/** A store that is away is waited for half a second; without that limit it would be forever. Milliseconds. */
const respondInTime = 2_500;

async function openLimiter(
  options: RateLimiterOptions,
  warnings: string[] = [],
  windowSeconds?: number,
): Promise<RateLimiter> {
  const limiter = await createRateLimiter(options, { warn: (_, message) => warnings.push(message) }, windowSeconds);
  onTestFinished(() => limiter.close());
  return limiter;
}

async function countAllowed(
  limiters: readonly RateLimiter[],
  subject: string,
  requests: number,
  limit: number,
): Promise<number> {
  const verdicts = await Promise.all(
    Array.from({ length: requests }, (_, at) => limiters[at % limiters.length]?.consume("read", subject, limit)),
  );
  return verdicts.filter((verdict) => verdict?.allowed).length;
}

/** Reads every 50 ms until the shared count is seen again. */
async function waitForCount(limiter: RateLimiter, subject: string, limit: number, remaining: number): Promise<void> {
  await vi.waitFor(async () => expect((await limiter.peek("read", subject, limit)).remaining).toBe(remaining), {
    timeout: 120_000,
    interval: 50,
  });
}

/** What holds on every store. `endWindow` makes the window of a subject end about now. */
function describeCounting(open: (warnings?: string[], windowSeconds?: number) => Promise<RateLimiter>): void {
  test("40 concurrent requests against a limit of 10: exactly 10 are allowed", async () => {
    expect(await countAllowed([await open()], "at-once", 40, 10)).toBe(10);
  });

  test("the remaining count decreases, then requests are rejected until the window ends", async () => {
    const limiter = await open();
    const verdicts = [];
    for (let count = 0; count < 4; count += 1) verdicts.push(await limiter.consume("read", "down", 3));
    expect(verdicts.map(({ allowed, limit, remaining }) => [allowed, limit, remaining])).toEqual([
      [true, 3, 2],
      [true, 3, 1],
      [true, 3, 0],
      [false, 3, 0],
    ]);
    for (const { resetsInSeconds } of verdicts) {
      expect(Number.isInteger(resetsInSeconds)).toBe(true);
      expect(resetsInSeconds).toBeGreaterThanOrEqual(58);
      expect(resetsInSeconds).toBeLessThanOrEqual(60);
    }
  });

  test("windows can be of an hour", async () =>
    expect((await (await open([], 3_600)).consume("hourly", "long", 1)).resetsInSeconds).toBeGreaterThan(3_590));

  test("peek does not count and predicts the next request", async () => {
    const limiter = await open();
    for (let count = 0; count < 5; count += 1)
      expect(await limiter.peek("read", "peek", 1)).toEqual({
        allowed: true,
        limit: 1,
        remaining: 1,
        resetsInSeconds: 60,
      });
    expect((await limiter.consume("read", "peek", 1)).allowed).toBe(true);
    expect(await limiter.peek("read", "peek", 1)).toMatchObject({ allowed: false, remaining: 0 });
  });

  test("the used counts of many subjects include rejected requests, and are 0 without a window", async () => {
    const limiter = await open();
    for (const subject of ["used-a", "used-b", "used-b"]) await limiter.consume("read", subject, 1);
    expect(await limiter.countUsed("read", ["used-b", "used-none", "used-a"])).toEqual([2, 0, 1]);
    expect(await limiter.countUsed("write", ["used-b"])).toEqual([0]);
  });

  test("buckets, subjects and limits are independent", async () => {
    const limiter = await open();
    expect((await limiter.consume("read", "one", 1)).allowed).toBe(true);
    expect((await limiter.consume("write", "one", 1)).allowed).toBe(true);
    expect((await limiter.consume("read", "two", 1)).allowed).toBe(true);
    expect((await limiter.consume("read", "one", 1)).allowed).toBe(false);
    // A limit raised by an override holds for what was counted already.
    expect(await limiter.consume("read", "one", 5)).toMatchObject({ allowed: true, limit: 5, remaining: 2 });
    expect((await limiter.consume("read", "none", 0)).allowed).toBe(false);
  });
}

describe("memory", () => {
  afterEach(() => vi.useRealTimers());
  describeCounting((warnings, windowSeconds) => openLimiter({ store: "memory" }, warnings, windowSeconds));

  test("the window ends after 60 seconds, and rejected requests do not extend it", async () => {
    vi.useFakeTimers();
    const limiter = await openLimiter({ store: "memory" });
    await limiter.consume("read", "window", 1);
    vi.advanceTimersByTime(59_001);
    expect(await limiter.consume("read", "window", 1)).toMatchObject({ allowed: false, resetsInSeconds: 1 });
    vi.advanceTimersByTime(1_000);
    expect(await limiter.consume("read", "window", 1)).toMatchObject({ allowed: true, resetsInSeconds: 60 });
  });

  test("an ended window is not counted even when its timer is late", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const limiter = await openLimiter({ store: "memory" });
    await limiter.consume("read", "late", 1);
    vi.setSystemTime(Date.now() + 60_001);
    expect(await limiter.peek("read", "late", 1)).toEqual({
      allowed: true,
      limit: 1,
      remaining: 1,
      resetsInSeconds: 60,
    });
    expect((await limiter.consume("read", "late", 1)).allowed).toBe(true);
  });

  test("expired windows are released: no timer remains for 10,000 subjects", async () => {
    vi.useFakeTimers();
    const limiter = await openLimiter({ store: "memory" });
    for (let count = 0; count < 10_000; count += 1) await limiter.consume("read", `subject-${count}`, 1);
    expect(vi.getTimerCount()).toBe(10_000);
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("postgres", () => {
  let postgres: TemporaryPostgres;
  const pools: Pool[] = [];

  function openPool(url: string): Pool {
    const pool = new Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 2_000 });
    pool.on("error", () => {});
    pools.push(pool);
    return pool;
  }
  const open = (warnings?: string[], windowSeconds?: number): Promise<RateLimiter> =>
    openLimiter({ store: "postgres", pool: openPool(postgres.url) }, warnings, windowSeconds);

  beforeAll(async () => {
    postgres = await startTemporaryPostgres(inject("migratedCluster"));
    await openPool(postgres.url).query(
      `CREATE UNLOGGED TABLE IF NOT EXISTS "${rateLimitTable}" ("key" varchar(255) PRIMARY KEY, "points" integer NOT NULL DEFAULT 0, "expire" bigint)`,
    );
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await postgres.remove();
  });

  describeCounting(open);

  test("two instances, each with its own connections, share one count", async () => {
    expect(await countAllowed([await open(), await open()], "shared", 40, 10)).toBe(10);
  });

  test("after a statement fails, the counts that waited for it go to memory, and the next ones share a statement again", async () => {
    const warnings: string[] = [];
    const limiter = await open(warnings);
    const rename = (from: string, to: string) =>
      openPool(postgres.url).query(`ALTER TABLE "${from}" RENAME TO "${to}"`);
    await rename(rateLimitTable, "elsewhere");
    try {
      expect(await countAllowed([limiter], "failing", 40, 10)).toBe(10);
      expect(warnings).toHaveLength(1);
    } finally {
      await rename("elsewhere", rateLimitTable);
    }
    await waitForCount(limiter, "failing", 10, 10);
    expect((await limiter.consume("read", "failing", 10)).remaining).toBe(9);
    expect(warnings).toHaveLength(1);
  });

  test("a window ends and the next one starts", async () => {
    const limiter = await open();
    await limiter.consume("read", "window", 1);
    expect((await limiter.consume("read", "window", 1)).allowed).toBe(false);
    const pool = openPool(postgres.url);
    const endIn = (milliseconds: number) =>
      pool.query(`UPDATE "${rateLimitTable}" SET "expire" = $1 WHERE "key" = 'read:window'`, [
        Date.now() + milliseconds,
      ]);
    await endIn(30_000);
    const { allowed, resetsInSeconds } = await limiter.consume("read", "window", 1);
    expect(allowed).toBe(false);
    expect(resetsInSeconds).toBeLessThanOrEqual(30);
    await endIn(-1);
    expect(await limiter.consume("read", "window", 1)).toMatchObject({ allowed: true, resetsInSeconds: 60 });
  });

  test("stopped: responds in time from memory, warns once, and shares the count again by itself", async () => {
    const warnings: string[] = [];
    const limiter = await open(warnings);
    await limiter.consume("read", "stopped", 10);
    await postgres.stop();
    await expectMemoryInTime(limiter, "stopped");
    expect(warnings).toHaveLength(1);
    await postgres.start();
    await waitForCount(limiter, "stopped", 10, 10 - 1);
    expect(warnings).toHaveLength(1);
  });

  test("a server that accepts and never responds: responds in time from memory", async () => {
    const warnings: string[] = [];
    const port = await listenInSilence();
    const pool = openPool(`postgresql://nobody@127.0.0.1:${port}/nowhere`);
    const limiter = await openLimiter({ store: "postgres", pool }, warnings);
    await expectMemoryInTime(limiter, "silence");
    expect(warnings).toHaveLength(1);
  });
});

const redisExecutable = "redis-server";
const redisIsThere = spawnSync(redisExecutable, ["--version"]).status === 0;
if (!redisIsThere)
  process.stdout.write("notice: there is no redis-server on PATH: the Redis store of the rate limiter is not tested\n");

describe.skipIf(!redisIsThere)("redis", () => {
  let port: number;
  let server: ChildProcess;

  async function start(): Promise<void> {
    server = spawn(
      redisExecutable,
      ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
      { stdio: "ignore" },
    );
    const client = new Redis({ port, maxRetriesPerRequest: null, retryStrategy: () => 50 });
    client.on("error", () => {});
    await client.ping();
    client.disconnect();
  }
  async function stop(): Promise<void> {
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    await gone;
  }
  const open = (warnings?: string[], windowSeconds?: number): Promise<RateLimiter> =>
    openLimiter({ store: "redis", url: `redis://127.0.0.1:${port}` }, warnings, windowSeconds);

  beforeAll(async () => {
    port = await findFreePort();
    await start();
  });
  afterAll(stop);

  describeCounting(open);

  test("two instances, each with its own connections, share one count", async () => {
    expect(await countAllowed([await open(), await open()], "shared", 40, 10)).toBe(10);
  });

  test("a window ends and the next one starts", async () => {
    const limiter = await open();
    await limiter.consume("read", "window", 1);
    expect((await limiter.consume("read", "window", 1)).allowed).toBe(false);
    const client = new Redis({ port });
    const key = "caseport:rate:read:window";
    expect(await client.pexpire(key, 30_000)).toBe(1);
    const { allowed, resetsInSeconds } = await limiter.consume("read", "window", 1);
    expect(allowed).toBe(false);
    expect(resetsInSeconds).toBeLessThanOrEqual(30);
    expect(await client.pexpire(key, 1)).toBe(1);
    await expect.poll(() => client.exists(key)).toBe(0);
    client.disconnect();
    expect(await limiter.consume("read", "window", 1)).toMatchObject({ allowed: true, resetsInSeconds: 60 });
  });

  test("halted: responds in time from memory, warns once, and shares the count again by itself", async () => {
    const warnings: string[] = [];
    const limiter = await open(warnings);
    await limiter.consume("read", "halted", 10);
    server.kill("SIGSTOP");
    await expectMemoryInTime(limiter, "halted");
    expect(warnings).toHaveLength(1);
    server.kill("SIGCONT");
    // Memory has counted 10 and says 0. Redis has counted 1, and after going on also what was sent in vain.
    await vi.waitFor(async () => expect((await limiter.peek("read", "halted", 10)).remaining).toBeGreaterThan(5), {
      timeout: 120_000,
      interval: 50,
    });
    expect(warnings).toHaveLength(1);
  });

  test("killed and started again: responds in time, warns once, then shares the count again", async () => {
    const warnings: string[] = [];
    const [one, other] = [await open(warnings), await open()];
    await one.consume("read", "killed", 10);
    await stop();
    await expectMemoryInTime(one, "killed");
    expect(warnings).toHaveLength(1);
    await start();
    // The new server knows nothing of before; both count there, once each has found it.
    let attempt = 0;
    await vi.waitFor(
      async () => {
        const subject = `again ${(attempt += 1)}`;
        await one.consume("read", subject, 10);
        expect((await other.consume("read", subject, 10)).remaining).toBe(8);
      },
      { timeout: 120_000, interval: 100 },
    );
    expect(warnings).toHaveLength(1);
  });

  test("away at the start: counts in memory, then joins", async () => {
    await stop();
    const warnings: string[] = [];
    const limiter = await open(warnings);
    await expectMemoryInTime(limiter, "late");
    await start();
    const other = await open();
    let attempt = 0;
    await vi.waitFor(
      async () => {
        const subject = `joined ${(attempt += 1)}`;
        await limiter.consume("read", subject, 10);
        expect((await other.peek("read", subject, 10)).remaining).toBe(9);
      },
      { timeout: 120_000, interval: 100 },
    );
    expect(warnings).toHaveLength(1);
  });
});

/** The store is away: ten requests are counted from zero in memory, and none takes long. */
async function expectMemoryInTime(limiter: RateLimiter, subject: string): Promise<void> {
  for (let count = 1; count <= 10; count += 1) {
    const begun = performance.now();
    expect((await limiter.consume("read", subject, 10)).remaining).toBe(10 - count);
    expect(performance.now() - begun).toBeLessThan(respondInTime);
  }
}

/** Accepts connections on a free port, and never says a word. */
async function listenInSilence(): Promise<number> {
  const sockets = new Set<Socket>();
  const port = await findFreePort();
  const server = createServer((socket) => sockets.add(socket)).listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return port;
}
