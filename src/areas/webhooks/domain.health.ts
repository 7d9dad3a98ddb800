import { invalidState } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { notifyManagers } from "../notifications/domain.ts";
import { writeSubscription } from "./domain.changes.ts";
import { recordStateEvent, recordSubscriptionEvent, lockSubscriptionForUpdate, readSubscription } from "./domain.ts";
import { rejectEndedKey } from "./domain.rules.ts";
import type { WebhookSubscription } from "./schema.ts";
import { claimGoneNotice } from "./deliveries/store.records.ts";
import { changeSubscription } from "./store.ts";

export function endingOf({ obstacle }: Pick<WebhookSubscription, "obstacle">): "revoked" | "expired" | null {
  if (obstacle === "key_revoked") return "revoked";
  return obstacle === "key_expired" ? "expired" : null;
}

/**
 * Sends a test event to the subscription, whatever its event types and status.
 *
 * @throws NOT_FOUND; FORBIDDEN for another key's; INVALID_STATE_TRANSITION if its key has ended
 */
export async function testSubscription(context: Context, subscriptionId: string): Promise<WebhookSubscription> {
  const subscription = await lockSubscriptionForUpdate(context, subscriptionId);
  rejectEndedKey(endingOf(subscription));
  recordStateEvent(context, "webhook_subscription.tested", subscription, { onlyTo: subscriptionId });
  return subscription;
}

/**
 * Enables a stopped subscription and resets its failures.
 *
 * @throws NOT_FOUND; FORBIDDEN for another key's; INVALID_STATE_TRANSITION;
 * STALE_REVISION
 */
export async function enableSubscription(context: Context, subscriptionId: string): Promise<WebhookSubscription> {
  const before = await lockSubscriptionForUpdate(context, subscriptionId);
  if (before.status === "active") throw invalidState("A subscription that is active cannot be enabled");
  await writeSubscription(context, subscriptionId, {
    status: "active",
    statusReason: null,
    consecutiveFailures: 0,
    failingSince: null,
  });
  return recordSubscriptionEvent(context, "webhook_subscription.enabled", { subscriptionId, before });
}

/**
 * Disables a subscription until it is enabled.
 *
 * @throws NOT_FOUND; FORBIDDEN for another key's; INVALID_STATE_TRANSITION; STALE_REVISION
 */
export async function disableSubscription(context: Context, subscriptionId: string): Promise<WebhookSubscription> {
  const before = await lockSubscriptionForUpdate(context, subscriptionId);
  if (before.status === "disabled")
    throw invalidState("A subscription that is disabled cannot be disabled; enable it instead");
  await writeSubscription(context, subscriptionId, { status: "disabled", statusReason: "by_hand" });
  return recordSubscriptionEvent(context, "webhook_subscription.disabled", { subscriptionId, before });
}

const stops = {
  failures: { status: "paused", event: "webhook_subscription.paused" },
  gone: { status: "disabled", event: "webhook_subscription.disabled" },
} as const;

/**
 * Stops an active subscription after failed deliveries and notifies the members who manage integrations; about 410
 * responses not repeatedly, because the holder of key and receiver could cause them in a loop. The caller must declare
 * `webhook_subscription.paused` and `webhook_subscription.disabled`.
 *
 * @param reason `failures`: only failures for 120 hours; `gone`: a response of 410
 * @returns whether it was active and is now stopped
 */
export async function stopSubscription(
  context: Context,
  subscriptionId: string,
  reason: keyof typeof stops,
): Promise<boolean> {
  const before = await readSubscription(context, subscriptionId);
  const { status, event } = stops[reason];
  if (!(await changeSubscription(context, subscriptionId, { status, statusReason: reason }, "active"))) return false;
  const {
    name: subscriptionName,
    keyName,
    keyId,
    failingSince,
  } = await recordSubscriptionEvent(context, event, { subscriptionId, before });
  if (reason === "gone" && !(await claimGoneNotice(context, subscriptionId))) return true;
  const parameters = { subscriptionId, subscriptionName, keyName };
  await notifyManagers(
    context,
    reason === "gone"
      ? { kind: "webhook_subscription.disabled", keyId, parameters }
      : { kind: "webhook_subscription.paused", keyId, parameters: { ...parameters, failingSince } },
  );
  return true;
}
