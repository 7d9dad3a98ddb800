import type { Client } from "pg";

/** Gives empty partitioned tables partitions from some months ago to the next month. */
export async function remakePartitions(owner: Client, tables: readonly string[], months: number): Promise<void> {
  for (const table of tables) {
    const { rows } = await owner.query<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass",
      [`"${table}"`],
    );
    await owner.query(`DROP TABLE ${rows.map(({ name }) => name).join(", ")}`);
    await owner.query("SELECT make_partitions($1, now() - make_interval(months => $2))", [table, months]);
  }
}

/** SQL for IDs as they are made at a time, in the order of a number. */
export const idAt = (prefix: string, at: string, number: string) =>
  `left(lowest_id('${prefix}', ${at}), 14) || lpad((${number})::text, 16, '0')`;

/** The table of a partition, whatever the month. */
export const tableOfPartition = (name: string) => name.replace(/_(\d{4}_\d{2}|before|after)$/, "");
