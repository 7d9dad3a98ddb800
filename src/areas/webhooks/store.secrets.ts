import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** Where a live secret is stored. */
export interface SecretRow {
  organizationId: string;
  subscriptionId: string;
  id: string;
}

/** The newest live secret of all organizations, encrypted; none before the first subscription. */
export async function findNewestSecret(database: Database): Promise<(SecretRow & { sealed: Buffer }) | undefined> {
  const { rows } = await sql<SecretRow & { sealed: Buffer }>`SELECT * FROM find_newest_webhook_secret()`.execute(
    database.withoutTenant,
  );
  return rows[0];
}
