import { openPool, type Pool } from "../platform/database/connections/connection-pool.ts";
import type { Environment } from "../platform/environment.ts";
import type { Logger } from "../platform/observability/logger.ts";
import { createRateLimiter, type RateLimiterOptions } from "../platform/rate-limit/rate-limiter.ts";
import type { Services } from "./services.ts";

const countingConnections = 4;
const hour = 3_600;

interface Limiters extends Pick<Services, "limiter" | "hourlyLimiter"> {
  /** null unless PostgreSQL counts. */
  countingPool: Pool | null;
  closeLimiters: () => Promise<void>;
}

/** Opens the limiter with windows of a minute, and the one with windows of an hour, on the configured store. */
export async function openLimiters(
  environment: Pick<Environment, "rateLimitStore" | "redisUrl">,
  databaseUrl: string,
  logger: Logger,
): Promise<Limiters> {
  // Counting has its own connections: behind a burst of transactions it would time out and count in memory.
  const countingPool = environment.rateLimitStore === "postgres" ? openPool(databaseUrl, countingConnections) : null;
  const store = chooseStore(environment, countingPool);
  const [limiter, hourlyLimiter] = [
    await createRateLimiter(store, logger),
    await createRateLimiter(store, logger, hour),
  ];
  const closeLimiters = async () => {
    await limiter.close();
    await hourlyLimiter.close();
    await countingPool?.end();
  };
  return { limiter, hourlyLimiter, countingPool, closeLimiters };
}

function chooseStore(
  { rateLimitStore, redisUrl }: Pick<Environment, "rateLimitStore" | "redisUrl">,
  countingPool: Pool | null,
): RateLimiterOptions {
  if (rateLimitStore === "redis" && redisUrl !== null) return { store: "redis", url: redisUrl };
  return rateLimitStore === "postgres" && countingPool !== null
    ? { store: "postgres", pool: countingPool }
    : { store: "memory" };
}
