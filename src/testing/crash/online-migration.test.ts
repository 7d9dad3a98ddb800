import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyMigrations, migrationsFolder } from "../../platform/database/migrations.ts";
import { openDatabaseProbe, type DatabaseProbe } from "../database/database-probe.ts";
import { openApi } from "../harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { createCase, createTenant } from "../harness/tenant.ts";

/** A later version migrates the database while servers of this one run. */

const filledRows = 30_000;

/** Of a kind that only adds: columns of tables whose statements are prepared, a default, a table, an index that is built while rows are written. */
const expanding = {
  "99990101000001_columns": `ALTER TABLE "Client" ADD COLUMN nickname text; ALTER TABLE "Folder" ADD COLUMN color text NOT NULL DEFAULT 'grey'`,
  "99990101000002_table": `CREATE TABLE "Bookmark" (id text PRIMARY KEY); ALTER TABLE "IdempotencyRecord" ADD COLUMN source text; ALTER TABLE "Event" ADD COLUMN source text`,
  "99990101000003_index": `CREATE INDEX CONCURRENTLY idempotency_source ON "IdempotencyRecord" (source, "requestId")`,
};

let server: TestServer;
let probe: DatabaseProbe;
let folder = "";

beforeAll(async () => {
  server = await startOwnServer();
  probe = openDatabaseProbe(server.ownerUrl);
  folder = mkdtempSync(join(tmpdir(), "caseport-online-"));
  cpSync(migrationsFolder, folder, { recursive: true });
  for (const [name, sql] of Object.entries(expanding)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "migration.sql"), sql);
  }
});

afterAll(async () => {
  await probe.close();
  await server.close(1_000);
  rmSync(folder, { recursive: true, force: true });
});

test("an expanding migration fails no request of the version that runs", async () => {
  const tenant = await createTenant(server.services.database);
  const { caseId, clientId } = await createCase(tenant);
  await probe.rows(
    `INSERT INTO "IdempotencyRecord" ("organizationId", "keyId", "idempotencyKey", fingerprint, status, body, "requestId", "expiresAt")
     SELECT $1, $2, 'old ' || n, '\\x00', 200, '{}', 'r' || n, now() + interval '1 day' FROM generate_series(1, ${filledRows}) AS n`,
    [tenant.organizationId, tenant.keyId],
  );
  const api = openApi(server, tenant.secret);
  const journey = [
    () => api.change("PATCH", `/clients/${clientId}`, { phone: randomUUID().slice(0, 20) }),
    () => api.change("POST", `/cases/${caseId}/folders`, { name: randomUUID() }),
    () => api.change("PUT", `/cases/${caseId}/survey-details/accident.place`, { value: randomUUID() }),
    () => api.get(`/cases/${caseId}`),
    () => api.get(`/clients/${clientId}`),
    () => api.get("/events?limit=5"),
  ];
  const failures: string[] = [];
  let done = 0;
  let isRunning = true;
  const work = async (worker: number) => {
    for (let turn = worker; isRunning; turn += 1) {
      const { status, headers } = await (journey[turn % journey.length] ?? api.get)("");
      if (status !== 200 && status !== 201) failures.push(`${status} ${String(headers["x-error-reason"])} after ${done}`);
      done += 1;
    }
  };
  const working = Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(work));
  const untilMore = (count: number) => {
    const goal = done + count;
    return expect.poll(() => done, { interval: 10 }).toBeGreaterThan(goal);
  };
  // Each connection of the pool is open, and has prepared the statements.
  await untilMore(100);
  failures.length = 0;
  const before = done;
  const applied = await applyMigrations(server.ownerUrl, undefined, folder);
  const during = done - before;
  await untilMore(100);
  isRunning = false;
  await working;
  expect(applied).toEqual(Object.keys(expanding));
  expect(failures).toEqual([]);
  expect(during).toBeGreaterThan(0);
  expect((await api.get(`/clients/${clientId}`)).text).not.toContain("nickname");
  expect((await fetch(`${server.baseUrl}/api/health/ready`)).status).toBe(200);
  console.log(`${during} requests during the migrations, ${done} in all`);
});
