import { Redis } from "ioredis";
import type { Pool } from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis } from "rate-limiter-flexible";
import type { RateLimiterRes } from "rate-limiter-flexible";

const windowSeconds = 60;

/** Patience with a shared store. A request never waits longer than this for being counted. */
const storePatienceMilliseconds = 500;

/** During an outage one request in this time tries the store; all others are counted in memory at once. */
const storeRetryMilliseconds = 1_000;

/** The name of the Postgres store's table; a migration makes it. */
export const rateLimitTable = "RateLimitCounter";

export interface RateVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until the window ends: an integer, at least 1. */
  resetsInSeconds: number;
}

/**
 * Counts requests in fixed windows of 60 seconds; a window begins with its first request.
 * Neither function ever rejects or hangs: see createRateLimiter. Bucket and subject together: at most 250 characters.
 */
export interface RateLimiter {
  /** Counts one request in the window of `bucket` for `subject`. Rejected requests count as well; they do not prolong the window. */
  consume(bucket: string, subject: string, limit: number): Promise<RateVerdict>;
  /** Says what the next request would meet, without counting one. */
  peek(bucket: string, subject: string, limit: number): Promise<RateVerdict>;
  close(): Promise<void>;
}

export type RateLimiterOptions = { store: "memory" } | { store: "postgres"; pool: Pool } | { store: "redis"; url: string };

/** The part of a pino logger that is needed here. */
export interface OutageLogger {
  warn(fields: Record<string, unknown>, message: string): void;
}

/** What the library's limiters have in common, as far as it is used. `penalty` is its word for "count, and leave the judging to me". */
interface Counter {
  penalty(key: string, points?: number): Promise<RateLimiterRes>;
  get(key: string): Promise<RateLimiterRes | null>;
}

// The library wants a number of points per limiter. Ours differs per call (overrides), so the
// library only counts, and check() compares with the limit of the call.
const counting = { points: 1, duration: windowSeconds };

/**
 * A limiter on the given store: memory for one process, Postgres or Redis where several share a count.
 *
 * When a shared store is away, requests are counted in this process's memory instead, after at most
 * 500 ms for one request a second and at once for all others; one warning is logged per outage, and the
 * store is used again as soon as it responds. An unavailable store at the start does not reject.
 * The caller keeps the ownership of a Postgres pool: close() does not end it.
 */
export async function createRateLimiter(options: RateLimiterOptions, logger?: OutageLogger): Promise<RateLimiter> {
  const memory = new RateLimiterMemory({ ...counting, keyPrefix: "" });
  switch (options.store) {
    case "memory":
      return createLimiter(memory, async () => {});
    case "postgres": {
      const shared = new RateLimiterPostgres({
        ...counting,
        storeClient: options.pool,
        storeType: "pool",
        tableName: rateLimitTable,
        tableCreated: true,
        keyPrefix: "",
      });
      return createLimiter(insure(shared, memory, options.store, logger), async () => {});
    }
    case "redis": {
      const client = await connectRedis(options.url);
      const shared = new RateLimiterRedis({
        ...counting,
        storeClient: client,
        rejectIfRedisNotReady: true,
        keyPrefix: "caseport:rate",
      });
      return createLimiter(insure(shared, memory, options.store, logger), async () => client.disconnect());
    }
    default:
      return options satisfies never;
  }
}

function createLimiter(counter: Counter, close: () => Promise<void>): RateLimiter {
  return {
    async consume(bucket, subject, limit) {
      return decide(await counter.penalty(`${bucket}:${subject}`), limit, 0);
    },
    async peek(bucket, subject, limit) {
      return decide(await counter.get(`${bucket}:${subject}`), limit, 1);
    },
    close,
  };
}

/** `ahead` is 1 when the request checked is not yet among those counted. */
function decide(counted: RateLimiterRes | null, limit: number, ahead: 0 | 1): RateVerdict {
  // A window that has just ended may still be found before its timer takes it away.
  const current = counted !== null && counted.msBeforeNext > 0 ? counted : null;
  const consumed = current?.consumedPoints ?? 0;
  const millisecondsLeft = current?.msBeforeNext ?? windowSeconds * 1_000;
  return {
    allowed: consumed + ahead <= limit,
    limit,
    remaining: Math.max(limit - consumed, 0),
    resetsInSeconds: Math.max(Math.ceil(millisecondsLeft / 1_000), 1),
  };
}

/**
 * Puts memory behind a shared store. The library's own insurance has no time limit, tries the dead store
 * again with every request and says nothing to anybody, hence this.
 */
function insure(shared: Counter, memory: Counter, store: string, logger: OutageLogger | undefined): Counter {
  let awaySince: number | null = null;
  let nextTryAt = 0;

  async function ask<Answer>(question: (counter: Counter) => Promise<Answer>): Promise<Answer> {
    const now = performance.now();
    if (awaySince !== null) {
      if (now < nextTryAt) return question(memory);
      nextTryAt = now + storeRetryMilliseconds;
    }
    try {
      const answer = await withinPatience(question(shared));
      awaySince = null;
      return answer;
    } catch (error) {
      if (awaySince === null) {
        awaySince = now;
        nextTryAt = now + storeRetryMilliseconds;
        logger?.warn({ error, store }, "rate limit store is unavailable: counting in memory until it responds");
      }
      return question(memory);
    }
  }

  return {
    penalty: (key) => ask((counter) => counter.penalty(key)),
    get: (key) => ask((counter) => counter.get(key)),
  };
}

/** Rejects if the response takes too long; a late response is dropped. */
async function withinPatience<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const impatience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${storePatienceMilliseconds} ms`)), storePatienceMilliseconds);
  });
  try {
    return await Promise.race([answer, impatience]);
  } finally {
    clearTimeout(timer);
  }
}

/** A client that keeps trying to connect, and lets a command fail at once rather than queue while it is not connected. */
async function connectRedis(url: string): Promise<Redis> {
  const client = new Redis(url, {
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
