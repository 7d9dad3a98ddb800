import { DatabaseError, escapeIdentifier, escapeLiteral, type Client } from "pg";
import { nameDatabase, withDatabase } from "../../platform/database/connections/connection-url.ts";
import { deriveApplicationRole } from "../../platform/database/application-role.ts";
import { BackupError } from "./backup-error.ts";
import { withConnection } from "./tables.ts";

/** Of a PostgreSQL name. */
const longestName = 63;
const maintenanceDatabase = "postgres";
const noDatabase = "3D000";

/** A database under another name, which becomes the wanted one when it is complete. */
export interface DraftDatabase {
  url: string;
  /**
   * Gives it the wanted name, in one transaction with the old one's.
   *
   * @returns the new name of the old one; null if that was empty, which is dropped
   */
  publish(): Promise<string | null>;
  drop(): Promise<void>;
}

/** Whether there is no such database, or no table in it. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  try {
    return await withConnection(url, async (client) => {
      const { rows } = await client.query<{ empty: boolean }>(
        `SELECT NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')) AS empty`,
      );
      return rows[0]?.empty === true;
    });
  } catch (error) {
    if (error instanceof DatabaseError && error.code === noDatabase) return true;
    throw error;
  }
}

/** @param url the owner's, of the database that the draft will become */
export async function createDraft(url: string): Promise<DraftDatabase> {
  const name = nameDatabase(url);
  const draft = name.slice(0, longestName - "_restoring".length) + "_restoring";
  const manage = <Result>(work: (client: Client) => Promise<Result>) =>
    withConnection(withDatabase(url, maintenanceDatabase), work);
  const draftUrl = withDatabase(url, draft);
  const drop = () => manage((client) => dropDraft(client, draft, deriveApplicationRole(draftUrl).name));
  await drop();
  await manage(
    async (client) =>
      void (await client.query(
        `CREATE DATABASE ${escapeIdentifier(draft)} TEMPLATE template0 ${await readLocale(client, name)}`,
      )),
  );
  return {
    url: draftUrl,
    drop,
    publish: async () => {
      const isEmpty = await isEmptyDatabase(url);
      return manage((client) => publish(client, { name, draft, role: deriveApplicationRole(draftUrl).name }, isEmpty));
    },
  };
}

/** Removes what a killed restore left. */
async function dropDraft(client: Client, draft: string, role: string): Promise<void> {
  const { rows } = await client.query("SELECT FROM pg_stat_activity WHERE datname = $1", [draft]);
  if (rows.length > 0) throw new BackupError(`Another restore is using the database ${draft}.`);
  await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(draft)}`);
  await client.query(`DROP ROLE IF EXISTS ${escapeIdentifier(role)}`);
}

/** That of the database to be replaced, or of the server. */
async function readLocale(client: Client, name: string): Promise<string> {
  const { rows } = await client.query<{ locale: string }>(`
    SELECT format('ENCODING UTF8 LC_COLLATE %L LC_CTYPE %L LOCALE_PROVIDER %s', datcollate, datctype, CASE datlocprovider WHEN 'b' THEN 'builtin' WHEN 'i' THEN 'icu' ELSE 'libc' END)
      || CASE datlocprovider WHEN 'b' THEN format(' BUILTIN_LOCALE %L', datlocale) WHEN 'i' THEN format(' ICU_LOCALE %L', datlocale) ELSE '' END AS locale
    FROM pg_database WHERE datname IN (${escapeLiteral(name)}, 'template0') ORDER BY datname = 'template0' LIMIT 1`);
  return rows[0]?.locale ?? "";
}

async function publish(
  client: Client,
  { name, draft, role }: { name: string; draft: string; role: string },
  isEmpty: boolean,
): Promise<string | null> {
  const stamp = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const before = `${name.slice(0, longestName - stamp.length - "_before_".length)}_before_${stamp}`;
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
  await client.query("BEGIN");
  if (rowCount !== 0)
    await client.query(`ALTER DATABASE ${escapeIdentifier(name)} RENAME TO ${escapeIdentifier(before)}`);
  await client.query(`ALTER DATABASE ${escapeIdentifier(draft)} RENAME TO ${escapeIdentifier(name)}`);
  await client.query(`DROP ROLE IF EXISTS ${escapeIdentifier(role)}`);
  await client.query("COMMIT");
  if (!isEmpty) return before;
  await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(before)}`);
  return null;
}
