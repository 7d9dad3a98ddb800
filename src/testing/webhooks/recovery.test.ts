import { sql } from "kysely";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { recoverEvents, requeueLostDeliveries } from "../../areas/webhooks/recovery/domain.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import type { Row } from "../../platform/database/tables.ts";
import { enqueuePart, enqueueRecovery, type Recovery } from "../../areas/webhooks/recovery/store.queue.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { startReceiver } from "../servers/receiver.ts";
import { createSubscription, startTestWorker, writeEvents } from "../harness/webhooks.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

let databaseUrl: string;
let database: Database;
let owner: Database;
let tenant: TestTenant;
beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  databaseUrl = await ensureApplicationRole(ownerUrl);
  database = openDatabase(databaseUrl, { poolSize: 4, hooks });
  owner = openDatabase(ownerUrl, { poolSize: 2, hooks });
});
afterAll(async () => {
  await database.close();
  await owner.close();
});
beforeEach(async () => {
  await sql`DELETE FROM pgboss.job`.execute(owner.withoutTenant);
  await sql`DELETE FROM "WebhookJob"`.execute(owner.withoutTenant);
  await sql`DELETE FROM "WebhookDelivery"`.execute(owner.withoutTenant);
  tenant = await createTenant(database);
});

const deliveries = (): Promise<Row<"WebhookDelivery">[]> =>
  tenant.inside((transaction) =>
    transaction
      .selectFrom("WebhookDelivery")
      .selectAll()
      .where("organizationId", "=", tenant.organizationId)
      .orderBy("eventNumber")
      .execute(),
  );

async function jobs(name: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{
    data: Record<string, unknown>;
  }>`SELECT data FROM pgboss.job WHERE name = ${name} ORDER BY id`.execute(owner.withoutTenant);
  return rows.map(({ data }) => data);
}

async function deliveryJobs(): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<
    Record<string, unknown>
  >`SELECT "organizationId", "deliveryId", round, attempt FROM "WebhookJob" ORDER BY "deliveryId"`.execute(
    owner.withoutTenant,
  );
  return rows;
}

/** Whatever the job says, to its end, as the queue would: the job for the rest is run next. */
async function recover(subscriptionId: string, afterNumber: number, untilNumber: number): Promise<number> {
  const { organizationId } = tenant;
  let next: { afterNumber: number; untilNumber: number } | undefined = { afterNumber, untilNumber };
  let parts = 0;
  for (; next !== undefined; parts += 1) {
    await sql`DELETE FROM pgboss.job WHERE name = 'webhook-recovery'`.execute(owner.withoutTenant);
    await recoverEvents(database, {
      recoveryId: "r",
      organizationId,
      subscriptionId,
      afterNumber: next.afterNumber,
      untilNumber: next.untilNumber,
    });
    [next] = (await jobs("webhook-recovery")) as unknown as [typeof next];
  }
  return parts;
}

describe("a recovery", () => {
  test("creates missing deliveries, restarts failed and canceled ones, skips the rest, and is idempotent", async () => {
    await writeEvents(tenant, 2);
    const { subscriptionId } = await createSubscription(tenant);
    await writeEvents(tenant, 4);
    const made = await deliveries();
    const settle = (index: number, values: Record<string, unknown>) =>
      tenant.inside((transaction) =>
        transaction
          .updateTable("WebhookDelivery")
          .set({
            nextAttemptAt: null,
            finishedAt: new Date().toISOString(),
            roundAttempts: 3,
            attemptCount: 3,
            ...values,
          })
          .where("id", "=", made[index]?.id ?? "")
          .execute(),
      );
    await settle(0, { status: "failed" });
    await settle(1, { status: "cancelled", cancelReason: "subscription_not_active" });
    await settle(2, { status: "succeeded" });
    await sql`DELETE FROM "WebhookJob"`.execute(owner.withoutTenant);
    const expected = [
      { eventNumber: 1, status: "pending", trigger: "recovery", round: 1 },
      { eventNumber: 2, status: "pending", trigger: "recovery", round: 1 },
      {
        eventNumber: 3,
        status: "pending",
        trigger: "recovery",
        round: 2,
        roundAttempts: 0,
        attemptCount: 3,
        finishedAt: null,
      },
      { eventNumber: 4, status: "pending", trigger: "recovery", round: 2, cancelReason: null },
      { eventNumber: 5, status: "succeeded", trigger: "event", round: 1 },
      { eventNumber: 6, status: "pending", trigger: "event", round: 1 },
    ];
    await recover(subscriptionId, 0, 6);
    expect(await deliveries()).toMatchObject(expected);
    await recover(subscriptionId, 0, 6);
    expect(await deliveries()).toMatchObject(expected);
    expect((await deliveryJobs()).map(({ round, attempt }) => [round, attempt])).toHaveLength(4);
    expect(await jobs("webhook-recovery")).toEqual([]);
  });

  test("runs in parts of 500, each with a job for the rest", async () => {
    await writeEvents(tenant, 1_100);
    const { subscriptionId } = await createSubscription(tenant);
    expect(await recover(subscriptionId, 0, 1_100)).toBe(3);
    expect(await deliveries()).toHaveLength(1_100);
    expect(await deliveryJobs()).toHaveLength(1_100);
  });

  test("covers only the time range, the wanted types, readable events, and no test of another subscription", async () => {
    const { subscriptionId, keyId } = await createSubscription(tenant, { eventTypes: ["case.updated"] });
    await writeEvents(tenant, 1);
    await writeEvents(tenant, 3, { entity: "case", eventType: "case.updated", visibleTo: [] });
    await writeEvents(tenant, 1, {
      entity: "webhook_subscription",
      eventType: "webhook_subscription.tested",
      onlyTo: "whs_other",
    });
    const rights = (scopes: string[]) =>
      tenant.inside((transaction) =>
        transaction.updateTable("IntegrationKey").set({ scopes }).where("id", "=", keyId).execute(),
      );
    await rights(["clients:read"]);
    await recover(subscriptionId, 0, 5);
    expect(await deliveries()).toEqual([]);
    await rights(["cases:read"]);
    await recover(subscriptionId, 1, 3);
    expect(await deliveries()).toMatchObject([{ eventNumber: 2 }, { eventNumber: 3 }]);
    await rights(["events:read"]);
    await tenant.inside((transaction) =>
      transaction
        .updateTable("WebhookSubscription")
        .set({ eventTypes: ["*"] })
        .execute(),
    );
    await recover(subscriptionId, 0, 5);
    expect((await deliveries()).map(({ eventNumber }) => eventNumber)).toEqual([1, 2, 3, 4]);
  });

  test("is not doubled by a worker that died between a part's commit and the end of the job", async () => {
    await writeEvents(tenant, 600);
    const { subscriptionId } = await createSubscription(tenant);
    const part = {
      recoveryId: "once",
      organizationId: tenant.organizationId,
      subscriptionId,
      afterNumber: 0,
      untilNumber: 600,
    };
    await recoverEvents(database, part);
    await recoverEvents(database, part);
    expect(await jobs("webhook-recovery")).toEqual([{ ...part, afterNumber: 500 }]);
    expect(await deliveryJobs()).toHaveLength(500);
  });

  test("takes turns with recoveries of other organizations", async () => {
    const boss = await startBoss();
    const other = await createTenant(database);
    const begin = async (of: TestTenant, name: string) =>
      of.inside((transaction) =>
        enqueueRecovery(transaction, {
          organizationId: of.organizationId,
          subscriptionId: name,
          afterNumber: 0,
          untilNumber: 1_000,
        }),
      );
    for (const name of ["a1", "a2", "a3", "a4", "a5"]) await begin(tenant, name);
    await begin(other, "b1");
    // Many workers were away for a while: all turns have come.
    await sql`UPDATE pgboss.job SET start_after = start_after - interval '1 hour', created_on = created_on - interval '1 hour' WHERE name = 'webhook-recovery'`.execute(
      owner.withoutTenant,
    );
    const taken: string[] = [];
    for (let turn = 1; turn <= 12; turn += 1) {
      const [job] = await boss.fetch<Recovery>("webhook-recovery");
      if (job === undefined) break;
      taken.push(job.data.subscriptionId);
      await (job.data.organizationId === tenant.organizationId ? tenant : other).inside((transaction) =>
        enqueuePart(transaction, { ...job.data, afterNumber: turn }),
      );
      await boss.complete("webhook-recovery", job.id);
    }
    expect(taken.filter((name) => name === "b1")).toHaveLength(6);
    expect(new Set(taken)).toEqual(new Set(["a1", "a2", "a3", "a4", "a5", "b1"]));
    // Who comes new neither waits for what the others have behind them nor passes them all.
    const late = await createTenant(database);
    await begin(late, "c1");
    const next = await boss.fetch<Recovery>("webhook-recovery", { batchSize: 3 });
    expect(next.map(({ data }) => data.organizationId).toSorted()).toEqual(
      [tenant, other, late].map(({ organizationId }) => organizationId).toSorted(),
    );
  });

  test("does nothing for an inactive subscription", async () => {
    await writeEvents(tenant, 2);
    const { subscriptionId } = await createSubscription(tenant);
    await tenant.inside((transaction) =>
      transaction.updateTable("WebhookSubscription").set({ status: "disabled", statusReason: "by_hand" }).execute(),
    );
    await recover(subscriptionId, 0, 2);
    expect(await deliveries()).toEqual([]);
  });

  test("is processed by the worker, part by part", async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    await writeEvents(tenant, 600);
    const { subscriptionId } = await createSubscription(tenant);
    await tenant.inside((transaction) =>
      enqueueRecovery(transaction, {
        organizationId: tenant.organizationId,
        subscriptionId,
        afterNumber: 0,
        untilNumber: 600,
      }),
    );
    const worker = await startTestWorker({ databaseUrl, database, receiver });
    onTestFinished(() => worker.stop());
    await expect.poll(() => receiver.requests.length).toBe(600);
    expect(worker.lines).toEqual([]);
  });
});

/** The queue's own way to take jobs. */
async function startBoss(): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: "pgboss",
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  boss.on("error", () => {});
  await boss.start();
  onTestFinished(() => boss.stop({ graceful: false }));
  return boss;
}

describe("deliveries whose job was lost", () => {
  const age = (minutes: number) =>
    sql`UPDATE "WebhookDelivery" SET "nextAttemptAt" = now() - make_interval(mins => ${minutes}::integer) WHERE status = 'pending'`.execute(
      owner.withoutTenant,
    );

  test("are enqueued again after being due for 15 minutes, with their current attempt", async () => {
    await createSubscription(tenant);
    await writeEvents(tenant, 3);
    await tenant.inside((transaction) =>
      transaction.updateTable("WebhookDelivery").set({ roundAttempts: 4, round: 2 }).execute(),
    );
    await sql`DELETE FROM "WebhookJob"`.execute(owner.withoutTenant);
    await age(14);
    expect(await requeueLostDeliveries(database)).toBe(0);
    await age(16);
    expect(await requeueLostDeliveries(database)).toBe(3);
    expect(await deliveryJobs()).toMatchObject(
      Array.from({ length: 3 }, () => ({ organizationId: tenant.organizationId, round: 2, attempt: 5 })),
    );
    expect(await requeueLostDeliveries(database)).toBe(0);
  });

  test("are enqueued again, while those with a job are left alone, also among many", async () => {
    await createSubscription(tenant);
    await writeEvents(tenant, 2_500);
    await age(60);
    await sql`DELETE FROM "WebhookJob" WHERE "deliveryId" = (SELECT id FROM "WebhookDelivery" WHERE "organizationId" = ${tenant.organizationId} ORDER BY id DESC LIMIT 1)`.execute(
      owner.withoutTenant,
    );
    expect(await requeueLostDeliveries(database)).toBe(1);
    expect(await deliveryJobs()).toHaveLength(2_500);
  });

  test("are all found and enqueued once, even 20,000 of them", async () => {
    const { subscriptionId } = await createSubscription(tenant);
    await sql`
      INSERT INTO "WebhookDelivery" ("organizationId", id, "subscriptionId", "eventId", "eventNumber", "eventType", "nextAttemptAt")
      SELECT ${tenant.organizationId}, 'dlv_' || n, ${subscriptionId}, 'evt_' || n, n, 'client.updated', now() - interval '1 hour' - (n / 100) * interval '1 second'
      FROM generate_series(1, 20000) n`.execute(owner.withoutTenant);
    const both = await Promise.all([requeueLostDeliveries(database), requeueLostDeliveries(database)]);
    expect(both.reduce((sum, count) => sum + count, 0)).toBe(20_000);
    expect(await requeueLostDeliveries(database)).toBe(0);
    const { rows } = await sql<{ jobs: number; deliveries: number }>`
      SELECT count(*)::integer AS jobs, count(DISTINCT "deliveryId")::integer AS deliveries FROM "WebhookJob"`.execute(
      owner.withoutTenant,
    );
    expect(rows).toEqual([{ jobs: 20_000, deliveries: 20_000 }]);
  });
});
