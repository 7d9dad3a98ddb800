import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureApplicationRole, prepareDatabase } from "./application-role.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../cli/local-postgres/embedded-postgres.ts";
import { migrationsFolder, readMigrationState } from "./migrations.ts";

let folder = "";
let server: EmbeddedPostgres;
let tenantUrl = "";

async function run(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

function urlAs(name: string, password: string): string {
  const url = new URL(tenantUrl);
  url.username = name;
  url.password = password;
  return url.toString();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "caseport-role-"));
  server = await startEmbeddedPostgres({ dataDirectory: folder, settings: { fsync: "off" } });
  await run(
    server.ownerUrl,
    "CREATE ROLE firm LOGIN CREATEROLE CREATEDB PASSWORD 'secret'",
    "CREATE ROLE plain LOGIN PASSWORD 'secret'",
    "CREATE DATABASE firm OWNER firm",
  );
  const url = new URL(server.ownerUrl);
  url.pathname = "/firm";
  tenantUrl = url.toString();
  tenantUrl = urlAs("firm", "secret");
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("rejects a role that cannot migrate an empty database", async () => {
  await expect(prepareDatabase(urlAs("plain", "secret"))).rejects.toThrow("plain cannot serve");
});

test("two concurrent starts migrate once and create one role, also when the owner is not a superuser", async () => {
  const prepared = await Promise.all([prepareDatabase(tenantUrl), prepareDatabase(tenantUrl)]);
  const applied = prepared.flatMap((each) => each.applied);
  expect(applied.length).toBeGreaterThan(0);
  expect(new Set(applied).size).toBe(applied.length);
  expect(existsSync(join(migrationsFolder, applied[0] ?? "", "migration.sql"))).toBe(true);
  expect(prepared[0].applicationUrl).toBe(prepared[1].applicationUrl);
});

test("the application role owns nothing and is subject to row-level security", async () => {
  const url = await ensureApplicationRole(tenantUrl);
  const [role] = await run(
    url,
    "SELECT rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user",
  );
  expect(role).toEqual({
    rolname: "firm_caseport_app",
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
  });
  expect(await run(url, `SELECT * FROM "Organization"`)).toEqual([]);
  await expect(run(url, "CREATE TABLE mine (id int)")).rejects.toThrow("permission denied");
});

test("a separate application URL is used unchanged", async () => {
  const applicationUrl = await ensureApplicationRole(tenantUrl);
  expect(await prepareDatabase(applicationUrl)).toEqual({
    applicationUrl,
    directUrl: applicationUrl,
    ownerUrl: null,
    applied: [],
  });
});

test("accepts a changed password of the owner", async () => {
  const before = await ensureApplicationRole(tenantUrl);
  await run(server.ownerUrl, "ALTER ROLE firm PASSWORD 'other'");
  const after = await ensureApplicationRole(urlAs("firm", "other"));
  expect(after).not.toBe(before);
  await expect(run(before, "SELECT 1")).rejects.toThrow("password authentication failed");
  await run(server.ownerUrl, "ALTER ROLE firm PASSWORD 'secret'");
  await ensureApplicationRole(tenantUrl);
});

test("rejects a role that bypasses row-level security, or that owns tables without being able to create roles", async () => {
  await run(server.ownerUrl, "GRANT caseport_application TO plain", "ALTER ROLE plain BYPASSRLS");
  await expect(prepareDatabase(urlAs("plain", "secret"))).rejects.toThrow("BYPASSRLS");
  await run(server.ownerUrl, "ALTER ROLE plain NOBYPASSRLS", "ALTER ROLE firm NOCREATEROLE");
  await expect(prepareDatabase(tenantUrl)).rejects.toThrow("owns tables");
  await run(server.ownerUrl, "ALTER ROLE firm CREATEROLE");
});

test("rejects missing migrations where it cannot apply them, and modified ones everywhere", async () => {
  const last = "(SELECT max(migration_name) FROM _prisma_migrations)";
  const [kept] = await run(tenantUrl, `SELECT checksum FROM _prisma_migrations WHERE migration_name = ${last}`);
  await run(tenantUrl, `UPDATE _prisma_migrations SET checksum = 'edited' WHERE migration_name = ${last}`);
  await expect(prepareDatabase(tenantUrl)).rejects.toThrow("were changed since");
  await expect(prepareDatabase(urlAs("plain", "secret"))).rejects.toThrow("were changed since");
  await run(
    tenantUrl,
    `UPDATE _prisma_migrations SET checksum = '${String(kept?.["checksum"])}', finished_at = NULL WHERE migration_name = ${last}`,
  );
  await expect(prepareDatabase(urlAs("plain", "secret"))).rejects.toThrow("are not applied");
  await run(tenantUrl, `UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = ${last}`);
  const client = new Client({ connectionString: tenantUrl });
  await client.connect();
  expect(await readMigrationState(client)).toEqual({ pending: [], edited: [], unknown: [] });
  await client.end();
});

test("does not start when a function that crosses organizations does not belong to the definer role, and says what to do", async () => {
  const inTenant = new URL(server.ownerUrl);
  inTenant.pathname = "/firm";
  await run(inTenant.toString(), "ALTER FUNCTION record_key_uses(jsonb) OWNER TO firm");
  await expect(prepareDatabase(tenantUrl)).rejects.toThrow(
    "ALTER FUNCTION record_key_uses(jsonb) OWNER TO caseport_definer",
  );
  await run(inTenant.toString(), "ALTER FUNCTION record_key_uses(jsonb) OWNER TO caseport_definer");
  expect((await prepareDatabase(tenantUrl)).applied).toEqual([]);
});

test("does not start when the application cannot assume the reader role, and says what to do", async () => {
  await run(server.ownerUrl, "REVOKE caseport_reader FROM caseport_application GRANTED BY firm");
  const cure = "GRANT caseport_reader TO caseport_application WITH INHERIT FALSE, SET TRUE";
  await expect(prepareDatabase(tenantUrl)).rejects.toThrow(cure);
  await run(server.ownerUrl, cure);
  expect((await prepareDatabase(tenantUrl)).applied).toEqual([]);
});

test("does not start when a sandbox could not be emptied, and says what to do", async () => {
  const cure = "GRANT caseport_application TO caseport_emptier";
  await run(server.ownerUrl, "REVOKE caseport_application FROM caseport_emptier GRANTED BY firm");
  await expect(prepareDatabase(tenantUrl)).rejects.toThrow(cure);
  await run(server.ownerUrl, cure);
  const inTenant = new URL(server.ownerUrl);
  inTenant.pathname = "/firm";
  await run(inTenant.toString(), "ALTER FUNCTION empty_sandbox(text[], text) OWNER TO caseport_definer");
  await expect(prepareDatabase(tenantUrl)).rejects.toThrow(
    "ALTER FUNCTION empty_sandbox(text[],text) OWNER TO caseport_emptier",
  );
  await run(inTenant.toString(), "ALTER FUNCTION empty_sandbox(text[], text) OWNER TO caseport_emptier");
  expect((await prepareDatabase(tenantUrl)).applied).toEqual([]);
});

test("lists the missing GRANT to the owner of a second database before it changes anything", async () => {
  await run(
    server.ownerUrl,
    "CREATE ROLE second LOGIN CREATEROLE PASSWORD 'secret'",
    "CREATE DATABASE second OWNER second",
  );
  const secondUrl = urlAs("second", "secret").replace("/firm", "/second");
  await expect(prepareDatabase(secondUrl)).rejects.toThrow('TO "second" WITH ADMIN OPTION');
  expect(await run(secondUrl, "SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  await run(
    server.ownerUrl,
    'GRANT caseport_application, caseport_definer, caseport_reader, caseport_emptier TO "second" WITH ADMIN OPTION',
  );
  expect((await prepareDatabase(secondUrl)).applied).not.toEqual([]);
});
