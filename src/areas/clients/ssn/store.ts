import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import type { EncryptedByKey } from "../../../platform/crypto/pii-keys.ts";
import type { Context } from "../../../rpc/context.ts";
import { selectRows } from "../../../platform/database/records.ts";

export type SsnDatabase = Database;

export async function upsertSsn(
  { transaction, organizationId }: Context,
  clientId: string,
  encrypted: EncryptedByKey,
): Promise<void> {
  await transaction
    .insertInto("ClientSsn")
    .values({ organizationId, clientId, ...encrypted })
    .onConflict((conflict) => conflict.columns(["organizationId", "clientId"]).doUpdateSet(encrypted))
    .execute();
}

export async function deleteSsn({ transaction, organizationId }: Context, clientId: string): Promise<void> {
  await transaction
    .deleteFrom("ClientSsn")
    .where("organizationId", "=", organizationId)
    .where("clientId", "=", clientId)
    .execute();
}

export function findSsn(context: Context, clientId: string): Promise<EncryptedByKey | undefined> {
  return selectRows(context, "ClientSsn")
    .select(["keyNumber", "sealed"])
    .where("clientId", "=", clientId)
    .executeTakeFirst();
}

/** A number that is encrypted with an old key. */
export interface StaleSsn {
  organizationId: string;
  clientId: string;
}

/** Numbers encrypted with these keys, in all organizations. */
export async function listSsnsOfKeys(
  database: Database,
  numbers: readonly number[],
  batch: number,
): Promise<StaleSsn[]> {
  const { rows } =
    await sql<StaleSsn>`SELECT * FROM list_ssns_of_keys(${[...numbers]}::integer[], ${batch}::integer)`.execute(
      database.withoutTenant,
    );
  return rows;
}

export async function listKeyNumbersInUse(database: Database): Promise<number[]> {
  const { rows } = await sql<{ keyNumber: number }>`SELECT * FROM list_ssn_key_numbers()`.execute(
    database.withoutTenant,
  );
  return rows.map(({ keyNumber }) => keyNumber);
}

/**
 * Encrypts one again.
 *
 * @param reencrypt makes the new from the old
 * @returns false when it is no longer there, or another process was quicker
 */
export function reencryptSsn(
  database: Database,
  { organizationId, clientId }: StaleSsn,
  reencrypt: (encrypted: EncryptedByKey) => EncryptedByKey,
): Promise<boolean> {
  return database.withTenantTransaction(organizationId, async (transaction) => {
    const row = await selectRows({ organizationId, transaction }, "ClientSsn")
      .select(["keyNumber", "sealed"])
      .where("clientId", "=", clientId)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return false;
    const next = reencrypt(row);
    await transaction
      .updateTable("ClientSsn")
      .set(next)
      .where("organizationId", "=", organizationId)
      .where("clientId", "=", clientId)
      .execute();
    return next.keyNumber !== row.keyNumber;
  });
}
