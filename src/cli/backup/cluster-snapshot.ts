import type { Client } from "pg";
import { withConnection } from "./tables.ts";

/** Touches every node: the table is distributed, and the statement names no organization. */
const onEveryNode = `SELECT count(*) FROM "Case"`;

/**
 * Opens the snapshots of a cluster's nodes as of one moment. Transactions of several nodes are kept from committing
 * until all are open, as `citus_create_restore_point` does; those of one node alone concern one organization, which is
 * read from one snapshot.
 *
 * @param client in a transaction that repeats its reads
 * @param url the superuser's
 */
export async function openSnapshots(client: Client, url: string): Promise<void> {
  await withConnection(url, async (blocking) => {
    await blocking.query("BEGIN; LOCK TABLE pg_dist_transaction IN EXCLUSIVE MODE");
    // A second connection to a node would have a snapshot of its own.
    await client.query("SET LOCAL citus.max_adaptive_executor_pool_size = 1");
    await client.query(onEveryNode);
    await blocking.query("ROLLBACK");
  });
}
