import { escapeIdentifier, escapeLiteral, type Client } from "pg";
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

const organizationTable = "Organization";

/** The organization to be deleted, and how its rows are reached. */
export interface Target {
  client: Client;
  organizationId: string;
  tables: readonly TenantTable[];
  /** Whether the tables are on the nodes of a Citus cluster. */
  isDistributed: boolean;
}

type Rights = "read" | "delete";

/**
 * Runs a transaction of the owner's without foreign keys and the triggers that keep records unchanged: every row that
 * could refer to another goes, too. Each statement names the organization. Beyond that the transaction is in the
 * application's role, in which row-level security shows and deletes nothing but this organization's rows; on a cluster
 * it stays the superuser's, because nodes do not see privileges that are not committed.
 *
 * @param rights "delete" where `work` deletes rows of tables from which the application may not
 */
export async function asTenant<Result>(target: Target, rights: Rights, work: () => Promise<Result>): Promise<Result> {
  const { client } = target;
  await client.query("BEGIN");
  try {
    await client.query("SET LOCAL row_security = on; SET LOCAL session_replication_role = replica");
    const leave = await (target.isDistributed ? enterNodes(target) : becomeApplication(target, rights));
    const result = await work();
    await leave();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/**
 * The nodes follow SET LOCAL, not set_config. All statements to a node go over one connection, which so sees what the
 * ones before it wrote.
 */
async function enterNodes({ client, organizationId }: Target): Promise<() => Promise<void>> {
  await client.query(
    `SET LOCAL citus.multi_shard_modify_mode = 'sequential'; SET LOCAL caseport.organization = ${escapeLiteral(organizationId)}`,
  );
  return () => Promise.resolve();
}

/**
 * Some tables belong to the definer's role: the owner is a member of it meanwhile. Privileges that it needs beyond the
 * application's are granted and revoked within the transaction, so that nobody else ever has them.
 */
async function becomeApplication(
  { client, organizationId, tables }: Target,
  rights: Rights,
): Promise<() => Promise<void>> {
  const protectedTables =
    rights === "delete" ? tables.filter(({ isDeletable }) => !isDeletable).map(({ name }) => name) : [];
  const granted = [organizationTable, ...protectedTables].map((name) => escapeIdentifier(name)).join(", ");
  const { rows } = await client.query<{ isMember: boolean; isDefiner: boolean; owner: string }>(
    `SELECT pg_has_role(current_user, '${applicationGroup}', 'SET') AS "isMember", pg_has_role(current_user, '${definer}', 'USAGE') AS "isDefiner", quote_ident(current_user) AS owner`,
  );
  const { isMember = true, isDefiner = true, owner = "" } = rows[0] ?? {};
  if (!isDefiner) await client.query(`GRANT ${definer} TO ${owner}`);
  await client.query(`GRANT DELETE ON ${granted} TO ${applicationGroup}`);
  if (!isMember) await client.query(`GRANT ${applicationGroup} TO ${owner} WITH INHERIT FALSE, SET TRUE`);
  await client.query(`SET LOCAL ROLE ${applicationGroup}`);
  await client.query("SELECT set_config('caseport.organization', $1, true)", [organizationId]);
  return async () => {
    await client.query(`SET LOCAL ROLE NONE; REVOKE DELETE ON ${granted} FROM ${applicationGroup}`);
    if (!isDefiner) await client.query(`REVOKE ${definer} FROM ${owner}`);
    if (!isMember) await client.query(`REVOKE ${applicationGroup} FROM ${owner}`);
  };
}

/** Runs the last part of a transaction of `asTenant` with foreign keys and triggers. */
export async function withForeignKeys<Result>(
  { client, isDistributed }: Target,
  role: "owner" | "application",
  work: () => Promise<Result>,
): Promise<Result> {
  if (isDistributed) await client.query("SET LOCAL session_replication_role = origin");
  else
    await client.query(
      `SET LOCAL ROLE NONE; SET LOCAL session_replication_role = origin${role === "owner" ? "" : `; SET LOCAL ROLE ${applicationGroup}`}`,
    );
  return work();
}
