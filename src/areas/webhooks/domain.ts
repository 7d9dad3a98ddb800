import { notFound } from "../../contract/errors/error-codes.ts";
import type { SubscriptionStatus } from "../../contract/webhooks/webhooks.ts";
import { readPage, type PageQuery } from "../../platform/database/lists/cursor.ts";
import { recordEvent, diffRecords, type EventToRecord, type Context } from "../../rpc/context.ts";
import { rejectOthers } from "./domain.rules.ts";
import { WebhookSubscription } from "./schema.ts";
import {
  findSubscription,
  listLiveSecrets,
  listSubscriptionRows,
  lockSubscriptionRowForUpdate,
  type SubscriptionRow,
} from "./store.ts";

export interface SubscriptionListQuery extends PageQuery {
  status?: SubscriptionStatus | undefined;
  keyId?: string | undefined;
}

export async function listSubscriptions(
  context: Context,
  query: SubscriptionListQuery,
): Promise<{ webhookSubscriptions: WebhookSubscription[]; nextCursor: string | null }> {
  const list = { organizationId: context.organizationId, name: "webhook-subscriptions" };
  const { rows, nextCursor } = await readPage(list, query, (page) =>
    listSubscriptionRows(context, { ...query, ...page }),
  );
  return { webhookSubscriptions: await describeSubscriptions(context, rows), nextCursor };
}

/**
 * @param noun what the 404 names
 * @throws NOT_FOUND, also for a deleted subscription
 */
export async function readSubscription(
  context: Context,
  subscriptionId: string,
  noun = "Webhook subscription",
): Promise<WebhookSubscription> {
  return describeFound(context, await findSubscription(context, subscriptionId), noun);
}

async function describeFound(
  context: Context,
  row: SubscriptionRow | undefined,
  noun: string,
): Promise<WebhookSubscription> {
  const [subscription] = row === undefined ? [] : await describeSubscriptions(context, [row]);
  if (subscription === undefined) throw notFound(noun);
  return subscription;
}

/** One statement for all secrets, however many subscriptions. */
async function describeSubscriptions(
  context: Context,
  rows: readonly SubscriptionRow[],
): Promise<WebhookSubscription[]> {
  if (rows.length === 0) return [];
  const secrets = Map.groupBy(
    await listLiveSecrets(
      context,
      rows.map(({ id }) => id),
    ),
    ({ subscriptionId }) => subscriptionId,
  );
  return rows.map((row) => WebhookSubscription.parse({ ...row, secrets: secrets.get(row.id) ?? [] }));
}

/**
 * Locks the subscription for a change.
 *
 * @throws NOT_FOUND; FORBIDDEN for another key's
 */
export async function lockSubscriptionForUpdate(
  context: Context,
  subscriptionId: string,
): Promise<WebhookSubscription> {
  const subscription = await describeFound(
    context,
    await lockSubscriptionRowForUpdate(context, subscriptionId),
    "Webhook subscription",
  );
  rejectOthers(context.principal, subscription.keyId);
  return subscription;
}

/**
 * @param before null for a new subscription
 * @returns its current state
 */
export async function recordSubscriptionEvent(
  context: Context,
  eventType: EventToRecord["eventType"],
  { before, subscriptionId, onlyTo }: { before: WebhookSubscription | null; subscriptionId: string; onlyTo?: string },
): Promise<WebhookSubscription> {
  const after = await readSubscription(context, subscriptionId);
  recordStateEvent(context, eventType, after, { diff: before === null ? {} : diffRecords(before, after), onlyTo });
  return after;
}

export function recordStateEvent(
  context: Context,
  eventType: EventToRecord["eventType"],
  subscription: WebhookSubscription,
  { diff = {}, onlyTo }: { diff?: EventToRecord["diff"]; onlyTo?: string | undefined } = {},
): void {
  recordEvent(context, {
    eventType,
    entityId: subscription.id,
    payload: subscription,
    diff,
    relatedIds: [
      { entity: "webhook_subscription", id: subscription.id },
      { entity: "integration_key", id: subscription.keyId },
    ],
    ...(onlyTo !== undefined && { onlyTo }),
  });
}
