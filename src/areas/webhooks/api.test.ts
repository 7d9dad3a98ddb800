import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { createTenant, createKey, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { expectRejection, expectSuccess } from "../../testing/conformance/subject.ts";
import { countTraces } from "../../testing/harness/traces.ts";
import {
  allowHosts,
  createDelivery,
  createSubscription,
  hookHost,
  hookUrl,
  newSubscriptionBody,
  shownSubscription,
} from "./fixtures.ts";
import type { WebhookSubscription } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  await allowHosts(tenant, tenant.keyId);
});
afterAll(() => server.close(1000));

const day = 86_400_000;
const api = (secret = tenant.secret) => openApi(server, secret);
const path = (id: string, deed = "") => `/webhook-subscriptions/${id}${deed === "" ? "" : `/${deed}`}`;
const make = (changes: Record<string, unknown> = {}, secret = tenant.secret) =>
  api(secret).change("POST", "/webhook-subscriptions", newSubscriptionBody(changes));
const act = (id: string, deed: string, secret = tenant.secret) => api(secret).change("POST", path(id, deed), {});
const read = async (id: string) => shownSubscription(await api().get(path(id))).subscription;

function setKey(keyId: string, values: Record<string, unknown>): Promise<unknown> {
  return tenant.inside((transaction) =>
    transaction.updateTable("IntegrationKey").set(values).where("id", "=", keyId).execute(),
  );
}

describe("a subscription", () => {
  test("belongs to the calling key, is active, and shows its secret once", async () => {
    const { subscription, secret } = shownSubscription(await make({ name: "Vendor", eventTypes: ["case.updated"] }));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
    expect(subscription).toMatchObject({
      id: expect.stringMatching(/^whs_[0-9a-z]{26}$/),
      name: "Vendor",
      url: hookUrl,
      eventTypes: ["case.updated"],
      keyId: tenant.keyId,
      keyName: "Test key",
      status: "active",
      statusReason: null,
      obstacle: null,
      consecutiveFailures: 0,
      failingSince: null,
      lastAttemptAt: null,
      lastSuccessAt: null,
      secrets: [{ prefix: secret.slice(0, 12), expiresAt: null }],
      createdBy: { type: "integration_key", id: tenant.keyId, name: "Test key" },
      revision: 1,
    });
    expect(await read(subscription.id)).toEqual(subscription);
  });

  test("requires a host that its key allows and event types that its key can read", async () => {
    const before = await countTraces(tenant);
    expectRejection(
      await make({ url: "https://elsewhere.firm.example/" }),
      "VALIDATION_FAILED",
      /^url: .*`webhookAllowedHosts`/,
    );
    expectRejection(
      await make({ url: "http://hooks.firm.example/" }),
      "VALIDATION_FAILED",
      "url: must begin with https://",
    );
    expectRejection(await make({ eventTypes: ["case.exploded"] }), "VALIDATION_FAILED", "eventTypes.0: must be one of");
    const narrow = await createKey(tenant, {
      scopes: ["webhooks:write", "cases:read"],
      webhookAllowedHosts: [hookHost],
    });
    expectRejection(
      await make({ eventTypes: ["case.updated", "medical_facility.updated"] }, narrow.secret),
      "VALIDATION_FAILED",
      /^eventTypes\.1: .*events:read or medical:read$/,
    );
    expect(await countTraces(tenant)).toEqual(before);
    const { id } = shownSubscription(await make({ eventTypes: ["case.updated"] }, narrow.secret)).subscription;
    const widened = await api(narrow.secret).change("PATCH", path(id), { eventTypes: ["invoice.created"] });
    expectRejection(widened, "VALIDATION_FAILED", /^eventTypes\.0: /);
    expectRejection(
      await api(narrow.secret).change("PATCH", path(id), { url: "https://elsewhere.firm.example/" }),
      "VALIDATION_FAILED",
      /^url: /,
    );
  });

  test("can be read by every key with webhooks:read and changed only by its own key", async () => {
    const id = await createSubscription(tenant);
    const deliveryId = await createDelivery(tenant, id);
    const other = await createKey(tenant, { webhookAllowedHosts: [hookHost] });
    expectSuccess(await api(other.secret).get(path(id)));
    expectSuccess(await api(other.secret).get(path(id, "deliveries")));
    expectSuccess(await api(other.secret).get(`/webhook-deliveries/${deliveryId}`));
    const before = await countTraces(tenant);
    const tries = [
      api(other.secret).change("PATCH", path(id), { name: "Mine now" }),
      api(other.secret).change("DELETE", path(id)),
      api(other.secret).change("POST", path(id, "recover"), { since: new Date(Date.now() - day).toISOString() }),
      api(other.secret).change("POST", `/webhook-deliveries/${deliveryId}/redeliver`, {}),
      ...["test", "enable", "disable", "rotate-secret"].map((deed) => act(id, deed, other.secret)),
    ];
    for (const reply of await Promise.all(tries)) expectRejection(reply, "FORBIDDEN");
    expect(await countTraces(tenant)).toEqual(before);
  });

  test("updates the given fields, and rejects an empty update", async () => {
    const id = await createSubscription(tenant);
    expectRejection(await api().change("PATCH", path(id), {}), "VALIDATION_FAILED", "must change at least one field");
    expectRejection(
      await api().change("PATCH", path(id), { expectedRevision: 1 }),
      "VALIDATION_FAILED",
      "must change at least one field",
    );
    expectRejection(await api().change("PATCH", path(id), { name: "Late", expectedRevision: 2 }), "STALE_REVISION");
    const { subscription } = shownSubscription(
      await api().change("PATCH", path(id), { name: "In time", expectedRevision: 1 }),
    );
    expect(subscription).toMatchObject({ name: "In time", url: hookUrl, eventTypes: ["case.updated"], revision: 2 });
  });

  test("is not found after deletion, and its secrets and deliveries are deleted", async () => {
    const { subscription } = shownSubscription(await make());
    const { id } = subscription;
    const deliveryId = await createDelivery(tenant, id);
    expect(expectSuccess(await api().change("DELETE", path(id))).text).toBe('{"success":true}');
    const gone = [
      api().get(path(id)),
      api().get(path(id, "deliveries")),
      api().get(`/webhook-deliveries/${deliveryId}`),
      api().change("PATCH", path(id), { name: "Back" }),
      api().change("DELETE", path(id)),
      api().change("POST", `/webhook-deliveries/${deliveryId}/redeliver`, {}),
      ...["test", "enable", "disable", "rotate-secret"].map((deed) => act(id, deed)),
    ];
    for (const reply of await Promise.all(gone)) expectRejection(reply, "NOT_FOUND");
    const { webhookSubscriptions } = expectSuccess(await api().get("/webhook-subscriptions?limit=200")).body as {
      webhookSubscriptions: WebhookSubscription[];
    };
    expect(webhookSubscriptions.map((each) => each.id)).not.toContain(id);
    const live = await tenant.inside((transaction) =>
      transaction
        .selectFrom("WebhookSecret")
        .select("id")
        .where("subscriptionId", "=", id)
        .where("expiresAt", "is", null)
        .execute(),
    );
    expect(live).toEqual([]);
  });
});

describe("the limit of twenty subscriptions per key", () => {
  test("is enforced for concurrent requests, and the error says what to do", async () => {
    const key = await createKey(tenant, { webhookAllowedHosts: [hookHost] });
    const ids = await Promise.all(Array.from({ length: 19 }, () => createSubscription(tenant, { keyId: key.keyId })));
    await allowHosts(tenant, key.keyId);
    const replies = await Promise.all([make({}, key.secret), make({}, key.secret), make({}, key.secret)]);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expectRejection(reply, "INVALID_STATE_TRANSITION", "at most 20 webhook subscriptions. Delete one");
    // Deleted ones make room; those of other keys take none.
    expectSuccess(await api(key.secret).change("DELETE", path(ids[0] ?? "")));
    expectSuccess(await make({}, key.secret));
    expectSuccess(await make());
  });
});

describe("enable and disable", () => {
  test("change between active and disabled, and reject repetition", async () => {
    const id = await createSubscription(tenant);
    expectRejection(
      await act(id, "enable"),
      "INVALID_STATE_TRANSITION",
      "A subscription that is active cannot be enabled",
    );
    expect(shownSubscription(await act(id, "disable")).subscription).toMatchObject({
      status: "disabled",
      statusReason: "by_hand",
      revision: 2,
    });
    expectRejection(await act(id, "disable"), "INVALID_STATE_TRANSITION", "disabled cannot be disabled");
    expect(shownSubscription(await act(id, "enable")).subscription).toMatchObject({
      status: "active",
      statusReason: null,
      revision: 3,
    });
  });

  test.each([
    ["paused", "failures"],
    ["disabled", "gone"],
  ])("a subscription that is %s for %s becomes active with its failure count reset", async (status, statusReason) => {
    const id = await createSubscription(tenant, {
      status,
      statusReason,
      consecutiveFailures: 31,
      failingSince: "2026-03-14T15:09:26.535Z",
    });
    expect(shownSubscription(await act(id, "enable")).subscription).toMatchObject({
      status: "active",
      statusReason: null,
      consecutiveFailures: 0,
      failingSince: null,
    });
  });

  test("a paused subscription can be disabled", async () => {
    const id = await createSubscription(tenant, { status: "paused", statusReason: "failures" });
    expect(shownSubscription(await act(id, "disable")).subscription).toMatchObject({
      status: "disabled",
      statusReason: "by_hand",
    });
  });

  test("of two concurrent requests to disable one succeeds", async () => {
    const id = await createSubscription(tenant);
    const replies = await Promise.all([act(id, "disable"), act(id, "disable")]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await read(id)).revision).toBe(2);
  });
});

describe("an obstacle", () => {
  const past = new Date(Date.now() - day).toISOString();
  test.each([
    ["key_revoked", { revokedAt: past, revokeReason: "lost" }],
    ["key_expired", { expiresAt: past }],
    ["key_paused", { pausedAt: past }],
    ["host_not_allowed", { webhookAllowedHosts: ["hooks.example.com"] }],
    ["host_not_allowed", { webhookAllowedHosts: [] }],
    [
      "key_revoked",
      { revokedAt: past, revokeReason: "lost", expiresAt: past, pausedAt: past, webhookAllowedHosts: [] },
    ],
    [null, { webhookAllowedHosts: ["hooks.example.com", hookHost] }],
  ])("%s reflects the key's state without a new revision", async (obstacle, values) => {
    const { keyId } = await createKey(tenant, {});
    const ids = [
      await createSubscription(tenant, { keyId }),
      await createSubscription(tenant, { keyId, url: `https://${hookHost}?x=1` }),
      await createSubscription(tenant, { keyId, url: `https://${hookHost}` }),
    ];
    await setKey(keyId, values);
    const { webhookSubscriptions } = expectSuccess(await api().get(`/webhook-subscriptions?keyId=${keyId}`)).body as {
      webhookSubscriptions: WebhookSubscription[];
    };
    expect(webhookSubscriptions.map((each) => [each.id, each.obstacle, each.revision])).toEqual(
      ids.toReversed().map((id) => [id, obstacle, 1]),
    );
  });

  test("does not prevent renaming when the host was removed", async () => {
    const key = await createKey(tenant, {});
    const id = await createSubscription(tenant, { keyId: key.keyId });
    await setKey(key.keyId, { webhookAllowedHosts: [] });
    expect(
      shownSubscription(await api(key.secret).change("PATCH", path(id), { name: "Renamed" })).subscription,
    ).toMatchObject({ name: "Renamed", obstacle: "host_not_allowed" });
    expectRejection(
      await api(key.secret).change("PATCH", path(id), { url: `${hookUrl}/2` }),
      "VALIDATION_FAILED",
      /^url: /,
    );
  });
});

describe("the list", () => {
  test("returns the organization's subscriptions, newest first, in pages, by status and key", async () => {
    const own = await createTenant(server.services.database);
    const stranger = await createTenant(server.services.database);
    await createSubscription(stranger);
    const { keyId } = await createKey(own, {});
    const [first, second, third] = [
      await createSubscription(own),
      await createSubscription(own, { keyId, status: "paused", statusReason: "failures" }),
      await createSubscription(own, { keyId }),
    ];
    const list = async (query: string) => {
      const { webhookSubscriptions, nextCursor } = expectSuccess(
        await api(own.secret).get(`/webhook-subscriptions?${query}`),
      ).body as { webhookSubscriptions: WebhookSubscription[]; nextCursor: string | null };
      return { ids: webhookSubscriptions.map(({ id }) => id), nextCursor };
    };
    expect(await list("")).toEqual({ ids: [third, second, first], nextCursor: null });
    const page = await list("limit=2");
    expect(page.ids).toEqual([third, second]);
    expect(await list(`limit=2&after=${page.nextCursor}`)).toEqual({ ids: [first], nextCursor: null });
    expect((await list("status=paused")).ids).toEqual([second]);
    expect((await list(`keyId=${keyId}`)).ids).toEqual([third, second]);
    expect((await list(`keyId=${keyId}&status=active`)).ids).toEqual([third]);
    expect((await list(`keyId=${stranger.keyId}`)).ids).toEqual([]);
    expectRejection(
      await api(stranger.secret).get(`/webhook-subscriptions?after=${page.nextCursor}`),
      "VALIDATION_FAILED",
      "not a cursor of this list",
    );
  });
});
