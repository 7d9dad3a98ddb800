import { sql, type RawBuilder } from "kysely";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { eventList } from "../../areas/events/domain.cursors.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { encodeCursor } from "../../platform/database/lists/cursor.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import type { Row } from "../../platform/database/tables.ts";
import { enqueueDeliveries } from "../../areas/webhooks/deliveries/store.queue.ts";
import type { WorkerSettings } from "../../composition/worker.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { changeRow, createTenant, type TestTenant } from "../harness/tenant.ts";
import { startReceiver, type ReceivedRequest, type Receiver } from "../servers/receiver.ts";
import {
  addSigningSecret,
  createSubscription,
  receiverHost,
  startTestWorker,
  writeEvents,
  type TestSubscription,
} from "../harness/webhooks.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** The worker from the job to the record, with a real receiver. */
let databaseUrl: string;
let database: Database;
let owner: Database;
let tenant: TestTenant;
let receiver: Receiver;

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
  tenant = await createTenant(database);
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

/** Attempts that follow on each other at once. */
const fast: WorkerSettings = { schedule: { delaySeconds: [0, 0.05, 0.05], variation: 0 } };

async function start(settings: WorkerSettings = fast) {
  const worker = await startTestWorker({ databaseUrl, database, receiver, settings });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= worker.stop());
  onTestFinished(stop);
  return { ...worker, stop };
}

const deliveries = (): Promise<Row<"WebhookDelivery">[]> =>
  tenant.inside((transaction) =>
    transaction
      .selectFrom("WebhookDelivery")
      .selectAll()
      .where("organizationId", "=", tenant.organizationId)
      .orderBy("id")
      .execute(),
  );

const subscriptionRow = ({ subscriptionId }: TestSubscription) =>
  tenant.inside((transaction) =>
    transaction
      .selectFrom("WebhookSubscription")
      .selectAll()
      .where("id", "=", subscriptionId)
      .executeTakeFirstOrThrow(),
  );

const eventTypes = async () =>
  (
    await tenant.inside((transaction) =>
      transaction
        .selectFrom("Event")
        .select("eventType")
        .where("organizationId", "=", tenant.organizationId)
        .orderBy("number")
        .execute(),
    )
  ).map(({ eventType }) => eventType);

const settled = () =>
  expect.poll(async () => (await deliveries()).filter(({ status }) => status === "pending")).toEqual([]);

async function jobCount(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM "WebhookJob" WHERE "organizationId" = ${tenant.organizationId}`.execute(
    owner.withoutTenant,
  );
  return rows[0]?.count ?? -1;
}

const changeSubscription = ({ subscriptionId }: TestSubscription, values: Record<string, unknown>) =>
  tenant.inside((transaction) =>
    transaction.updateTable("WebhookSubscription").set(values).where("id", "=", subscriptionId).execute(),
  );
const changeKey = ({ keyId }: TestSubscription, values: Record<string, unknown>) =>
  tenant.inside((transaction) =>
    transaction.updateTable("IntegrationKey").set(values).where("id", "=", keyId).execute(),
  );

const changeSecrets = (encrypted: RawBuilder<unknown>) =>
  sql`UPDATE "WebhookSecret" SET sealed = ${encrypted} WHERE "organizationId" = ${tenant.organizationId}`.execute(
    owner.withoutTenant,
  );

const verify = (secret: string, { body, headers }: ReceivedRequest): void => {
  new StandardWebhook(secret).verify(body, headers as Record<string, string>);
  new SvixWebhook(secret).verify(body, headers as Record<string, string>);
};

describe("a delivery", () => {
  test("sends ids, type, time and cursor, signed with every live secret, and is recorded as a success", async () => {
    const subscription = await createSubscription(tenant, { url: `https://${receiverHost}/caseport?a=1` });
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const older = await addSigningSecret(tenant, subscription.subscriptionId, soon);
    const ended = await addSigningSecret(
      tenant,
      subscription.subscriptionId,
      new Date(Date.now() - 1_000).toISOString(),
    );
    await writeEvents(tenant, 1);
    await start();
    await settled();
    const [request] = receiver.requests;
    if (request === undefined) throw new Error("nothing arrived");
    for (const secret of [subscription.secret, older]) verify(secret, request);
    expect(() => verify(ended, request)).toThrow();
    const event = await tenant.inside((transaction) =>
      transaction.selectFrom("Event").selectAll().executeTakeFirstOrThrow(),
    );
    expect(request).toMatchObject({
      method: "POST",
      path: "/caseport?a=1",
      headers: { "webhook-id": event.id, "content-type": "application/json" },
    });
    expect(JSON.parse(request.body)).toEqual({
      type: "client.updated",
      timestamp: event.occurredAt,
      data: {
        id: event.id,
        organizationId: tenant.organizationId,
        entity: "client",
        entityId: event.entityId,
        cursor: encodeCursor(eventList(tenant, "events"), 1),
      },
    });
    expect(await deliveries()).toMatchObject([
      {
        status: "succeeded",
        attemptCount: 1,
        roundAttempts: 1,
        nextAttemptAt: null,
        attempts: [{ number: 1, round: 1, outcome: "succeeded", statusCode: 204, answer: null }],
      },
    ]);
    expect(await subscriptionRow(subscription)).toMatchObject({
      consecutiveFailures: 0,
      failingSince: null,
      lastSuccessAt: expect.any(String),
      revision: 1,
    });
    expect(await jobCount()).toBe(0);
  });

  test("says when it is of a sandbox", async () => {
    await createSubscription(tenant);
    const firm = await createTenant(database);
    await changeRow(tenant, "Organization", tenant.organizationId, {
      sandboxOfOrganizationId: firm.organizationId,
      sandboxState: "ready",
      sandboxContents: "empty",
    });
    await writeEvents(tenant, 1);
    await start();
    await settled();
    expect(JSON.parse(receiver.requests[0]?.body ?? "")).toMatchObject({
      data: { organizationId: tenant.organizationId, environment: "sandbox" },
    });
  });

  test("sends the same bytes with the same ID at every attempt", async () => {
    const subscription = await createSubscription(tenant);
    let count = 0;
    receiver.setBehavior(() => ({ status: (count += 1) < 3 ? 500 : 200, body: "no\0luck \ud800" }));
    await writeEvents(tenant, 1);
    await start();
    await settled();
    expect(receiver.requests).toHaveLength(3);
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    for (const request of receiver.requests) verify(subscription.secret, request);
    expect(await deliveries()).toMatchObject([
      {
        status: "succeeded",
        attemptCount: 3,
        attempts: [
          { number: 1, outcome: "answered", statusCode: 500 },
          { number: 2 },
          { number: 3, outcome: "succeeded" },
        ],
      },
    ]);
    expect(await subscriptionRow(subscription)).toMatchObject({ consecutiveFailures: 0, failingSince: null });
  });
});

describe("failed deliveries", () => {
  test("end the round with the last attempt and set failingSince on the subscription", async () => {
    const subscription = await createSubscription(tenant);
    receiver.setBehavior(() => ({ status: 500 }));
    await writeEvents(tenant, 2);
    await start();
    await settled();
    expect(await deliveries()).toMatchObject([
      { status: "failed", attemptCount: 3 },
      { status: "failed", attemptCount: 3 },
    ]);
    expect(await subscriptionRow(subscription)).toMatchObject({
      status: "active",
      consecutiveFailures: 6,
      failingSince: expect.any(String),
      lastSuccessAt: null,
    });
    expect(await jobCount()).toBe(0);
  });

  test("keep the newest 20 attempts over all rounds", async () => {
    await createSubscription(tenant);
    receiver.setBehavior(() => ({ status: 500 }));
    await writeEvents(tenant, 1);
    const delaySeconds = Array.from({ length: 23 }, () => 0);
    await start({ schedule: { delaySeconds, variation: 0 } });
    await settled();
    const [row] = await deliveries();
    expect(row).toMatchObject({ attemptCount: 23 });
    const kept = (row?.attempts ?? []) as { number: number }[];
    expect(kept.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 4));
  });

  test("are not retried before Retry-After", async () => {
    await createSubscription(tenant);
    receiver.setBehavior(() => ({ status: 503, headers: { "retry-after": "7200" } }));
    await writeEvents(tenant, 1);
    await start();
    await expect.poll(async () => (await deliveries())[0]?.attemptCount).toBe(1);
    const { rows } = await sql<{ hours: number; same: boolean }>`
      SELECT round(extract(epoch FROM d."nextAttemptAt" - now()) / 3600)::integer AS hours, j."dueAt" = d."nextAttemptAt" AS same
      FROM "WebhookDelivery" d JOIN "WebhookJob" j ON j."deliveryId" = d.id WHERE d."organizationId" = ${tenant.organizationId}`.execute(
      owner.withoutTenant,
    );
    expect(rows).toEqual([{ hours: 2, same: true }]);
  });

  test("with 410 are not retried, and disable the subscription with an event", async () => {
    const subscription = await createSubscription(tenant);
    receiver.setBehavior(() => ({ status: 410 }));
    await writeEvents(tenant, 1);
    const worker = await start();
    await settled();
    await expect.poll(async () => (await subscriptionRow(subscription)).status).toBe("disabled");
    expect(await subscriptionRow(subscription)).toMatchObject({ statusReason: "gone" });
    expect((await deliveries())[0]).toMatchObject({ status: "failed", attemptCount: 1 });
    expect(await eventTypes()).toEqual(["client.updated", "webhook_subscription.disabled"]);
    expect(worker.lines).toEqual([]);
  });

  test.each([
    ["119 hours", "active"],
    ["121 hours", "paused"],
  ])("failing for %s: %s", async (age, status) => {
    const subscription = await createSubscription(tenant);
    receiver.setBehavior(() => ({ status: 500 }));
    await sql`UPDATE "WebhookSubscription" SET "failingSince" = now() - ${age}::interval, "consecutiveFailures" = 7 WHERE id = ${subscription.subscriptionId}`.execute(
      owner.withoutTenant,
    );
    await writeEvents(tenant, 1);
    await start();
    await settled();
    expect(await subscriptionRow(subscription)).toMatchObject({
      status,
      statusReason: status === "active" ? null : "failures",
    });
    expect(await eventTypes()).toEqual([
      "client.updated",
      ...(status === "paused" ? ["webhook_subscription.paused"] : []),
    ]);
    const [delivery] = await deliveries();
    // After the pause the next attempt is given up.
    expect(delivery).toMatchObject(
      status === "paused"
        ? { status: "cancelled", cancelReason: "subscription_not_active", attemptCount: 1 }
        : { status: "failed", attemptCount: 3 },
    );
  });

  test("followed by one success after 121 hours do not pause the subscription", async () => {
    const subscription = await createSubscription(tenant);
    await sql`UPDATE "WebhookSubscription" SET "failingSince" = now() - interval '121 hours', "consecutiveFailures" = 7 WHERE id = ${subscription.subscriptionId}`.execute(
      owner.withoutTenant,
    );
    await writeEvents(tenant, 1);
    await start();
    await settled();
    expect(await subscriptionRow(subscription)).toMatchObject({
      status: "active",
      failingSince: null,
      consecutiveFailures: 0,
    });
  });
});

describe("checks before every attempt", () => {
  const past = new Date(Date.now() - 1_000).toISOString();
  const cancelled: [string, string, (subscription: TestSubscription) => Promise<unknown>][] = [
    ["the subscription was deleted", "subscription_deleted", (own) => changeSubscription(own, { deletedAt: past })],
    [
      "it is disabled",
      "subscription_not_active",
      (own) => changeSubscription(own, { status: "disabled", statusReason: "by_hand" }),
    ],
    ["the key was revoked", "key_revoked", (own) => changeKey(own, { revokedAt: past, revokeReason: "over" })],
    ["the key may no longer see it", "scope_missing", (own) => changeKey(own, { scopes: ["cases:read"] })],
    [
      "the event is no longer kept",
      "event_purged",
      () => sql`DELETE FROM "Event" WHERE "organizationId" = ${tenant.organizationId}`.execute(owner.withoutTenant),
    ],
  ];
  test.each(cancelled)("%s: the delivery is canceled and nothing is sent", async (_what, reason, change) => {
    const subscription = await createSubscription(tenant);
    await writeEvents(tenant, 1);
    await change(subscription);
    await start();
    await settled();
    expect(await deliveries()).toMatchObject([
      { status: "cancelled", cancelReason: reason, attemptCount: 0, attempts: [] },
    ]);
    expect(receiver.connectionCount()).toBe(0);
    expect(await jobCount()).toBe(0);
  });

  const failed: [
    string,
    string,
    (subscription: TestSubscription) => Promise<unknown>,
    (subscription: TestSubscription) => Promise<unknown>,
  ][] = [
    [
      "the key is paused",
      "key_paused",
      (own) => changeKey(own, { pausedAt: past }),
      (own) => changeKey(own, { pausedAt: null }),
    ],
    [
      "the key has expired",
      "key_expired",
      (own) => changeKey(own, { expiresAt: past }),
      (own) => changeKey(own, { expiresAt: new Date(Date.now() + 1e9).toISOString() }),
    ],
    [
      "the host is no longer allowed",
      "host_not_allowed",
      (own) => changeKey(own, { webhookAllowedHosts: ["other.example.com"] }),
      (own) => changeKey(own, { webhookAllowedHosts: [receiverHost] }),
    ],
    [
      "no secret can be opened",
      "secret_unreadable",
      () => changeSecrets(sql`'\\x00' || sealed`),
      () => changeSecrets(sql`substring(sealed FROM 2)`),
    ],
  ];
  test.each(failed)(
    "%s: the attempt fails without sending, and once fixed it is delivered",
    async (_what, outcome, change, mend) => {
      const subscription = await createSubscription(tenant);
      await writeEvents(tenant, 1);
      await change(subscription);
      await start({
        schedule: { delaySeconds: [0, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2], variation: 0 },
      });
      await expect.poll(async () => (await deliveries())[0]?.attemptCount).toBeGreaterThan(0);
      expect(receiver.connectionCount()).toBe(0);
      expect((await deliveries())[0]?.attempts).toMatchObject([{ outcome, statusCode: null }]);
      await mend(subscription);
      await settled();
      expect(await deliveries()).toMatchObject([{ status: "succeeded" }]);
      expect(receiver.requests).toHaveLength(1);
    },
  );

  test.each(["test", "redelivery"])(
    "a test (by %s) is delivered only to its subscription, even when paused, with other types and without scopes",
    async (trigger) => {
      const subscription = await createSubscription(tenant, { eventTypes: ["case.updated"] });
      await createSubscription(tenant);
      await changeSubscription(subscription, { status: "paused", statusReason: "failures" });
      await changeKey(subscription, { scopes: [] });
      await writeEvents(tenant, 1, {
        eventType: "webhook_subscription.tested",
        entity: "webhook_subscription",
        entityId: subscription.subscriptionId,
        onlyTo: subscription.subscriptionId,
      });
      await sql`UPDATE "WebhookDelivery" SET trigger = ${trigger} WHERE "subscriptionId" = ${subscription.subscriptionId}`.execute(
        owner.withoutTenant,
      );
      await start();
      await settled();
      expect(await deliveries()).toMatchObject([
        { status: "succeeded", trigger, subscriptionId: subscription.subscriptionId },
      ]);
    },
  );
});

describe("outdated jobs", () => {
  test("of an earlier round, a later attempt or a deleted delivery are dropped, and nothing is sent", async () => {
    const { subscriptionId } = await createSubscription(tenant);
    await writeEvents(tenant, 1);
    await start();
    await settled();
    const deliveryId = (await deliveries())[0]?.id ?? "";
    const job = { organizationId: tenant.organizationId, deliveryId, subscriptionId, round: 1, attempt: 1 };
    const jobs = [job, { ...job, attempt: 2 }, { ...job, round: 0 }, { ...job, deliveryId: "dlv_none" }];
    await tenant.inside((transaction) => enqueueDeliveries(transaction, tenant.organizationId, jobs));
    await expect.poll(jobCount).toBe(0);
    expect(receiver.requests).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ status: "succeeded", attemptCount: 1, round: 1 }]);
  });
});

describe("stopping a worker", () => {
  test("finishes and records deliveries in flight", async () => {
    await createSubscription(tenant);
    receiver.setBehavior(() => new Promise((resolve) => setTimeout(() => resolve({ status: 200 }), 1_000)));
    await writeEvents(tenant, 2);
    const worker = await start();
    await expect.poll(() => receiver.requests.length).toBe(2);
    await worker.stop();
    expect(await deliveries()).toMatchObject(
      Array.from({ length: 2 }, () => ({ status: "succeeded", attemptCount: 1 })),
    );
  });

  test("returns deliveries that take too long unrecorded, and the next worker takes them at once", async () => {
    await createSubscription(tenant);
    receiver.setBehavior(() => new Promise(() => undefined));
    await writeEvents(tenant, 10);
    const worker = await start();
    await expect.poll(() => receiver.requests.length).toBe(2);
    await worker.stop();
    expect(await deliveries()).toMatchObject(
      Array.from({ length: 10 }, () => ({ status: "pending", attemptCount: 0, attempts: [] })),
    );
    receiver.setBehavior(() => ({ status: 200 }));
    await start();
    await settled();
    expect(await deliveries()).toMatchObject(
      Array.from({ length: 10 }, () => ({ status: "succeeded", attemptCount: 1 })),
    );
    // On a busy machine the queue of other jobs may warn that it got no connection.
    expect(worker.lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});
