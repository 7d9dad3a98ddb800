import type { Client, Pool } from "pg";

/**
 * Resolves when so many backends of the database wait for what another transaction holds.
 * @param watcher a connection of its own, in no transaction: there every look would show the same
 */
export async function waitForLock(watcher: Client | Pool, count = 1): Promise<void> {
  for (;;) {
    const { rowCount } = await watcher.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
    if ((rowCount ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
