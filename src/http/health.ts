import { unavailable } from "../contract/errors/error-codes.ts";
import { observeMigrations } from "../platform/database/migrations.ts";
import type { HttpResponse } from "./request/response.ts";
import type { Services } from "./services.ts";

/** Whether a path is one of the two health checks, which require no key. */
export function isHealthPath(path: string): boolean {
  return path === "/api/health" || path === "/api/health/ready";
}

/**
 * Serves GET /api/health (the process responds) and GET /api/health/ready (the database responds and is migrated, and
 * the server is not stopping).
 *
 * @throws a 503
 */
export function createHealthHandler({
  database,
  stopping,
}: Pick<Services, "database" | "stopping">): (path: string) => Promise<HttpResponse> {
  const headers = { "Content-Type": "application/json" };
  const isMigrated = observeMigrations(database.pool);
  return async (path) => {
    if (path === "/api/health") return { status: 200, headers, body: '{"success":true,"status":"ok"}' };
    // Any error means that the database is not ready.
    if (!stopping.aborted && (await isMigrated().catch(() => false)))
      return { status: 200, headers, body: '{"success":true,"status":"ready"}' };
    throw unavailable();
  };
}
