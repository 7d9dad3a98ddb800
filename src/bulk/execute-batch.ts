import { isDeepStrictEqual } from "node:util";
import type { JobRow } from "../areas/bulk/store.ts";
import type { BulkReference } from "../areas/bulk/store.queue.ts";
import type { AppError } from "../contract/errors/error-codes.ts";
import { shareTransaction, type SharedTransaction } from "../platform/database/shared-transaction.ts";
import { claimIdempotencyKeys, type Claim } from "../rpc/call/idempotency.ts";
import { lockLiveKeyForShare } from "../rpc/call/store.live-key.ts";
import type { Context } from "../rpc/context.ts";
import type { IntegrationKeyPrincipal } from "../rpc/principal.ts";
import { settleInOrder } from "../rpc/settle-in-order.ts";
import { executeItem, type ItemOutcome, type ItemTools } from "./execute-item.ts";
import { endItems, lockPendingForUpdate, lockRunningJobForUpdate, type ItemRow } from "./store.ts";

/** Items that share a transaction at most: PostgreSQL keeps no more than 64 savepoints of one at hand. */
export const maxShared = 50;
/** Then no other item begins in the transaction: the rows of those before are locked until its end. */
export const sharedMilliseconds = 100;

export interface Batch extends BulkReference {
  /** As it was when the items were chosen. */
  key: IntegrationKeyPrincipal;
  /** How many items at most; one has a transaction of its own. */
  count: number;
  /** After how many milliseconds no other item begins. */
  milliseconds: number;
}

export interface BatchOutcome {
  /** How many items ended. */
  ended: number;
  /** How many of those after them must run alone. */
  alone: number;
  /** Why the one that ran alone did not end; it may pass. */
  rejection: AppError | null;
}

/**
 * Executes the next items of a job in one transaction: their effects and their results commit together, and an item
 * that is rejected rolls back alone. Nothing is done if another worker has the job, or if the key has changed.
 *
 * An item that may succeed later, as one that waits for a row, ends the batch before it.
 *
 * @throws if nothing is committed
 */
export async function executeBatch(tools: ItemTools, batch: Batch): Promise<BatchOutcome> {
  const { organizationId, count } = batch;
  const outcomes: EndedOutcome[] = [];
  const options = { isAlone: count === 1 };
  const left = await shareTransaction(tools.execution.database, organizationId, options, async (shared) => {
    // After a deadlock it runs again.
    outcomes.length = 0;
    const context = { organizationId, transaction: shared.transaction };
    const locked = await lockNextForUpdate(context, batch);
    if (locked === null) return nothingLeft;
    const claims = await claimIdempotencyKeys(
      context,
      batch.key.keyId,
      locked.items.map(({ idempotencyKey }) => idempotencyKey),
    );
    const unended = await executeInTurn(tools, batch, { ...shared, ...locked, claims }, outcomes);
    if (outcomes.length > 0)
      await endItems(
        context,
        locked.job.id,
        outcomes.map(({ index, result }) => ({ index, ...result })),
      );
    return unended;
  });
  for (const outcome of outcomes) outcome.log();
  return { ended: outcomes.length, ...left };
}

type Left = Omit<BatchOutcome, "ended">;
const nothingLeft: Left = { alone: 0, rejection: null };

interface EndedOutcome extends ItemOutcome {
  index: number;
}

type BatchContext = Pick<Context, "organizationId" | "transaction">;

interface Locked {
  job: JobRow;
  items: ItemRow[];
}

/** Null if there is nothing to do with this key. */
async function lockNextForUpdate(context: BatchContext, { jobId, key, count }: Batch): Promise<Locked | null> {
  const [job, live] = await settleInOrder(
    lockRunningJobForUpdate(context, jobId),
    // Locked: after a revocation has committed, nothing is written.
    lockLiveKeyForShare(context, key.keyId),
  );
  if (job === undefined || !isDeepStrictEqual(live, key)) return null;
  // Only then: another worker that has the job holds its items.
  return { job, items: await lockPendingForUpdate(context, jobId, count) };
}

/** @returns what of the items is left for a later batch */
async function executeInTurn(
  tools: ItemTools,
  { key, count, milliseconds }: Batch,
  { job, items, claims, parts }: Locked & SharedTransaction & { claims: ReadonlyMap<string, Claim> },
  outcomes: EndedOutcome[],
): Promise<Left> {
  const inTransaction = { ...tools, execution: { ...tools.execution, database: parts } };
  const isAlone = count === 1;
  const until = performance.now() + milliseconds;
  for (const item of items) {
    if (outcomes.length > 0 && performance.now() > until) break;
    const work = { job, item, key, claim: claims.get(item.idempotencyKey) };
    const outcome = await executeItem(inTransaction, work, { isAlone }).catch((error: unknown) => {
      if (isAlone) throw error;
      return null;
    });
    if (outcome === null) return { alone: 1, rejection: null };
    const { rejection } = outcome;
    if (rejection !== null && isPassing(rejection)) {
      if (!isAlone) return { alone: 1, rejection: null };
      outcome.log();
      return { alone: 0, rejection };
    }
    outcomes.push({ ...outcome, index: item.index });
    if (rejection !== null && job.onError === "stop") break;
  }
  return nothingLeft;
}

/** Whether the same call may succeed later. */
function isPassing({ status, code }: AppError): boolean {
  return status >= 500 || code === "IDEMPOTENCY_IN_PROGRESS";
}
