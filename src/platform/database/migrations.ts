import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import type { SqlMigrationAwareDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import type { MigrationList } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { Pool } from "pg";
import type { ClientBase } from "pg";
import { withServerOptions } from "./connection-url.ts";
import { sha256 } from "../crypto/digest.ts";
import { createSchemaEngine, diffSchemas, noFilters } from "./schema-engine.ts";
import type { SchemaFile } from "./schema-engine.ts";

const prismaFolder = join(import.meta.dirname, "..", "..", "..", "prisma");
export const migrationsFolder = join(prismaFolder, "migrations");
const schemaFolder = join(prismaFolder, "schema");
export const snapshotFile = join(migrationsFolder, "schema.snapshot");

/** Two processes that start at once must not both migrate. The number is arbitrary, but fixed for ever. */
const migrationLock = 5_270_131_847;

/** What a database lacks or holds otherwise than this tree. */
export interface MigrationState {
  /** names of migrations to apply, in order */
  pending: string[];
  /** names of applied migrations whose file has been changed or removed since */
  edited: string[];
}

interface MigrationScript {
  name: string;
  sql: string;
  /** as Prisma keeps it: SHA-256 of the file, in hex */
  checksum: string;
}

/** The migrations of a folder in order. Throws when a migration folder lacks its migration.sql. */
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

/** Makes the question whether a database has just the migrations of this tree; the files are read now, and not at each asking. */
export function watchMigrations(database: Pool): () => Promise<boolean> {
  const scripts = readScripts(migrationsFolder);
  return async () => {
    const { pending, edited } = await compareMigrations(database, scripts);
    return pending.length === 0 && edited.length === 0;
  };
}

async function compareMigrations(database: ClientBase | Pool, scripts: readonly MigrationScript[]): Promise<MigrationState> {
  const { rows: found } = await database.query<{ present: boolean }>(
    `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS present`,
  );
  if (found[0]?.present !== true) return { pending: scripts.map((script) => script.name), edited: [] };
  const { rows } = await database.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM public._prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const checksums = new Map(scripts.map((script) => [script.name, script.checksum]));
  return {
    pending: scripts.map((script) => script.name).filter((name) => !applied.has(name)),
    edited: [...applied].filter(([name, checksum]) => checksums.get(name) !== checksum).map(([name]) => name),
  };
}

/** Throws when migrations that the database has already applied were changed or removed in the tree. */
export function refuseEdited(state: MigrationState): void {
  if (state.edited.length === 0) return;
  throw new Error(
    `These migrations are applied in the database, but their files were changed or removed since: ${state.edited.join(", ")}. ` +
      "Restore the files and put the change into a new migration (npm run db:migration <name>).",
  );
}

/**
 * Applies the missing migrations, each in one transaction together with its row in `_prisma_migrations`: whatever kills
 * the process leaves a migration either wholly applied or not at all.
 * @param ownerUrl a URL whose role may create tables and roles
 * @param report called with the name of each migration once it is committed
 * @returns the names that this call applied. Throws when one fails (it is rolled back) or an applied one was edited.
 */
export async function applyMigrations(
  ownerUrl: string,
  report: (name: string) => void = () => undefined,
  folder = migrationsFolder,
): Promise<string[]> {
  const pool = openSingleConnection(ownerUrl);
  try {
    // Held until the connection ends. The engine has a lock of its own that it keeps as long: taken inside this one it
    // cannot lead to a deadlock.
    await pool.query(`SELECT pg_advisory_lock(${migrationLock})`);
    const state = await readMigrationState(pool, folder);
    refuseEdited(state);
    const applied: string[] = [];
    for (const name of state.pending) {
      await applyOne(pool, name, folder);
      applied.push(name);
      report(name);
    }
    return applied;
  } finally {
    await pool.end();
  }
}

async function applyOne(pool: Pool, name: string, folder: string): Promise<void> {
  const failure: { cause?: Error } = {};
  const engine = await createSchemaEngine(adaptWholeScripts(pool, failure));
  await pool.query("BEGIN");
  try {
    await engine.applyMigrations({ migrationsList: listUpTo(name, folder), filters: noFilters });
    await pool.query("COMMIT");
  } catch (error) {
    await pool.query("ROLLBACK").catch(() => undefined);
    // The engine's own error says less than PostgreSQL's, and carries a trace of the engine.
    const reason = failure.cause ?? error;
    const message = reason instanceof Error ? reason.message : String(reason);
    throw new Error(`Migration ${name} failed and was rolled back: ${message}`, { cause: error });
  } finally {
    engine.free();
  }
}

/**
 * A pool of exactly one connection for its whole life. Were a lost connection replaced silently, the statements after
 * it would run outside the transaction.
 */
function openSingleConnection(url: string): Pool {
  let connections = 0;
  const pool = new Pool({
    connectionString: withServerOptions(url, "-c TimeZone=UTC -c statement_timeout=0 -c lock_timeout=0"),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    application_name: "caseport migrations",
    verify: (_client, done) => {
      connections += 1;
      done(connections === 1 ? undefined : new Error("The connection to the database was lost."));
    },
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/**
 * Prisma's adapter with one difference: it splits a script at every semicolon, also inside function bodies and strings.
 * Here the whole script is one query.
 */
function adaptWholeScripts(pool: Pool, failure: { cause?: Error }): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool);
  const connect = async () => {
    const adapter = await factory.connect();
    adapter.executeScript = async (script: string) => {
      try {
        await pool.query(script);
      } catch (error) {
        failure.cause = error instanceof Error ? error : new Error(String(error));
        throw error;
      }
    };
    return adapter;
  };
  return { provider: "postgres", adapterName: factory.adapterName, connect, connectToShadowDb: connect };
}

function listUpTo(lastName: string, folder: string): MigrationList {
  const scripts = readScripts(folder).filter((script) => script.name <= lastName);
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: scripts.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
    })),
  };
}

/** The data model of prisma/schema as one text, as it is kept beside the migrations. */
export function readSchema(): string {
  const names = readdirSync(schemaFolder).filter((name) => name.endsWith(".prisma"));
  return names
    .toSorted()
    .map((name) => readFileSync(join(schemaFolder, name), "utf8").trim())
    .join("\n\n")
    .concat("\n");
}

/**
 * The SQL by which prisma/schema goes beyond the last migration, or null when every change has its migration.
 * Compares the data model that the last migration was written for (prisma/migrations/schema.snapshot).
 */
export function diffSinceLastMigration(): Promise<string | null> {
  const before: SchemaFile[] = existsSync(snapshotFile)
    ? [{ path: "schema.snapshot", content: readFileSync(snapshotFile, "utf8") }]
    : [];
  return diffSchemas(before, [{ path: "schema.prisma", content: readSchema() }]);
}
