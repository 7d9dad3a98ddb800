import type { QueueWorker } from "../../../platform/jobs/job-queue.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import type { DeclaredAction } from "../../../rpc/unit-of-work.ts";
import { relateMessage } from "../messages/domain.ts";
import { lockMessageRowForUpdate, updateMessageRow } from "../messages/store.ts";
import { isTooLate, checkQueued } from "./domain.claiming.ts";
import { outcomeEvents, recordBlock, recordFailure } from "./domain.outcomes.ts";
import { deliverText, type DeliveryTools } from "./domain.texts.ts";
import { enqueueMessage, listWithJob, messageQueue, type MessageJob } from "./store.queue.ts";
import { listDueMessages, listStuckMessages } from "./store.ts";

/** Sends texts: of each number of a firm one after the other. */
export const createMessageWorker = (tools: DeliveryTools): QueueWorker => ({
  queue: messageQueue,
  pollSeconds: 1,
  atOnce: 8,
  atOncePerGroup: 1,
  execute: (data, { signal }) => deliverText(tools, data as MessageJob, signal),
});

const releasing: DeclaredAction = { name: "messages.release", canRecordEvent: outcomeEvents };

/**
 * Hands over scheduled messages whose time has come, in all organizations, each in its own transaction.
 *
 * @returns how many were handed over, put off or ended here
 * @throws the first failure, after all others were tried
 */
export const sendScheduledMessages = (database: DeliveryTools["database"]): Promise<number> =>
  runDueActions(database, releasing, (batch) => listDueMessages(database, batch), releaseMessage);

/** Decides again, with the message locked: it may have been canceled, and the person may have opted out. */
async function releaseMessage(context: Context, id: string): Promise<boolean> {
  const row = await lockMessageRowForUpdate(context, id);
  if (row?.status !== "scheduled" || row.sendAt === null || Date.parse(row.sendAt) > Date.now()) return false;
  if (isTooLate(row)) {
    await recordFailure(context, row, "too_late");
    return true;
  }
  const verdict = await checkQueued(context, row, false);
  if (verdict.block !== null) {
    await recordBlock(context, row, verdict.block);
    return true;
  }
  if (verdict.deferral !== null) {
    await updateMessageRow(context, id, {
      sendAt: verdict.sendAt.toISOString(),
      deferral: JSON.stringify(verdict.deferral),
    });
  } else {
    await updateMessageRow(context, id, { status: "queued", queuedAt: new Date().toISOString() });
    await enqueueMessage(context, { id });
  }
  recordAuditEntry(context, { entity: "message", id }, relateMessage(row));
  return true;
}

/** The jobs of so many messages are looked for in one pass over the queues, which have no index of them (0228). */
const stuckBatch = 1_000;

/**
 * Enqueues queued messages again whose job was lost: the queue was emptied, or a dump without it restored. A second job
 * of a message does nothing: its row says what has become of it.
 *
 * @returns how many
 */
export async function requeueLostMessages(database: DeliveryTools["database"]): Promise<number> {
  let enqueued = 0;
  for (let after = ""; ;) {
    const stuck = await listStuckMessages(database, after, stuckBatch);
    const waiting = await listWithJob(
      database,
      stuck.map(({ id }) => id),
    );
    for (const { organizationId, id } of stuck.filter((message) => !waiting.has(message.id))) {
      await database.withTenantTransaction(organizationId, (transaction) =>
        enqueueMessage({ organizationId, transaction }, { id }),
      );
      enqueued += 1;
    }
    after = stuck.at(-1)?.id ?? "";
    if (stuck.length < stuckBatch) return enqueued;
  }
}
