import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Storage } from "../storage/storage.ts";

/** A worker looks for scheduled jobs every half minute. */
const workerSilenceMilliseconds = 3 * 60_000;
const storageTimeoutMilliseconds = 2_000;

export interface InstallationHealth {
  databaseVersion: string;
  migration: string | null;
  /** The database's clock. */
  readAt: string;
  /** When a worker last looked for scheduled jobs; null before the first. */
  workerSeenAt: string | null;
  /**
   * The oldest job, and the oldest webhook delivery, that is due and that no worker has. Without jobs that wait for
   * their turn: another one of their organization is being worked on, and may take longer than ten minutes.
   */
  oldestJobAt: string | null;
  oldestDeliveryAt: string | null;
  /** Of this month and the next: their rows are kept with those of later months. */
  missingPartitions: string[];
}

/** @param administrator who requests it; null for a command */
export async function readInstallationHealth(
  { withoutTenant }: Database,
  administrator: string | null,
): Promise<InstallationHealth | undefined> {
  const { rows } = await sql<InstallationHealth>`
    SELECT split_part(current_setting('server_version'), ' ', 1) AS "databaseVersion",
      (SELECT migration_name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL ORDER BY migration_name DESC LIMIT 1) AS migration,
      clock_timestamp() AS "readAt",
      (SELECT cron_on FROM pgboss.version) AS "workerSeenAt",
      (SELECT min(j.start_after) FROM pgboss.job j WHERE j.state < 'active' AND j.start_after <= now() AND (j.expire_seconds < 600 OR NOT EXISTS (
        SELECT FROM pgboss.job a WHERE a.name = j.name AND a.group_id = j.group_id AND a.state = 'active'))) AS "oldestJobAt",
      find_oldest_webhook_job(${administrator}::text) AS "oldestDeliveryAt",
      ARRAY(SELECT list_missing_partitions()) AS "missingPartitions"`.execute(withoutTenant);
  return rows[0];
}

/** By the database's clock. */
export function isWorkerRunning({
  workerSeenAt,
  readAt,
}: Pick<InstallationHealth, "workerSeenAt" | "readAt">): boolean {
  return workerSeenAt !== null && Date.parse(readAt) - Date.parse(workerSeenAt) < workerSilenceMilliseconds;
}

/** Looks for an object that does not exist: the storage responds, whatever it responds. */
export async function isStorageAvailable(storage: Storage): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), storageTimeoutMilliseconds);
  storage.sizeOf("installation/none").then(
    () => resolve(true),
    () => resolve(false),
  );
  return promise.finally(() => clearTimeout(timer));
}
