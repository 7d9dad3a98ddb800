import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { durationBounds } from "../../contract/portal/usage.ts";
import { createId } from "../../platform/database/ids.ts";
import { enqueueDeliveries } from "../../areas/webhooks/deliveries/store.queue.ts";
import { placeOfSecret } from "../../areas/webhooks/domain.secrets.ts";
import { useKey, type TestTenant } from "../harness/tenant.ts";
import { testKeys } from "../harness/webhooks.ts";

/** A row of the tenant in every table that neither `createTenant` nor `createCase` fills, for tests of tenant isolation. */
export async function createPortalRows(tenant: TestTenant): Promise<void> {
  const { organizationId, keyId, attorneyId } = tenant;
  const at = new Date().toISOString();
  const request = {
    id: createId("loggedRequest"),
    occurredAt: at,
    organizationId,
    keyId,
    keyPrefix: "AAAAAAAA",
    requestId: "req",
    method: "GET",
    route: "/me",
    operation: "me.get",
    status: 200,
    scope: "cases:read",
    durationMicros: 1_000,
    address: "192.0.2.1",
  };
  const gap = { id: createId("requestLogGap"), organizationId, fromAt: at, untilAt: at, lost: 1 };
  const bounds = durationBounds.map((milliseconds) => milliseconds * 1_000);
  await tenant.inside(async (transaction) => {
    await transaction
      .insertInto("ScopeRequest")
      .values({
        organizationId,
        id: createId("scopeRequest"),
        keyId,
        scope: "clients:pii",
        purpose: "For a test of tenant isolation.",
        requestedBy: { type: "member", id: attorneyId, name: "Ada Counsel" },
        lapsesAt: at,
      })
      .execute();
    const connectionId = createId("assistantConnection");
    await transaction
      .insertInto("AssistantConnection")
      .values({
        organizationId,
        id: connectionId,
        keyId,
        memberId: attorneyId,
        prefix: "cpo_AAAAAAAA",
        clientDigest: randomBytes(32),
        redirectUri: "https://assistant.example.com/callback",
        codeChallenge: randomBytes(32).toString("base64url"),
        resourcePath: "/mcp",
      })
      .execute();
    await transaction
      .insertInto("AssistantToken")
      .values({
        organizationId,
        id: createId("assistantToken"),
        connectionId,
        kind: "refresh",
        digest: randomBytes(32),
        expiresAt: at,
      })
      .execute();
    const subscriptionId = createId("webhookSubscription");
    const createdBy = { type: "member", id: attorneyId, name: "Ada Counsel" };
    await transaction
      .insertInto("WebhookSubscription")
      .values({
        organizationId,
        id: subscriptionId,
        keyId,
        name: "Case events",
        url: "https://hooks.example.com/",
        eventTypes: ["*"],
        createdBy,
      })
      .execute();
    const secretId = createId("webhookSecret");
    const encrypted = testKeys.encrypt(placeOfSecret(organizationId, subscriptionId, secretId), "whsec_AAAA");
    await transaction
      .insertInto("WebhookSecret")
      .values({ organizationId, id: secretId, subscriptionId, prefix: "whsec_AAAA", sealed: encrypted })
      .execute();
    const deliveryId = createId("webhookDelivery");
    await transaction
      .insertInto("WebhookDelivery")
      .values({
        organizationId,
        id: deliveryId,
        subscriptionId,
        eventId: createId("event"),
        eventNumber: 1,
        eventType: "case.updated",
      })
      .execute();
    await enqueueDeliveries(transaction, organizationId, [
      { organizationId, deliveryId, subscriptionId, round: 1, attempt: 1 },
    ]);
    await transaction
      .insertInto("Notification")
      .values({ organizationId, id: createId("notification"), memberId: attorneyId, kind: "x" })
      .execute();
    await transaction
      .insertInto("NotificationPreference")
      .values({ organizationId, memberId: attorneyId, taskDigest: "daily" })
      .execute();
    await transaction
      .insertInto("AttentionSnooze")
      .values({ organizationId, memberId: attorneyId, item: "x", until: at })
      .execute();
  });
  // In a transaction of its own, as the log writes: a cluster rejects a definer's changes beside others.
  await tenant.inside((transaction) =>
    sql`SELECT record_requests(${JSON.stringify([request])}::jsonb, ${JSON.stringify([gap])}::jsonb, ${bounds}::integer[])`.execute(
      transaction,
    ),
  );
  await useKey(tenant, keyId, at);
}
