import type { Client } from "pg";
import { applicationGroup, definer, reader } from "../../platform/database/application-role.ts";
import type { DistributionPlan, ForeignKey } from "./plan.ts";

/** Of every connection to the database, on every node. */
const settings: Readonly<Record<string, string>> = {
  // SET LOCAL reaches the nodes: row-level security there compares with it.
  "citus.propagate_set_commands": "local",
  // Triggers of tables that are distributed run on the node of the row, and write rows of the same firm.
  "citus.enable_unsafe_triggers": "on",
  "citus.allow_nested_distributed_execution": "on",
};

/**
 * Places the tables of a plan, all or none; all distributed ones in one colocation group, so that a firm's rows are on
 * one node. What is placed already is left as it is.
 *
 * @param client of a superuser of the coordinator
 * @returns the names of the tables that it placed
 * @throws if the database is not the coordinator's of a cluster
 */
export async function distribute(client: Client, plan: DistributionPlan): Promise<string[]> {
  await assertCluster(client);
  const { rows: database } = await client.query<{ name: string }>("SELECT current_database() AS name");
  for (const [name, value] of Object.entries(settings)) {
    // Reaches every node.
    await client.query(
      `ALTER DATABASE ${client.escapeIdentifier(database[0]?.name ?? "")} SET ${name} = ${client.escapeLiteral(value)}`,
    );
    await client.query(`SET ${name} = ${client.escapeLiteral(value)}`);
  }
  // Nodes connect to one another as the role that runs a statement.
  for (const role of [definer, reader]) await client.query(`ALTER ROLE ${role} LOGIN`);
  // A transaction that has called a definer's function and becomes the reader, sends that to the definer's connections as well.
  await client.query(`GRANT ${reader} TO ${definer} WITH INHERIT FALSE, SET TRUE`);
  // It owns the tables that are partitioned by month. A node to which shards are moved creates them as their owner.
  await client.query(`GRANT CREATE ON SCHEMA public TO ${definer}`);
  // No trigger runs again for a row that is copied to its node, and functions may be created there before those that they call.
  await client.query(
    "BEGIN; SET LOCAL citus.multi_shard_modify_mode = 'sequential'; SET LOCAL session_replication_role = replica; SET LOCAL check_function_bodies = off",
  );
  try {
    const placed = await placeTables(client, plan);
    await distributeFunctions(client);
    await client.query("COMMIT");
    // After it, because Citus grants on connections of its own, to which tables that are not committed do not exist. A second run grants again.
    await grantOnNodes(client);
    return placed;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function placeTables(client: Client, plan: DistributionPlan): Promise<string[]> {
  const placed = await listPlaced(client);
  const left = plan.tables.filter(({ name, place }) => place !== "coordinator" && !placed.has(name));
  if (left.length === 0) return [];
  await dropKeys(client, [...plan.dropped, ...plan.kept]);
  // A role in the privileges of a table is created on the nodes with it, and on those that are added later.
  const logins = await listLogins(client);
  if (logins !== "") await client.query(`GRANT SELECT ON "Organization" TO ${logins}`);
  let leader = plan.tables.find(({ name, place }) => place === "distributed" && placed.has(name))?.name;
  for (const { name, place } of left) {
    const table = client.escapeLiteral(`public.${client.escapeIdentifier(name)}`);
    const group = client.escapeLiteral(leader === undefined ? "none" : `public.${client.escapeIdentifier(leader)}`);
    if (place === "reference") await client.query(`SELECT create_reference_table(${table})`);
    else await client.query(`SELECT create_distributed_table(${table}, 'organizationId', colocate_with => ${group})`);
    if (place === "distributed") leader ??= name;
  }
  if (logins !== "") await client.query(`REVOKE SELECT ON "Organization" FROM ${logins}`);
  await addKeys(client, plan.kept);
  return left.map(({ name }) => name);
}

/**
 * The roles by which servers and workers connect, with commas in between. One that was created before the extension is
 * on no node yet.
 */
async function listLogins(client: Client): Promise<string> {
  const { rows } = await client.query<{ logins: string | null }>(
    `SELECT string_agg(quote_ident(rolname), ', ') AS logins FROM pg_roles WHERE rolcanlogin AND NOT rolsuper AND pg_has_role(oid, '${applicationGroup}', 'MEMBER')`,
  );
  return rows[0]?.logins ?? "";
}

async function assertCluster(client: Client): Promise<void> {
  const { rows: extensions } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  if (extensions.length === 0)
    throw new Error(
      "The database has no extension citus. Run CREATE EXTENSION citus in this database of each node first.",
    );
  const { rows: nodes } = await client.query("SELECT FROM pg_dist_node WHERE isactive AND groupid <> 0");
  if (nodes.length === 0)
    throw new Error("The cluster has no worker node. Run SELECT citus_add_node(host, port) on the coordinator first.");
}

/** Citus places a trigger's function with its table, but not what that function calls. */
async function distributeFunctions(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT p.oid::regprocedure::text AS name FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
      AND NOT EXISTS (SELECT FROM pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = p.oid) ORDER BY 1`);
  for (const { name } of rows) await client.query("SELECT create_distributed_function($1::text::regprocedure)", [name]);
}

/** Citus grants tables on the nodes, but not columns. */
async function grantOnNodes(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string; statement: string }>(`
    SELECT c.oid::regclass::text AS "table",
      format('GRANT %s (%s) ON %%s TO %s', g.privilege_type, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum), g.grantee::regrole) AS statement
    FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid JOIN pg_attribute a ON a.attrelid = c.oid, aclexplode(a.attacl) g
    WHERE c.relnamespace = 'public'::regnamespace AND (p.partmethod = 'h' OR p.repmodel = 't') GROUP BY c.oid, g.privilege_type, g.grantee`);
  for (const { table, statement } of rows) {
    const { rows: results } = await client.query<{ result: string; success: boolean }>(
      "SELECT result, success FROM run_command_on_placements($1::text::regclass, $2)",
      [table, statement],
    );
    const failed = results.find(({ success }) => !success);
    if (failed !== undefined) throw new Error(`A node rejects the privileges of ${table}: ${failed.result}`);
  }
  // Who writes a reference table locks those that it refers to, which takes this privilege; no policy shows the role a row to change.
  await client.query(`GRANT UPDATE ON "Organization" TO ${definer}`);
}

async function listPlaced(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid WHERE p.partmethod = 'h' OR (p.partmethod = 'n' AND p.repmodel = 't')`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function dropKeys(client: Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name } of keys)
    await client.query(
      `ALTER TABLE ${client.escapeIdentifier(table)} DROP CONSTRAINT IF EXISTS ${client.escapeIdentifier(name)}`,
    );
}

async function addKeys(client: Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(
      `ALTER TABLE ${client.escapeIdentifier(table)} ADD CONSTRAINT ${client.escapeIdentifier(name)} ${definition}`,
    );
}
