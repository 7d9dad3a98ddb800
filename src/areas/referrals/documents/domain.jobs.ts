import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { enqueueIfLost } from "./store.queue.ts";
import { listLostCopies } from "./store.ts";

/** A job counts as lost after this time: its attempts were used up by kills, or a dump without the queue was restored. */
const lostMinutes = 15;
const batch = 200;

/**
 * Enqueues the copies again whose job was lost, in all organizations.
 *
 * @returns how many
 */
export async function enqueueLostCopies(database: UnitOfWork["database"]): Promise<number> {
  let enqueued = 0;
  for (let afterId = ""; ;) {
    const lost = await listLostCopies(database.withoutTenant, { lostMinutes, afterId, batch });
    for (const { organizationId, id } of lost) {
      const isEnqueued = await database.withTenantTransaction(organizationId, (transaction) =>
        enqueueIfLost({ organizationId, transaction }, id),
      );
      if (isEnqueued) enqueued += 1;
    }
    afterId = lost.at(-1)?.id ?? "";
    if (lost.length < batch) return enqueued;
  }
}
