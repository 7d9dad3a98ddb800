import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readBody } from "../../../testing/harness/requests/api.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant } from "../../../testing/harness/tenant.ts";
import { startFileWorkerProcess } from "../../../testing/servers/worker-process.ts";
import type { Import } from "../schema.ts";
import { openImports } from "./fixtures.ts";
import { until } from "../../../testing/harness/until.ts";

const { count, kills } = isFullExtent ? { count: 10_000, kills: 20 } : { count: 600, kills: 2 };
/** How long a worker that died holds its job, in seconds; an installation waits longer. */
const heartbeat = 2;

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startOwnServer();
  owner = new Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query("UPDATE pgboss.queue SET heartbeat_seconds = $1 WHERE name = 'imports'", [heartbeat]);
});
afterAll(async () => {
  await owner.end();
  await server.close(1_000);
});

test(
  "a worker that is killed in the middle of an import or its undoing has handled each row once or not at all, and another one goes on",
  async () => {
    const tenant = await createTenant(server.services.database);
    const { api, get } = openImports(server, tenant);
    const lines = Array.from({ length: count }, (_, index) => `K-${index},Client ${index}`);
    const content = Buffer.from(`Client ID,Last Name\n${lines.join("\n")}\n`).toString("base64");
    const sent = await api.change("POST", "/imports", { fileName: "clients.csv", content });
    const { id } = readBody<{ import: Import }>(sent).import;
    const startWorker = () =>
      startFileWorkerProcess(server.applicationUrl, inject("dataDirectory"), { superviseSeconds: 1 });
    const isAt = (status: string) => until(async () => (await get(id)).status === status);

    /** Waits for the end as long as rows go on: how long all of them take depends on the machine. */
    const reachEnd = async (done: (shown: Import) => number, end: string) => {
      for (let shown = await get(id); shown.status !== end;) {
        const before = done(shown);
        await until(async () => {
          shown = await get(id);
          return shown.status === end || done(shown) > before;
        });
      }
    };

    /** Begins an action and kills workers until it is nearly over; then a worker finishes it. */
    const survive = async (action: "start" | "undo", done: (shown: Import) => number, end: string) => {
      await api.change("POST", `/imports/${id}/${action}`, {});
      let seen = 0;
      for (let killed = 0; killed < kills && seen < count - 60; killed += 1) {
        const worker = await startWorker();
        await until(async () => done(await get(id)) >= Math.min(seen + 1, count));
        await worker.end("SIGKILL");
        // One snapshot: PostgreSQL may still commit what the worker had sent.
        const { rows } = await owner.query<{ handled: number; live: number; created: number; deleted: number }>(
          `SELECT i.created - i.undone AS handled,
                  (SELECT count(*)::integer FROM "Client" c WHERE c."organizationId" = i."organizationId" AND c."deletedAt" IS NULL) AS live,
                  (SELECT count(*)::integer FROM "ImportRow" r WHERE r."importId" = i.id AND r.outcome = 'created') AS created
           FROM "Import" i WHERE i.id = $1`,
          [id],
        );
        const handled = rows[0]?.handled ?? -1;
        expect(rows).toEqual([{ handled, live: handled, created: handled }]);
        seen = done(await get(id));
      }
      const worker = await startWorker();
      await reachEnd(done, end);
      expect(await worker.end("SIGTERM")).toBe(0);
    };

    const reader = await startWorker();
    await isAt("ready");
    await reader.end("SIGTERM");
    await survive("start", ({ created }) => created, "completed");
    const eventsOf = async (type: string) =>
      (
        await owner.query<{ events: number; records: number }>(
          `SELECT count(*)::integer AS events, count(DISTINCT "entityId")::integer AS records FROM "Event" WHERE "correlationId" = $1 AND "eventType" = $2`,
          [id, type],
        )
      ).rows;
    expect(await eventsOf("client.created")).toEqual([{ events: count, records: count }]);
    expect(await get(id)).toMatchObject({ created: count, updated: 0, rejected: 0, handled: count });
    await survive("undo", ({ undone }) => undone, "undone");
    expect(await eventsOf("client.deleted")).toEqual([{ events: count, records: count }]);
    expect(await get(id)).toMatchObject({ undone: count, kept: 0 });
  },
  isFullExtent ? 1_200_000 : 240_000,
);
