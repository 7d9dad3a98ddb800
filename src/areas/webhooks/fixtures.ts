import { buildDelivery, buildSubscription } from "../../../prisma/seed/builders/keys.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import { randomUUID } from "node:crypto";
import { sha256 } from "../../platform/crypto/digest.ts";
import {
  newName,
  readId,
  readRecord,
  anInstant,
  anything,
  type Arrangement,
  type Scenario,
} from "../../testing/harness/requests/example-request.ts";
import { actorOf, changeRow, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import { changeShown } from "../../testing/harness/tenant-requests.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { createEvents } from "../events/fixtures.ts";
import { webhookExamples, webhookSubscription } from "./examples.ts";
import type { WebhookDelivery, WebhookSubscription } from "./schema.ts";

/** Never resolves, so nothing is sent. */
export const hookHost = "hooks.firm.example";
export const hookUrl = `https://${hookHost}/caseport`;

export async function allowHosts(
  tenant: TestTenant,
  keyId: string,
  hosts: string[] = [hookHost, new URL(webhookSubscription.url).hostname],
): Promise<void> {
  await changeRow(tenant, "IntegrationKey", keyId, { webhookAllowedHosts: hosts });
}

export type SubscriptionOptions = Partial<Values<"WebhookSubscription">>;

/**
 * A subscription of the tenant's key at an allowed host, without a secret.
 *
 * @returns its id
 */
export async function createSubscription(tenant: TestTenant, options: SubscriptionOptions = {}): Promise<string> {
  const { organizationId, keyId } = tenant;
  await allowHosts(tenant, options.keyId ?? keyId);
  const createdBy = actorOf(tenant);
  const subscription = buildSubscription({ organizationId, keyId, url: hookUrl, createdBy, ...options });
  return (await insertFor(tenant, { WebhookSubscription: subscription })).WebhookSubscription.id;
}

/**
 * A delivery of a new event whose first round failed by default.
 *
 * @returns its id
 */
export async function createDelivery(
  tenant: TestTenant,
  subscriptionId: string,
  options: Partial<Values<"WebhookDelivery">> = {},
): Promise<string> {
  const { organizationId } = tenant;
  const [entityId = ""] = await createEvents(tenant, 1);
  const event = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Event")
      .select(["id", "number", "eventType"])
      .where("entityId", "=", entityId)
      .executeTakeFirstOrThrow(),
  );
  const attempt = {
    number: 1,
    round: 1,
    startedAt: "2026-03-14T15:09:26.535Z",
    durationMilliseconds: 120,
    outcome: "answered",
    statusCode: 500,
    answer: "no",
  };
  const delivery = buildDelivery({
    organizationId,
    subscriptionId,
    eventId: event.id,
    eventNumber: event.number,
    eventType: event.eventType,
    status: "failed",
    roundAttempts: 1,
    attemptCount: 1,
    attempts: [attempt],
    nextAttemptAt: null,
    finishedAt: "2026-03-14T15:09:26.655Z",
    ...options,
  });
  return (await insertFor(tenant, { WebhookDelivery: delivery })).WebhookDelivery.id;
}

/**
 * The subscription of a response, and its secret if it has one.
 *
 * @throws if it is a rejection
 */
export function shownSubscription({ body, text }: Pick<Reply, "body" | "text">): {
  subscription: WebhookSubscription;
  secret: string;
} {
  if (body["success"] !== true) throw new Error(text);
  return {
    subscription: readRecord(body, "webhookSubscription") as WebhookSubscription,
    secret: String(body["secret"]),
  };
}

/**
 * The delivery of a response.
 *
 * @throws if it is a rejection
 */
export function shownDelivery({ body, text }: Pick<Reply, "body" | "text">): WebhookDelivery {
  if (body["success"] !== true) throw new Error(text);
  return readRecord(body, "webhookDelivery") as WebhookDelivery;
}

/** A valid body of a creation. */
export function newSubscriptionBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { name: `Vendor ${randomUUID()}`, url: hookUrl, eventTypes: ["*"], ...changes };
}

function touch(tenant: TestTenant, id: string): ReturnType<NonNullable<Arrangement["touched"]>> {
  return {
    entity: "webhook_subscription",
    id,
    relatedIds: [
      { entity: "webhook_subscription", id },
      { entity: "integration_key", id: tenant.keyId },
    ],
  };
}

/** Subscriptions belong to the calling key, which must allow their hosts. */
const giveTo = (tenant: TestTenant, subscriptionId: string | null) => async (secret: string) => {
  const key = await tenant.inside((transaction) =>
    transaction
      .selectFrom("IntegrationKeySecret")
      .select("keyId")
      .where("digest", "=", sha256(secret))
      .executeTakeFirst(),
  );
  if (key === undefined) return;
  await allowHosts(tenant, key.keyId);
  if (subscriptionId !== null) await changeRow(tenant, "WebhookSubscription", subscriptionId, { keyId: key.keyId });
};

const read: Scenario = async (tenant) => {
  const subscriptionId = await createSubscription(tenant);
  await createDelivery(tenant, subscriptionId);
  return {
    pathValues: { subscriptionId },
    remove: () => changeRow(tenant, "WebhookSubscription", subscriptionId, { deletedAt: "2026-03-14T15:09:26.535Z" }),
  };
};

/**
 * A scenario for an existing subscription.
 *
 * @param diff the event's expected changes
 */
const changed =
  (
    options: SubscriptionOptions,
    more: Pick<Arrangement, "ownValues"> & { diff: NonNullable<Arrangement["diff"]> },
  ): Scenario =>
  async (tenant) => {
    const subscriptionId = await createSubscription(tenant, options);
    return {
      pathValues: { subscriptionId },
      revision: 1,
      giveTo: giveTo(tenant, subscriptionId),
      remove: () => changeRow(tenant, "WebhookSubscription", subscriptionId, { deletedAt: "2026-03-14T15:09:26.535Z" }),
      change: () => changeRow(tenant, "WebhookSubscription", subscriptionId, { name: "Renamed since", revision: 9 }),
      touched: () => touch(tenant, subscriptionId),
      ...more,
    };
  };

// Plain assertions: fixtures are not tests.
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const statusDiff = (from: string, to: string) => ({
  status: { from, to },
  statusChangedAt: { from: anInstant, to: anInstant },
});

export const webhookScenarios = {
  "webhookSubscriptions.list": async (tenant) => {
    await createSubscription(tenant);
    return { query: { limit: "10" } };
  },
  "webhookSubscriptions.create": async (tenant) => {
    await allowHosts(tenant, tenant.keyId);
    return {
      ownValues: { [webhookSubscription.name]: newName() },
      dataScopes: ["documents:read", "medical:read"],
      giveTo: giveTo(tenant, null),
      change: changeShown(tenant, "WebhookSubscription", "webhookSubscription", {
        name: "Renamed since",
        revision: 9,
      }),
      touched: (response) => touch(tenant, readId(response, "webhookSubscription")),
      diff: {},
    };
  },
  "webhookSubscriptions.get": read,
  "webhookSubscriptions.update": changed(
    {},
    { diff: ({ eventTypes }) => ({ eventTypes: { from: ["case.updated"], to: eventTypes } }) },
  ),
  "webhookSubscriptions.delete": changed({}, { diff: {} }),
  "webhookSubscriptions.test": changed({}, { diff: {} }),
  "webhookSubscriptions.enable": changed(
    { status: "paused", statusReason: "failures", consecutiveFailures: 31, failingSince: "2026-03-14T15:09:26.535Z" },
    {
      diff: {
        ...statusDiff("paused", "active"),
        statusReason: { from: "failures", to: null },
        consecutiveFailures: { from: 31, to: 0 },
        failingSince: { from: "2026-03-14T15:09:26.535Z", to: null },
      },
    },
  ),
  "webhookSubscriptions.disable": changed(
    {},
    { diff: { ...statusDiff("active", "disabled"), statusReason: { from: null, to: "by_hand" } } },
  ),
  "webhookSubscriptions.rotateSecret": changed({}, { diff: { secrets: { from: [], to: anything } } }),
  "webhookSubscriptions.recover": changed(
    {},
    {
      ownValues: { [webhookExamples["webhookSubscriptions.recover"].body.since]: minutesAgo(60) },
      diff: { recovery: { from: null, to: anything } },
    },
  ),
  "webhookSubscriptions.deliveries.list": read,
  "webhookDeliveries.get": async (tenant) => {
    const subscriptionId = await createSubscription(tenant);
    return {
      // An event that every reader of webhooks sees, since it need not be their own subscription.
      pathValues: {
        deliveryId: await createDelivery(tenant, subscriptionId, { eventType: "webhook_subscription.tested" }),
      },
      remove: () => changeRow(tenant, "WebhookSubscription", subscriptionId, { deletedAt: "2026-03-14T15:09:26.535Z" }),
    };
  },
  "webhookDeliveries.redeliver": async (tenant) => {
    const subscriptionId = await createSubscription(tenant);
    const deliveryId = await createDelivery(tenant, subscriptionId);
    return {
      pathValues: { deliveryId },
      giveTo: giveTo(tenant, subscriptionId),
      remove: () => changeRow(tenant, "WebhookSubscription", subscriptionId, { deletedAt: "2026-03-14T15:09:26.535Z" }),
      change: () =>
        tenant.inside(async (transaction) => {
          await transaction
            .updateTable("WebhookDelivery")
            .set({ attemptCount: 9 })
            .where("id", "=", deliveryId)
            .execute();
        }),
      touched: () => ({
        entity: "webhook_delivery",
        id: deliveryId,
        relatedIds: [{ entity: "webhook_delivery", id: deliveryId }, ...touch(tenant, subscriptionId).relatedIds],
      }),
      diff: {
        trigger: { from: "event", to: "redelivery" },
        status: { from: "failed", to: "pending" },
        nextAttemptAt: { from: null, to: anInstant },
        finishedAt: { from: "2026-03-14T15:09:26.655Z", to: null },
      },
    };
  },
} satisfies Record<string, Scenario>;
