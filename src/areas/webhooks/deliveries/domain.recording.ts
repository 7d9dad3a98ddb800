import { failingHoursAtMost } from "../../../contract/webhooks/webhooks.ts";
import type { Context } from "../../../rpc/context.ts";
import type { NewJob } from "./store.queue.ts";
import {
  deleteJobsAndLockDeliveriesForUpdate,
  findSentAttempt,
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
  const { deletedJobIds, deliveries, subscriptions, now } = await deleteJobsAndLockDeliveriesForUpdate(
    { organizationId, transaction },
    results,
  );
  const applied = applyResults(
    results.filter(({ jobId }) => deletedJobIds.has(jobId)),
    deliveries,
  );
  const changes = applied.map((each) => changeDelivery(each, now));
  const jobs = applied.flatMap(
    ({ result: { round, attemptNumber }, delivery: { id, subscriptionId } }, index): NewJob[] => {
      const dueAt = changes[index]?.nextAttemptAt ?? null;
      return dueAt === null
        ? []
        : [{ organizationId, deliveryId: id, subscriptionId, round, attempt: attemptNumber + 1, dueAt }];
    },
  );
  const counted = subscriptions.flatMap((subscription) => countFailures(subscription, applied, now));
  const stopped = counted.flatMap(({ stop }) => stop ?? []);
  // The caller stops the subscriptions in this transaction, and for that reads them again.
  await writeChanges(
    { organizationId, transaction },
    { deliveries: changes, subscriptions: counted.map(({ change }) => change), jobs },
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
      delivery.roundAttempts !== result.attemptNumber - 1
    )
      return [];
    open.delete(delivery.id);
    return [{ result, delivery }];
  });
}

const toInstant = (milliseconds: number) => new Date(milliseconds).toISOString();

function changeDelivery(
  { result: { status, cancelReason, attempt, delaySeconds }, delivery }: Applied,
  now: string,
): DeliveryChange {
  const time = Date.parse(now);
  const isPending = status === "pending";
  const newAttempts = attempt === null ? 0 : 1;
  const attemptCount = delivery.attemptCount + newAttempts;
  return {
    id: delivery.id,
    status: status ?? delivery.status,
    cancelReason,
    roundAttempts: delivery.roundAttempts + newAttempts,
    attemptCount,
    attempt:
      attempt === null
        ? null
        : {
            number: attemptCount,
            round: delivery.round,
            startedAt: toInstant(time - attempt.secondsAgo * 1_000),
            outcome: attempt.outcome,
            statusCode: attempt.statusCode,
            answer: attempt.responseBody,
            durationMilliseconds: attempt.durationMilliseconds,
          },
    nextAttemptAt: isPending ? toInstant(time + (delaySeconds ?? 0) * 1_000) : null,
    finishedAt: isPending ? null : now,
  };
}

/** @returns nothing for a subscription to which no attempt was sent */
function countFailures(
  subscription: LockedSubscription,
  applied: readonly Applied[],
  now: string,
): { change: SubscriptionChange; stop: StoppedSubscription | null }[] {
  const attempts = applied.flatMap(({ result, delivery }) =>
    delivery.subscriptionId === subscription.id ? (findSentAttempt(result) ?? []) : [],
  );
  if (attempts.length === 0) return [];
  const lastSuccess = attempts.findLastIndex(({ outcome }) => outcome === "succeeded");
  const failures = attempts.length - 1 - lastSuccess;
  const hasSucceeded = lastSuccess >= 0;
  const failingSince = failures === 0 ? null : ((hasSucceeded ? null : subscription.failingSince) ?? now);
  const isGone = attempts.some(({ statusCode }) => statusCode === 410);
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
