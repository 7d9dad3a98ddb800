import { invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import {
  eventDays,
  entityOf,
  eventEntityNames,
  eventTypeNames,
  visibleEntities,
} from "../../../contract/events/event-types.ts";
import type { DeliveryStatus } from "../../../contract/webhooks/webhooks.ts";
import { readPage, type PageQuery } from "../../../platform/database/lists/cursor.ts";
import { enqueueRecovery, isRecovering } from "../recovery/store.queue.ts";
import { recordEvent, diffRecords, type Context } from "../../../rpc/context.ts";
import { endingOf } from "../domain.health.ts";
import { recordStateEvent, lockSubscriptionForUpdate, readSubscription } from "../domain.ts";
import { validateSpan, rejectEndedKey, rejectOthers } from "../domain.rules.ts";
import { DeliveryInEvent, Recovery, WebhookDelivery, type WebhookSubscription } from "../schema.ts";
import {
  beginRound,
  findDelivery,
  findSpan,
  isEventKept,
  listDeliveryRows,
  lockDeliveryRowForUpdate,
  type FoundDelivery,
} from "../store.ts";

/** The event types whose deliveries the caller may see; undefined for all, as for a key's own subscriptions. */
function knownTypes({ principal }: Context, keyId: string): readonly string[] | undefined {
  const seen = visibleEntities(principal.scopes);
  const isOwn = principal.kind === "integration_key" && principal.keyId === keyId;
  return isOwn || seen.length === eventEntityNames.length
    ? undefined
    : eventTypeNames.filter((type) => seen.includes(entityOf(type)));
}

/**
 * Deliveries of a subscription, newest events first.
 *
 * @throws NOT_FOUND
 */
export async function listDeliveries(
  context: Context,
  subscriptionId: string,
  query: PageQuery & { status?: DeliveryStatus | undefined },
): Promise<{ webhookDeliveries: WebhookDelivery[]; nextCursor: string | null }> {
  const { keyId } = await readSubscription(context, subscriptionId);
  const eventTypes = knownTypes(context, keyId);
  const list = { organizationId: context.organizationId, name: `webhook-deliveries ${subscriptionId}` };
  const { rows, nextCursor } = await readPage(list, query, (page) =>
    listDeliveryRows(context, subscriptionId, { ...query, ...page, eventTypes }),
  );
  return { webhookDeliveries: rows.map((row) => WebhookDelivery.parse(row)), nextCursor };
}

/**
 * The subscription of a delivery that was found.
 *
 * @throws NOT_FOUND, also for a delivery that the caller may not see
 */
async function getSubscriptionOf(
  context: Context,
  row: FoundDelivery | undefined,
): Promise<{ row: FoundDelivery; subscription: WebhookSubscription }> {
  const noun = "Webhook delivery";
  if (row === undefined) throw notFound(noun);
  const subscription = await readSubscription(context, row.subscriptionId, noun);
  if (knownTypes(context, subscription.keyId)?.includes(row.eventType) === false) throw notFound(noun);
  return { row, subscription };
}

/** @throws NOT_FOUND, also if its subscription was deleted */
export async function readDelivery(context: Context, deliveryId: string): Promise<WebhookDelivery> {
  return WebhookDelivery.parse((await getSubscriptionOf(context, await findDelivery(context, deliveryId))).row);
}

/** @throws INVALID_STATE_TRANSITION if a new attempt could not succeed */
function assertDeliverable(subscription: WebhookSubscription): void {
  rejectEndedKey(endingOf(subscription));
  if (subscription.status === "active") return;
  throw invalidState(`The subscription is ${subscription.status}. Enable it first`);
}

/**
 * Starts a new round of attempts; a pending delivery is attempted now. Only the delivery is locked: of two concurrent
 * calls one starts a round, the other fails.
 *
 * @throws NOT_FOUND; FORBIDDEN for another key's; INVALID_STATE_TRANSITION while an attempt is due or running, and if
 *   no attempt is possible
 */
export async function redeliver(context: Context, deliveryId: string): Promise<WebhookDelivery> {
  const { row, subscription } = await getSubscriptionOf(context, await lockDeliveryRowForUpdate(context, deliveryId));
  rejectOthers(context.principal, subscription.keyId);
  if (row.isDue) throw invalidState("An attempt of this delivery is already due or running");
  assertDeliverable(subscription);
  if (!(await isEventKept(context, row.eventId))) {
    throw invalidState(`The event is no longer stored: events are kept for ${eventDays} days`);
  }
  const after = await beginRound(context, deliveryId);
  const inEvent = DeliveryInEvent.parse(after);
  recordEvent(context, {
    eventType: "webhook_delivery.redelivered",
    entityId: deliveryId,
    payload: inEvent,
    diff: diffRecords(DeliveryInEvent.parse(row), inEvent),
    relatedIds: [
      { entity: "webhook_delivery", id: deliveryId },
      { entity: "webhook_subscription", id: subscription.id },
      { entity: "integration_key", id: subscription.keyId },
    ],
  });
  return WebhookDelivery.parse(after);
}

/**
 * Delivers the events of a time span that the subscription wants and has not received, in the background.
 *
 * @throws NOT_FOUND; FORBIDDEN for another key's; VALIDATION_FAILED at `since` or `until`; INVALID_STATE_TRANSITION if
 *   nothing can be delivered or a recovery is running
 */
export async function recoverSpan(
  context: Context,
  subscriptionId: string,
  wanted: { since: string; until?: string | undefined },
): Promise<{ webhookSubscription: WebhookSubscription; recovery: Recovery }> {
  const subscription = await lockSubscriptionForUpdate(context, subscriptionId);
  const span = await findSpan(
    context,
    Date.parse(wanted.since),
    wanted.until === undefined ? null : Date.parse(wanted.until),
  );
  validateSpan(span);
  assertDeliverable(subscription);
  if (await isRecovering(context.transaction, subscriptionId)) {
    throw invalidState("A recovery of the subscription is running; retry when it has ended");
  }
  const { since, until, firstNumber, lastNumber } = span;
  const isEmpty = firstNumber === null || lastNumber === null;
  const recovery = Recovery.parse({ since, until, eventCount: isEmpty ? 0 : lastNumber - firstNumber + 1 });
  if (!isEmpty) {
    await enqueueRecovery(context.transaction, {
      organizationId: context.organizationId,
      subscriptionId,
      afterNumber: firstNumber - 1,
      untilNumber: lastNumber,
    });
  }
  recordStateEvent(context, "webhook_subscription.recovered", subscription, {
    diff: { recovery: { from: null, to: recovery } },
  });
  return { webhookSubscription: subscription, recovery };
}
