import type { Writable } from "node:stream";
import { Client, DatabaseError, escapeIdentifier } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { definer } from "../../platform/database/application-role.ts";
import { withServerOptions } from "../../platform/database/connections/connection-url.ts";
import { beginAction } from "../organization/deletion/actions.ts";
import type { AddEntry } from "./archive.ts";
import type { BackedUpTable, Content, Manifest } from "./manifest.ts";

/**
 * Of one entry; a table has as many as it needs. Their sizes are known before they are written, and nothing waits on
 * disk.
 */
const chunkBytes = 8 * 2 ** 20;

/**
 * Texts of rows must not depend on the settings of a server. Row-level security must fail the command, not hide rows
 * from it.
 */
const settings = [
  "row_security=off",
  "DateStyle=ISO",
  "IntervalStyle=postgres",
  "TimeZone=UTC",
  "bytea_output=hex",
  "extra_float_digits=1",
  "client_encoding=UTF8",
  "statement_timeout=0",
  "lock_timeout=10s",
  "idle_in_transaction_session_timeout=0",
];

export async function withConnection<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({
    connectionString: withServerOptions(url, settings.map((each) => `-c ${each}`).join(" ")),
    connectionTimeoutMillis: 10_000,
    application_name: "caseport backup",
  });
  // A broken connection rejects its statement; without a listener it would also end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Counters of rate limits are not logged by PostgreSQL either, and not in a backup. */
const ownTables = `c.relnamespace IN ('public'::regnamespace, to_regnamespace('pgboss')) AND c.relkind IN ('r', 'p') AND c.relpersistence = 'p'`;

export type Table = Pick<BackedUpTable, "schema" | "name" | "columns">;

const listTables = `
  SELECT c.relnamespace::regnamespace::text AS schema, c.relname AS name,
    (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
  FROM pg_class c WHERE ${ownTables} AND NOT c.relispartition AND c.relname <> '_prisma_migrations' ORDER BY 1, 2`;

const listPartitions = `
  SELECT c.relnamespace::regnamespace::text AS schema, c.relname AS name, i.inhparent::regclass::text AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound
  FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid WHERE ${ownTables} AND c.relispartition ORDER BY 1, 2`;

export async function readTables(client: Client): Promise<Table[]> {
  return (await client.query<Table>(listTables)).rows;
}

export async function readPartitions(client: Client): Promise<Manifest["partitions"]> {
  return (await client.query<Manifest["partitions"][number]>(listPartitions)).rows;
}

/** In which the tables' texts, and names in them, are unambiguous. */
export const nameTable = ({ schema, name }: Pick<Table, "schema" | "name">) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

/**
 * Counts the rows, and adds up 60 bits of each row's SHA-256: equal for the same rows in any order.
 *
 * @param organizationId whose rows; null for all
 */
export async function readContent(
  client: Client,
  table: Pick<Table, "schema" | "name">,
  organizationId: string | null = null,
): Promise<Content> {
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `SELECT count(*)::text AS rows, coalesce(sum(('x' || left(encode(sha256(convert_to(t::text, 'UTF8')), 'hex'), 15))::bit(60)::bigint), 0)::text AS digest
     FROM ${nameTable(table)} t${organizationId === null ? "" : ' WHERE "organizationId" = $1'}`,
    organizationId === null ? [] : [organizationId],
  );
  return { rows: Number(rows[0]?.rows), digest: rows[0]?.digest ?? "" };
}

const listColumns = ({ columns }: Table) => columns.map((column) => escapeIdentifier(column)).join(", ");

/** The prefix of the names of a table's entries. */
export const entryPrefix = ({ schema, name }: Pick<Table, "schema" | "name">) => `tables/${schema}.${name}/`;

/** Writes the rows of a table, in PostgreSQL's text format, as entries of the archive. */
export async function copyOut(client: Client, table: Table, add: AddEntry): Promise<void> {
  let number = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    if (size === 0) return;
    number += 1;
    const bytes = Buffer.concat(waiting);
    [waiting, size] = [[], 0];
    await add(`${entryPrefix(table)}${String(number).padStart(6, "0")}`, bytes.length, bytes);
  };
  for await (const chunk of client.query(
    copyTo(`COPY (SELECT ${listColumns(table)} FROM ${nameTable(table)}) TO STDOUT`),
  ) as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    size += chunk.length;
    if (size >= chunkBytes) await flush();
  }
  await flush();
}

/** Opens a stream that inserts a table's rows. */
export function copyIn(client: Client, table: Table): Writable {
  return client.query(copyFrom(`COPY ${nameTable(table)} (${listColumns(table)}) FROM STDIN`));
}

/** What keeps rows from being inserted in any order, and by the owner: constraints, triggers, and row-level security. */
const listObstacles = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', o.conrelid::regclass, o.conname) AS remove,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', o.conrelid::regclass, o.conname, pg_get_constraintdef(o.oid)) AS restore
  FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid WHERE ${ownTables} AND o.contype = 'f' AND o.conparentid = 0
  UNION ALL
  SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', t.tgrelid::regclass, t.tgname), format('ALTER TABLE %s ENABLE TRIGGER %I', t.tgrelid::regclass, t.tgname)
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE ${ownTables} AND NOT t.tgisinternal AND t.tgenabled = 'O' AND t.tgparentid = 0
  UNION ALL
  SELECT format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', c.oid::regclass), format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', c.oid::regclass)
  FROM pg_class c WHERE ${ownTables} AND c.relforcerowsecurity`;

/**
 * Removes the obstacles, works, and restores them.
 *
 * @returns the slugs of the organizations whose deletion had begun
 */
async function withoutObstacles(client: Client, work: () => Promise<void>): Promise<string[]> {
  const { rows: obstacles } = await client.query<{ remove: string; restore: string }>(listObstacles);
  for (const { remove } of obstacles) await client.query(remove);
  await work();
  const begunDeletions = await listBegunDeletions(client);
  for (const { restore } of obstacles)
    await (begunDeletions.length > 0 ? restoreUnchecked(client, restore) : client.query(restore));
  return begunDeletions;
}

/** Rows of these organizations refer to others that are gone. */
async function listBegunDeletions(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ slug: string }>(
    `
    SELECT o.slug FROM "Organization" o WHERE EXISTS (SELECT FROM "AuditEntry" a WHERE a."organizationId" = o.id AND a.action = $1) ORDER BY 1`,
    [beginAction],
  );
  return rows.map(({ slug }) => slug);
}

/** A foreign key that rows break is restored for new rows alone: the rest of the deletion removes those rows. */
async function restoreUnchecked(client: Client, restore: string): Promise<void> {
  await client.query("SAVEPOINT checked");
  try {
    await client.query(restore);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== "23503") throw error;
    await client.query(`ROLLBACK TO checked; ${restore} NOT VALID`);
  }
}

/**
 * Works as a member of the role that owns the partitioned tables. Granted outside of a transaction, which would lock
 * the role for every database of the server; a superuser needs no grant.
 */
async function asDefiner<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  const { rows } = await client.query<{ isMember: boolean }>(
    `SELECT pg_has_role(current_user, '${definer}', 'USAGE') AS "isMember"`,
  );
  if (rows[0]?.isMember === true) return work();
  await client.query(`GRANT ${definer} TO CURRENT_USER`);
  try {
    return await work();
  } finally {
    // After an error a transaction is open, or the connection is gone.
    await client.query(`ROLLBACK; REVOKE ${definer} FROM CURRENT_USER`).catch(() => undefined);
  }
}

/** Reads every organization's rows in a database that nobody else uses, also for an owner whom row-level security binds. */
export function asOwner<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  return asDefiner(client, () => withoutForce(client, work));
}

async function withoutForce<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  await client.query("BEGIN");
  const { rows } = await client.query<{ remove: string }>(
    `SELECT remove FROM (${listObstacles}) o WHERE remove LIKE '% NO FORCE ROW LEVEL SECURITY'`,
  );
  for (const { remove } of rows) await client.query(remove);
  const result = await work();
  await client.query("ROLLBACK");
  return result;
}

/**
 * Empties the tables and fills them in one transaction. Foreign keys are dropped and added again, which checks all rows
 * at once: the owner needs no right of a superuser, and rows need no order.
 *
 * @returns the slugs of the organizations whose deletion had begun
 */
export async function load(
  client: Client,
  { tables, partitions }: Manifest,
  fill: () => Promise<void>,
): Promise<string[]> {
  const begunDeletions = await asDefiner(client, () => loadInTransaction(client, tables, partitions, fill));
  await client.query("ANALYZE");
  return begunDeletions;
}

async function loadInTransaction(
  client: Client,
  tables: Manifest["tables"],
  partitions: Manifest["partitions"],
  fill: () => Promise<void>,
): Promise<string[]> {
  await client.query("BEGIN");
  const begunDeletions = await withoutObstacles(client, async () => {
    for (const { schema, name, parent, bound } of partitions)
      await client.query(`CREATE TABLE IF NOT EXISTS ${nameTable({ schema, name })} PARTITION OF ${parent} ${bound}`);
    await client.query(`TRUNCATE ${tables.map(nameTable).join(", ")}`);
    await fill();
  });
  await client.query("COMMIT");
  return begunDeletions;
}
