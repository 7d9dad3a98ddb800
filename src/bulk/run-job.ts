import { setTimeout as delay } from "node:timers/promises";
import type { AppError } from "../contract/errors/error-codes.ts";
import type { Tier } from "../contract/tiers.ts";
import type { QueueWorker } from "../platform/jobs/job-queue.ts";
import type { ExecutionTools } from "../rpc/call/execute-operation.ts";
import { toRejection } from "../rpc/call/rejection.ts";
import { buildRouteTable } from "../rpc/call/route.ts";
import { findLiveKey } from "../rpc/call/store.live-key.ts";
import type { Declaration } from "../rpc/declarations.ts";
import { absentKey, type IntegrationKeyPrincipal } from "../rpc/principal.ts";
import { runSystemAction, type DeclaredAction } from "../rpc/unit-of-work.ts";
import { endLocked, isOpen, type EndReason } from "../areas/bulk/domain.ts";
import { lockJobForUpdate, type JobRow } from "../areas/bulk/store.ts";
import { executeBatch, maxShared, sharedMilliseconds, type Batch, type BatchOutcome } from "./execute-batch.ts";
import { describeRejected, type ItemTools } from "./execute-item.ts";
import { bulkQueue, enqueueNext, type BulkReference } from "../areas/bulk/store.queue.ts";
import {
  beginAttempt,
  countRunning,
  deleteJob,
  endItems,
  findOpenJob,
  findPending,
  listDueJobs,
  lockPendingForUpdate,
  lockRunningJobForUpdate,
  type PendingItem,
} from "./store.ts";

export interface BulkSettings {
  /** What is waited before each further attempt at an item whose failure may pass; by default 1, 2, 4, 8 and 16 seconds. */
  retryMilliseconds: readonly number[];
  sensitivePerSecond: number;
  /** After how many milliseconds no other item begins in a transaction; by default {@link sharedMilliseconds}. */
  sharedMilliseconds: number;
}

export interface BulkTools extends Omit<ItemTools, "routes"> {
  declarations: readonly Declaration[];
  itemsPerSecond: number;
  stopping: AbortSignal;
  settings?: Partial<BulkSettings>;
}

/** As often may workers begin with a job before one of its items ends: it may be what they die of. */
const maxAttempts = 20;
/** For so long items are executed at once at most, of a pace that allows more than one. */
const momentMilliseconds = 100;
/** How long a worker waits for another one that executes items of the job. */
const otherMilliseconds = 50;
const retryMilliseconds = [1_000, 2_000, 4_000, 8_000, 16_000];
const action: DeclaredAction = {
  name: "bulk.end",
  canRecordEvent: ["bulk_job.completed", "bulk_job.completed_with_errors", "bulk_job.failed"],
};

/**
 * Executes a job's items one after the other, as many in one transaction as the pace allows. After a crash another
 * worker goes on: an item is pending with nothing done, or ended with everything.
 */
export function createBulkHandler(given: BulkTools): (job: BulkReference, expiry: AbortSignal) => Promise<void> {
  const { declarations } = given;
  const tools: Tools = {
    ...given,
    routes: buildRouteTable(declarations),
    tiers: new Map(declarations.map(({ name, meta }) => [name, meta.tier])),
  };
  return async (reference, expiry) => {
    const stop = AbortSignal.any([tools.stopping, expiry]);
    try {
      await runJob(tools, reference, stop);
    } catch (error) {
      // The queue stores the message.
      if (stop.aborted) throw new Error("the worker stops", { cause: error });
      tools.logger.error({ error, jobId: reference.jobId }, "a bulk job was interrupted");
      throw new Error("the bulk job was interrupted; retrying", { cause: error });
    }
  };
}

interface Tools extends BulkTools, ItemTools {
  /** Of each operation. */
  tiers: ReadonlyMap<string, Tier>;
}

async function runJob(tools: Tools, reference: BulkReference, stop: AbortSignal): Promise<void> {
  const begun = await beginJob(tools, reference);
  if (begun === null) return;
  let alone = begun.isAgain ? maxShared : 0;
  const tries = createTries(tools.settings);
  let last = performance.now();
  for (;;) {
    const next = await readNext(tools, reference);
    if (next === null) return;
    const { key, items } = next;
    const [first] = items;
    if (first === undefined || key === null || isStopped(next)) return endJob(tools, reference, findReason(next));
    const { count, paceMilliseconds } = chooseItems(tools, next, alone > 0 ? 1 : maxShared);
    await pause(last + paceMilliseconds - performance.now(), stop);
    last = performance.now();
    const batch = { ...reference, key, count, milliseconds: tools.settings?.sharedMilliseconds ?? sharedMilliseconds };
    const outcome = await executeNext(tools, batch, first);
    const { ended, rejection } = outcome;
    alone = Math.max(alone - ended, outcome.alone);
    // Another worker has the job, or the key has changed.
    if (ended + alone === 0 && rejection === null) await pause(otherMilliseconds, stop);
    if (rejection === null) continue;
    const wait = tries.add(first);
    if (wait === undefined) await failItem(tools, reference, first, rejection);
    else await pause(wait, stop);
  }
}

/** Counts how often an item ran alone without ending. */
function createTries({ retryMilliseconds: waits = retryMilliseconds }: Partial<BulkSettings> = {}) {
  let tries = { index: -1, count: 0 };
  return {
    /** @returns what is waited before the next time; undefined after the last */
    add({ index }: PendingItem): number | undefined {
      tries = { index, count: tries.index === index ? tries.count + 1 : 1 };
      return waits[tries.count - 1];
    },
  };
}

const isStopped = ({ job }: Next) => job.onError === "stop" && job.failed > 0;

/** Why a job ends; null after its last item. */
function findReason(next: Next): EndReason | null {
  if (next.items.length === 0) return null;
  return isStopped(next) ? "stopped_on_error" : "key_ended";
}

/** As `executeBatch`: what commits nothing is a reason to execute the items one by one, and then the item's own. */
function executeNext(tools: Tools, batch: Batch, { index, operation }: PendingItem): Promise<BatchOutcome> {
  return executeBatch(tools, batch).catch((error: unknown) => {
    const fields = { requestId: `${batch.jobId}.${index}`, operation };
    if (batch.count === 1) return { ended: 0, alone: 0, rejection: toRejection(tools.logger, fields, error) };
    tools.logger.warn({ ...fields, error }, "items of a bulk job run one by one");
    return { ended: 0, alone: batch.count, rejection: null };
  });
}

/**
 * How many of the next items run together: as many as the pace allows in a moment, at least one.
 *
 * @returns and after how many milliseconds since those before them
 */
function chooseItems(
  tools: Tools,
  { items, running }: Next,
  limit: number,
): { count: number; paceMilliseconds: number } {
  let count = 0;
  let paceMilliseconds = 0;
  for (const { operation } of items.slice(0, limit)) {
    const interval = running * intervalOf(tools, operation);
    if (count > 0 && paceMilliseconds + interval > momentMilliseconds) break;
    count += 1;
    paceMilliseconds += interval;
  }
  return { count, paceMilliseconds };
}

/** Writes why an item failed, unless it has ended meanwhile. */
function failItem(
  { execution: { database } }: Tools,
  { organizationId, jobId }: BulkReference,
  { index }: PendingItem,
  rejection: AppError,
): Promise<void> {
  return database.withTenantTransaction(organizationId, async (transaction) => {
    const context = { organizationId, transaction };
    if ((await lockRunningJobForUpdate(context, jobId)) === undefined) return;
    const [item] = await lockPendingForUpdate(context, jobId, 1);
    if (item?.index === index) await endItems(context, jobId, [{ index, ...describeRejected(rejection) }]);
  });
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(Math.max(0, milliseconds), undefined, { signal });
}

/** Milliseconds between two items of an organization. */
function intervalOf({ itemsPerSecond, settings, tiers }: Tools, operation: string): number {
  return (
    1_000 /
    (tiers.get(operation) === "sensitive"
      ? Math.min(itemsPerSecond, settings?.sensitivePerSecond ?? 1)
      : itemsPerSecond)
  );
}

interface Next {
  job: JobRow;
  /** The first that have not ended. */
  items: PendingItem[];
  /** Null unless it is live. */
  key: IntegrationKeyPrincipal | null;
  /** How many jobs share the pace of the organization. */
  running: number;
}

function readNext(
  { execution: { database } }: BulkTools,
  { organizationId, jobId }: BulkReference,
): Promise<Next | null> {
  return database.withTenantReads(organizationId, async (transaction) => {
    const context = { organizationId, transaction };
    const job = await findOpenJob(context, jobId);
    if (job === undefined) return null;
    const [items, key, running] = await Promise.all([
      findPending(context, jobId, maxShared),
      findLiveKey(context, job.keyId),
      countRunning(context),
    ]);
    return { job, items, key, running: Math.max(1, running) };
  });
}

/**
 * @returns null if the job has no items to execute; otherwise whether a worker has begun with it since the last of its
 *   items ended: it may have died of one of the next
 */
async function beginJob(tools: BulkTools, reference: BulkReference): Promise<{ isAgain: boolean } | null> {
  const { organizationId, jobId } = reference;
  const attempts = await tools.execution.database.withTenantTransaction(organizationId, async (transaction) => {
    const context = { organizationId, transaction };
    const job = await lockJobForUpdate(context, jobId);
    if (job === undefined || !isOpen(job)) return null;
    await beginAttempt(context, jobId);
    return job.attempts;
  });
  if (attempts === null) return null;
  if (attempts < maxAttempts) return { isAgain: attempts > 0 };
  await endJob(tools, reference, "attempts_exhausted");
  return null;
}

/** Ends the job in its key's name. */
async function endJob(
  { execution: { database } }: BulkTools,
  { organizationId, jobId }: BulkReference,
  reason: EndReason | null,
): Promise<void> {
  const row = await database.withTenantReads(organizationId, (transaction) =>
    findOpenJob({ organizationId, transaction }, jobId),
  );
  if (row === undefined) return;
  await runSystemAction(
    { database, principal: keyOf(row), requestId: jobId, clientIp: row.address, action },
    async (context) => {
      const before = await lockJobForUpdate(context, jobId);
      if (before === undefined || !isOpen(before)) return false;
      await endLocked(context, before, reason);
      return true;
    },
  );
}

function keyOf({ organizationId, keyId, createdBy }: JobRow): IntegrationKeyPrincipal {
  return absentKey(organizationId, { id: keyId, name: (createdBy as { name: string }).name }, null);
}

const batch = 1_000;

/**
 * Enqueues open jobs that lost their place in the queue, and deletes those whose time is over.
 *
 * @returns how many were deleted
 */
export async function maintainBulkJobs(database: ExecutionTools["database"]): Promise<number> {
  const due = await listDueJobs(database.withoutTenant, batch);
  let deleted = 0;
  for (const { organizationId, id } of due) {
    await database.withTenantTransaction(organizationId, async (transaction) => {
      const context = { organizationId, transaction };
      if (id === null) await enqueueNext(context);
      else await deleteJob(context, id);
    });
    if (id !== null) deleted += 1;
  }
  return deleted;
}

export function createBulkWorker(execute: (job: BulkReference, expiry: AbortSignal) => Promise<void>): QueueWorker {
  return {
    queue: bulkQueue,
    pollSeconds: 2,
    atOnce: 4,
    execute: (data, { signal }) => execute(data as BulkReference, signal),
  };
}
