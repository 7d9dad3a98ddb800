import { sql } from "kysely";
import type { Database } from "./database.ts";
import type { Job } from "./job-queue.ts";
import type { Logger } from "./logger.ts";

const purgeBatch = 1_000;

/** What the installation does by itself, on a schedule, in one process at a time. */
export function maintenanceJobs(database: Database, logger: Logger): Job[] {
  return [
    {
      name: "purge-idempotency-records",
      cron: "*/10 * * * *",
      run: async () => {
        const purged = await purgeIdempotencyRecords(database);
        if (purged > 0) logger.info({ purged }, "expired idempotency records purged");
      },
    },
  ];
}

/** Deletes expired stored answers in batches, so that no statement holds many locks. @returns how many */
export async function purgeIdempotencyRecords(database: Database): Promise<number> {
  for (let total = 0; ; ) {
    const { rows } = await sql<{ purged: number }>`SELECT purge_idempotency_records(${purgeBatch}::integer) AS purged`.execute(database.outside);
    const purged = rows[0]?.purged ?? 0;
    total += purged;
    if (purged < purgeBatch) return total;
  }
}
