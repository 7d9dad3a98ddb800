import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { selectRows } from "../../../platform/database/records.ts";

/** Where the secrets of an account are stored. */
export interface EncryptedConnection {
  organizationId: string;
  id: string;
}

/** Accounts in use whose secrets do not begin with the mark, in all organizations. */
export async function listConnectionsToReencrypt(
  database: Database,
  mark: Buffer,
  batch: number,
): Promise<EncryptedConnection[]> {
  const listed = sql<EncryptedConnection>`
    SELECT * FROM list_text_connections_to_reencrypt(${mark}::bytea, ${batch}::integer)`;
  return (await listed.execute(database.withoutTenant)).rows;
}

/**
 * @param reencrypt makes the new from the old
 * @returns false when it is no longer in use
 */
export function replaceCredentials(
  database: Database,
  { organizationId, id }: EncryptedConnection,
  reencrypt: (encrypted: Buffer) => Buffer,
): Promise<boolean> {
  return database.withTenantTransaction(organizationId, async (transaction) => {
    const row = await selectRows({ organizationId, transaction }, "TextConnection")
      .select("credentials")
      .where("id", "=", id)
      .where("revokedAt", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return false;
    await transaction
      .updateTable("TextConnection")
      .set({ credentials: reencrypt(row.credentials) })
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      .execute();
    return true;
  });
}
