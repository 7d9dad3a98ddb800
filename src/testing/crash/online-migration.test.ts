import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { applyMigrations, migrationsFolder } from "../../platform/database/migrations.ts";
import { waitForLock } from "../database/wait-for-lock.ts";
import { openDatabaseProbe, type DatabaseProbe } from "../database/database-probe.ts";
import { openApi } from "../harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { createCase, createTenant } from "../harness/tenant.ts";
import { isMutation, openSubjectHarness, subjects, type SubjectHarness } from "../conformance/subject.ts";
import { representatives } from "../conformance/representatives.ts";

/** A later version migrates the database while servers of this one run. */

const filledRows = 30_000;

/**
 * Of a kind that only adds: columns of tables whose statements are prepared, a default, a table, an index that is built
 * while rows are written.
 */
const expanding = {
  "99990101000001_columns": `ALTER TABLE "Client" ADD COLUMN nickname text; ALTER TABLE "Folder" ADD COLUMN color text NOT NULL DEFAULT 'grey'`,
  "99990101000002_table": `CREATE TABLE "Bookmark" (id text PRIMARY KEY); ALTER TABLE "IdempotencyRecord" ADD COLUMN source text; ALTER TABLE "Event" ADD COLUMN source text`,
  "99990101000003_index": `CREATE INDEX CONCURRENTLY idempotency_source ON "IdempotencyRecord" (source, "requestId")`,
};

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "caseport-online-"));
  cpSync(migrationsFolder, folder, { recursive: true });
  for (const [name, sql] of Object.entries(expanding)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "migration.sql"), sql);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each test migrates a database of its own. */
async function open(): Promise<{ server: TestServer; probe: DatabaseProbe }> {
  const server = await startOwnServer();
  const probe = openDatabaseProbe(server.ownerUrl);
  onTestFinished(async () => {
    await probe.close();
    await server.close(1_000);
  });
  return { server, probe };
}

test("an expanding migration fails no request of the version that runs", async () => {
  const { server, probe } = await open();
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
      if (status !== 200 && status !== 201)
        failures.push(`${status} ${String(headers["x-error-reason"])} after ${done}`);
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
  const applied = await applyMigrations(server.ownerUrl, { folder });
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

/**
 * Reads Event in a transaction: the migration that alters it waits, with the lock of IdempotencyRecord that it has
 * already, gives up, and begins again.
 */
async function holdEvents(ownerUrl: string): Promise<{ watcher: Client; release: () => Promise<void> }> {
  const [holder, watcher] = [new Client({ connectionString: ownerUrl }), new Client({ connectionString: ownerUrl })];
  await Promise.all([holder.connect(), watcher.connect()]);
  onTestFinished(async () => void (await Promise.all([holder.end(), watcher.end()])));
  await holder.query(`BEGIN; SELECT FROM "Event" LIMIT 1`);
  return { watcher, release: async () => void (await holder.query("COMMIT")) };
}

test("a mutation of each class succeeds while a migration waits for the locks of tables that all of them write", async () => {
  const { server } = await open();
  const chosen = [...representatives(subjects.filter(({ declaration }) => isMutation(declaration)))];
  const harnesses: SubjectHarness[] = [];
  for (const subject of chosen) harnesses.push(await openSubjectHarness(server, subject));
  const { watcher, release } = await holdEvents(server.ownerUrl);
  let isApplied = false;
  const applying = applyMigrations(server.ownerUrl, { folder }).finally(() => (isApplied = true));
  await waitForLock(watcher);
  const begun = performance.now();
  // One that waits longer for a lock than lock_timeout of its connection, two seconds, gets 503.
  const replies = await Promise.all(
    harnesses.map(async ({ call, subject: { label } }) => {
      const { status, text } = await call();
      return { label, status, text: status < 300 ? "" : text, milliseconds: performance.now() - begun };
    }),
  );
  const wasApplied = isApplied;
  await release();
  const applied = await applying;
  expect(replies.filter(({ status }) => status >= 300)).toEqual([]);
  expect(wasApplied).toBe(false);
  expect(applied).toEqual(Object.keys(expanding));
  console.log(
    `${replies.length} mutations, the last after ${Math.round(Math.max(...replies.map(({ milliseconds }) => milliseconds)))} ms`,
  );
});
