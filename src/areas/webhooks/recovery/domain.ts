import { eventEntityNames, scopesThatSee } from "../../../contract/events/event-types.ts";
import type { JobLogger, QueueWorker } from "../../../platform/jobs/job-queue.ts";
import type { Context } from "../../../rpc/context.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { readSubscription } from "../domain.ts";
import { validateSpan } from "../domain.rules.ts";
import { findSpan } from "../store.ts";
import { enqueuePart, recoveryQueue, type Recovery } from "./store.queue.ts";
import { countMissed, listOverdueDeliveries, recoverPart, requeueDeliveries, type OverdueDelivery } from "./store.ts";

const eventsPerPart = 500;

const visibilities = eventEntityNames.map((entity) => ({ entity, scopes: scopesThatSee(entity) }));

/**
 * Delivers one part of a time span and enqueues the rest in the same transaction, so a span is processed once and in
 * order even if workers die. Repeating a part changes nothing.
 */
export async function recoverEvents(database: UnitOfWork["database"], recovery: Recovery): Promise<void> {
  const { organizationId, subscriptionId, afterNumber, untilNumber } = recovery;
  await database.withTenantTransaction(organizationId, async (transaction) => {
    const part = { afterNumber, untilNumber, limit: eventsPerPart };
    const last = await recoverPart({ organizationId, transaction }, subscriptionId, part, visibilities);
    if (last !== null) await enqueuePart(transaction, { ...recovery, afterNumber: last });
  });
}

/** A preview counts at most so many events of the period. */
const maxPreviewed = 10_000;

/**
 * How many of a period's events the subscription missed; of a longer period, among its first 10,000.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED
 */
export async function previewRecovery(
  context: Context,
  subscriptionId: string,
  wanted: { since: string; until?: string | undefined },
): Promise<{ missed: number; isMore: boolean }> {
  await readSubscription(context, subscriptionId);
  const span = await findSpan(
    context,
    Date.parse(wanted.since),
    wanted.until === undefined ? null : Date.parse(wanted.until),
  );
  validateSpan(span);
  const { firstNumber, lastNumber } = span;
  if (firstNumber === null || lastNumber === null) return { missed: 0, isMore: false };
  const part = { afterNumber: firstNumber - 1, untilNumber: lastNumber, limit: maxPreviewed };
  return {
    missed: await countMissed(context, subscriptionId, part, visibilities),
    isMore: lastNumber - firstNumber >= maxPreviewed,
  };
}

/** One part at a time, so that the queue does not grow faster than it is delivered. */
const recoveryPollSeconds = 1;

export function createRecoveryWorker(database: UnitOfWork["database"], logger: JobLogger): QueueWorker {
  return {
    queue: recoveryQueue,
    pollSeconds: recoveryPollSeconds,
    isPaced: true,
    execute: (data) =>
      recoverEvents(database, data as Recovery).catch((error: unknown) => {
        logger.error({ error }, "webhook recovery failed; it is tried again");
        throw new Error("the recovery failed");
      }),
  };
}

/** A job counts as lost after this time: the queue was emptied, or a dump without it restored. */
const lostMinutes = 15;
const overdueBatch = 2_000;

/**
 * Enqueues deliveries whose job was lost. The transaction that makes a delivery due also writes its job, so jobs are
 * missing only if they were deleted from outside.
 *
 * @returns how many
 */
export async function requeueLostDeliveries(database: UnitOfWork["database"]): Promise<number> {
  let last: OverdueDelivery | null = null;
  for (let total = 0; ;) {
    const overdue: OverdueDelivery[] = await listOverdueDeliveries(database, lostMinutes, last, overdueBatch);
    const lost = overdue.filter(({ isLost }) => isLost);
    for (const [organizationId, own] of Map.groupBy(lost, (delivery) => delivery.organizationId)) {
      const deliveryIds = own.map(({ deliveryId }) => deliveryId);
      total += await database.withTenantTransaction(organizationId, (transaction) =>
        requeueDeliveries({ organizationId, transaction }, lostMinutes, deliveryIds),
      );
    }
    last = overdue.at(-1) ?? null;
    if (overdue.length < overdueBatch) return total;
  }
}
