import { AppError, internalErrorMessage } from "../contract/error-codes.ts";
import type { Database } from "../platform/database.ts";
import { readMigrationState } from "../platform/migrations.ts";
import type { Answer } from "./answer.ts";

/** Whether a path is one of the two health checks: they need no key. */
export function isHealthPath(path: string): boolean {
  return path === "/api/health" || path === "/api/health/ready";
}

/**
 * GET /api/health: the process answers. GET /api/health/ready: the database answers and is migrated.
 * @throws SERVICE_UNAVAILABLE
 */
export async function answerHealth(database: Database, path: string): Promise<Answer> {
  const headers = { "Content-Type": "application/json" };
  if (path === "/api/health") return { status: 200, headers, body: '{"success":true,"status":"ok"}' };
  if (await isReady(database)) return { status: 200, headers, body: '{"success":true,"status":"ready"}' };
  throw new AppError("SERVICE_UNAVAILABLE", internalErrorMessage, { "Retry-After": "1" });
}

async function isReady(database: Database): Promise<boolean> {
  try {
    const { pending, edited } = await readMigrationState(database.pool);
    return pending.length === 0 && edited.length === 0;
  } catch {
    return false;
  }
}
