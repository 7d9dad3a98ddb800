import type { Redis } from "ioredis";
import type { Pool } from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis } from "rate-limiter-flexible";
import { gatherCounts, readWindows, type Counted, type CountedParts, type Whole } from "./gather-counts.ts";
import { storePatienceMilliseconds, withTimeout } from "./with-timeout.ts";

const minute = 60;

/** During an outage one request per interval tries the store; all others are counted in memory. */
const storeRetryMilliseconds = 1_000;

/** The table of the PostgreSQL store. */
export const rateLimitTable = "RateLimitCounter";

export interface RateVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until the window ends: an integer, at least 1. */
  resetsInSeconds: number;
}

/** A window, and how many requests it allows. */
export interface Allowance {
  bucket: string;
  subject: string;
  limit: number;
}

/**
 * Counts requests in fixed windows, by default of 60 seconds; a window begins with its first request.
 * No function ever rejects or hangs: see createRateLimiter. Bucket and subject together: at most 250 characters.
 */
export interface RateLimiter {
  /** Counts a request. Rejected requests count too, but do not prolong the window. */
  consume(bucket: string, subject: string, limit: number): Promise<RateVerdict>;
  /**
   * Counts a request in a part, such as a key, and in its whole, the organization. One over the part's limit does not
   * count against the whole.
   */
  consumeBoth(part: Allowance, whole: Allowance): Promise<{ part: RateVerdict; whole: RateVerdict }>;
  /** The verdict for the next request, without counting it. */
  peek(bucket: string, subject: string, limit: number): Promise<RateVerdict>;
  /** How many requests each subject's window has counted, rejected ones included, in the order of the subjects. */
  countUsed(bucket: string, subjects: readonly string[]): Promise<number[]>;
  close(): Promise<void>;
}

export type RateLimiterOptions =
  | { store: "memory" }
  | { store: "postgres"; pool: Pool }
  | { store: "redis"; url: string };

export interface OutageLogger {
  warn(fields: Record<string, unknown>, message: string): void;
}

/** The used part of the library's limiters. `penalty` counts without rejecting. */
interface LibraryCounter {
  penalty(key: string): Promise<Counted>;
  get(key: string): Promise<Counted | null>;
}

interface Counter extends LibraryCounter {
  getAll(keys: readonly string[]): Promise<(Counted | null)[]>;
  /** The whole's count without the request, if it does not count there. */
  countBoth(key: string, whole: Whole): Promise<CountedParts>;
}

/** A counter that counts part and whole one after the other. */
function countInTurn(counter: LibraryCounter): Counter {
  return {
    penalty: (key) => counter.penalty(key),
    get: (key) => counter.get(key),
    getAll: (keys) => Promise.all(keys.map((key) => counter.get(key))),
    countBoth: async (key, whole) => {
      const part = await counter.penalty(key);
      const isAllowed = decide(part, whole.partLimit, 0).allowed;
      return { part, whole: await (isAllowed ? counter.penalty(whole.key) : counter.get(whole.key)) };
    },
  };
}

/**
 * A limiter in memory for one process, or in PostgreSQL or Redis for several. With PostgreSQL, requests are counted
 * together: see gatherCounts.
 *
 * While a shared store is unavailable, also at the start, requests are counted in this process's memory; one request
 * per second tries the store and waits at most 500 ms. One warning is logged per outage. close() does not end the
 * pool.
 *
 * @param windowSeconds of all its windows: limiters with others have buckets of their own
 */
export async function createRateLimiter(
  options: RateLimiterOptions,
  logger?: OutageLogger,
  windowSeconds: number = minute,
): Promise<RateLimiter> {
  // The library has one limit per limiter; ours differs per call, so the library only counts and decide() compares.
  const counting = { points: 1, duration: windowSeconds };
  const memory = countInTurn(new RateLimiterMemory({ ...counting, keyPrefix: "" }));
  switch (options.store) {
    case "memory":
      return createLimiter(memory, windowSeconds, async () => {});
    case "postgres": {
      // Only reads counts and deletes old rows; gatherCounts counts.
      const table = new RateLimiterPostgres({
        ...counting,
        storeClient: options.pool,
        storeType: "pool",
        tableName: rateLimitTable,
        tableCreated: true,
        keyPrefix: "",
      });
      const count = gatherCounts(options.pool, rateLimitTable, windowSeconds);
      const shared: Counter = {
        penalty: async (key) => (await count(key)).part,
        get: (key) => table.get(key),
        getAll: (keys) => readWindows(options.pool, rateLimitTable, keys),
        countBoth: async (key, whole) => {
          const counted = await count(key, whole);
          return { part: counted.part, whole: counted.whole ?? (await table.get(whole.key)) };
        },
      };
      return createLimiter(insure(shared, memory, options.store, logger), windowSeconds, async () => {});
    }
    case "redis": {
      const client = await connectRedis(options.url);
      const shared = new RateLimiterRedis({
        ...counting,
        storeClient: client,
        rejectIfRedisNotReady: true,
        keyPrefix: "caseport:rate",
      });
      return createLimiter(insure(countInTurn(shared), memory, options.store, logger), windowSeconds, async () =>
        client.disconnect(),
      );
    }
    default:
      return options satisfies never;
  }
}

function createLimiter(counter: Counter, windowSeconds: number, close: () => Promise<void>): RateLimiter {
  return {
    async consume(bucket, subject, limit) {
      return decide(await counter.penalty(`${bucket}:${subject}`), limit, 0);
    },
    async consumeBoth(part, whole) {
      const counted = await counter.countBoth(`${part.bucket}:${part.subject}`, {
        key: `${whole.bucket}:${whole.subject}`,
        partLimit: part.limit,
      });
      return { part: decide(counted.part, part.limit, 0), whole: decide(counted.whole, whole.limit, 0) };
    },
    async peek(bucket, subject, limit) {
      return decide(await counter.get(`${bucket}:${subject}`), limit, 1, windowSeconds);
    },
    async countUsed(bucket, subjects) {
      const windows = await counter.getAll(subjects.map((subject) => `${bucket}:${subject}`));
      return windows.map((counted) => readCurrent(counted)?.consumedPoints ?? 0);
    },
    close,
  };
}

/**
 * @param ahead 1 if the request is not counted yet
 * @param windowSeconds of a window that has not begun
 */
function decide(counted: Counted | null, limit: number, ahead: 0 | 1, windowSeconds: number = minute): RateVerdict {
  const current = readCurrent(counted);
  const consumed = current?.consumedPoints ?? 0;
  const millisecondsLeft = current?.msBeforeNext ?? windowSeconds * 1_000;
  return {
    allowed: consumed + ahead <= limit,
    limit,
    remaining: Math.max(limit - consumed, 0),
    resetsInSeconds: Math.max(Math.ceil(millisecondsLeft / 1_000), 1),
  };
}

/** A window that has just ended can still exist until its timer removes it. */
function readCurrent(counted: Counted | null): Counted | null {
  return counted !== null && counted.msBeforeNext > 0 ? counted : null;
}

/**
 * Falls back from a shared store to memory. The library's own insurance limiter has no timeout, tries the failed store
 * with every request and logs nothing.
 */
function insure(shared: Counter, memory: Counter, store: string, logger: OutageLogger | undefined): Counter {
  let awaySince: number | null = null;
  let nextTryAt = 0;

  async function run<Result>(operation: (counter: Counter) => Promise<Result>): Promise<Result> {
    const now = performance.now();
    if (awaySince !== null) {
      if (now < nextTryAt) return operation(memory);
      nextTryAt = now + storeRetryMilliseconds;
    }
    try {
      const result = await withTimeout(operation(shared));
      awaySince = null;
      return result;
    } catch (error) {
      if (awaySince === null) {
        awaySince = now;
        nextTryAt = now + storeRetryMilliseconds;
        logger?.warn({ error, store }, "rate limit store is unavailable: counting in memory until it responds");
      }
      return operation(memory);
    }
  }

  return {
    penalty: (key) => run((counter) => counter.penalty(key)),
    get: (key) => run((counter) => counter.get(key)),
    getAll: (keys) => run((counter) => counter.getAll(keys)),
    countBoth: (key, whole) => run((counter) => counter.countBoth(key, whole)),
  };
}

/** A client that reconnects, and rejects commands while it is disconnected instead of queueing them. */
async function connectRedis(url: string): Promise<Redis> {
  // Loaded only where it is used: that takes a twentieth of a start.
  const ioredis = await import("ioredis");
  const client = new ioredis.Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 1_000,
    commandTimeout: storePatienceMilliseconds,
    retryStrategy: (attempt) => Math.min(attempt * 100, storeRetryMilliseconds),
  });
  // Without a listener ioredis prints to the console. An outage is reported once, by insure().
  client.on("error", () => {});
  // An unavailable store at the start is an outage like any other: the client reconnects by itself.
  await client.connect().catch(() => {});
  return client;
}
