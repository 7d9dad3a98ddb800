import type { IncomingMessage } from "node:http";
import { interfaceVersion } from "../../contract/interface-version.ts";
import { observeMigrations } from "../../platform/database/migrations.ts";
import { readInstallationHealth } from "../../platform/observability/installation-health.ts";
import { publishStatus } from "../../reference/published-status.ts";
import { createStatusReader } from "../../platform/observability/service-status.ts";
import type { HttpResponse } from "../request/response.ts";
import type { Services } from "../services.ts";

export const statusPath = "/status";

/**
 * Serves GET /status to machines, as JSON; returns null for browsers, whose page shows the same. Requires no key, and
 * names no organization and no number.
 */
export function createStatusHandler({
  database,
  files,
  stopping,
}: Services): (request: IncomingMessage) => Promise<HttpResponse | null> {
  const readStatus = createStatusReader({
    isMigrated: observeMigrations(database.pool),
    readHealth: () => readInstallationHealth(database, null),
    storage: files.tools.storage,
    stopping,
  });
  publishStatus(readStatus);
  return async ({ headers }) => {
    // What names HTML is a browser, and `rsc` is its navigation; curl and most libraries accept everything.
    if (headers.accept?.includes("text/html") === true || headers["rsc"] !== undefined) return null;
    const { status, parts, checkedAt } = await readStatus();
    return {
      status: 200,
      headers: { "Content-Type": "application/json", Vary: "Accept" },
      body: JSON.stringify({ success: true, status, parts, version: interfaceVersion, checkedAt }),
    };
  };
}
