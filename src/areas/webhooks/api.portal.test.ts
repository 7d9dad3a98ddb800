import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { subscriptionsPerKey } from "../../contract/webhooks/webhooks.ts";
import { createRequestId, createId } from "../../platform/database/ids.ts";
import { runSystemAction } from "../../rpc/unit-of-work.ts";
import { systemPrincipal } from "../../rpc/principal.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { changeRow, createKey, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { expectSuccess } from "../../testing/conformance/subject.ts";
import type { Overview } from "../keys/schema.ts";
import type { Notification } from "../notifications/schema.ts";
import { createManagedTenant, readTraces, signInMember, type SignedInMember } from "../team/fixtures.ts";
import { stopSubscription } from "./domain.health.ts";
import { allowHosts, createDelivery, createSubscription, newSubscriptionBody } from "./fixtures.ts";
import type { WebhookDelivery, WebhookSubscription } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
  ({ tenant, manager } = await createManagedTenant(server));
  await allowHosts(tenant, tenant.keyId);
});
afterAll(() => server.close(1000));

interface Shown {
  webhookSubscription: WebhookSubscription;
  secret: string;
}

const create = (input: object, by = manager) =>
  by.portal.mutate<Shown>("webhookSubscriptions.create", { ...newSubscriptionBody(), ...input });
const past = new Date(Date.now() - 86_400_000).toISOString();

describe("a member who manages keys", () => {
  test("creates a subscription for a key of the firm and is recorded as its creator", async () => {
    const { webhookSubscription, secret } = (await create({ keyId: tenant.keyId })).data;
    expect(secret).toMatch(/^whsec_/);
    expect(webhookSubscription).toMatchObject({
      keyId: tenant.keyId,
      createdBy: { type: "member", id: manager.memberId, name: "Margaret Okafor" },
    });
    const { events, audited } = await readTraces(tenant, webhookSubscription.id);
    expect(events).toMatchObject([{ eventType: "webhook_subscription.created", payload: webhookSubscription }]);
    expect(audited).toMatchObject([{ action: "webhookSubscriptions.create", actorId: manager.memberId }]);
  });

  test("can do everything that keys can, with all subscriptions of the firm", async () => {
    const subscriptionId = await createSubscription(tenant);
    const deliveryId = await createDelivery(tenant, subscriptionId);
    const mutate = async (procedure: string, input: object = {}) =>
      (await manager.portal.mutate<Shown>(`webhookSubscriptions.${procedure}`, { subscriptionId, ...input })).data;
    expect((await mutate("update", { name: "Renamed", expectedRevision: 1 })).webhookSubscription.name).toBe("Renamed");
    const { error } = await manager.portal.mutate("webhookSubscriptions.update", {
      subscriptionId,
      name: "Late",
      expectedRevision: 1,
    });
    expect(error?.data.code).toBe("STALE_REVISION");
    await mutate("test");
    await mutate("disable");
    await mutate("enable");
    expect((await mutate("rotateSecret")).secret).toMatch(/^whsec_/);
    expect(
      (await manager.portal.query("webhookSubscriptions.previewRecovery", { subscriptionId, since: past })).data,
    ).toMatchObject({ isMore: false });
    await mutate("recover", { since: past });
    expect(
      (await manager.portal.mutate<{ webhookDelivery: WebhookDelivery }>("webhookDeliveries.redeliver", { deliveryId }))
        .data.webhookDelivery.status,
    ).toBe("pending");
    const { webhookDeliveries } = (
      await manager.portal.query<{ webhookDeliveries: WebhookDelivery[] }>("webhookSubscriptions.deliveries.list", {
        subscriptionId,
      })
    ).data;
    expect(webhookDeliveries.map(({ id }) => id)).toContain(deliveryId);
    expect(
      (await manager.portal.query<{ webhookDelivery: WebhookDelivery }>("webhookDeliveries.get", { deliveryId })).data
        .webhookDelivery.id,
    ).toBe(deliveryId);
    expect((await manager.portal.mutate("webhookSubscriptions.delete", { subscriptionId })).error).toBeUndefined();
    expect((await manager.portal.query("webhookSubscriptions.get", { subscriptionId })).error?.data.code).toBe(
      "NOT_FOUND",
    );
    const { events } = await readTraces(tenant, subscriptionId);
    expect(events.map(({ eventType }) => eventType.split(".")[1])).toEqual([
      "updated",
      "tested",
      "disabled",
      "enabled",
      "secret_rotated",
      "recovered",
      "deleted",
    ]);
  });

  test("gets faults of a subscription at their fields", async () => {
    const { keyId } = await createKey(tenant, { scopes: ["cases:read"] });
    const { error } = await create({ keyId });
    expect(error?.data.faults).toEqual([{ path: "url", message: expect.stringContaining("webhookAllowedHosts") }]);
    await allowHosts(tenant, keyId);
    const blind = await create({ keyId, eventTypes: ["case.updated", "folder.created"] });
    expect(blind.error?.data.faults).toMatchObject([{ path: "eventTypes.1" }]);
    expect((await create({ keyId, eventTypes: ["case.updated"] })).error).toBeUndefined();
  });

  test("cannot subscribe an ended or foreign key, or send a test for one", async () => {
    const stranger = await createManagedTenant(server);
    for (const keyId of [stranger.tenant.keyId, createId("integrationKey")])
      expect((await create({ keyId })).error).toMatchObject({
        message: "Service account not found",
        data: { code: "NOT_FOUND" },
      });
    for (const values of [{ revokedAt: past, revokeReason: "lost" }, { expiresAt: past }]) {
      const { keyId } = await createKey(tenant, values);
      const subscriptionId = await createSubscription(tenant, { keyId });
      const deliveryId = await createDelivery(tenant, subscriptionId);
      const tries = [
        create({ keyId }),
        manager.portal.mutate("webhookSubscriptions.test", { subscriptionId }),
        manager.portal.mutate("webhookSubscriptions.recover", { subscriptionId, since: past }),
        manager.portal.mutate("webhookDeliveries.redeliver", { deliveryId }),
      ];
      for (const { error } of await Promise.all(tries)) {
        expect(error?.data.code).toBe("INVALID_STATE_TRANSITION");
        expect(error?.message).toMatch("revokedAt" in values ? "The key is revoked" : "The key has expired");
      }
    }
    // A paused key goes on one day: what waits is for then.
    const paused = await createKey(tenant, { pausedAt: past });
    await allowHosts(tenant, paused.keyId);
    expect((await create({ keyId: paused.keyId })).data.webhookSubscription.obstacle).toBe("key_paused");
  });

  test("needs the permission, and a fresh second factor to see a secret or change a URL", async () => {
    const member = await signInMember(server, tenant);
    const subscriptionId = await createSubscription(tenant);
    const tries = [
      create({ keyId: tenant.keyId }, member),
      member.portal.query("webhookSubscriptions.list"),
      member.portal.query("webhookSubscriptions.get", { subscriptionId }),
      member.portal.mutate("webhookSubscriptions.disable", { subscriptionId }),
    ];
    for (const { error } of await Promise.all(tries)) expect(error?.data.code).toBe("FORBIDDEN");
    const stale = await signInMember(server, tenant, { role: "admin" });
    await server.services.database.withoutTenant
      .updateTable("Session")
      .set({ secondFactorAt: new Date(Date.now() - 11 * 60_000).toISOString() })
      .where("userId", "=", stale.person.userId)
      .execute();
    const calls = [
      create({ keyId: tenant.keyId }, stale),
      stale.portal.mutate("webhookSubscriptions.rotateSecret", { subscriptionId }),
      stale.portal.mutate("webhookSubscriptions.update", { subscriptionId, name: "Renamed" }),
    ];
    for (const { error } of await Promise.all(calls)) expect(error?.data.reason).toBe("confirm");
    expect((await stale.portal.mutate("webhookSubscriptions.disable", { subscriptionId })).error).toBeUndefined();
  });
});

test("the audit log names a subscription, even a deleted one, with its changes", async () => {
  const own = await createManagedTenant(server);
  const subscriptionId = await createSubscription(own.tenant, { name: "Nightly" });
  await own.manager.portal.mutate("webhookSubscriptions.update", { subscriptionId, name: "Daily" });
  await own.manager.portal.mutate("webhookSubscriptions.delete", { subscriptionId });
  const { entries } = (
    await own.manager.portal.query<{ entries: { action: string; entityLabel: string; changes: object }[] }>(
      "audit.list",
      { entity: "webhook_subscription" },
    )
  ).data;
  expect(entries).toMatchObject([
    { action: "webhookSubscriptions.delete", entityLabel: "Daily", changes: {} },
    {
      action: "webhookSubscriptions.update",
      entityLabel: "Daily",
      changes: { name: { from: "Nightly", to: "Daily" } },
    },
  ]);
});

describe("a subscription stopped because of its deliveries", () => {
  const stop = (of: TestTenant, id: string, reason: "failures" | "gone") =>
    runSystemAction(
      {
        database: server.services.database,
        principal: systemPrincipal(of.organizationId),
        requestId: createRequestId(),
        clientIp: null,
        action: {
          name: "webhookDeliveries.send",
          canRecordEvent: ["webhook_subscription.paused", "webhook_subscription.disabled"],
        },
      },
      (context) => stopSubscription(context, id, reason),
    );
  const failing = { consecutiveFailures: 31, failingSince: "2026-03-14T15:09:26.535Z" };

  test.each([
    ["failures", "paused", { failingSince: failing.failingSince }],
    ["gone", "disabled", {}],
  ] as const)(
    "by %s is %s once, with an event, a notification and an email for each manager",
    async (reason, status, besides) => {
      const own = await createManagedTenant(server);
      const id = await createSubscription(own.tenant, { ...failing, name: "Nightly" });
      expect(await stop(own.tenant, id, reason)).toBe(true);
      expect(await stop(own.tenant, id, reason)).toBe(false);
      const { events, audited } = await readTraces(own.tenant, id);
      expect(events).toMatchObject([
        {
          eventType: `webhook_subscription.${status}`,
          actor: { type: "system" },
          payload: { status, statusReason: reason, revision: 2 },
        },
      ]);
      expect(audited).toHaveLength(1);
      const { notifications } = (
        await own.manager.portal.query<{ notifications: Notification[] }>("notifications.list")
      ).data;
      expect(notifications).toMatchObject([
        {
          kind: `webhook_subscription.${status}`,
          keyId: own.tenant.keyId,
          parameters: { subscriptionId: id, subscriptionName: "Nightly", keyName: "Test key", ...besides },
        },
      ]);
      const { stalledWebhooks } = (await own.manager.portal.query<Overview>("keys.overview")).data;
      expect(stalledWebhooks).toEqual([
        { subscriptionId: id, name: "Nightly", keyName: "Test key", statusReason: reason, obstacle: null },
      ]);
      expectSuccess(await openApi(server, own.tenant.secret).change("POST", `/webhook-subscriptions/${id}/enable`, {}));
      expect((await own.manager.portal.query<Overview>("keys.overview")).data.stalledWebhooks).toEqual([]);
    },
  );

  test("by repeated 410 responses is notified once a day and within the subscription limit of a key, with an event each time", async () => {
    const own = await createManagedTenant(server);
    const id = await createSubscription(own.tenant);
    const stopAgain = async (of: string) => {
      await changeRow(own.tenant, "WebhookSubscription", of, { status: "active", statusReason: null });
      expect(await stop(own.tenant, of, "gone")).toBe(true);
    };
    const countNotices = async () =>
      (await own.manager.portal.query<{ unreadCount: number }>("notifications.list")).data.unreadCount;
    const noticedBefore = (interval: string) =>
      own.tenant.inside((transaction) =>
        sql`UPDATE "WebhookSubscription" SET "goneNoticedAt" = now() - ${interval}::interval WHERE id = ${id}`.execute(
          transaction,
        ),
      );
    for (let round = 0; round < 3; round += 1) await stopAgain(id);
    expect(await countNotices()).toBe(1);
    expect((await readTraces(own.tenant, id)).events).toHaveLength(3);
    await noticedBefore("23 hours 59 minutes");
    await stopAgain(id);
    expect(await countNotices()).toBe(1);
    await noticedBefore("24 hours 1 minute");
    await stopAgain(id);
    expect(await countNotices()).toBe(2);
    for (let more = 0; more < subscriptionsPerKey; more += 1) await stopAgain(await createSubscription(own.tenant));
    expect(await countNotices()).toBe(1 + subscriptionsPerKey);
    // What is notified only after 120 hours is notified each time.
    const failed = await createSubscription(own.tenant, failing);
    expect(await stop(own.tenant, failed, "failures")).toBe(true);
    expect(await countNotices()).toBe(2 + subscriptionsPerKey);
  });

  test("that is already stopped by a member stays unchanged", async () => {
    const id = await createSubscription(tenant, { status: "disabled", statusReason: "by_hand" });
    expect(await stop(tenant, id, "failures")).toBe(false);
    const { webhookSubscription } = (
      await manager.portal.query<Shown>("webhookSubscriptions.get", { subscriptionId: id })
    ).data;
    expect(webhookSubscription).toMatchObject({ status: "disabled", statusReason: "by_hand", revision: 1 });
  });

  test("is listed as needing attention also when its host was removed from the key", async () => {
    const own = await createManagedTenant(server);
    const id = await createSubscription(own.tenant, { name: "Nightly" });
    await createSubscription(own.tenant, { status: "disabled", statusReason: "by_hand" });
    await allowHosts(own.tenant, own.tenant.keyId, []);
    const { stalledWebhooks } = (await own.manager.portal.query<Overview>("keys.overview")).data;
    expect(stalledWebhooks).toEqual([
      { subscriptionId: id, name: "Nightly", keyName: "Test key", statusReason: null, obstacle: "host_not_allowed" },
    ]);
  });
});
