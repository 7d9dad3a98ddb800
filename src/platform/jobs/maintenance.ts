import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { dropPartitions, makePartitions } from "../database/partitions.ts";
import { purgeOver } from "../identity/sessions.ts";
import { countingJob, type Job } from "./job-queue.ts";
import type { Logger } from "../observability/logger.ts";

const purgeBatch = 1_000;

interface Purge {
  name: string;
  cron: string;
  run: (database: Database) => Promise<number>;
  message: string;
}

const purges: readonly Purge[] = [
  {
    name: "purge-idempotency-records",
    cron: "*/10 * * * *",
    run: purgeIdempotencyRecords,
    message: "expired idempotency records purged",
  },
  {
    name: "purge-captured-messages",
    cron: "35 * * * *",
    run: (database) => purgeInBatches(database, "purge_captured_messages", purgeBatch),
    message: "captured messages of sandboxes purged",
  },
  { name: "purge-sessions", cron: "15 * * * *", run: purgeSessions, message: "expired sessions and links purged" },
  {
    name: "purge-assistant-tokens",
    cron: "40 * * * *",
    run: (database) => purgeInBatches(database, "purge_assistant_tokens"),
    message: "expired tokens of connected assistants purged",
  },
  {
    name: "purge-usage-and-notifications",
    cron: "25 * * * *",
    run: purgeUsageAndNotifications,
    message: "old counts and notifications purged",
  },
];

export function maintenanceJobs(database: Database, logger: Logger, auditYears: number): Job[] {
  return [
    ...purges.map(({ name, cron, run, message }) =>
      countingJob(logger, { name, cron, counts: { purged: () => run(database) }, message }),
    ),
    countingJob(logger, {
      name: "make-partitions",
      cron: "*/10 * * * *",
      counts: { made: () => makePartitions(database.pool) },
      message: "partitions made for the next month",
    }),
    countingJob(logger, {
      name: "drop-partitions",
      cron: "50 * * * *",
      counts: { dropped: () => dropPartitions(database, auditYears) },
      message: "partitions dropped whose rows were older than they are kept",
    }),
  ];
}

export function purgeIdempotencyRecords(database: Database): Promise<number> {
  return purgeInBatches(database, "purge_idempotency_records", purgeBatch);
}

/** Deletes counts by day that are older than 400 days, by hour older than 30, and notifications that are older than 90. */
export async function purgeUsageAndNotifications(database: Database): Promise<number> {
  let total = 0;
  for (const purge of [
    "purge_request_log_gaps",
    "purge_key_usage",
    "purge_key_operations",
    "purge_key_usage_hours",
    "purge_notifications",
  ]) {
    total += await purgeInBatches(database, purge, purgeBatch);
  }
  return total;
}

export async function purgeSessions(database: Database): Promise<number> {
  const sessions = await repeatBatches(purgeBatch, (batch) => purgeOver(database, "Session", batch));
  return sessions + (await repeatBatches(purgeBatch, (batch) => purgeOver(database, "Verification", batch)));
}

/** @param purge a definer function that takes the batch size and returns the number of deleted rows */
export function purgeInBatches(database: Database, purge: string, most = purgeBatch): Promise<number> {
  return repeatBatches(most, async (batch) => {
    const { rows } = await sql<{ purged: number }>`SELECT ${sql.ref(purge)}(${batch}::integer) AS purged`.execute(
      database.withoutTenant,
    );
    return rows[0]?.purged ?? 0;
  });
}

/** Each batch is its own transaction, so that none holds many locks. */
async function repeatBatches(batch: number, purge: (batch: number) => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const purged = await purge(batch);
    total += purged;
    if (purged < batch) return total;
  }
}
