import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../cli/local-postgres/embedded-postgres.ts";
import { applyMigrations } from "./migrations.ts";

let folder = "";
let migrations = "";
let url = "";
let server: EmbeddedPostgres;
let count = 0;

async function ask(sql: string): Promise<unknown[]> {
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
  server = await startEmbeddedPostgres({ dataDirectory: join(folder, "data"), settings: { fsync: "off" } });
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  count += 1;
  url = server.ownerUrl;
  await ask(`CREATE DATABASE trial_${count}`);
  const own = new URL(url);
  own.pathname = `/trial_${count}`;
  url = own.toString();
  migrations = join(folder, `migrations_${count}`);
});

test("applies in order, logs each name, and does nothing the second time", async () => {
  writeScript("2_second", "INSERT INTO thing VALUES (2)");
  writeScript("1_first", "CREATE TABLE thing (id int)");
  const told: string[] = [];
  expect(await applyMigrations(url, (name) => told.push(name), migrations)).toEqual(["1_first", "2_second"]);
  expect(told).toEqual(["1_first", "2_second"]);
  expect(await applyMigrations(url, undefined, migrations)).toEqual([]);
  expect(await ask("SELECT id FROM thing")).toEqual([2]);
});

test("parses semicolons in functions, strings and comments correctly", async () => {
  writeScript("1_first", `-- one; two
    CREATE FUNCTION answer() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a;b'; END; $$;`);
  await applyMigrations(url, undefined, migrations);
  expect(await ask("SELECT answer()")).toEqual(["a;b"]);
});

test("rolls back a failing migration whole, and applies it once it is fixed", async () => {
  writeScript("1_first", "CREATE TABLE kept (id int)");
  writeScript("2_second", "CREATE TABLE lost (id int); SELECT nonsense;");
  await expect(applyMigrations(url, undefined, migrations)).rejects.toThrow('2_second failed and was rolled back: column "nonsense"');
  expect(await ask("SELECT to_regclass('kept')::text")).toEqual(["kept"]);
  expect(await ask("SELECT to_regclass('lost')::text")).toEqual([null]);
  writeScript("2_second", "CREATE TABLE lost (id int)");
  expect(await applyMigrations(url, undefined, migrations)).toEqual(["2_second"]);
});

test("rejects an applied migration whose file was modified", async () => {
  writeScript("1_first", "CREATE TABLE thing (id int)");
  await applyMigrations(url, undefined, migrations);
  writeScript("1_first", "CREATE TABLE thing (id bigint)");
  writeScript("2_second", "CREATE TABLE later (id int)");
  await expect(applyMigrations(url, undefined, migrations)).rejects.toThrow("their files were changed since: 1_first.");
  expect(await ask("SELECT to_regclass('later')::text")).toEqual([null]);
});

test("rejects a database that a later version has migrated", async () => {
  writeScript("1_first", "CREATE TABLE thing (id int)");
  writeScript("3_third", "CREATE TABLE other (id int)");
  await applyMigrations(url, undefined, migrations);
  rmSync(join(migrations, "3_third"), { recursive: true });
  writeScript("2_second", "CREATE TABLE later (id int)");
  await expect(applyMigrations(url, undefined, migrations)).rejects.toThrow("this version of Caseport does not know: 3_third.");
  expect(await ask("SELECT to_regclass('later')::text")).toEqual([null]);
});

test("gives up without a change when a table stays locked", async () => {
  writeScript("1_first", "CREATE TABLE thing (id int); CREATE TABLE settings AS SELECT current_setting('lock_timeout') AS value");
  await applyMigrations(url, undefined, migrations);
  expect(await ask("SELECT value FROM settings")).toEqual(["10s"]);
  const other = new Client({ connectionString: url });
  await other.connect();
  await other.query("BEGIN; LOCK TABLE thing IN ACCESS SHARE MODE");
  writeScript("2_second", "CREATE TABLE later (id int); SET LOCAL lock_timeout = '1ms'; ALTER TABLE thing ADD COLUMN name text");
  await expect(applyMigrations(url, undefined, migrations)).rejects.toThrow("try again when it has ended");
  expect(await ask("SELECT to_regclass('later')::text")).toEqual([null]);
  await other.end();
  expect(await applyMigrations(url, undefined, migrations)).toEqual(["2_second"]);
});

test("keeps its records as Prisma does", async () => {
  writeScript("1_first", "SELECT 1");
  await applyMigrations(url, undefined, migrations);
  const recorded = "SELECT concat_ws(' ', migration_name, length(id), length(checksum), applied_steps_count, finished_at IS NOT NULL, rolled_back_at IS NULL, logs IS NULL) FROM _prisma_migrations";
  expect(await ask(recorded)).toEqual(["1_first 36 64 1 t t t"]);
});

test("concurrent runs apply each migration once", async () => {
  writeScript("1_first", "CREATE TABLE thing (id int)");
  writeScript("2_second", "INSERT INTO thing VALUES (2)");
  const applied = await Promise.all([1, 2, 3].map(() => applyMigrations(url, undefined, migrations)));
  expect(applied.flat().toSorted()).toEqual(["1_first", "2_second"]);
  expect(await ask("SELECT id FROM thing")).toEqual([2]);
});
