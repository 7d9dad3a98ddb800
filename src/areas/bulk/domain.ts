import { AppError, invalidState, notFound, unauthorizedMessage } from "../../contract/errors/error-codes.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { staleRevision } from "../../contract/revision.ts";
import { createId } from "../../platform/database/ids.ts";
import { smallNumberPosition, readPageBy } from "../../platform/database/lists/cursor.ts";
import { commonSorts, listRecords } from "../../platform/database/lists/sorted-list.ts";
import type { Route, RouteTable } from "../../rpc/call/route.ts";
import { mapInTurns } from "../../platform/event-loop-turn.ts";
import { diffRecords, recordEvent, type Context } from "../../rpc/context.ts";
import { describeActor, type IntegrationKeyPrincipal } from "../../rpc/principal.ts";
import { encryptRequest, findRoutes } from "./domain.items.ts";
import {
  BulkJob,
  BulkResult,
  maxOpenJobs,
  type BulkJobFilter,
  type BulkResultFilter,
  type NewBulkJob,
} from "./schema.ts";
import {
  countOpenJobs,
  findJob,
  insertItems,
  insertJob,
  listResults,
  lockJobForUpdate,
  lockQueue,
  selectJobs,
  skipPending,
  updateEnded,
  type JobRow,
  type NewItem,
} from "./store.ts";
import { enqueueNext } from "./store.queue.ts";

/** Items that a statement inserts at most: PostgreSQL takes 65,535 values. */
const itemsOfStatement = 500;
/** Retry-After while too many jobs are open. */
const retrySeconds = 30;

export function describeJob(row: JobRow): BulkJob {
  return BulkJob.parse({ ...row, pending: row.total - row.succeeded - row.failed - row.skipped });
}

/**
 * Jobs belong to keys: members have none.
 *
 * @throws NOT_FOUND
 */
function getCallingKey({ principal }: Context): IntegrationKeyPrincipal {
  if (principal.kind !== "integration_key") throw notFound("Bulk job");
  return principal;
}

/** @param before null for a creation */
function recordJobEvent(context: Context, eventType: EventType, before: JobRow | null, after: JobRow): BulkJob {
  const payload = describeJob(after);
  const diff = before === null ? {} : diffRecords(describeJob(before), payload);
  recordEvent(context, {
    eventType,
    entityId: after.id,
    payload,
    diff,
    relatedIds: [{ entity: "bulk_job", id: after.id }],
  });
  return payload;
}

/**
 * Creates a job that waits for its turn.
 *
 * @throws VALIDATION_FAILED for what cannot be an item; RATE_LIMITED while too many jobs are open
 */
export async function createBulkJob(
  context: Context,
  routes: RouteTable,
  { items, name, onError }: NewBulkJob,
): Promise<BulkJob> {
  const key = getCallingKey(context);
  const found = await findRoutes(routes, items);
  // Before the work, and again behind the lock, under which the items are not written: others would wait for them.
  assertFewOpen(await countOpenJobs(context));
  const id = createId("bulkJob");
  const { keyId, keyPrefix } = key;
  const row = await insertJob(context, {
    id,
    keyId,
    keyPrefix,
    address: context.clientIp ?? "",
    name: name ?? null,
    onError,
    total: items.length,
    createdBy: describeActor(key),
  });
  for (let first = 0; first < items.length; first += itemsOfStatement) {
    const part = items.slice(first, first + itemsOfStatement);
    await insertItems(context, id, await encryptItems(context, { jobId: id, first, found }, part));
  }
  await lockQueue(context);
  assertFewOpen((await countOpenJobs(context)) - 1);
  await enqueueNext(context);
  return recordJobEvent(context, "bulk_job.created", null, row);
}

/** @throws RATE_LIMITED */
function assertFewOpen(openJobs: number): void {
  if (openJobs < maxOpenJobs) return;
  const message = `The organization has ${maxOpenJobs} queued or running bulk jobs. Wait until one ends, or cancel one`;
  throw new AppError("RATE_LIMITED", message, {
    headers: { "Retry-After": String(retrySeconds) },
    errorReason: "too_many_concurrent",
  });
}

/**
 * The rows of a part of a job's items. Encryption is slow: 500 take 40 ms.
 *
 * @param place the index of the first, and the operations of all
 */
function encryptItems(
  { organizationId, installationKeys }: Context,
  { jobId, first, found }: { jobId: string; first: number; found: readonly Route[] },
  part: NewBulkJob["items"],
): Promise<NewItem[]> {
  return mapInTurns([...part.entries()], ([offset, item]) => {
    const index = first + offset;
    return {
      index,
      idempotencyKey: item.idempotencyKey,
      operation: found[index]?.declaration.name ?? "",
      path: found[index]?.declaration.meta.path ?? "",
      request: encryptRequest(installationKeys, { organizationId, jobId, index }, item),
    };
  });
}

/**
 * A page of the bulk jobs of the calling key.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listBulkJobs(
  context: Context,
  { status, ...page }: BulkJobFilter,
): Promise<{ bulkJobs: BulkJob[]; nextCursor: string | null }> {
  const { keyId } = getCallingKey(context);
  const list = { name: `bulk jobs ${keyId}`, alias: "j", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, page, (sorted) =>
    selectJobs(context, keyId, status, sorted),
  );
  return { bulkJobs: rows.map(describeJob), nextCursor };
}

/** @throws NOT_FOUND, also for a job of another key */
async function getJob(context: Context, jobId: string): Promise<JobRow> {
  const row = await findJob(context, getCallingKey(context).keyId, jobId);
  if (row === undefined) throw notFound("Bulk job");
  return row;
}

/** @throws NOT_FOUND */
export async function getBulkJob(context: Context, jobId: string): Promise<BulkJob> {
  return describeJob(await getJob(context, jobId));
}

/** @throws NOT_FOUND; VALIDATION_FAILED for an invalid cursor */
export async function listBulkResults(
  context: Context,
  jobId: string,
  { status, ...page }: BulkResultFilter,
): Promise<{ results: BulkResult[]; nextCursor: string | null }> {
  await getJob(context, jobId);
  const list = { organizationId: context.organizationId, name: `bulk results ${jobId}`, position: smallNumberPosition };
  const { rows, nextCursor } = await readPageBy(
    list,
    page,
    (range) => listResults(context, jobId, status, range),
    ({ index }) => index,
  );
  return { results: rows.map((row) => BulkResult.parse(row)), nextCursor };
}

export function isOpen({ status }: Pick<JobRow, "status">): boolean {
  return status === "queued" || status === "running";
}

/**
 * Cancels an open job after its item under way.
 *
 * @throws NOT_FOUND, STALE_REVISION; INVALID_STATE_TRANSITION if it has ended
 */
export async function cancelBulkJob(context: Context, jobId: string): Promise<BulkJob> {
  await getJob(context, jobId);
  const before = await lockJobForUpdate(context, jobId);
  if (before === undefined) throw notFound("Bulk job");
  if (!isOpen(before))
    throw invalidState(`The job is ${before.status}; only queued and running jobs can be cancelled`, {
      detail: before.status,
    });
  return endLocked(context, before, "cancelled");
}

export type EndReason = NonNullable<BulkJob["statusReason"]>;

/**
 * Ends a job that the caller has locked: what is pending is skipped, and the next one gets its turn.
 *
 * @throws STALE_REVISION
 */
export async function endLocked(context: Context, before: JobRow, reason: EndReason | null): Promise<BulkJob> {
  const isUnauthorized = reason === "key_ended";
  const skipped = await skipPending(
    context,
    before.id,
    isUnauthorized ? "UNAUTHORIZED" : null,
    isUnauthorized ? unauthorizedMessage : null,
  );
  const status = reason === "cancelled" ? reason : chooseStatus(before, skipped);
  const after = await updateEnded(context, before.id, { status, statusReason: reason, skipped });
  if (after === undefined) throw staleRevision("bulk job");
  await enqueueNext(context);
  return recordJobEvent(context, `bulk_job.${status}`, before, after);
}

function chooseStatus({ succeeded, failed }: JobRow, skipped: number) {
  if (succeeded === 0) return "failed" as const;
  return failed + skipped === 0 ? ("completed" as const) : ("completed_with_errors" as const);
}
