import type { ClientBase, Pool } from "pg";
import type { Database } from "./database.ts";

/** Tables that are partitioned by month: `partitioned_tables()` of the migrations. */
export const partitionedTables = ["Event", "EventCase", "AuditEntry", "RequestLog", "WebhookDelivery"] as const;

/** PostgreSQL: a lock was not available within half a second. */
const lockNotAvailable = "55P03";

/**
 * Runs a function of the migrations for each partitioned table, each in a transaction of its own. A table that requests
 * hold for longer than half a second is left for the next time.
 */
async function changeEachPartitionedTable(run: (table: string) => Promise<number>): Promise<number> {
  let changed = 0;
  for (const table of partitionedTables) {
    try {
      changed += await run(table);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === lockNotAvailable)) throw error;
    }
  }
  return changed;
}

/**
 * Makes the partitions of this month and the next that do not exist.
 *
 * @returns how many
 */
export function makePartitions(database: ClientBase | Pool): Promise<number> {
  return changeEachPartitionedTable(
    async (table) =>
      (await database.query<{ made: number }>("SELECT make_partitions($1) AS made", [table])).rows[0]?.made ?? 0,
  );
}

const daysOfYears = (years: number) => Math.ceil(years * 365.25);

/**
 * Drops the months whose rows are all older than they must be kept, each in a transaction of its own.
 *
 * @param auditYears how long audit entries are kept; other tables have days of their own
 * @returns how many
 */
export async function dropPartitions({ pool }: Pick<Database, "pool">, auditYears: number): Promise<number> {
  const drop = async (table: string) => {
    const keptDays = table === "AuditEntry" ? daysOfYears(auditYears) : null;
    return (
      (await pool.query<{ dropped: number }>("SELECT drop_partitions($1, $2) AS dropped", [table, keptDays])).rows[0]
        ?.dropped ?? 0
    );
  };
  for (let total = 0; ;) {
    const dropped = await changeEachPartitionedTable(drop);
    total += dropped;
    if (dropped === 0) return total;
  }
}
