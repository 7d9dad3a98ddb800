import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { selectRows } from "../../platform/database/records.ts";

/** Where a live secret is stored. */
export interface SecretRow {
  organizationId: string;
  subscriptionId: string;
  id: string;
}

/** Live secrets that do not begin with the mark, in all organizations. */
export async function listSecretsToReencrypt(database: Database, mark: Buffer, batch: number): Promise<SecretRow[]> {
  const { rows } =
    await sql<SecretRow>`SELECT * FROM list_webhook_secrets_to_reencrypt(${mark}::bytea, ${batch}::integer)`.execute(
      database.withoutTenant,
    );
  return rows;
}

/** The newest live secret of all organizations, encrypted; none before the first subscription. */
export async function findNewestSecret(database: Database): Promise<(SecretRow & { sealed: Buffer }) | undefined> {
  const { rows } = await sql<SecretRow & { sealed: Buffer }>`SELECT * FROM find_newest_webhook_secret()`.execute(
    database.withoutTenant,
  );
  return rows[0];
}

/**
 * @param reencrypt makes the new from the old
 * @returns false when it is no longer there
 */
export function replaceEncryptedSecret(
  database: Database,
  { organizationId, id }: SecretRow,
  reencrypt: (encrypted: Buffer) => Buffer,
): Promise<boolean> {
  return database.withTenantTransaction(organizationId, async (transaction) => {
    const row = await selectRows({ organizationId, transaction }, "WebhookSecret")
      .select("sealed")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return false;
    await transaction
      .updateTable("WebhookSecret")
      .set({ sealed: reencrypt(row.sealed) })
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      .execute();
    return true;
  });
}
