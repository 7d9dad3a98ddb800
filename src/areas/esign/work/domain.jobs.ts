import type { QueueWorker } from "../../../platform/jobs/job-queue.ts";
import type { EsignWorkTools } from "./domain.attempts.ts";
import { prepareRequest } from "./domain.preparing.ts";
import { sealRequest } from "./domain.sealing.ts";
import { enqueueIfLost, preparationQueue, sealingQueue, type EsignJob } from "./store.queues.ts";
import { listLostRequests } from "./store.ts";

/** The workers of the two queues. Organizations take turns; two requests are worked on at once. */
export function createEsignWorkers(tools: EsignWorkTools): QueueWorker[] {
  const shared = { pollSeconds: 1, atOnce: 2, atOncePerGroup: 1 };
  return [
    { ...shared, queue: preparationQueue, execute: (data) => prepareRequest(tools, data as EsignJob) },
    { ...shared, queue: sealingQueue, execute: (data) => sealRequest(tools, data as EsignJob) },
  ];
}

/** A job counts as lost after this time: the queue was emptied, or a dump without it restored. */
const lostMinutes = 15;
const batch = 200;

/**
 * Enqueues the work of requests again whose job was lost.
 *
 * @returns how many
 */
export async function enqueueLostRequests(database: EsignWorkTools["database"]): Promise<number> {
  let enqueued = 0;
  for (let after = ""; ;) {
    const lost = await listLostRequests(database.withoutTenant, lostMinutes, after, batch);
    for (const { organizationId, id: requestId, status } of lost) {
      const isEnqueued = await database.withTenantTransaction(organizationId, (transaction) =>
        enqueueIfLost({ organizationId, transaction }, { requestId, status }),
      );
      if (isEnqueued) enqueued += 1;
    }
    after = lost.at(-1)?.id ?? "";
    if (lost.length < batch) return enqueued;
  }
}
