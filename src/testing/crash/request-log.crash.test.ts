import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { RunningServer } from "../../http/server.ts";
import { prepareDatabase } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { jobQueues } from "../../composition/job-queues.ts";
import { installJobQueue } from "../../platform/jobs/job-queue.ts";
import { call } from "../harness/requests/call.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { startServerOn } from "../harness/server.ts";
import { startServerProcess } from "../servers/server-process.ts";
import { startTemporaryPostgres, type TemporaryPostgres } from "../servers/temporary-postgres.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** The request log when the database goes away, and when the process does. */
let postgres: TemporaryPostgres;
let applicationUrl = "";
let database: Database;
let tenant: TestTenant;

beforeAll(async () => {
  postgres = await startTemporaryPostgres(inject("migratedCluster"));
  ({ applicationUrl } = await prepareDatabase(postgres.url));
  await installJobQueue(postgres.url, jobQueues);
  database = openDatabase(applicationUrl, { poolSize: 2, hooks });
});
afterAll(async () => {
  await database.close();
  await postgres.remove();
});

interface Tally {
  rows: number;
  lost: number;
  counted: number;
  gaps: number;
}

async function tally(): Promise<Tally> {
  const owner = new Client({ connectionString: postgres.url });
  await owner.connect();
  const { rows } = await owner.query<Tally>(
    `SELECT (SELECT count(*)::integer FROM "RequestLog" WHERE "organizationId" = $1) AS rows,
            (SELECT coalesce(sum(lost), 0)::integer FROM "RequestLogGap" WHERE "organizationId" = $1) AS lost,
            (SELECT count(*)::integer FROM "RequestLogGap" WHERE "organizationId" = $1) AS gaps,
            (SELECT coalesce(sum(succeeded + refused + limited + failed), 0)::integer FROM "KeyUsageDay" WHERE "organizationId" = $1) AS counted`,
    [tenant.organizationId],
  );
  await owner.end();
  return rows[0] ?? { rows: 0, lost: 0, counted: 0, gaps: 0 };
}

const me = (baseUrl: string) => call(baseUrl, "/api/v1/me", { secret: tenant.secret });

/** Calls without pause until stopped, and counts the responses by status. */
function startLoad(baseUrl: string, workers: number) {
  const responses = new Map<number, number>();
  let running = true;
  const work = async () => {
    while (running) {
      const { status } = await me(baseUrl);
      responses.set(status, (responses.get(status) ?? 0) + 1);
    }
  };
  const done = Promise.all(Array.from({ length: workers }, work));
  return {
    /** Waits for so many more responses with this status. */
    receive: async (status: number, more: number) => {
      const count = () => responses.get(status) ?? 0;
      const enough = count() + more;
      await expect.poll(count).toBeGreaterThanOrEqual(enough);
    },
    stop: async () => {
      running = false;
      await done;
      return responses;
    },
  };
}

describe("a database outage under load", () => {
  let server: RunningServer;

  test("logged and lost requests add up to the responses sent", async () => {
    tenant = await createTenant(database);
    server = await startServerOn(applicationUrl, { databasePoolSize: 4 });
    const load = startLoad(server.addresses[0] ?? "", 8);
    await load.receive(200, 100);
    await postgres.stop();
    // Fewer than the buffer holds: what happens to the rest is tested in request-log.database.test.ts.
    await load.receive(503, 400);
    await postgres.start();
    await load.receive(200, 100);
    const responses = await load.stop();
    await server.close(1_000);
    const total = [...responses.values()].reduce((sum, count) => sum + count, 0);
    const found = await tally();
    console.log(
      `${total} responses (${responses.get(503) ?? 0} times 503): ${found.rows} logged, ${found.lost} counted as lost in ${found.gaps} gaps`,
    );
    expect([...responses.keys()].toSorted((left, right) => left - right)).toEqual([200, 503]);
    expect(found.rows + found.lost).toBe(total);
    expect(found.counted).toBe(found.rows);
    expect(found.gaps).toBeLessThanOrEqual(4);
  });

  test("a server closed while the database is unavailable exits in time", async () => {
    server = await startServerOn(applicationUrl, { databasePoolSize: 4 });
    await me(server.addresses[0] ?? "");
    await postgres.stop();
    await me(server.addresses[0] ?? "");
    const begun = performance.now();
    await server.close(1_000);
    expect(performance.now() - begun).toBeLessThan(9_000);
    await postgres.start();
  });
});

describe("the process ends", () => {
  test("a killed process loses only log entries since the last flush", async () => {
    tenant = await createTenant(database);
    const server = await startServerProcess(applicationUrl);
    for (let count = 0; count < 40; count += 1) await me(server.baseUrl);
    await expect.poll(async () => (await tally()).rows).toBe(40);
    for (let count = 0; count < 10; count += 1) await me(server.baseUrl);
    await server.end("SIGKILL");
    const found = await tally();
    expect(found.rows).toBeGreaterThanOrEqual(40);
    expect(found.rows).toBeLessThanOrEqual(50);
    expect(found.counted).toBe(found.rows);
  });

  test("a terminated process loses no log entries", async () => {
    tenant = await createTenant(database);
    const server = await startServerProcess(applicationUrl);
    for (let count = 0; count < 25; count += 1) await me(server.baseUrl);
    expect(await server.end("SIGTERM")).toBe(0);
    expect(await tally()).toEqual({ rows: 25, lost: 0, counted: 25, gaps: 0 });
  });
});
