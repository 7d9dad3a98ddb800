import { sql } from "kysely";
import type { InstallationKeys } from "../crypto/installation-keys.ts";
import { runDueWork } from "./due-work.ts";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";

/** A column that the installation's secret encrypts: a rotation of CASEPORT_SECRET encrypts its rows again. */
export interface EncryptedColumn {
  /** `Table.column`. */
  name: string;
  /** Rows that another secret than that of the mark encrypted, in all organizations. */
  listStale(database: Database, mark: Buffer, batch: number): Promise<RowKey[]>;
  /**
   * Encrypts a row with the current secret, in its own transaction.
   *
   * @returns false if it is gone, or another process has done it
   * @throws for a row that neither secret encrypted
   */
  reencrypt(database: Database, keys: InstallationKeys, row: RowKey): Promise<boolean>;
}

/** The primary key of a row. */
type RowKey = { organizationId: string };

interface ColumnDeclaration<Key extends RowKey> {
  table: keyof Tables;
  column: string;
  /** The columns of the primary key beside `organizationId`. */
  key: readonly Exclude<keyof Key & string, "organizationId">[];
  /** The definer function that lists the keys of stale rows: it takes a mark and the most rows. */
  listing: string;
  /** The associated data, with which a value can be decrypted only in its own row. */
  describePlace(row: Key): string;
}

/** @typeParam Key what the listing returns of a row */
export function defineEncryptedColumn<Key extends RowKey>(declared: ColumnDeclaration<Key>): EncryptedColumn {
  const { table, column, key, listing } = declared;
  const name = `${table}.${column}`;
  return {
    name,
    async listStale(database, mark, batch) {
      const listed = sql<Key>`SELECT * FROM ${sql.id(listing)}(${mark}::bytea, ${batch}::integer)`;
      return (await listed.execute(database.withoutTenant)).rows;
    },
    reencrypt: (database, keys, row) =>
      database.withTenantTransaction(row.organizationId, async (transaction) => {
        const ofKey = row as Key;
        const conditions = key.map((part) => sql`${sql.id(part)} = ${ofKey[part]}`);
        const isRow = sql.join([sql`"organizationId" = ${row.organizationId}`, ...conditions], sql` AND `);
        // The table is a parameter, so that the row has no type.
        const { rows } = await sql`
          SELECT ${sql.id(column)} AS encrypted FROM ${sql.id(table)} WHERE ${isRow} FOR NO KEY UPDATE`.execute(
          transaction,
        );
        const { encrypted = null } = (rows[0] ?? {}) as { encrypted?: Buffer | null };
        if (encrypted === null || keys.mark.equals(encrypted.subarray(0, keys.mark.length))) return false;
        const place = declared.describePlace(ofKey);
        const text = keys.decrypt(place, encrypted);
        if (text === null)
          throw new Error(`${name} is encrypted with another secret than CASEPORT_SECRET and CASEPORT_ACCEPTED_SECRET`);
        await sql`UPDATE ${sql.id(table)} SET ${sql.id(column)} = ${keys.encrypt(place, text)} WHERE ${isRow}`.execute(
          transaction,
        );
        return true;
      }),
  };
}

/**
 * Encrypts with the installation's current secret the values of a column that its other one encrypted, in all
 * organizations, a row a transaction.
 *
 * @returns how many
 * @throws for the first row that neither secret encrypted, after all others
 */
export const reencryptColumn = (database: Database, keys: InstallationKeys, column: EncryptedColumn): Promise<number> =>
  runDueWork({
    list: (batch) => column.listStale(database, keys.mark, batch),
    execute: (row) => column.reencrypt(database, keys, row),
  });
