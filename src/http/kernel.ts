import type { Database } from "../platform/database.ts";
import type { Environment } from "../platform/environment.ts";
import type { KeyUseLog } from "../platform/key-use-log.ts";
import type { Logger } from "../platform/logger.ts";
import type { RateLimiter } from "../platform/rate-limiter.ts";

/** What the steps of a request work with; made once at start. */
export interface Kernel {
  database: Database;
  limiter: RateLimiter;
  logger: Logger;
  keyUses: KeyUseLog;
  environment: Pick<Environment, "rateLimits" | "idempotencyHours" | "trustedProxies">;
}
