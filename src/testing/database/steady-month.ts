import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { partitionedTables } from "../../platform/database/partitions.ts";
import { remakePartitions } from "./remake-partitions.ts";

/** How long before the end of a month, in UTC, a file of tests waits for it: longer than it takes. */
const marginMilliseconds = 90_000;

/** Whether a month has just begun, in UTC: the next one's partitions are not missing yet. */
export function isTurnOfMonth(): boolean {
  const now = new Date();
  return now.getUTCDate() === 1 && now.getUTCHours() === 0;
}

/**
 * For tests that name this month and the next: waits out the last moments of a month, and gives a copy of a database
 * that was migrated in the month before the partitions of this one. Its tables are empty.
 */
export async function steadyMonth(owner: Client): Promise<void> {
  const now = new Date();
  const left = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime();
  if (left < marginMilliseconds) await delay(left + 1_000);
  const { rows } = await owner.query<{ isOfThisMonth: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM list_partition_months('Event') m WHERE m < date_trunc('month', now(), 'UTC')) AS "isOfThisMonth"`,
  );
  if (rows[0]?.isOfThisMonth !== true) await remakePartitions(owner, partitionedTables, 0);
}
