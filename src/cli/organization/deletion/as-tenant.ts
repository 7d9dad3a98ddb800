import { escapeIdentifier, type Client } from "pg";
import { applicationGroup, definer } from "../../../platform/database/application-role.ts";
import { tenantTables } from "../../../platform/database/tenant-isolation.ts";

/** A table with rows of organizations. */
export interface TenantTable {
  schema: string;
  name: string;
  /** Its primary key. */
  key: string[];
  /** Whether the application may delete its rows. */
  isDeletable: boolean;
}

/** From the catalog, so that a new table is part of every deletion. */
export async function listTenantTables(client: Client): Promise<TenantTable[]> {
  const { rows } = await client.query<TenantTable>(`
    SELECT 'public' AS schema, c.relname AS name, has_table_privilege('${applicationGroup}', c.oid, 'DELETE') AS "isDeletable",
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey) WHERE i.indrelid = c.oid AND i.indisprimary) AS key
    FROM (${tenantTables}) t JOIN pg_class c USING (oid) WHERE NOT c.relispartition ORDER BY c.relname`);
  return rows;
}

export const organizationTable = "Organization";

/**
 * Runs a transaction of the owner's in the application's role, in which row-level security shows and deletes nothing but this organization's rows.
 * Some tables belong to the definer's role: the owner is a member of it meanwhile.
 * Privileges that it needs beyond the application's are granted and revoked within it, so that nobody else ever has them. Foreign keys and the triggers
 * that keep records unchanged do not apply: every row that could refer to another goes, too.
 */
export async function asTenant<Result>(client: Client, organizationId: string, tables: readonly TenantTable[], work: () => Promise<Result>): Promise<Result> {
  const granted = [organizationTable, ...tables.filter(({ isDeletable }) => !isDeletable).map(({ name }) => name)].map((name) => escapeIdentifier(name)).join(", ");
  await client.query("BEGIN");
  try {
    await client.query("SET LOCAL row_security = on; SET LOCAL session_replication_role = replica");
    const { rows } = await client.query<{ isMember: boolean; isDefiner: boolean; owner: string }>(
      `SELECT pg_has_role(current_user, '${applicationGroup}', 'SET') AS "isMember", pg_has_role(current_user, '${definer}', 'USAGE') AS "isDefiner", quote_ident(current_user) AS owner`);
    const { isMember = true, isDefiner = true, owner = "" } = rows[0] ?? {};
    if (!isDefiner) await client.query(`GRANT ${definer} TO ${owner}`);
    await client.query(`GRANT DELETE ON ${granted} TO ${applicationGroup}`);
    if (!isMember) await client.query(`GRANT ${applicationGroup} TO ${owner} WITH INHERIT FALSE, SET TRUE`);
    await client.query(`SET LOCAL ROLE ${applicationGroup}`);
    await client.query("SELECT set_config('caseport.organization', $1, true)", [organizationId]);
    const result = await work();
    await client.query(`SET LOCAL ROLE NONE; REVOKE DELETE ON ${granted} FROM ${applicationGroup}`);
    if (!isDefiner) await client.query(`REVOKE ${definer} FROM ${owner}`);
    if (!isMember) await client.query(`REVOKE ${applicationGroup} FROM ${owner}`);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/** Runs the last part of a transaction of `asTenant` with foreign keys and triggers. */
export async function withForeignKeys<Result>(client: Client, role: "owner" | "application", work: () => Promise<Result>): Promise<Result> {
  await client.query(`SET LOCAL ROLE NONE; SET LOCAL session_replication_role = origin${role === "owner" ? "" : `; SET LOCAL ROLE ${applicationGroup}`}`);
  return work();
}
