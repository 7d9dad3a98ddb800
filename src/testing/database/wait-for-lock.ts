import type { Client, Pool } from "pg";

/** On a cluster a statement waits on the node of its rows, by another process. */
const waiting =
  process.env["CASEPORT_CITUS_URL"] === undefined
    ? "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    : "SELECT DISTINCT global_pid FROM citus_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/**
 * Resolves when so many statements in the database wait for what another transaction holds.
 *
 * @param watcher a connection of its own, in no transaction: there every look would show the same
 */
export async function waitForLock(watcher: Client | Pool, count = 1): Promise<void> {
  for (;;) {
    const { rowCount } = await watcher.query(waiting);
    if ((rowCount ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
