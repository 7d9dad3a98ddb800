import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { selectRows } from "../../platform/database/records.ts";

export type SecretDatabase = Database;

/** A live secret that another of the installation's secrets encrypted. */
export interface StaleSecret {
  organizationId: string;
  subscriptionId: string;
  id: string;
}

/** Live secrets that do not begin with the mark, in all organizations. */
export async function listSecretsToReencrypt(database: Database, mark: Buffer, batch: number): Promise<StaleSecret[]> {
  const { rows } = await sql<StaleSecret>`SELECT * FROM list_webhook_secrets_to_reencrypt(${mark}::bytea, ${batch}::integer)`.execute(database.withoutTenant);
  return rows;
}

/** @param reencrypt makes the new from the old @returns false when it is no longer there */
export function replaceSealed(database: Database, { organizationId, id }: StaleSecret, reencrypt: (sealed: Buffer) => Buffer): Promise<boolean> {
  return database.withTenantTransaction(organizationId, async (transaction) => {
    const row = await selectRows({ organizationId, transaction }, "WebhookSecret").select("sealed").where("id", "=", id).forUpdate().executeTakeFirst();
    if (row === undefined) return false;
    await transaction.updateTable("WebhookSecret").set({ sealed: reencrypt(row.sealed) }).where("organizationId", "=", organizationId).where("id", "=", id).execute();
    return true;
  });
}
