import { setTimeout as delay } from "node:timers/promises";
import type { AppError } from "../contract/errors/error-codes.ts";
import type { Tier } from "../contract/tiers.ts";
import type { QueueWorker } from "../platform/jobs/job-queue.ts";
import type { ExecutionTools } from "../rpc/call/execute-operation.ts";
import { buildRouteTable } from "../rpc/call/route.ts";
import { findLiveKey } from "../rpc/call/store.live-key.ts";
import type { Declaration } from "../rpc/declarations.ts";
import { absentKey, type IntegrationKeyPrincipal } from "../rpc/principal.ts";
import { runSystemAction, type DeclaredAction } from "../rpc/unit-of-work.ts";
import { endLocked, isOpen, type EndReason } from "../areas/bulk/domain.ts";
import { lockJobForUpdate, type JobRow } from "../areas/bulk/store.ts";
import { executeItem, failItem, type ItemTools, type ItemWork } from "./execute-item.ts";
import { bulkQueue, enqueueNext, type BulkReference } from "../areas/bulk/store.queue.ts";
import { beginAttempt, countRunning, deleteJob, findOpenJob, findPending, listDueJobs } from "./store.ts";

export interface BulkSettings {
  /** What is waited before each further attempt at an item whose failure may pass; by default 1, 2, 4, 8 and 16 seconds. */
  retryMilliseconds: readonly number[];
  sensitivePerSecond: number;
}

export interface BulkTools extends Omit<ItemTools, "routes"> {
  declarations: readonly Declaration[];
  itemsPerSecond: number;
  stopping: AbortSignal;
  settings?: Partial<BulkSettings>;
}

/** As often may workers begin with a job before one of its items ends: it may be what they die of. */
const maxAttempts = 20;
const retryMilliseconds = [1_000, 2_000, 4_000, 8_000, 16_000];
const action: DeclaredAction = {
  name: "bulk.end",
  canRecordEvent: ["bulk_job.completed", "bulk_job.completed_with_errors", "bulk_job.failed"],
};

/**
 * Executes a job's items one after the other. After a crash another worker goes on: an item is pending with nothing
 * done, or ended with everything.
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
  if (!(await beginJob(tools, reference))) return;
  let tries = { index: -1, count: 0 };
  let last = performance.now();
  for (;;) {
    const next = await readNext(tools, reference);
    if (next === null) return;
    const { job, item, key, running } = next;
    if (item === undefined) return endJob(tools, reference, null);
    if (job.onError === "stop" && job.failed > 0) return endJob(tools, reference, "stopped_on_error");
    if (key === null) return endJob(tools, reference, "key_ended");
    await pause(last + running * intervalOf(tools, item.operation) - performance.now(), stop);
    last = performance.now();
    const work: ItemWork = { job, item, key };
    const rejection = await executeItem(tools, work);
    if (rejection === null) continue;
    tries = { index: item.index, count: tries.index === item.index ? tries.count + 1 : 1 };
    const wait = isPassing(rejection)
      ? (tools.settings?.retryMilliseconds ?? retryMilliseconds)[tries.count - 1]
      : undefined;
    if (wait === undefined) await failItem(tools, work, rejection);
    else await pause(wait, stop);
  }
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

/** Whether the same call may succeed later. */
function isPassing({ status, code }: AppError): boolean {
  return status >= 500 || code === "IDEMPOTENCY_IN_PROGRESS";
}

interface Next extends Pick<ItemWork, "job"> {
  item: ItemWork["item"] | undefined;
  /** Null unless it is live. */
  key: IntegrationKeyPrincipal | null;
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
    return {
      job,
      item: await findPending(context, jobId),
      key: await findLiveKey(context, job.keyId),
      running: Math.max(1, await countRunning(context)),
    };
  });
}

/** @returns whether the job has items to execute */
async function beginJob(tools: BulkTools, reference: BulkReference): Promise<boolean> {
  const { organizationId, jobId } = reference;
  const attempts = await tools.execution.database.withTenantTransaction(organizationId, async (transaction) => {
    const context = { organizationId, transaction };
    const job = await lockJobForUpdate(context, jobId);
    if (job === undefined || !isOpen(job)) return null;
    await beginAttempt(context, jobId);
    return job.attempts;
  });
  if (attempts !== null && attempts >= maxAttempts) await endJob(tools, reference, "attempts_exhausted");
  return attempts !== null && attempts < maxAttempts;
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
