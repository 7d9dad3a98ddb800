import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startEmbeddedPostgres } from "../../cli/local-postgres/embedded-postgres.ts";
import type { EmbeddedPostgres } from "../../cli/local-postgres/embedded-postgres.ts";
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

test("applies in order, tells each name, and does nothing the second time", async () => {
  writeScript("2_second", "INSERT INTO thing VALUES (2)");
  writeScript("1_first", "CREATE TABLE thing (id int)");
  const told: string[] = [];
  expect(await applyMigrations(url, (name) => told.push(name), migrations)).toEqual(["1_first", "2_second"]);
  expect(told).toEqual(["1_first", "2_second"]);
  expect(await applyMigrations(url, undefined, migrations)).toEqual([]);
  expect(await ask("SELECT id FROM thing")).toEqual([2]);
});

test("takes a semicolon in functions, strings and comments for what it is", async () => {
  writeScript("1_first", `-- one; two
    CREATE FUNCTION answer() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a;b'; END; $$;`);
  await applyMigrations(url, undefined, migrations);
  expect(await ask("SELECT answer()")).toEqual(["a;b"]);
});

test("rolls a failing migration back whole, and applies it once it is repaired", async () => {
  writeScript("1_first", "CREATE TABLE kept (id int)");
  writeScript("2_second", "CREATE TABLE lost (id int); SELECT nonsense;");
  await expect(applyMigrations(url, undefined, migrations)).rejects.toThrow('2_second failed and was rolled back: column "nonsense"');
  expect(await ask("SELECT to_regclass('kept')::text")).toEqual(["kept"]);
  expect(await ask("SELECT to_regclass('lost')::text")).toEqual([null]);
  writeScript("2_second", "CREATE TABLE lost (id int)");
  expect(await applyMigrations(url, undefined, migrations)).toEqual(["2_second"]);
});

test("refuses an applied migration that was edited or removed", async () => {
  writeScript("1_first", "CREATE TABLE thing (id int)");
  await applyMigrations(url, undefined, migrations);
  writeScript("1_first", "CREATE TABLE thing (id bigint)");
  await expect(applyMigrations(url, undefined, migrations)).rejects.toThrow("1_first");
  rmSync(join(migrations, "1_first"), { recursive: true });
  await expect(applyMigrations(url, undefined, migrations)).rejects.toThrow("changed or removed");
});

test("several at once apply each migration once", async () => {
  writeScript("1_first", "CREATE TABLE thing (id int)");
  writeScript("2_second", "INSERT INTO thing VALUES (2)");
  const applied = await Promise.all([1, 2, 3].map(() => applyMigrations(url, undefined, migrations)));
  expect(applied.flat().toSorted()).toEqual(["1_first", "2_second"]);
  expect(await ask("SELECT id FROM thing")).toEqual([2]);
});
