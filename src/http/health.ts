import { unavailable } from "../contract/error-codes.ts";
import type { Database } from "../platform/database/database.ts";
import { observeMigrations } from "../platform/database/migrations.ts";
import type { HttpResponse } from "./rest/response.ts";

/** Whether a path is one of the two health checks, which require no key. */
export function isHealthPath(path: string): boolean {
  return path === "/api/health" || path === "/api/health/ready";
}

/**
 * Serves GET /api/health (the process responds) and GET /api/health/ready (the database responds and is migrated).
 * @throws a 503
 */
export function createHealthHandler(database: Database): (path: string) => Promise<HttpResponse> {
  const headers = { "Content-Type": "application/json" };
  const isMigrated = observeMigrations(database.pool);
  return async (path) => {
    if (path === "/api/health") return { status: 200, headers, body: '{"success":true,"status":"ok"}' };
    // Any error means that the database is not ready.
    if (await isMigrated().catch(() => false)) return { status: 200, headers, body: '{"success":true,"status":"ready"}' };
    throw unavailable();
  };
}
