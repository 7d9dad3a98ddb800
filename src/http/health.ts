import { AppError, internalErrorMessage } from "../contract/error-codes.ts";
import type { Database } from "../platform/database/database.ts";
import { observeMigrations } from "../platform/database/migrations.ts";
import type { Answer } from "./rest/response.ts";

/** Whether a path is one of the two health checks: they need no key. */
export function isHealthPath(path: string): boolean {
  return path === "/api/health" || path === "/api/health/ready";
}

/**
 * Makes the answers of GET /api/health (the process answers) and GET /api/health/ready (the database answers and is migrated).
 * They throw SERVICE_UNAVAILABLE.
 */
export function createHealthAnswer(database: Database): (path: string) => Promise<Answer> {
  const headers = { "Content-Type": "application/json" };
  const isMigrated = observeMigrations(database.pool);
  return async (path) => {
    if (path === "/api/health") return { status: 200, headers, body: '{"success":true,"status":"ok"}' };
    // Whatever keeps the database from telling, it is not ready.
    if (await isMigrated().catch(() => false)) return { status: 200, headers, body: '{"success":true,"status":"ready"}' };
    throw new AppError("SERVICE_UNAVAILABLE", internalErrorMessage, { "Retry-After": "1" });
  };
}
