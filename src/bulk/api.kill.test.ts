import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { isFullExtent } from "../testing/harness/extent.ts";
import { startOwnServer, type TestServer } from "../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../testing/harness/tenant.ts";
import { startFileWorkerProcess } from "../testing/servers/worker-process.ts";
import { createNamedContact } from "../areas/cases/parties/fixtures.ts";
import { until } from "../areas/exports/work/fixtures.ts";
import { openBulk } from "./fixtures.ts";

const [count, kills] = isFullExtent ? [500, 20] : [16, 1];
/** How long a worker that died holds its job, in seconds; an installation waits longer. */
const heartbeat = 2;

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  const owner = new Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query("UPDATE pgboss.queue SET heartbeat_seconds = $1 WHERE name = 'bulk'", [heartbeat]);
  await owner.end();
});
afterAll(() => server.close(1_000));

test(
  "acceptance 2: a worker that is killed in the middle of a job has executed each item once or not at all, and another one goes on",
  async () => {
    const bulk = openBulk(server, tenant);
    const contactId = await createNamedContact(tenant, "Mercy General");
    const { id } = await bulk.create(
      Array.from({ length: count }, (_, index) => ({
        method: "POST",
        path: `/contacts/${contactId}/notes`,
        body: { type: "general", body: `Note ${index}` },
        idempotencyKey: `note-${index}`,
      })),
    );
    const countNotes = async () =>
      (await tenant.inside((transaction) => transaction.selectFrom("Note").select("id").execute())).length;
    const startWorker = () =>
      startFileWorkerProcess(server.applicationUrl, inject("dataDirectory"), { superviseSeconds: 1 });
    let seen = 0;
    for (let killed = 0; killed < kills && seen < count - 4; killed += 1) {
      const worker = await startWorker();
      await until(async () => (await bulk.read(id)).job.succeeded >= Math.min(seen + 3, count - 1));
      await worker.end("SIGKILL");
      const { job, results } = await bulk.read(id);
      seen = job.succeeded;
      expect([job.status, await countNotes(), results.filter(({ status }) => status === "succeeded").length]).toEqual([
        "running",
        seen,
        seen,
      ]);
    }
    const worker = await startWorker();
    await until(async () => (await bulk.read(id)).job.status === "completed");
    expect(await worker.end("SIGTERM")).toBe(0);
    const events = await tenant.inside((transaction) =>
      transaction
        .selectFrom("Event")
        .select("entityId")
        .where("correlationId", "=", id)
        .where("eventType", "=", "note.created")
        .execute(),
    );
    expect([await countNotes(), new Set(events.map(({ entityId }) => entityId)).size, events.length]).toEqual([
      count,
      count,
      count,
    ]);
    expect((await bulk.read(id)).results.every(({ status, isReplay }) => status === "succeeded" && !isReplay)).toBe(
      true,
    );
  },
  isFullExtent ? 400_000 : 60_000,
);
