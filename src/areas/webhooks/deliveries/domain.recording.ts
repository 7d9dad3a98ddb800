import { failingHoursAtMost, unsentOutcomes } from "../../../contract/webhooks/webhooks.ts";
import type { Context } from "../../../rpc/context.ts";
import type { DueDelivery } from "./store.queue.ts";
import {
  lockDeliveriesForUpdate,
  writeChanges,
  type DeliveryChange,
  type LockedDelivery,
  type LockedSubscription,
  type RecordedResult,
  type SubscriptionChange,
} from "./store.records.ts";

type Inside = Pick<Context, "organizationId" | "transaction">;

export interface StoppedSubscription {
  subscriptionId: string;
  reason: "failures" | "gone";
}

/** A result that still matches its delivery's round and attempt. */
interface Applied {
  result: RecordedResult;
  delivery: LockedDelivery;
}

/** Attempts that were not sent do not count as failures of the receiver. */
const isTried = ({ made }: RecordedResult) =>
  made !== null && !(unsentOutcomes as readonly string[]).includes(made.outcome);

/**
 * Records results, deletes their jobs and enqueues the next attempts. Results of a lost lease or of a stale job change
 * nothing.
 *
 * @returns active subscriptions to stop: a response of 410, or only failures for too long by the database's clock
 */
export async function recordResults(
  { organizationId, transaction }: Inside,
  results: readonly RecordedResult[],
): Promise<StoppedSubscription[]> {
  const { released, deliveries, subscriptions, now } = await lockDeliveriesForUpdate(
    { organizationId, transaction },
    results,
    results.filter(isTried),
  );
  const applied = applyResults(
    results.filter(({ jobId }) => released.has(jobId)),
    deliveries,
  );
  const changes = applied.map((each) => changeDelivery(each, now));
  const next = applied.flatMap(
    ({ result: { round, attempt }, delivery: { id, subscriptionId } }, index): DueDelivery[] => {
      const dueAt = changes[index]?.nextAttemptAt ?? null;
      return dueAt === null
        ? []
        : [{ organizationId, deliveryId: id, subscriptionId, round, attempt: attempt + 1, dueAt }];
    },
  );
  const kept = subscriptions.flatMap((subscription) => countFailures(subscription, applied, now));
  const stopped = kept.flatMap(({ stop }) => stop ?? []);
  // Who stops a subscription reads it.
  await writeChanges(
    { organizationId, transaction },
    { deliveries: changes, subscriptions: kept.map(({ change }) => change), jobs: next },
    stopped.length > 0 ? "now" : "with commit",
  );
  return stopped;
}

function applyResults(results: readonly RecordedResult[], deliveries: readonly LockedDelivery[]): Applied[] {
  const open = new Map(
    deliveries.filter(({ status }) => status === "pending").map((delivery) => [delivery.id, delivery]),
  );
  return results.flatMap((result) => {
    const delivery = open.get(result.deliveryId);
    if (
      delivery === undefined ||
      result.status === null ||
      delivery.round !== result.round ||
      delivery.roundAttempts !== result.attempt - 1
    )
      return [];
    open.delete(delivery.id);
    return [{ result, delivery }];
  });
}

const toInstant = (milliseconds: number) => new Date(milliseconds).toISOString();

function changeDelivery(
  { result: { status, cancelReason, made, delaySeconds }, delivery }: Applied,
  now: string,
): DeliveryChange {
  const time = Date.parse(now);
  const isPending = status === "pending";
  const attemptCount = delivery.attemptCount + (made === null ? 0 : 1);
  const { secondsAgo = 0, ...attempt } = made ?? {};
  return {
    id: delivery.id,
    status: status ?? delivery.status,
    cancelReason,
    roundAttempts: delivery.roundAttempts + (made === null ? 0 : 1),
    attemptCount,
    made:
      made === null
        ? null
        : { number: attemptCount, round: delivery.round, startedAt: toInstant(time - secondsAgo * 1_000), ...attempt },
    nextAttemptAt: isPending ? toInstant(time + (delaySeconds ?? 0) * 1_000) : null,
    finishedAt: isPending ? null : now,
  };
}

/** @returns nothing for a subscription without attempts */
function countFailures(
  subscription: LockedSubscription,
  applied: readonly Applied[],
  now: string,
): { change: SubscriptionChange; stop: StoppedSubscription | null }[] {
  const own = applied.flatMap(({ result, delivery }) =>
    delivery.subscriptionId === subscription.id && isTried(result) && result.made !== null ? [result.made] : [],
  );
  if (own.length === 0) return [];
  const lastSuccess = own.findLastIndex(({ outcome }) => outcome === "succeeded");
  const failures = own.length - 1 - lastSuccess;
  const hasSucceeded = lastSuccess >= 0;
  const failingSince = failures === 0 ? null : ((hasSucceeded ? null : subscription.failingSince) ?? now);
  const isGone = own.some(({ statusCode }) => statusCode === 410);
  const failsForLong =
    failingSince !== null && Date.parse(now) - Date.parse(failingSince) > failingHoursAtMost * 3_600_000;
  const isStopped = subscription.status === "active" && !subscription.isDeleted && (isGone || failsForLong);
  return [
    {
      change: {
        id: subscription.id,
        consecutiveFailures: (hasSucceeded ? 0 : subscription.consecutiveFailures) + failures,
        failingSince,
        lastAttemptAt: now,
        hasSucceeded,
      },
      stop: isStopped ? { subscriptionId: subscription.id, reason: isGone ? "gone" : "failures" } : null,
    },
  ];
}
