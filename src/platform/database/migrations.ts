import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Client, type ClientBase, type Pool } from "pg";
import { withServerOptions } from "./connection-url.ts";
import { sha256 } from "../crypto/digest.ts";

export const migrationsFolder = join(import.meta.dirname, "..", "..", "..", "prisma", "migrations");

/** Serializes concurrent migrations. The number is arbitrary but must not change. */
const migrationLock = 5_270_131_847;
/** All later requests for a table queue behind a statement that waits for its lock. */
const lockTimeoutSeconds = 10;

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

/** The migrations of a folder in order. @throws if a migration has no migration.sql */
function readScripts(folder: string): MigrationScript[] {
  if (!existsSync(folder)) return [];
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map((entry) => entry.name).toSorted();
  return names.map((name) => {
    const script = readFileSync(join(folder, name, "migration.sql"), "utf8");
    return { name, sql: script, checksum: sha256(script).toString("hex") };
  });
}

/** Compares a database with the migrations of this tree. Reads only. */
export function readMigrationState(database: ClientBase | Pool, folder = migrationsFolder): Promise<MigrationState> {
  return compareMigrations(database, readScripts(folder));
}

/** Returns a check whether the database has exactly the migrations of this version. The files are read once. */
export function observeMigrations(database: Pool): () => Promise<boolean> {
  const scripts = readScripts(migrationsFolder);
  return async () => {
    const { pending, edited, unknown } = await compareMigrations(database, scripts);
    return pending.length === 0 && edited.length === 0 && unknown.length === 0;
  };
}

async function compareMigrations(database: ClientBase | Pool, scripts: readonly MigrationScript[]): Promise<MigrationState> {
  const { rows: found } = await database.query<{ present: boolean }>(
    `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS present`,
  );
  const rows = found[0]?.present === true ? await readApplied(database) : [];
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const checksums = new Map(scripts.map((script) => [script.name, script.checksum]));
  return {
    pending: scripts.map((script) => script.name).filter((name) => !applied.has(name)),
    edited: [...applied].filter(([name, checksum]) => checksums.has(name) && checksums.get(name) !== checksum).map(([name]) => name),
    unknown: [...applied.keys()].filter((name) => !checksums.has(name)),
  };
}

async function readApplied(database: ClientBase | Pool): Promise<{ name: string; checksum: string }[]> {
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
        "Start the version that applied them, or a later one.",
    );
  }
}

/**
 * Applies the missing migrations, each in one transaction with its row in `_prisma_migrations`: a crash leaves a migration
 * applied or not. The table is Prisma's, so `prisma migrate status` and `prisma migrate deploy` recognize the database.
 * @param ownerUrl a URL whose role can create tables and roles
 * @param report called with the name of each committed migration
 * @returns the names that this call applied
 * @throws if one fails (it is rolled back) or the database is not compatible
 */
export async function applyMigrations(
  ownerUrl: string,
  report: (name: string) => void = () => undefined,
  folder = migrationsFolder,
): Promise<string[]> {
  const client = new Client({
    connectionString: withServerOptions(ownerUrl, "-c TimeZone=UTC -c statement_timeout=0 -c lock_timeout=0"),
    connectionTimeoutMillis: 10_000,
    application_name: "caseport migrations",
  });
  // A broken connection rejects its statement; without a listener it would also end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    // Held until the connection ends.
    await client.query(`SELECT pg_advisory_lock(${migrationLock})`);
    const scripts = readScripts(folder);
    const state = await compareMigrations(client, scripts);
    assertCompatible(state);
    for (const script of scripts) {
      if (!state.pending.includes(script.name)) continue;
      await applyOne(client, script);
      report(script.name);
    }
    return state.pending;
  } finally {
    await client.end();
  }
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

async function applyOne(client: Client, { name, sql, checksum }: MigrationScript): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(`SET LOCAL lock_timeout = '${lockTimeoutSeconds}s'; SET LOCAL client_min_messages = warning`);
    await client.query(createTable);
    // The script is one query: PostgreSQL itself finds where its statements end.
    await client.query(sql);
    await client.query(
      `INSERT INTO public._prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw new Error(`Migration ${name} failed and was rolled back: ${describeFailure(error)}`, { cause: error });
  }
}

function describeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && "code" in error && error.code === "55P03") {
    return `${message}. Another transaction held a table's lock for more than ${lockTimeoutSeconds} seconds; try again when it has ended.`;
  }
  return message;
}
