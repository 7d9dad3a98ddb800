import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import type { RunningServer } from "../../http/server.ts";
import { prepareDatabase } from "../../platform/database/application-role.ts";
import { jobQueues } from "../../composition/job-queues.ts";
import { installJobQueue } from "../../platform/jobs/job-queue.ts";
import { purgeIdempotencyRecords } from "../../platform/jobs/maintenance.ts";
import { call, faultOfEnvelope, type Reply } from "../harness/requests/call.ts";
import { createCase, createTenant, type TestTenant } from "../harness/tenant.ts";
import { startServerOn } from "../harness/server.ts";
import { openDatabaseProbe, type DatabaseProbe } from "../database/database-probe.ts";
import { startPostgresProxy } from "../servers/postgres-proxy.ts";
import { startTemporaryPostgres, type TemporaryPostgres } from "../servers/temporary-postgres.ts";

/** PostgreSQL goes away and comes back below a server that keeps running. */

const poolSize = 4;
/** How long a request may take at most while the database is unavailable: two waits for a connection, and no more. */
const longestAnswer = 4_500;

let postgres: TemporaryPostgres;
let applicationUrl = "";
let server: RunningServer;
let baseUrl = "";
let tenant: TestTenant & { caseId: string; clientId: string };
let probe: DatabaseProbe;

beforeAll(async () => {
  postgres = await startTemporaryPostgres(inject("migratedCluster"));
  ({ applicationUrl } = await prepareDatabase(postgres.url));
  await installJobQueue(postgres.url, jobQueues);
  server = await startServerOn(applicationUrl, { databasePoolSize: poolSize, worker: "inside" });
  baseUrl = server.addresses[0] ?? "";
  const created = await createTenant(server.services.database);
  tenant = { ...created, ...(await createCase(created)) };
  probe = openDatabaseProbe(postgres.url);
});

afterAll(async () => {
  await server.close(1_000);
  await probe.close();
  await postgres.remove();
});

const getCase = (options = {}) =>
  call(baseUrl, `/api/v1/cases/${tenant.caseId}`, { secret: tenant.secret, ...options });
const createFolder = (name: string, idempotencyKey: string) =>
  call(baseUrl, `/api/v1/cases/${tenant.caseId}/folders`, {
    method: "POST",
    secret: tenant.secret,
    body: { name },
    idempotencyKey,
  });

/** Reads and writes without pause until stopped; every write has a name and a key of its own. */
function startLoad(workers: number) {
  const replies: Reply[] = [];
  const written = new Map<string, number>();
  let running = true;
  const work = async (worker: number) => {
    for (let turn = 0; running; turn += 1) {
      const name = `load ${worker}-${turn}-${randomUUID()}`;
      const reply = turn % 2 === 0 ? await getCase() : await createFolder(name, name);
      if (turn % 2 === 1) written.set(name, reply.status);
      replies.push(reply);
    }
  };
  const done = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return {
    replies,
    written,
    stop: async () => {
      running = false;
      await done;
    },
  };
}

/**
 * Under load only successes and proper 503s, none of them late.
 *
 * @returns how many were 503
 */
function countRejected(replies: readonly Reply[]): number {
  const odd = replies.filter(({ status }) => ![200, 201, 503].includes(status));
  expect(odd.map(({ status, text }) => `${status} ${text}`)).toEqual([]);
  const rejections = replies.filter(({ status }) => status === 503);
  expect(rejections.map(faultOfEnvelope).filter((fault) => fault !== null)).toEqual([]);
  expect(
    rejections.every(({ json, headers }) => json?.["code"] === "INTERNAL_ERROR" && headers.get("retry-after") === "1"),
  ).toBe(true);
  expect(Math.max(...replies.map(({ milliseconds }) => milliseconds))).toBeLessThan(longestAnswer);
  return rejections.length;
}

async function waitUntilServing(within: number): Promise<number> {
  const begun = performance.now();
  while ((await getCase()).status !== 200) {
    expect(performance.now() - begun).toBeLessThan(within);
    await delay(20);
  }
  return performance.now() - begun;
}

/** What got 201 is there once, and what got 503 is there not at all or, its commit's response lost, once. */
async function checkWritten(written: ReadonlyMap<string, number>): Promise<void> {
  const rows = await probe.rows(
    `SELECT name, count(*)::integer AS number FROM "Folder" WHERE name = ANY ($1) GROUP BY name`,
    [[...written.keys()]],
  );
  const found = new Map(rows.map(({ name, number }) => [name, number]));
  for (const [name, status] of written) {
    if (status === 201) expect(found.get(name), name).toBe(1);
    else expect([undefined, 1], name).toContain(found.get(name));
  }
  expect(await probe.gaps()).toEqual([]);
}

async function postmasterPid(): Promise<number> {
  const [row] = await probe.rows("SELECT pg_read_file('postmaster.pid') AS file");
  return Number(String(row?.["file"]).split("\n")[0]);
}

describe("PostgreSQL under load", () => {
  afterEach(async () => {
    await waitUntilServing(5_000);
    await delay(50);
    expect(await probe.openTransactions()).toEqual([]);
  });

  test("a stop and start returns only 503 in between, and the same process serves again", async () => {
    const load = startLoad(8);
    await delay(200);
    await postgres.stop();
    await delay(300);
    expect((await call(baseUrl, "/api/health")).status).toBe(200);
    const ready = await call(baseUrl, "/api/health/ready");
    expect([ready.status, faultOfEnvelope(ready), ready.headers.get("retry-after")]).toEqual([503, null, "1"]);
    await postgres.start();
    const gap = await waitUntilServing(5_000);
    await delay(100);
    await load.stop();
    const rejected = countRejected(load.replies);
    console.log(
      `stopped: ${load.replies.length} requests, ${rejected} times 503, serving again after ${Math.round(gap)} ms`,
    );
    expect(rejected).toBeGreaterThan(10);
    expect((await call(baseUrl, "/api/health/ready")).status).toBe(200);
    await checkWritten(load.written);
  });

  test("an immediate shutdown, as in a crash, returns only 503 in between", async () => {
    const load = startLoad(8);
    await delay(150);
    // The harness's supervisor starts it again on the same port.
    process.kill(await postmasterPid(), "SIGQUIT");
    await delay(200);
    const gap = await waitUntilServing(8_000);
    await delay(100);
    await load.stop();
    const rejected = countRejected(load.replies);
    console.log(
      `crashed: ${load.replies.length} requests, ${rejected} times 503, serving again after ${Math.round(gap)} ms`,
    );
    expect(rejected).toBeGreaterThan(0);
    await checkWritten(load.written);
  });

  test("terminated connections, repeatedly", async () => {
    const load = startLoad(8);
    for (let round = 0; round < 10; round += 1) {
      await delay(50);
      await probe.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'caseport'");
    }
    await load.stop();
    const rejected = countRejected(load.replies);
    console.log(`terminated: ${load.replies.length} requests, ${rejected} times 503`);
    expect(rejected).toBeGreaterThan(0);
    await checkWritten(load.written);
  });
});

/** Holds a lock on the case's row, or on a whole table, until released. */
async function holdLock(statement: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("BEGIN");
  await client.query(statement);
  return async () => {
    await client.query("ROLLBACK");
    await client.end();
  };
}

describe("an overloaded database", () => {
  test("a long-held lock returns 503 after lock_timeout", async () => {
    const release = await holdLock(`SELECT FROM "Client" WHERE id = '${tenant.clientId}' FOR UPDATE`);
    const reply = await call(baseUrl, `/api/v1/clients/${tenant.clientId}`, {
      method: "PATCH",
      secret: tenant.secret,
      body: { phone: "1" },
      idempotencyKey: randomUUID(),
    });
    await release();
    expect([reply.status, reply.json?.["code"]]).toEqual([503, "INTERNAL_ERROR"]);
    expect(reply.milliseconds).toBeGreaterThan(1_800);
    // Sooner than statement_timeout would end it.
    expect(reply.milliseconds).toBeLessThan(4_900);
  });

  test("exhausted connections return 503 within the pool's timeout, and requests succeed afterwards", async () => {
    const { pool } = server.services.database;
    const taken = await Promise.all(Array.from({ length: poolSize }, () => pool.connect()));
    const replies = await Promise.all([
      getCase(),
      createFolder("never", randomUUID()),
      call(baseUrl, "/api/health/ready"),
    ]);
    for (const client of taken) client.release();
    for (const reply of replies) {
      expect([reply.status, reply.json?.["code"], faultOfEnvelope(reply)]).toEqual([503, "INTERNAL_ERROR", null]);
      expect(reply.milliseconds).toBeLessThan(2_700);
    }
    expect((await call(baseUrl, "/api/health")).status).toBe(200);
    expect((await getCase()).status).toBe(200);
  });

  test("slow statements on all connections return 503 to other requests, without a hang", async () => {
    const release = await holdLock(`LOCK TABLE "Client" IN ACCESS EXCLUSIVE MODE`);
    const replies = await Promise.all(Array.from({ length: poolSize * 3 }, () => getCase()));
    await release();
    expect(countRejected(replies)).toBe(replies.length);
    expect((await getCase()).status).toBe(200);
  });

  test("a client that disconnects while waiting leaves nothing behind", async () => {
    const release = await holdLock(`SELECT FROM "Client" WHERE id = '${tenant.clientId}' FOR UPDATE`);
    const name = randomUUID();
    const impatient = call(baseUrl, `/api/v1/clients/${tenant.clientId}`, {
      method: "PATCH",
      secret: tenant.secret,
      body: { phone: name },
      idempotencyKey: name,
      patienceMilliseconds: 200,
    });
    await expect(impatient).rejects.toThrow();
    await release();
    const again = await call(baseUrl, `/api/v1/clients/${tenant.clientId}`, {
      method: "PATCH",
      secret: tenant.secret,
      body: { phone: name },
      idempotencyKey: name,
    });
    // The first one may have been carried out when the lock was gone: then this is its response.
    expect([200, 409]).toContain(again.status);
    await expect.poll(() => probe.openTransactions()).toEqual([]);
  });
});

test("a database that accepts connections and never responds returns 503 instead of hanging", async () => {
  const proxy = await startPostgresProxy(applicationUrl);
  const other = await startServerOn(proxy.url, { databasePoolSize: 2 });
  const otherUrl = other.addresses[0] ?? "";
  expect((await call(otherUrl, `/api/v1/cases/${tenant.caseId}`, { secret: tenant.secret })).status).toBe(200);
  proxy.setStalled(true);
  const replies = await Promise.all(
    [0, 1, 2, 3].map(() => call(otherUrl, `/api/v1/cases/${tenant.caseId}`, { secret: tenant.secret })),
  );
  proxy.setStalled(false);
  expect(replies.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  console.log(`silent: responded after ${replies.map(({ milliseconds }) => Math.round(milliseconds)).join(", ")} ms`);
  expect((await call(otherUrl, `/api/v1/cases/${tenant.caseId}`, { secret: tenant.secret })).status).toBe(200);
  await other.close(500);
  await proxy.close();
});

test("no request fails after a migration added a column under the running server", async () => {
  const { database } = server.services;
  const change = (phone: string) =>
    call(baseUrl, `/api/v1/clients/${tenant.clientId}`, {
      method: "PATCH",
      secret: tenant.secret,
      body: { phone },
      idempotencyKey: randomUUID(),
    });
  // Every connection of the pool has prepared the statements.
  await Promise.all(Array.from({ length: poolSize * 4 }, (_, turn) => change(`before ${turn}`)));
  await probe.rows(`ALTER TABLE "Client" ADD COLUMN extra text`);
  const replies = [];
  for (let turn = 0; turn < poolSize * 4; turn += 1) replies.push(await change(`after ${turn}`));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  await probe.rows(`ALTER TABLE "Client" DROP COLUMN extra`);
  await database.pool.query("SELECT 1");
});

describe("background work", () => {
  test("the purge deletes expired stored responses in batches and keeps live ones", async () => {
    const live = randomUUID();
    expect((await createFolder("kept", live)).status).toBe(201);
    await probe.rows(
      `INSERT INTO "IdempotencyRecord" ("organizationId", "keyId", "idempotencyKey", fingerprint, status, body, "requestId", "expiresAt")
       SELECT $1, $2, 'old ' || n, '\\x00', 200, '{}', 'r', now() - interval '1 second' FROM generate_series(1, 2500) AS n`,
      [tenant.organizationId, tenant.keyId],
    );
    expect(await purgeIdempotencyRecords(server.services.database)).toBe(2_500);
    expect(await purgeIdempotencyRecords(server.services.database)).toBe(0);
    expect((await createFolder("kept", live)).headers.get("idempotent-replayed")).toBe("true");
  });

  test("an expired stored response that is not purged yet is ignored", async () => {
    const key = randomUUID();
    expect((await createFolder("first use", key)).status).toBe(201);
    await probe.rows(`UPDATE "IdempotencyRecord" SET "expiresAt" = now() WHERE "idempotencyKey" = $1`, [key]);
    const again = await createFolder("second use", key);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect((await createFolder("second use", key)).headers.get("idempotent-replayed")).toBe("true");
  });

  test("the last use of a key is written, also after a database outage", async () => {
    const lastUse = async () =>
      (await probe.rows(`SELECT route FROM "KeyUse" WHERE "keyId" = $1 AND prefix = ''`, [tenant.keyId]))[0]?.["route"];
    await getCase();
    await server.services.keyUses.flush();
    expect(await lastUse()).toBe("GET /cases/{caseId}");
    await createFolder("last use", randomUUID());
    await postgres.stop();
    await server.services.keyUses.flush();
    await postgres.start();
    await expect
      .poll(async () => {
        await server.services.keyUses.flush();
        return lastUse().catch(() => null);
      })
      .toBe("POST /cases/{caseId}/folders");
  });
});
