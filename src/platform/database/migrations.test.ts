import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Pool } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { startTemporaryPostgres, type TemporaryPostgres } from "../../testing/servers/temporary-postgres.ts";
import { connectionOptions } from "./connections/connection-pool.ts";
import { applyMigrations, observeMigrations } from "./migrations.ts";

let folder = "";
let migrations = "";
let url = "";
let server: TemporaryPostgres;
let count = 0;

async function queryValues(sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows.map((row) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

function writeScript(name: string, sql: string): void {
  mkdirSync(join(migrations, name), { recursive: true });
  writeFileSync(join(migrations, name, "migration.sql"), sql);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "caseport-migrations-"));
  server = await startTemporaryPostgres(inject("migratedCluster"));
});

afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  count += 1;
  url = server.url;
  await queryValues(`CREATE DATABASE trial_${count}`);
  const own = new URL(url);
  own.pathname = `/trial_${count}`;
  url = own.toString();
  migrations = join(folder, `migrations_${count}`);
});

test("applies in order, logs each name, and does nothing the second time", async () => {
  writeScript("2_second", "INSERT INTO thing VALUES (2)");
  writeScript("1_first", "CREATE TABLE thing (id int)");
  const applied: string[] = [];
  expect(await applyMigrations(url, { report: (name) => applied.push(name), folder: migrations })).toEqual([
    "1_first",
    "2_second",
  ]);
  expect(applied).toEqual(["1_first", "2_second"]);
  expect(await applyMigrations(url, { folder: migrations })).toEqual([]);
  expect(await queryValues("SELECT id FROM thing")).toEqual([2]);
});

test("parses semicolons in functions, strings and comments correctly", async () => {
  writeScript(
    "1_first",
    `-- one; two
    CREATE FUNCTION answer() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a;b'; END; $$;`,
  );
  await applyMigrations(url, { folder: migrations });
  expect(await queryValues("SELECT answer()")).toEqual(["a;b"]);
});

test("rolls back a failing migration whole, and applies it once it is fixed", async () => {
  writeScript("1_first", "CREATE TABLE kept (id int)");
  writeScript("2_second", "CREATE TABLE lost (id int); SELECT nonsense;");
  await expect(applyMigrations(url, { folder: migrations })).rejects.toThrow(
    '2_second failed and was rolled back: column "nonsense"',
  );
  expect(await queryValues("SELECT to_regclass('kept')::text")).toEqual(["kept"]);
  expect(await queryValues("SELECT to_regclass('lost')::text")).toEqual([null]);
  writeScript("2_second", "CREATE TABLE lost (id int)");
  expect(await applyMigrations(url, { folder: migrations })).toEqual(["2_second"]);
});

test("rejects an applied migration whose file was modified", async () => {
  writeScript("1_first", "CREATE TABLE thing (id int)");
  await applyMigrations(url, { folder: migrations });
  writeScript("1_first", "CREATE TABLE thing (id bigint)");
  writeScript("2_second", "CREATE TABLE later (id int)");
  await expect(applyMigrations(url, { folder: migrations })).rejects.toThrow(
    "their files were changed since: 1_first.",
  );
  expect(await queryValues("SELECT to_regclass('later')::text")).toEqual([null]);
});

test("rejects a database that a later version has migrated", async () => {
  writeScript("1_first", "CREATE TABLE thing (id int)");
  writeScript("3_third", "CREATE TABLE other (id int)");
  await applyMigrations(url, { folder: migrations });
  rmSync(join(migrations, "3_third"), { recursive: true });
  writeScript("2_second", "CREATE TABLE later (id int)");
  await expect(applyMigrations(url, { folder: migrations })).rejects.toThrow(
    "this version of Caseport does not know: 3_third.",
  );
  expect(await queryValues("SELECT to_regclass('later')::text")).toEqual([null]);
});

describe("while another transaction has locked a table", () => {
  let other: Client;
  beforeEach(async () => {
    writeScript(
      "1_first",
      "CREATE TABLE thing (id int); CREATE TABLE settings AS SELECT current_setting('lock_timeout') AS value",
    );
    await applyMigrations(url, { folder: migrations });
    writeScript("2_second", "CREATE TABLE later (id int); ALTER TABLE thing ADD COLUMN name text");
    other = new Client({ connectionString: url });
    await other.connect();
    await other.query("BEGIN; LOCK TABLE thing IN ACCESS SHARE MODE");
  });
  afterEach(() => other.end());
  const quick = { timeoutMilliseconds: 1, attempts: 3, pauseMilliseconds: 1 };

  test("gives up without a change after some attempts, each shorter than a request waits", async () => {
    const [timeout] = await queryValues("SELECT value FROM settings");
    expect(timeout).toBe("500ms");
    expect(connectionOptions).toContain("lock_timeout=2000");
    await expect(applyMigrations(url, { folder: migrations, patience: quick })).rejects.toThrow(
      "2_second failed and was rolled back: another transaction held a table's lock in each of 3 attempts",
    );
    expect(await queryValues("SELECT to_regclass('later')::text")).toEqual([null]);
  });

  test("lets requests pass that wait behind it, and is applied when the lock is free", async () => {
    const applied = applyMigrations(url, { folder: migrations, patience: { ...quick, attempts: 100_000 } });
    for (let turn = 0; turn < 20; turn += 1) expect(await queryValues("SELECT count(*)::int FROM thing")).toEqual([0]);
    await other.query("COMMIT");
    expect(await applied).toEqual(["2_second"]);
  });
});

describe("an index that is built concurrently", () => {
  const isValid = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('thing_id')";
  beforeEach(async () => {
    writeScript("1_first", "CREATE TABLE thing (id int); INSERT INTO thing VALUES (1), (1)");
    await applyMigrations(url, { folder: migrations });
  });

  test("is built outside a transaction, by one of several runs", async () => {
    writeScript("2_second", "-- For lists by id.\nCREATE INDEX CONCURRENTLY thing_id ON thing (id);\n");
    const applied = await Promise.all([1, 2, 3].map(() => applyMigrations(url, { folder: migrations })));
    expect(applied.flat()).toEqual(["2_second"]);
    expect(await queryValues(isValid)).toEqual([true]);
  });

  test("that was left invalid is built again, and one that was not recorded is kept", async () => {
    writeScript("2_second", 'CREATE UNIQUE INDEX CONCURRENTLY "thing_id" ON thing (id)');
    await expect(applyMigrations(url, { folder: migrations })).rejects.toThrow("2_second failed");
    expect(await queryValues(isValid)).toEqual([false]);
    await queryValues("DELETE FROM thing WHERE ctid = (SELECT min(ctid) FROM thing)");
    expect(await applyMigrations(url, { folder: migrations })).toEqual(["2_second"]);
    expect(await queryValues(isValid)).toEqual([true]);
    await queryValues("DELETE FROM _prisma_migrations WHERE migration_name = '2_second'");
    expect(await applyMigrations(url, { folder: migrations })).toEqual(["2_second"]);
  });

  test("of a partitioned table is built on each partition, and a later partition has it", async () => {
    writeScript("2_months", "CREATE TABLE log (id text) PARTITION BY RANGE (id)");
    writeScript(
      "3_first",
      "CREATE TABLE log_a PARTITION OF log FOR VALUES FROM ('a') TO ('b'); INSERT INTO log VALUES ('a1')",
    );
    await applyMigrations(url, { folder: migrations });
    writeScript("4_index", "CREATE INDEX CONCURRENTLY log_id ON log (id) WHERE id <> 'x';");
    expect(await applyMigrations(url, { folder: migrations })).toEqual(["4_index"]);
    // As after a crash before the record.
    await queryValues("DELETE FROM _prisma_migrations WHERE migration_name = '4_index'");
    expect(await applyMigrations(url, { folder: migrations })).toEqual(["4_index"]);
    await queryValues("CREATE TABLE log_b PARTITION OF log FOR VALUES FROM ('b') TO ('c')");
    const ofLog = "SELECT indisvalid FROM pg_index WHERE indrelid::regclass::text IN ('log', 'log_a', 'log_b')";
    expect(await queryValues(ofLog)).toEqual([true, true, true]);
  });

  test("is rejected beside other statements", async () => {
    writeScript("2_second", "CREATE INDEX CONCURRENTLY thing_id ON thing (id); SELECT 1");
    await expect(applyMigrations(url, { folder: migrations })).rejects.toThrow("cannot run inside a transaction block");
  });
});

test("a server that runs stays ready when a later version has migrated; one whose migrations are missing is not", async () => {
  writeScript("1_first", "SELECT 1");
  const pool = new Pool({ connectionString: url });
  const isReady = observeMigrations(pool, migrations);
  expect(await isReady()).toBe(false);
  await applyMigrations(url, { folder: migrations });
  expect(await isReady()).toBe(true);
  writeScript("2_second", "SELECT 2");
  await applyMigrations(url, { folder: migrations });
  expect(await isReady()).toBe(true);
  await pool.end();
});

test("keeps its records as Prisma does", async () => {
  writeScript("1_first", "SELECT 1");
  await applyMigrations(url, { folder: migrations });
  const recorded =
    "SELECT concat_ws(' ', migration_name, length(id), length(checksum), applied_steps_count, finished_at IS NOT NULL, rolled_back_at IS NULL, logs IS NULL) FROM _prisma_migrations";
  expect(await queryValues(recorded)).toEqual(["1_first 36 64 1 t t t"]);
});

test("concurrent runs apply each migration once", async () => {
  writeScript("1_first", "CREATE TABLE thing (id int)");
  writeScript("2_second", "INSERT INTO thing VALUES (2)");
  const applied = await Promise.all([1, 2, 3].map(() => applyMigrations(url, { folder: migrations })));
  expect(applied.flat().toSorted()).toEqual(["1_first", "2_second"]);
  expect(await queryValues("SELECT id FROM thing")).toEqual([2]);
});
