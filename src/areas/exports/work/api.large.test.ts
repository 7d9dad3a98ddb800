import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureApplicationRole } from "../../../platform/database/application-role.ts";
import { openDatabase } from "../../../platform/database/database.ts";
import { cloneDatabase } from "../../../testing/database/clone-database.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { compileCacheFolder } from "../../../testing/servers/compile-cache.ts";
import { makeAlone, type AloneExport } from "../../../testing/servers/export-process.ts";
import { createTenant } from "../../../testing/harness/tenant.ts";
import { hooks } from "../../../composition/transaction-hooks.ts";

/** The bench does it with a million (`npm run bench -- exports`), which would hold up the suite for a minute and more. */
const rows = isFullExtent ? 50_000 : 10_000;
/**
 * Few rows, but long ones: each has 5 kB, so that holding all of them exceeds the heap. The product alone takes 20 MB
 * of it.
 */
const heapMegabytes = 48;
const maxBytes = 176 * 1024 * 1024;

let owner: Client;
let databaseUrl: string;
let organizationId: string;
const folder = mkdtempSync(join(tmpdir(), "caseport-large-"));

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  databaseUrl = await ensureApplicationRole(ownerUrl);
  owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  const database = openDatabase(databaseUrl, { poolSize: 1, hooks });
  ({ organizationId } = await createTenant(database));
  await database.close();
  await owner.query(
    `INSERT INTO "AuditEntry" ("organizationId", id, "occurredAt", action, "actorType", "actorId", "actorName", entity, "entityId", "requestId", changes)
     SELECT $1, 'aud_' || lpad(n::text, 26, '0'), timestamptz '2026-03-01' + n * interval '1 second', 'cases.update', 'member', 'mem_' || n % 20, '=Ada "' || md5(n::text) || '", Counsel',
       'case', 'case_' || lpad((n % 977)::text, 26, '0'), md5(n::text || 'r'), jsonb_build_object('title', jsonb_build_object('from', repeat(md5((n * 3)::text), 80), 'to', repeat(md5((n * 7)::text), 80)))
     FROM generate_series(1, $2::integer) n`,
    [organizationId, rows],
  );
});
afterAll(async () => {
  await owner.end();
  rmSync(folder, { recursive: true, force: true });
});

const exportOf = (format: AloneExport["format"], type: AloneExport["type"] = "audit_log"): AloneExport => ({
  databaseUrl,
  organizationId,
  folder,
  type,
  format,
  filters: {},
});
/**
 * A young generation of 16 MB, V8's own size, leaves so little of the heap that collecting took two thirds of the CPU,
 * and 100 MB more were resident.
 */
const flags = [`--max-old-space-size=${heapMegabytes}`, "--max-semi-space-size=4"];
const make = (each: AloneExport) => makeAlone(each, flags, { NODE_COMPILE_CACHE: compileCacheFolder() });

test.each(["csv", "ndjson", "xlsx"] as const)("%s: memory does not grow with the number of rows", async (format) => {
  const made = await make(exportOf(format));
  expect(made.rows).toBe(rows);
  expect(made.peakBytes).toBeLessThan(maxBytes);
  expect(made.sizeBytes).toBeGreaterThan(rows * 20);
  // Nothing stays behind.
  expect(readdirSync(folder)).toEqual([]);
});

test("the archive of a whole organization as well", async () => {
  const made = await make(exportOf("zip", "full_organization"));
  expect(made.rows).toBeGreaterThan(rows);
  expect(made.peakBytes).toBeLessThan(maxBytes);
});

test("control: the same rows held in memory exceed the heap limit", () => {
  const hold = `
    const { Client } = await import("pg");
    const client = new Client({ connectionString: process.env.URL });
    await client.connect();
    await client.query("SET caseport.organization = '${organizationId}'");
    const { rows } = await client.query('SELECT * FROM "AuditEntry" ORDER BY id');
    console.log(rows.length);
    process.exit(0);`;
  const { status, stdout } = spawnSync(process.execPath, [...flags, "--input-type=module", "-e", hold], {
    env: { NODE_ENV: "production", URL: databaseUrl },
    encoding: "utf8",
  });
  expect([status === 0, stdout]).toEqual([false, ""]);
});
