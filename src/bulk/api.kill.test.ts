import type { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { isFullExtent } from "../testing/harness/extent.ts";
import { startOwnServer, type TestServer } from "../testing/harness/server.ts";
import { createTenant } from "../testing/harness/tenant.ts";
import { startFileWorkerProcess } from "../testing/servers/worker-process.ts";
import { createNamedContact } from "../areas/cases/parties/fixtures.ts";
import { openBulk } from "./fixtures.ts";
import { until } from "../testing/harness/until.ts";

/** Ten a second have a transaction each; of 50 a second five share one, of 1,000 a second 50. */
const paces = [
  { itemsPerSecond: 10, ...(isFullExtent ? { count: 500, kills: 20 } : { count: 16, kills: 1 }) },
  { itemsPerSecond: 50, ...(isFullExtent ? { count: 500, kills: 20 } : { count: 150, kills: 2 }) },
  { itemsPerSecond: 1_000, ...(isFullExtent ? { count: 10_000, kills: 10 } : { count: 200, kills: 1 }) },
];
/** How long a worker that died holds its job, in seconds; an installation waits longer. */
const heartbeat = 2;

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  await owner.query("UPDATE pgboss.queue SET heartbeat_seconds = $1 WHERE name = 'bulk'", [heartbeat]);
});
afterAll(() => server.close(1_000));

test.each(paces)(
  "acceptance 2: a worker that is killed in the middle of a job has executed each item once or not at all, and another one goes on: $itemsPerSecond items a second",
  async ({ itemsPerSecond, count, kills }) => {
    const tenant = await createTenant(server.services.database);
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
      startFileWorkerProcess(
        server.applicationUrl,
        inject("dataDirectory"),
        { superviseSeconds: 1 },
        { CASEPORT_BULK_ITEMS_PER_SECOND: String(itemsPerSecond) },
      );
    let seen = 0;
    for (let killed = 0; killed < kills && seen < count - 4; killed += 1) {
      const worker = await startWorker();
      await until(async () => (await bulk.read(id)).job.succeeded >= Math.min(seen + 3, count - 1));
      await worker.end("SIGKILL");
      // One snapshot: PostgreSQL may still commit what the worker had sent.
      const { rows } = await owner.query<{ status: string; succeeded: number; notes: number; ended: number }>(
        `SELECT j.status, j.succeeded, (SELECT count(*)::integer FROM "Note" n WHERE n."organizationId" = j."organizationId") AS notes,
                (SELECT count(*)::integer FROM "BulkItem" i WHERE i."jobId" = j.id AND i.status = 'succeeded') AS ended
         FROM "BulkJob" j WHERE j.id = $1`,
        [id],
      );
      seen = rows[0]?.succeeded ?? 0;
      expect(rows).toEqual([{ status: "running", succeeded: seen, notes: seen, ended: seen }]);
    }
    const worker = await startWorker();
    for (let [ended, done] = [-1, false]; !done;)
      await until(async () => {
        const { status, succeeded } = (await bulk.read(id)).job;
        const isFurther = succeeded > ended;
        [ended, done] = [succeeded, status === "completed"];
        return done || isFurther;
      });
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
    const { rows: results } = await owner.query(
      `SELECT status, "isReplay", count(*)::integer AS count FROM "BulkItem" WHERE "jobId" = $1 GROUP BY 1, 2`,
      [id],
    );
    expect(results).toEqual([{ status: "succeeded", isReplay: false, count }]);
  },
  isFullExtent ? 1_200_000 : 120_000,
);
