import { AppError, internalErrorMessage } from "../contract/error-codes.ts";
import type { Database } from "../platform/database.ts";
import { readMigrationState } from "../platform/migrations.ts";
import type { Answer } from "./answer.ts";
import { describeRefusal } from "./respond.ts";

/** Whether a path is one of the two health checks: they need no key. */
export function isHealthPath(path: string): boolean {
  return path === "/api/health" || path === "/api/health/ready";
}

/**
 * GET /api/health: the process answers. GET /api/health/ready: the database answers and is migrated, else 503.
 */
export async function answerHealth(database: Database, method: string, path: string): Promise<Answer> {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
  if (method === "OPTIONS") return { status: 204, headers: { Allow: "GET, HEAD, OPTIONS" }, body: "" };
  if (method !== "GET" && method !== "HEAD") {
    return describeRefusal(
      new AppError("METHOD_NOT_ALLOWED", "This path does not answer this method", { Allow: "GET, HEAD, OPTIONS" }),
    );
  }
  if (path === "/api/health") return { status: 200, headers, body: '{"success":true,"status":"ok"}' };
  if (await isReady(database)) return { status: 200, headers, body: '{"success":true,"status":"ready"}' };
  return describeRefusal(new AppError("SERVICE_UNAVAILABLE", internalErrorMessage, { "Retry-After": "1" }));
}

async function isReady(database: Database): Promise<boolean> {
  try {
    const { pending, edited } = await readMigrationState(database.pool);
    return pending.length === 0 && edited.length === 0;
  } catch {
    return false;
  }
}
