import type { Client } from "pg";

/**
 * The tables that have one of the texts in any column of any row, as text or as the bytes that it is in UTF-8.
 *
 * @param owner reads every organization
 * @returns their names, such as `public."Event"`
 */
export async function findTablesWithTexts(owner: Client, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname IN ('public', 'pgboss') ORDER BY 1`,
  );
  const patterns = texts.flatMap((text) => [`%${text}%`, `%${Buffer.from(text).toString("hex")}%`]);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await owner.query(`SELECT FROM ${name} t WHERE t::text LIKE ANY ($1) LIMIT 1`, [patterns]);
    if (rowCount !== 0) found.push(name);
  }
  return found;
}
