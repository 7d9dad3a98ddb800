import { staleRevision } from "../../contract/revision.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Context } from "../../rpc/context.ts";
import { describeActor } from "../../rpc/principal.ts";
import { getKey } from "../service-accounts/domain.ts";
import { lockKeyForUpdate } from "../service-accounts/domain.changes.ts";
import { recordStateEvent, recordSubscriptionEvent, lockSubscriptionForUpdate } from "./domain.ts";
import { validateCount, validateEventTypes, validateHost, rejectEndedKey } from "./domain.rules.ts";
import { issueSecret } from "./domain.secrets.ts";
import type { NewWebhookSubscription, WebhookSubscription, WebhookSubscriptionChanges } from "./schema.ts";
import { changeSubscription, countSubscriptions, endSecrets, insertSubscription } from "./store.ts";

/** A subscription and its secret, which is shown only once. */
export interface ShownSubscription {
  webhookSubscription: WebhookSubscription;
  secret: string;
}

/**
 * Subscribes the calling key.
 *
 * @see createSubscription
 */
export function createOwnSubscription(context: Context, wanted: NewWebhookSubscription): Promise<ShownSubscription> {
  const { principal } = context;
  if (principal.kind !== "integration_key") throw new Error("only a key subscribes for itself");
  return createSubscription(context, principal.keyId, wanted);
}

/**
 * Subscribes a key. The key is locked, so that concurrent subscriptions count each other.
 *
 * @throws NOT_FOUND for the key; INVALID_STATE_TRANSITION if it has ended or has the maximum of subscriptions;
 *   VALIDATION_FAILED at `url` or `eventTypes` for what the key may not use
 */
export async function createSubscription(
  context: Context,
  keyId: string,
  wanted: NewWebhookSubscription,
): Promise<ShownSubscription> {
  const key = await lockKeyForUpdate(context, keyId);
  rejectEndedKey(key.status === "revoked" || key.status === "expired" ? key.status : null);
  validateHost(wanted.url, key.webhookAllowedHosts);
  validateEventTypes(wanted.eventTypes, key.scopes);
  validateCount(await countSubscriptions(context, keyId));
  const subscriptionId = createId("webhookSubscription");
  await insertSubscription(context, {
    ...wanted,
    id: subscriptionId,
    keyId,
    createdBy: JSON.stringify(describeActor(context.principal)),
  });
  const secret = await issueSecret(context, subscriptionId);
  const webhookSubscription = await recordSubscriptionEvent(context, "webhook_subscription.created", {
    subscriptionId,
    before: null,
  });
  return { webhookSubscription, secret };
}

/**
 * Changes the given fields. Unchanged fields are not validated again, so a subscription whose host the key no longer
 * allows can be renamed.
 *
 * @throws NOT_FOUND; FORBIDDEN for another key's; VALIDATION_FAILED at `url` or `eventTypes`; STALE_REVISION
 */
export async function updateSubscription(
  context: Context,
  subscriptionId: string,
  changes: WebhookSubscriptionChanges,
  expectedRevision?: number,
): Promise<WebhookSubscription> {
  const before = await lockSubscriptionForUpdate(context, subscriptionId);
  if (expectedRevision !== undefined && before.revision !== expectedRevision)
    throw staleRevision("webhook subscription");
  const key = await getKey(context, before.keyId);
  if (changes.url !== undefined) validateHost(changes.url, key.webhookAllowedHosts);
  if (changes.eventTypes !== undefined) validateEventTypes(changes.eventTypes, key.scopes);
  await writeSubscription(context, subscriptionId, changes);
  return recordSubscriptionEvent(context, "webhook_subscription.updated", { subscriptionId, before });
}

/**
 * Deletes a subscription and its secrets.
 *
 * @throws NOT_FOUND; FORBIDDEN for another key's; STALE_REVISION
 */
export async function deleteSubscription(context: Context, subscriptionId: string): Promise<void> {
  const before = await lockSubscriptionForUpdate(context, subscriptionId);
  await writeSubscription(context, subscriptionId, { deletedAt: "now" });
  await endSecrets(context, subscriptionId, 0);
  recordStateEvent(context, "webhook_subscription.deleted", before);
}

/**
 * Creates a signing secret; the previous one signs during the overlap, older ones end.
 *
 * @throws NOT_FOUND; FORBIDDEN for another key's;
 * STALE_REVISION
 */
export async function rotateSecret(context: Context, subscriptionId: string): Promise<ShownSubscription> {
  const before = await lockSubscriptionForUpdate(context, subscriptionId);
  await writeSubscription(context, subscriptionId, {});
  await endSecrets(context, subscriptionId);
  const secret = await issueSecret(context, subscriptionId);
  const webhookSubscription = await recordSubscriptionEvent(context, "webhook_subscription.secret_rotated", {
    subscriptionId,
    before,
  });
  return { webhookSubscription, secret };
}

/** @throws STALE_REVISION */
export async function writeSubscription(
  context: Context,
  subscriptionId: string,
  changes: Parameters<typeof changeSubscription>[2],
): Promise<void> {
  if (!(await changeSubscription(context, subscriptionId, changes))) throw staleRevision("webhook subscription");
}
