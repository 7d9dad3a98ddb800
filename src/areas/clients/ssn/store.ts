import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import type { EncryptedByKey } from "../../../platform/crypto/pii-keys.ts";
import type { Context } from "../../../rpc/context.ts";
import { selectRows } from "../../../platform/database/records.ts";

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

/** A client whose social security number is to be encrypted again. */
export interface SsnReference {
  organizationId: string;
  clientId: string;
}

/** Clients of all organizations whose social security number is encrypted with one of these keys. */
export async function listClientsWithSsnKeys(
  database: Database,
  keyNumbers: readonly number[],
  limit: number,
): Promise<SsnReference[]> {
  const { rows } =
    await sql<SsnReference>`SELECT * FROM list_ssns_of_keys(${[...keyNumbers]}::integer[], ${limit}::integer)`.execute(
      database.withoutTenant,
    );
  return rows;
}

/** The numbers of the keys with which social security numbers of any organization are encrypted. */
export async function listKeyNumbersInUse(database: Database): Promise<number[]> {
  const { rows } = await sql<{ keyNumber: number }>`SELECT * FROM list_ssn_key_numbers()`.execute(
    database.withoutTenant,
  );
  return rows.map(({ keyNumber }) => keyNumber);
}

/**
 * Re-encrypts one social security number under a row lock, unless it is encrypted with the current key.
 *
 * @param reencrypt decrypts the number and encrypts it with the current key
 * @returns whether it was re-encrypted: false if it was deleted, or another process has re-encrypted it
 */
export function reencryptSsn(
  database: Database,
  { organizationId, clientId }: SsnReference,
  currentKeyNumber: number,
  reencrypt: (encrypted: EncryptedByKey) => EncryptedByKey,
): Promise<boolean> {
  return database.withTenantTransaction(organizationId, async (transaction) => {
    const row = await selectRows({ organizationId, transaction }, "ClientSsn")
      .select(["keyNumber", "sealed"])
      .where("clientId", "=", clientId)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined || row.keyNumber === currentKeyNumber) return false;
    await transaction
      .updateTable("ClientSsn")
      .set(reencrypt(row))
      .where("organizationId", "=", organizationId)
      .where("clientId", "=", clientId)
      .execute();
    return true;
  });
}
