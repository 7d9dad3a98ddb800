import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client, type ClientBase, type Pool } from "pg";
import { withServerOptions } from "./connections/connection-url.ts";
import { sha256 } from "../crypto/digest.ts";

export const migrationsFolder = join(import.meta.dirname, "..", "..", "..", "prisma", "migrations");

/** Serializes concurrent migrations. The number is arbitrary but must not change. */
const migrationLock = 5_270_131_847;

/** How a migration waits for locks. */
export interface LockPatience {
  /**
   * All later requests for a table queue behind a statement that waits for its lock: this is well below their own
   * lock_timeout (connection-pool.ts).
   */
  timeoutMilliseconds: number;
  attempts: number;
  pauseMilliseconds: number;
}

const usualPatience: LockPatience = { timeoutMilliseconds: 500, attempts: 60, pauseMilliseconds: 1_000 };
/** Building an index concurrently waits for older transactions, and nobody waits for it. */
const buildTimeoutMinutes = 10;
const lockIntervalMilliseconds = 200;

export interface MigrationState {
  pending: string[];
  edited: string[];
  unknown: string[];
}

interface MigrationScript {
  name: string;
  sql: string;
  /** As in Prisma: SHA-256 of the file, in hex. */
  checksum: string;
}

/**
 * The migrations of a folder in order.
 *
 * @throws if a migration has no migration.sql
 */
function readScripts(folder: string): MigrationScript[] {
  if (!existsSync(folder)) return [];
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map((entry) => entry.name).toSorted();
  return names.map((name) => {
    const script = readFileSync(join(folder, name, "migration.sql"), "utf8");
    return { name, sql: script, checksum: sha256(script).toString("hex") };
  });
}

/** The names and checksums of this tree's migrations, in order. */
export function listMigrations(): { name: string; checksum: string }[] {
  return readScripts(migrationsFolder).map(({ name, checksum }) => ({ name, checksum }));
}

/** Compares a database with the migrations of this tree. Reads only. */
export function readMigrationState(database: ClientBase | Pool, folder = migrationsFolder): Promise<MigrationState> {
  return compareMigrations(database, readScripts(folder));
}

/**
 * Returns a check whether the database has the migrations of this version. The files are read once. Later ones do not
 * matter to a server that runs: they only add (decision 0067), and the next version applies them while this one still
 * serves.
 */
export function observeMigrations(database: Pool, folder = migrationsFolder): () => Promise<boolean> {
  const scripts = readScripts(folder);
  return async () => {
    const { pending, edited } = await compareMigrations(database, scripts);
    return pending.length === 0 && edited.length === 0;
  };
}

async function compareMigrations(
  database: ClientBase | Pool,
  scripts: readonly MigrationScript[],
): Promise<MigrationState> {
  const { rows: found } = await database.query<{ present: boolean }>(
    `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS present`,
  );
  const rows = found[0]?.present === true ? await readApplied(database) : [];
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const checksums = new Map(scripts.map((script) => [script.name, script.checksum]));
  return {
    pending: scripts.map((script) => script.name).filter((name) => !applied.has(name)),
    edited: [...applied]
      .filter(([name, checksum]) => checksums.has(name) && checksums.get(name) !== checksum)
      .map(([name]) => name),
    unknown: [...applied.keys()].filter((name) => !checksums.has(name)),
  };
}

/** The committed migrations of a database, in order. */
export async function readApplied(database: ClientBase | Pool): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await database.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM public._prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

/** @throws if a later version migrated the database, or an applied migration was changed */
export function assertCompatible({ edited, unknown }: MigrationState): void {
  if (edited.length > 0) {
    throw new Error(
      `These migrations are applied in the database, but their files were changed since: ${edited.join(", ")}. ` +
        "Restore the files and put the change into a new migration (npm run db:migration <name>).",
    );
  }
  if (unknown.length > 0) {
    throw new Error(
      `The database has migrations that this version of Caseport does not know: ${unknown.join(", ")}. ` +
        "A later version migrated it. Start that version, or a later one.",
    );
  }
}

export interface MigrationOptions {
  /** Called with the name of each committed migration. */
  report?: ((name: string) => void) | undefined;
  folder?: string;
  patience?: typeof usualPatience;
  /** Leaves out those for which it is false. */
  isWanted?: (name: string) => boolean;
}

/**
 * Applies the missing migrations, each in one transaction with its row in `_prisma_migrations`: a crash leaves a
 * migration applied or not. A file whose only statement is CREATE INDEX CONCURRENTLY runs without a transaction, and
 * may name a partitioned table. The table is Prisma's, so `prisma migrate status` and `prisma migrate deploy` recognize
 * the database.
 *
 * @param ownerUrl a URL whose role can create tables and roles
 * @returns the names that this call applied
 * @throws if one fails (it is rolled back) or the database is not compatible
 */
export async function applyMigrations(
  ownerUrl: string,
  {
    report = () => undefined,
    folder = migrationsFolder,
    patience = usualPatience,
    isWanted = () => true,
  }: MigrationOptions = {},
): Promise<string[]> {
  const client = new Client({
    connectionString: withServerOptions(ownerUrl, "-c TimeZone=UTC -c statement_timeout=0 -c lock_timeout=0"),
    // A start describes the API in the same turns of the event loop, which a busy machine makes long.
    connectionTimeoutMillis: 30_000,
    application_name: "caseport migrations",
  });
  // A broken connection rejects its statement; without a listener it would also end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await lockMigrations(client);
    const scripts = readScripts(folder);
    const state = await compareMigrations(client, scripts);
    assertCompatible(state);
    const wanted = state.pending.filter(isWanted);
    const onCluster = await hasDistributedTables(client);
    for (const script of scripts) {
      if (!wanted.includes(script.name)) continue;
      await applyPatiently(
        client,
        onCluster && findConcurrentIndex(script.sql) === null ? { ...script, sql: toBlock(script.sql) } : script,
        patience,
      );
      report(script.name);
    }
    return wanted;
  } finally {
    await client.end();
  }
}

/**
 * Held until the connection ends. Tried again and again, because a statement that waits would have a concurrent index
 * wait for it: a deadlock.
 */
async function lockMigrations(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${migrationLock}) AS locked`);
    if (rows[0]?.locked === true) return;
    await delay(lockIntervalMilliseconds);
  }
}

/** Whether tables are on several nodes of a Citus cluster. */
export async function hasDistributedTables(client: ClientBase): Promise<boolean> {
  const { rows: catalog } = await client.query<{ present: boolean }>(
    "SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS present",
  );
  if (catalog[0]?.present !== true) return false;
  return (await client.query("SELECT FROM pg_dist_partition WHERE partmethod = 'h' LIMIT 1")).rows.length > 0;
}

/**
 * The script as PL/pgSQL, which gives each of its statements a text of its own: Citus sends to its nodes the text that
 * a statement is part of.
 */
const toBlock = (sql: string) => `DO $script$ BEGIN\n${sql}\nEND $script$`;

/** Applies one; while a table is locked, it lets the requests pass that wait behind it, and begins again. */
async function applyPatiently(client: Client, script: MigrationScript, patience: LockPatience): Promise<void> {
  const index = findConcurrentIndex(script.sql);
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (index !== null) return await buildIndex(client, script, index);
      return await applyOne(client, script, patience.timeoutMilliseconds);
    } catch (error) {
      if (!isLockTimeout(error))
        throw new Error(
          `Migration ${script.name} failed and was rolled back: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        );
      if (attempt < patience.attempts) await delay(patience.pauseMilliseconds);
      else
        throw new Error(
          `Migration ${script.name} failed and was rolled back: another transaction held a table's lock in each of ${attempt} attempts; try again when it has ended.`,
          { cause: error },
        );
    }
  }
}

const isLockTimeout = (error: unknown) => error instanceof Error && "code" in error && error.code === "55P03";

interface ConcurrentIndex {
  name: string;
  table: string;
  /** What follows the table's name: columns and condition. */
  definition: string;
}

/** The index that the file's only statement builds concurrently; null for every other file. */
function findConcurrentIndex(sql: string): ConcurrentIndex | null {
  const statement = sql.replace(/^[ \t]*--.*$/gm, "").trim();
  const found = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY "?(\w+)"? ON "?(\w+)"?([\s(][^;]*);?$/i.exec(statement);
  return found === null ? null : { name: found[1] ?? "", table: found[2] ?? "", definition: (found[3] ?? "").trim() };
}

/** As Prisma creates it. */
const createTable = `
  CREATE TABLE IF NOT EXISTS public._prisma_migrations (
    id varchar(36) PRIMARY KEY NOT NULL,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;

async function applyOne(
  client: Client,
  { name, sql, checksum }: MigrationScript,
  lockTimeoutMilliseconds: number,
): Promise<void> {
  await client.query("BEGIN");
  try {
    // Each a message of its own, because a cluster sends all of it to its nodes. It needs the last one if a script changes a table and then
    // creates a function; elsewhere nothing reads that setting.
    for (const setting of [
      `lock_timeout = '${lockTimeoutMilliseconds}ms'`,
      "client_min_messages = warning",
      "citus.multi_shard_modify_mode = 'sequential'",
    ]) {
      await client.query(`SET LOCAL ${setting}`);
    }
    await client.query(createTable);
    // The script is one query: PostgreSQL itself finds where its statements end.
    await client.query(sql);
    await recordMigration(client, name, checksum);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Builds the index while rows are written. A crash leaves it invalid, or valid and unrecorded. */
async function buildIndex(client: Client, { name, sql, checksum }: MigrationScript, index: ConcurrentIndex) {
  await client.query(createTable);
  await client.query(`SET lock_timeout = '${buildTimeoutMinutes}min'`);
  try {
    const owner = await findPartitionsOwner(client, index.table);
    if (owner !== null) await withRole(client, owner, () => buildOnPartitions(client, index));
    else await buildConcurrently(client, `"${index.name}"`, sql);
    await recordMigration(client, name, checksum);
  } finally {
    await client.query("RESET lock_timeout");
  }
}

/** Once; what a crash left invalid is built again. */
async function buildConcurrently(client: Client, index: string, sql: string): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)`,
    [index],
  );
  if (rows[0]?.valid === false) await client.query(`DROP INDEX CONCURRENTLY ${index}`);
  if (rows[0]?.valid !== true) await client.query(sql);
}

interface PartitionsOwner {
  role: string;
  isHeld: boolean;
}

/** Who owns a partitioned table, and whether the migrating role has that role; null for every other table. */
async function findPartitionsOwner(client: Client, table: string): Promise<PartitionsOwner | null> {
  const { rows } = await client.query<PartitionsOwner>(
    `SELECT relowner::regrole::text AS role, pg_has_role(relowner, 'USAGE') AS "isHeld" FROM pg_class
     WHERE oid = to_regclass($1) AND relkind = 'p'`,
    [`"${table}"`],
  );
  return rows[0] ?? null;
}

/** Only an owner indexes a table: the migrating role takes the role for as long as that takes. */
async function withRole(client: Client, { role, isHeld }: PartitionsOwner, run: () => Promise<void>): Promise<void> {
  if (isHeld) return run();
  await client.query(`GRANT ${role} TO CURRENT_USER`);
  try {
    await run();
  } finally {
    await client.query(`REVOKE ${role} FROM CURRENT_USER`);
  }
}

/**
 * PostgreSQL builds no index of a partitioned table concurrently, so each partition's is built so and then attached.
 * The table's own is empty and made first: a partition that is attached meanwhile gets its index with it.
 */
async function buildOnPartitions(client: Client, { name, table, definition }: ConcurrentIndex): Promise<void> {
  await client.query(`CREATE INDEX IF NOT EXISTS "${name}" ON ONLY "${table}" ${definition}`);
  const { rows } = await client.query<{ schema: string; partition: string }>(
    `SELECT n.nspname AS schema, c.relname AS partition FROM pg_inherits i
     JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE i.inhparent = to_regclass($1) ORDER BY c.relname`,
    [`"${table}"`],
  );
  for (const { schema, partition } of rows) {
    const own = `${partition}_${name}`;
    await buildConcurrently(
      client,
      `"${schema}"."${own}"`,
      `CREATE INDEX CONCURRENTLY "${own}" ON "${schema}"."${partition}" ${definition}`,
    );
    await client.query(`ALTER INDEX "${name}" ATTACH PARTITION "${schema}"."${own}"`);
  }
}

async function recordMigration(client: Client, name: string, checksum: string): Promise<void> {
  await client.query(
    `INSERT INTO public._prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}
