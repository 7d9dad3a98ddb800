import { eventEntityNames, scopesThatSee } from "../../../contract/event-types.ts";
import type { JobLogger, QueueWorker } from "../../../platform/jobs/job-queue.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { enqueuePart, recoveryQueue } from "./store.queue.ts";
import type { Recovery } from "./store.queue.ts";
import { listOverdueDeliveries, recoverPart, requeueDeliveries } from "./store.ts";
import type { OverdueDelivery } from "./store.ts";

/** Events that one transaction of a recovery looks at. */
const eventsPerPart = 500;

const visibilities = eventEntityNames.map((entity) => ({ entity, scopes: scopesThatSee(entity) }));

/**
 * Delivers the first part of a span (again) and leaves a job for the rest, in one transaction: so a span is walked once, in order,
 * however often its workers die. Running the same part twice makes no difference.
 */
export async function recoverEvents(database: UnitOfWork["database"], recovery: Recovery): Promise<void> {
  const { organizationId, subscriptionId, afterNumber, untilNumber } = recovery;
  await database.withTenantTransaction(organizationId, async (transaction) => {
    const part = { afterNumber, untilNumber, limit: eventsPerPart };
    const last = await recoverPart({ organizationId, transaction }, subscriptionId, part, visibilities);
    if (last !== null) await enqueuePart(transaction, { ...recovery, afterNumber: last });
  });
}

/** A span is walked in parts, one at each look: so the queue never gets more at once than is delivered meanwhile. */
const recoveryPollSeconds = 1;

export function createRecoveryWorker(database: UnitOfWork["database"], logger: JobLogger): QueueWorker {
  return {
    queue: recoveryQueue,
    pollSeconds: recoveryPollSeconds,
    execute: (data) =>
      recoverEvents(database, data as Recovery).catch((error: unknown) => {
        logger.error({ error }, "webhook recovery failed; it is tried again");
        throw new Error("the recovery failed");
      }),
  };
}

/** Deliveries are looked for that nobody has taken up for so long: a queue that was emptied, a dump without it. */
const lostMinutes = 15;
/** Each page reads the queue once. */
const overdueAtOnce = 2_000;

/**
 * Enqueues deliveries again whose job got lost. Each has its job, and its next attempt's, by the transaction that makes it due, so
 * this finds something only where somebody else has deleted jobs.
 * @returns how many
 */
export async function requeueLostDeliveries(database: UnitOfWork["database"]): Promise<number> {
  let last: OverdueDelivery | null = null;
  for (let total = 0; ; ) {
    const overdue: OverdueDelivery[] = await listOverdueDeliveries(database, lostMinutes, last, overdueAtOnce);
    const lost = overdue.filter(({ isLost }) => isLost);
    for (const [organizationId, own] of Map.groupBy(lost, (delivery) => delivery.organizationId)) {
      const deliveryIds = own.map(({ deliveryId }) => deliveryId);
      total += await database.withTenantTransaction(organizationId, (transaction) => requeueDeliveries({ organizationId, transaction }, lostMinutes, deliveryIds));
    }
    last = overdue.at(-1) ?? null;
    if (overdue.length < overdueAtOnce) return total;
  }
}
