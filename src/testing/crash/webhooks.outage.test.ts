import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { prepareDatabase } from "../../platform/database/application-role.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { jobQueues } from "../../composition/job-queues.ts";
import { installJobQueue } from "../../platform/jobs/job-queue.ts";
import { createTenant } from "../harness/tenant.ts";
import { startReceiver } from "../servers/receiver.ts";
import { startTemporaryPostgres, type TemporaryPostgres } from "../servers/temporary-postgres.ts";
import { createSubscription, startTestWorker, writeEvents } from "../harness/webhooks.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** Longer than the outage; short, so that what was leased and not yet read is soon leased again. */
const leaseSeconds = 8;

let postgres: TemporaryPostgres;
beforeAll(async () => {
  postgres = await startTemporaryPostgres(inject("migratedCluster"));
});
afterAll(() => postgres.remove());

/** The server's own database with a firm and a subscription of it, and the worker's connections. */
async function prepare() {
  const { applicationUrl } = await prepareDatabase(postgres.url);
  await installJobQueue(postgres.url, jobQueues);
  const owner = openDatabase(postgres.url, { poolSize: 2, hooks });
  const database = openDatabase(applicationUrl, { poolSize: 2, hooks });
  onTestFinished(async () => {
    await database.close();
    await owner.close();
  });
  const tenant = await createTenant(database);
  await createSubscription(tenant);
  const countStatuses = async () => {
    const { rows } =
      await sql`SELECT status, count(*)::integer AS count FROM "WebhookDelivery" WHERE "organizationId" = ${tenant.organizationId} GROUP BY status`.execute(
        owner.withoutTenant,
      );
    return rows;
  };
  return { applicationUrl, owner, database, tenant, countStatuses };
}

test("after a database outage during deliveries the worker continues, with nothing lost or sent twice", async () => {
  const { applicationUrl, database, tenant, countStatuses } = await prepare();
  const receiver = await startReceiver({ behavior: () => delay(30, { status: 204 }) });
  onTestFinished(() => receiver.close());
  await writeEvents(tenant, 300);
  const worker = await startTestWorker({
    databaseUrl: applicationUrl,
    database,
    receiver,
    settings: { consumer: { leaseSeconds } },
  });
  onTestFinished(() => worker.stop());
  await expect.poll(() => receiver.requests.length, { interval: 5 }).toBeGreaterThan(50);
  await postgres.stop();
  await delay(2_000);
  const whileAway = receiver.requests.length;
  expect(whileAway).toBeLessThan(300);
  await postgres.start();
  await expect.poll(countStatuses, { interval: 200 }).toEqual([{ status: "succeeded", count: 300 }]);
  expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(300);
  expect(receiver.requests).toHaveLength(300);
  expect(worker.lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    "job queue: the database is unavailable; jobs wait",
  ]);
});

test("when a connection dies while leasing jobs, the process survives and deliveries continue", async () => {
  const { applicationUrl, owner, database, tenant, countStatuses } = await prepare();
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const worker = await startTestWorker({
    databaseUrl: applicationUrl,
    database,
    receiver,
    settings: { consumer: { leaseSeconds } },
  });
  onTestFinished(() => worker.stop());
  // A worker that leases a delivery waits for a lock that the test holds.
  await sql`CREATE FUNCTION hold_lease() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN NEW; END'`.execute(
    owner.withoutTenant,
  );
  await sql`
    CREATE TRIGGER hold_lease BEFORE UPDATE ON "WebhookJob" FOR EACH ROW
    WHEN (NEW."leasedAt" IS NOT NULL) EXECUTE FUNCTION hold_lease()`.execute(owner.withoutTenant);
  const blocker = await owner.pool.connect();
  onTestFinished(() => blocker.release(true));
  await blocker.query("SELECT pg_advisory_lock(4711)");
  await writeEvents(tenant, 5);
  const findLeasing = async () => {
    const { rows } = await sql<{ pid: number }>`
      SELECT pid FROM pg_stat_activity WHERE application_name = 'caseport' AND wait_event = 'advisory' AND query LIKE '%lease_webhook_jobs%'`.execute(
      owner.withoutTenant,
    );
    return rows[0]?.pid;
  };
  await expect.poll(findLeasing, { interval: 20 }).toBeDefined();
  process.kill((await findLeasing()) ?? 0, "SIGKILL");
  await expect
    .poll(() => countStatuses().catch(() => []), { interval: 200 })
    .toEqual([{ status: "succeeded", count: 5 }]);
});
