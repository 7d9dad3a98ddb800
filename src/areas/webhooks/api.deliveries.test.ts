import { sql } from "kysely";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendWithCommit } from "../../platform/database/database.ts";
import type { Row } from "../../platform/database/tables.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { expectRejection, expectSuccess } from "../../testing/conformance/subject.ts";
import { countTraces, readEvents } from "../../testing/harness/traces.ts";
import { createEvents, writeEvent } from "../events/fixtures.ts";
import { contextOf } from "../request-logs/fixtures.ts";
import { previewRecovery } from "./recovery/domain.ts";
import { createDelivery, createSubscription, shownDelivery } from "./fixtures.ts";
import type { Recovery, WebhookDelivery } from "./schema.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const hour = 3_600_000;
const day = 24 * hour;
const api = (of = tenant) => openApi(server, of.secret);
const subscription = (id: string, deed: string) => `/webhook-subscriptions/${id}/${deed}`;
const redeliver = (id: string) => api().change("POST", `/webhook-deliveries/${id}/redeliver`, {});
const instant = (offset: number) => new Date(Date.now() + offset).toISOString();

/** What waits for subscriptions of a firm, by the rows and by the jobs. */
async function readDeliveries(
  of: TestTenant,
): Promise<{ deliveries: Row<"WebhookDelivery">[]; jobs: Record<string, unknown>[] }> {
  const deliveries = await of.inside((transaction) =>
    transaction.selectFrom("WebhookDelivery").selectAll().orderBy("id").execute(),
  );
  const { rows: jobs } = await owner.query<Record<string, unknown>>(
    `SELECT "organizationId", "deliveryId", round, attempt FROM "WebhookJob" WHERE "organizationId" = $1 ORDER BY "dueAt", "deliveryId", round`,
    [of.organizationId],
  );
  return { deliveries, jobs };
}

describe("a mutation", () => {
  test("creates a delivery and a job for each active subscription that wants the event and can read it, and for no other", async () => {
    const own = await createTenant(server.services.database);
    const { clientId } = await createCase(own);
    const past = instant(-day);
    const blind = await createKey(own, { scopes: ["documents:read", "webhooks:write"] });
    const narrow = await createKey(own, { scopes: ["clients:read"] });
    const matching = [
      await createSubscription(own, { eventTypes: ["*"] }),
      await createSubscription(own, { eventTypes: ["case.updated", "client.updated"] }),
      await createSubscription(own, { keyId: narrow.keyId, eventTypes: ["*"] }),
      await createSubscription(own, { keyId: (await createKey(own, { pausedAt: past })).keyId, eventTypes: ["*"] }),
      // Renewed within a week, the key has lost nothing.
      await createSubscription(own, {
        keyId: (await createKey(own, { expiresAt: instant(-6 * day) })).keyId,
        eventTypes: ["*"],
      }),
    ];
    await createSubscription(own, { eventTypes: ["case.updated"] });
    await createSubscription(own, { eventTypes: ["*"], status: "disabled", statusReason: "by_hand" });
    await createSubscription(own, { eventTypes: ["*"], status: "paused", statusReason: "failures" });
    await createSubscription(own, { eventTypes: ["*"], deletedAt: past });
    await createSubscription(own, { keyId: blind.keyId, eventTypes: ["*"] });
    await createSubscription(own, {
      keyId: (await createKey(own, { revokedAt: past, revokeReason: "lost" })).keyId,
      eventTypes: ["*"],
    });
    await createSubscription(own, {
      keyId: (await createKey(own, { expiresAt: instant(-8 * day) })).keyId,
      eventTypes: ["*"],
    });
    const stranger = await createTenant(server.services.database);
    await createSubscription(stranger, { eventTypes: ["*"] });
    expectSuccess(await api(own).change("PATCH", `/clients/${clientId}`, { lastName: "Tolliver" }));
    const [event] = await readEvents(own);
    const { deliveries, jobs } = await readDeliveries(own);
    expect(deliveries.map(({ subscriptionId }) => subscriptionId).toSorted()).toEqual(matching.toSorted());
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({
        id: `dlv_${event?.id.slice(4)}${delivery.subscriptionId.slice(4)}`,
        eventId: event?.id,
        eventNumber: 1,
        eventType: "client.updated",
        trigger: "event",
        status: "pending",
        round: 1,
        roundAttempts: 0,
        attemptCount: 0,
      });
    }
    const due = deliveries.map(({ id }) => ({
      organizationId: own.organizationId,
      deliveryId: id,
      round: 1,
      attempt: 1,
    }));
    expect(jobs).toHaveLength(due.length);
    expect(jobs).toEqual(expect.arrayContaining(due));
    expect(await readDeliveries(stranger)).toEqual({ deliveries: [], jobs: [] });
  });

  test("that is rolled back creates neither delivery nor job", async () => {
    const own = await createTenant(server.services.database);
    await createSubscription(own, { eventTypes: ["*"] });
    const undone = own.inside(async (transaction) => {
      await writeEvent(own, transaction);
      // Sent after the event and its delivery, before COMMIT.
      sendWithCommit(transaction, {
        statement: sql`SELECT 1 / count(*) FROM "WebhookDelivery" WHERE false`.compile(transaction),
      });
    });
    await expect(undone).rejects.toThrow("division by zero");
    expect(await readDeliveries(own)).toEqual({ deliveries: [], jobs: [] });
  });
});

describe("a test", () => {
  test.each([
    ["active", {}],
    ["paused", { status: "paused", statusReason: "failures" }],
    ["disabled", { status: "disabled", statusReason: "by_hand" }],
  ])("is delivered only to the one subscription that is %s, whatever its event types", async (_, values) => {
    const own = await createTenant(server.services.database);
    const id = await createSubscription(own, { eventTypes: ["case.updated"], ...values });
    await createSubscription(own, { eventTypes: ["*"] });
    expectSuccess(await api(own).change("POST", subscription(id, "test"), {}));
    const { deliveries, jobs } = await readDeliveries(own);
    expect(deliveries).toMatchObject([
      { subscriptionId: id, eventType: "webhook_subscription.tested", trigger: "test", status: "pending" },
    ]);
    expect(jobs).toHaveLength(1);
    const { webhookDeliveries } = expectSuccess(await api(own).get(subscription(id, "deliveries"))).body as {
      webhookDeliveries: WebhookDelivery[];
    };
    expect(webhookDeliveries).toMatchObject([
      { eventType: "webhook_subscription.tested", trigger: "test", attempts: [] },
    ]);
  });
});

describe("redelivery", () => {
  test.each([
    ["failed", {}],
    ["succeeded", { status: "succeeded" }],
    ["cancelled", { status: "cancelled", cancelReason: "subscription_not_active" }],
  ])("starts a new round of a delivery that %s, with a job, and keeps the attempts", async (_, values) => {
    const id = await createDelivery(tenant, await createSubscription(tenant), {
      roundAttempts: 10,
      attemptCount: 10,
      ...values,
    });
    const delivery = shownDelivery(await redeliver(id));
    expect(delivery).toMatchObject({
      id,
      trigger: "redelivery",
      status: "pending",
      cancelReason: null,
      attemptCount: 10,
      nextAttemptAt: expect.any(String),
      finishedAt: null,
    });
    expect(delivery.attempts).toHaveLength(1);
    expect(shownDelivery(await api().get(`/webhook-deliveries/${id}`))).toEqual(delivery);
    // What a receiver responded is not kept for as long as events are.
    const { attempts: _attempts, ...inEvent } = delivery;
    expect((await readEvents(tenant)).at(-1)).toMatchObject({
      eventType: "webhook_delivery.redelivered",
      entityId: id,
      payload: inEvent,
    });
    expect((await readEvents(tenant)).at(-1)?.payload).not.toHaveProperty("attempts");
    const { deliveries, jobs } = await readDeliveries(tenant);
    expect(deliveries.find((row) => row.id === id)).toMatchObject({ round: 2, roundAttempts: 0 });
    expect(jobs.filter((job) => job["deliveryId"] === id)).toEqual([
      { organizationId: tenant.organizationId, deliveryId: id, round: 2, attempt: 1 },
    ]);
  });

  test("requested concurrently starts one round", async () => {
    const id = await createDelivery(tenant, await createSubscription(tenant));
    const before = await countTraces(tenant);
    const replies = await Promise.all(Array.from({ length: 5 }, () => redeliver(id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200))
      expectRejection(reply, "INVALID_STATE_TRANSITION", "due or running");
    const { deliveries, jobs } = await readDeliveries(tenant);
    expect(deliveries.find((row) => row.id === id)?.round).toBe(2);
    expect(jobs.filter((job) => job["deliveryId"] === id)).toHaveLength(1);
    expect((await countTraces(tenant)).events).toBe(before.events + 1);
  });

  test("does not wait for the next scheduled attempt", async () => {
    const id = await createDelivery(tenant, await createSubscription(tenant), {
      status: "pending",
      nextAttemptAt: instant(hour),
      finishedAt: null,
    });
    const delivery = shownDelivery(await redeliver(id));
    expect(delivery).toMatchObject({ trigger: "redelivery", status: "pending" });
    expect(Date.parse(delivery.nextAttemptAt ?? "")).toBeLessThanOrEqual(Date.now());
    const { jobs } = await readDeliveries(tenant);
    expect(jobs.filter((job) => job["deliveryId"] === id)).toEqual([
      { organizationId: tenant.organizationId, deliveryId: id, round: 2, attempt: 1 },
    ]);
  });

  test("is rejected while an attempt is due, when the event is gone, and while the subscription is stopped", async () => {
    const subscriptionId = await createSubscription(tenant);
    for (const values of [
      { roundAttempts: 0, nextAttemptAt: instant(hour) },
      { roundAttempts: 1, nextAttemptAt: instant(-1) },
      { roundAttempts: 1, nextAttemptAt: instant(3_000) },
    ]) {
      const due = await createDelivery(tenant, subscriptionId, { status: "pending", finishedAt: null, ...values });
      expectRejection(await redeliver(due), "INVALID_STATE_TRANSITION", "due or running");
    }
    const purged = await createDelivery(tenant, subscriptionId);
    await owner.query(`DELETE FROM "Event" e USING "WebhookDelivery" d WHERE d.id = $1 AND e.id = d."eventId"`, [
      purged,
    ]);
    expectRejection(await redeliver(purged), "INVALID_STATE_TRANSITION", "The event is no longer stored");
    const id = await createDelivery(tenant, subscriptionId);
    await changeRow(tenant, "WebhookSubscription", subscriptionId, { status: "paused", statusReason: "failures" });
    expectRejection(await redeliver(id), "INVALID_STATE_TRANSITION", "The subscription is paused. Enable it first");
    await changeRow(tenant, "WebhookSubscription", subscriptionId, { status: "disabled", statusReason: "gone" });
    expectRejection(await redeliver(id), "INVALID_STATE_TRANSITION", "The subscription is disabled. Enable it first");
  });
});

describe("recovery", () => {
  const recover = (of: TestTenant, id: string, span: object) =>
    api(of).change("POST", subscription(id, "recover"), span);
  const readJobs = async (of: TestTenant) => {
    const { rows } = await owner.query<{ data: unknown }>(
      `SELECT data FROM pgboss.job WHERE name = 'webhook-recovery' AND data->>'organizationId' = $1 ORDER BY created_on`,
      [of.organizationId],
    );
    return rows.map(({ data }) => data);
  };

  test("enqueues the range of events and returns their count", async () => {
    const own = await createTenant(server.services.database);
    const id = await createSubscription(own, { eventTypes: ["folder.created"] });
    await createEvents(own, 5);
    // Four hours, three, two, one, none ago.
    await owner.query("BEGIN");
    // Events are append-only: past the trigger that says so.
    await owner.query("SET LOCAL session_replication_role = replica");
    await owner.query(
      `UPDATE "Event" SET "occurredAt" = now() - (5 - number) * interval '1 hour' WHERE "organizationId" = $1`,
      [own.organizationId],
    );
    await owner.query("COMMIT");
    const since = instant(-3.5 * hour);
    const until = instant(-0.5 * hour);
    const preview = (span: { since: string; until?: string }) =>
      own.inside((transaction) => previewRecovery(contextOf(own, transaction), id, span));
    expect(await preview({ since, until })).toEqual({ missed: 0, isMore: false });
    await owner.query(
      `UPDATE "WebhookDelivery" SET status = 'cancelled', "cancelReason" = 'subscription_not_active', "nextAttemptAt" = NULL, "finishedAt" = now()
       WHERE "organizationId" = $1 AND "eventNumber" > 2`,
      [own.organizationId],
    );
    expect([await preview({ since, until }), await preview({ since })]).toEqual([
      { missed: 2, isMore: false },
      { missed: 3, isMore: false },
    ]);
    expect(await preview({ since: instant(-20 * hour), until: instant(-10 * hour) })).toEqual({
      missed: 0,
      isMore: false,
    });
    const body = expectSuccess(await recover(own, id, { since, until })).body as { recovery: Recovery };
    expect(body.recovery).toEqual({ since, until, eventCount: 3 });
    expect(await readJobs(own)).toEqual([
      {
        recoveryId: expect.any(String),
        organizationId: own.organizationId,
        subscriptionId: id,
        afterNumber: 1,
        untilNumber: 4,
      },
    ]);
    expectRejection(
      await recover(own, id, { since }),
      "INVALID_STATE_TRANSITION",
      "A recovery of the subscription is running",
    );
    await owner.query(
      `UPDATE pgboss.job SET state = 'completed' WHERE name = 'webhook-recovery' AND data->>'organizationId' = $1`,
      [own.organizationId],
    );
    const open = expectSuccess(await recover(own, id, { since })).body as { recovery: Recovery };
    // The recovery before is an event itself.
    expect(open.recovery.eventCount).toBe(5);
    expect(Math.abs(Date.parse(open.recovery.until) - Date.now())).toBeLessThan(60_000);
    await owner.query(
      `UPDATE pgboss.job SET state = 'completed' WHERE name = 'webhook-recovery' AND data->>'organizationId' = $1`,
      [own.organizationId],
    );
    const empty = expectSuccess(await recover(own, id, { since: instant(-20 * hour), until: instant(-10 * hour) }))
      .body as { recovery: Recovery };
    expect(empty.recovery.eventCount).toBe(0);
    expect(await readJobs(own)).toHaveLength(2);
    expect((await readEvents(own)).at(-1)).toMatchObject({
      eventType: "webhook_subscription.recovered",
      diff: { recovery: { from: null, to: empty.recovery } },
    });
  });

  test.each([
    [{ since: instant(2 * hour) }, "since: must not be in the future"],
    [{ since: instant(-hour), until: instant(hour) }, "until: must not be in the future"],
    [{ since: instant(-hour), until: instant(-2 * hour) }, "since: must be before `until`"],
    [{ since: instant(-31 * day) }, "since: must be at most 30 days ago, because deliveries are stored that long"],
    [{ since: "0000-01-01T00:00:00+14:00" }, "since: must be at most 30 days ago"],
    [{ since: instant(-hour), until: "0000-01-01T00:00:00+14:00" }, "since: must be before `until`"],
    [{ since: "9999-12-31T23:59:59-23:59" }, "since: must not be in the future"],
    [{ since: instant(-hour), until: "9999-12-31T23:59:59-23:59" }, "until: must not be in the future"],
    [{ since: "9999-12-31T23:59:59.999Z" }, "since: must not be in the future"],
    [{ since: "yesterday" }, "since: must be an instant"],
    [{}, "since: required"],
  ])("of %j is rejected at the field", async (span, message) => {
    expectRejection(await recover(tenant, await createSubscription(tenant), span), "VALIDATION_FAILED", message);
  });

  test("of a stopped subscription is rejected with what to do first", async () => {
    const id = await createSubscription(tenant, { status: "paused", statusReason: "failures" });
    expectRejection(
      await recover(tenant, id, { since: instant(-day) }),
      "INVALID_STATE_TRANSITION",
      "The subscription is paused. Enable it first",
    );
    expect(await readJobs(tenant)).toEqual([]);
  });
});

describe("deliveries", () => {
  test("are listed by subscription and status, newest event first, in pages", async () => {
    const [id, other] = [await createSubscription(tenant), await createSubscription(tenant)];
    const ids = [
      await createDelivery(tenant, id),
      await createDelivery(tenant, id, { status: "succeeded" }),
      await createDelivery(tenant, id),
    ];
    await createDelivery(tenant, other);
    const list = async (query: string) => {
      const body = expectSuccess(await api().get(`${subscription(id, "deliveries")}?${query}`)).body as {
        webhookDeliveries: WebhookDelivery[];
        nextCursor: string | null;
      };
      return { ids: body.webhookDeliveries.map((delivery) => delivery.id), nextCursor: body.nextCursor };
    };
    expect(await list("")).toEqual({ ids: ids.toReversed(), nextCursor: null });
    expect((await list("status=succeeded")).ids).toEqual([ids[1]]);
    const page = await list("limit=2");
    expect(await list(`limit=2&after=${page.nextCursor}`)).toEqual({ ids: [ids[0]], nextCursor: null });
    expectRejection(
      await api().get(`${subscription(other, "deliveries")}?after=${page.nextCursor}`),
      "VALIDATION_FAILED",
      "not a cursor of this list",
    );
  });

  test("of another key's subscription are limited to readable events; a key's own are all shown", async () => {
    const own = await createTenant(server.services.database);
    const subscriptionId = await createSubscription(own);
    const [folder, facility] = [
      await createDelivery(own, subscriptionId),
      await createDelivery(own, subscriptionId, { eventType: "medical_facility.updated" }),
    ];
    const idsSeen = async (secret: string) => {
      const { webhookDeliveries } = expectSuccess(
        await openApi(server, secret).get(subscription(subscriptionId, "deliveries")),
      ).body as { webhookDeliveries: WebhookDelivery[] };
      return webhookDeliveries.map(({ id }) => id);
    };
    const withScopes = (...scopes: string[]) => createKey(own, { scopes: ["webhooks:read", ...scopes] });
    expect(await idsSeen((await withScopes()).secret)).toEqual([]);
    expect(await idsSeen((await withScopes("medical:read")).secret)).toEqual([facility]);
    expect(await idsSeen((await withScopes("events:read")).secret)).toEqual([facility, folder]);
    const medical = await withScopes("medical:read", "webhooks:write");
    shownDelivery(await openApi(server, medical.secret).get(`/webhook-deliveries/${facility}`));
    expectRejection(await openApi(server, medical.secret).get(`/webhook-deliveries/${folder}`), "NOT_FOUND");
    expectRejection(
      await openApi(server, medical.secret).change("POST", `/webhook-deliveries/${folder}/redeliver`, {}),
      "NOT_FOUND",
    );
    await changeRow(own, "WebhookSubscription", subscriptionId, { keyId: medical.keyId });
    expect(await idsSeen(medical.secret)).toEqual([facility, folder]);
    shownDelivery(await openApi(server, medical.secret).get(`/webhook-deliveries/${folder}`));
  });
});
