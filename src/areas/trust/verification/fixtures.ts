import { Client } from "pg";
import type { TestServer } from "../../../testing/harness/server.ts";

/** Makes a ledger hold a cent that no posting says: past all triggers, as a fault of the database would. */
export async function falsifyLedger({ ownerUrl }: Pick<TestServer, "ownerUrl">, ledgerId: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query("SET session_replication_role = replica");
    await owner.query(`UPDATE "TrustLedger" SET "balanceCents" = "balanceCents" + 1 WHERE id = $1`, [ledgerId]);
  } finally {
    await owner.end();
  }
}
