import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { recordResults } from "../../areas/webhooks/deliveries/domain.recording.ts";
import type { RecordedResult } from "../../areas/webhooks/deliveries/store.records.ts";
import { unsentOutcomes } from "../../contract/webhooks/webhooks.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { enqueueDeliveries } from "../../areas/webhooks/deliveries/store.queue.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { createSubscription, writeEvents } from "../harness/webhooks.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

let database: Database;
let owner: Database;
let tenant: TestTenant;
beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  database = openDatabase(await ensureApplicationRole(ownerUrl), { poolSize: 6, hooks });
  owner = openDatabase(ownerUrl, { poolSize: 2, hooks });
});
afterAll(async () => {
  await database.close();
  await owner.close();
});
beforeEach(async () => {
  await sql`DELETE FROM "WebhookJob"`.execute(owner.withoutTenant);
  tenant = await createTenant(database);
});

/**
 * A job for the attempt of each delivery, leased.
 *
 * @returns their results, in the order of the deliveries
 */
async function lease(
  attemptNumber: number,
  attempt: Partial<NonNullable<RecordedResult["attempt"]>>,
): Promise<RecordedResult[]> {
  const { organizationId } = tenant;
  // Jobs from before are not leased.
  await sql`UPDATE "WebhookJob" SET token = 99 WHERE token = 0`.execute(owner.withoutTenant);
  await tenant.inside(async (transaction) => {
    const deliveries = await transaction
      .selectFrom("WebhookDelivery")
      .select(["id", "subscriptionId"])
      .where("organizationId", "=", organizationId)
      .orderBy("id")
      .execute();
    await enqueueDeliveries(
      transaction,
      organizationId,
      deliveries.map(({ id, subscriptionId }) => ({
        organizationId,
        deliveryId: id,
        subscriptionId,
        round: 1,
        attempt: attemptNumber,
      })),
    );
  });
  const { rows } = await sql<{ id: string; deliveryId: string }>`
    UPDATE "WebhookJob" SET "leasedAt" = now(), token = 1 WHERE token = 0 RETURNING id, "deliveryId"`.execute(
    owner.withoutTenant,
  );
  return rows
    .toSorted((a, b) => a.deliveryId.localeCompare(b.deliveryId))
    .map(({ id, deliveryId }) => ({
      jobId: id,
      token: 1,
      deliveryId,
      round: 1,
      attemptNumber,
      status: "pending",
      cancelReason: null,
      delaySeconds: 60,
      attempt: {
        outcome: "answered",
        statusCode: 500,
        responseBody: null,
        secondsAgo: 1,
        durationMilliseconds: 20,
        ...attempt,
      },
    }));
}

const record = (results: readonly RecordedResult[]) =>
  tenant.inside((transaction) => recordResults({ organizationId: tenant.organizationId, transaction }, results));
const readSubscription = () =>
  tenant.inside((transaction) =>
    transaction
      .selectFrom("WebhookSubscription")
      .select(["consecutiveFailures", "failingSince", "lastAttemptAt"])
      .where("organizationId", "=", tenant.organizationId)
      .executeTakeFirstOrThrow(),
  );

test.each(unsentOutcomes)(
  "an attempt that was not made (%s) is recorded, and does not count as a failure of the receiver",
  async (outcome) => {
    const { subscriptionId } = await createSubscription(tenant);
    await writeEvents(tenant, 1);
    expect(await record(await lease(1, { outcome, statusCode: null }))).toEqual([]);
    expect(await readSubscription()).toEqual({ consecutiveFailures: 0, failingSince: null, lastAttemptAt: null });
    await tenant.inside((transaction) =>
      transaction
        .updateTable("WebhookSubscription")
        .set({ failingSince: sql<string>`now() - interval '121 hours'`, consecutiveFailures: 7 })
        .where("organizationId", "=", tenant.organizationId)
        .execute(),
    );
    expect(await record(await lease(2, { outcome, statusCode: null }))).toEqual([]);
    expect(await readSubscription()).toMatchObject({ consecutiveFailures: 7 });
    const [delivery] = await tenant.inside((transaction) =>
      transaction
        .selectFrom("WebhookDelivery")
        .selectAll()
        .where("organizationId", "=", tenant.organizationId)
        .execute(),
    );
    expect(delivery).toMatchObject({ status: "pending", attemptCount: 2, attempts: [{ outcome }, { outcome }] });
    // The receiver's own failure is one.
    expect(await record(await lease(3, {}))).toEqual([{ subscriptionId, reason: "failures" }]);
  },
);

test("two workers that record the same deliveries in opposite orders do not deadlock", async () => {
  for (let index = 0; index < 5; index += 1) await createSubscription(tenant);
  await writeEvents(tenant, 10);
  const countDeadlocks = async () => {
    const { rows } = await sql<{
      deadlocks: number;
    }>`SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()`.execute(owner.withoutTenant);
    return rows[0]?.deadlocks;
  };
  const before = await countDeadlocks();
  for (let attempt = 1; attempt <= 25; attempt += 1) {
    const [own, others] = [await lease(attempt, {}), await lease(attempt, {})];
    await Promise.all([record(own), record(others.toReversed())]);
  }
  const deliveries = await tenant.inside((transaction) =>
    transaction
      .selectFrom("WebhookDelivery")
      .select("attemptCount")
      .where("organizationId", "=", tenant.organizationId)
      .execute(),
  );
  expect(deliveries).toHaveLength(50);
  expect(new Set(deliveries.map(({ attemptCount }) => attemptCount))).toEqual(new Set([25]));
  expect((await readSubscription()).consecutiveFailures).toBe(250);
  expect(await countDeadlocks()).toBe(before);
});
