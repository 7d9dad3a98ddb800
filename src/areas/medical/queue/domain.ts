import type * as z from "zod";
import { AppError, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { recordEvent, recordAuditEntry, withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { relateCase, lockCaseForShare } from "../../cases/domain.ts";
import { recordRequestEvent, describeRequest, readRequest, relateRequest } from "../requests/domain.ts";
import {
  enterStatus,
  lockNamedAuthorizationForShare,
  lockAuthorizationsForShare,
  validateEntry,
  type Authorization,
} from "../requests/domain.transitions.ts";
import type { Acknowledgment, Lease, LeaseRequest, QueuePeek, QueueResult } from "./schema.ts";
import { findRequestHeads, findRetrievalRequests } from "../requests/store.ts";
import {
  countQueue,
  leaseRows,
  listAvailableIds,
  lockRequestsToAcknowledgeForUpdate,
  type RequestToAcknowledge,
} from "./store.ts";
import { changeRow } from "../store.rows.ts";

/** Audit entry for a call that showed no record. */
function noteVisit(context: Context): void {
  recordAuditEntry(context, { entity: "organization", id: context.organizationId }, []);
}

/**
 * Leases queued requests to the caller. A request that is not acknowledged within the lease is queued again.
 *
 * @returns an empty list when the queue is empty
 */
export async function leaseRequests(
  context: Context,
  input: LeaseRequest,
): Promise<{ leases: z.infer<typeof Lease>[] }> {
  const leased = new Map((await leaseRows(context, input)).map((row) => [row.id, row]));
  const rows = await findRetrievalRequests(context, [...leased.keys()]);
  if (rows.length === 0) noteVisit(context);
  const inOrder = rows.toSorted((left, right) =>
    compare([left.priority, left.statusChangedAt, left.id], [right.priority, right.statusChangedAt, right.id]),
  );
  const leases = inOrder.map((row) => {
    const retrievalRequest = describeRequest(row);
    const { leaseToken = "", previousLeasedUntil = null } = leased.get(row.id) ?? {};
    const diff = { leasedUntil: { from: previousLeasedUntil, to: row.leasedUntil } };
    recordEvent(context, {
      eventType: "retrieval_request.leased",
      entityId: row.id,
      payload: retrievalRequest,
      diff,
      relatedIds: relateRequest(row),
    });
    return { leaseToken, leasedUntil: row.leasedUntil ?? "", retrievalRequest };
  });
  return { leases };
}

/** Compares as the queue is sorted: the strings one after the other, so that `rush` is before `standard`. */
function compare(left: readonly string[], right: readonly string[]): number {
  const differing = left.findIndex((value, index) => value !== right[index]);
  if (differing === -1) return 0;
  return (left[differing] ?? "") < (right[differing] ?? "") ? -1 : 1;
}

/** Shows the queue's length and its next requests without leasing them; each shown one gets an audit entry. */
export async function peekQueue(
  context: Context,
  { vendorId, limit }: { vendorId?: string | undefined; limit: number },
): Promise<z.infer<typeof QueuePeek>> {
  const counts = await countQueue(context, vendorId);
  const rows = await findRetrievalRequests(context, await listAvailableIds(context, vendorId, limit), "list");
  for (const row of rows)
    recordAuditEntry(context, { entity: "retrieval_request", id: row.id }, relateCase(row.caseId, row.clientId));
  if (rows.length === 0) noteVisit(context);
  return { ...counts, retrievalRequests: rows.map(describeRequest) };
}

interface LockedRequest {
  row: RequestToAcknowledge;
  authorization: Authorization | undefined;
  /** Why its case is read-only; undefined if it is not. */
  rejection: AppError | undefined;
}

/** Locks requests FOR UPDATE in the order case, authorization, request, each by ID. */
async function lockRequestsWithCasesForUpdate(
  context: Context,
  requestIds: readonly string[],
): Promise<Map<string, LockedRequest>> {
  const heads = await findRequestHeads(context, requestIds);
  const rejections = new Map<string, AppError | undefined>();
  for (const caseId of new Set(heads.map((head) => head.caseId).toSorted()))
    rejections.set(caseId, await catchRejection(() => lockCaseForShare(context, caseId)));
  const authorizations = await lockAuthorizationsForShare(context, heads);
  const locked = new Map<string, LockedRequest>();
  for (const row of await lockRequestsToAcknowledgeForUpdate(
    context,
    heads.map(({ id }) => id),
  )) {
    locked.set(row.id, {
      row,
      authorization: await lockNamedAuthorizationForShare(context, authorizations, row),
      rejection: rejections.get(row.caseId),
    });
  }
  return locked;
}

/** Why it cannot be done; undefined if it can. */
async function catchRejection(check: () => unknown): Promise<AppError | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Acknowledges leased requests one by one; a rejected item changes nothing and does not fail the others. */
export async function acknowledgeRequests(
  context: Context,
  items: readonly Acknowledgment[],
): Promise<{ results: QueueResult[] }> {
  const locked = await lockRequestsWithCasesForUpdate(context, [...new Set(items.map(({ requestId }) => requestId))]);
  const results: QueueResult[] = [];
  for (const [index, item] of items.entries()) {
    const { requestId } = item;
    const request = locked.get(requestId);
    const rejection =
      request === undefined
        ? notFound("Retrieval request")
        : await catchRejection(() => validateAcknowledgment(request, item));
    if (request === undefined || rejection !== undefined) {
      const code = rejection?.code === "NOT_FOUND" ? "NOT_FOUND" : "INVALID_STATE_TRANSITION";
      results.push({
        index,
        requestId,
        status: "failed",
        requestStatus: null,
        code,
        error: rejection?.message ?? null,
      });
      continue;
    }
    // Validated before the first write: an error from here on rolls back the whole request.
    const requestStatus = await acknowledgeOne(context, request, item);
    // The lease has ended: a second item for the same request is rejected.
    locked.set(requestId, { ...request, row: { ...request.row, isLeased: false } });
    results.push({ index, requestId, status: "succeeded", requestStatus, code: null, error: null });
  }
  if (context.pending.eventsToRecord.length === 0) noteVisit(context);
  return { results };
}

/** @throws NOT_FOUND for a deleted case; INVALID_STATE_TRANSITION */
function validateAcknowledgment(
  { row, authorization, rejection }: LockedRequest,
  { leaseToken, result }: Acknowledgment,
): void {
  if (rejection !== undefined) throw rejection;
  if (!row.isLeased || row.leaseToken !== leaseToken)
    throw invalidState("The lease was lost or has expired; lease the request again");
  if (result !== "released") validateEntry(row, "submitted", authorization);
}

async function acknowledgeOne(
  context: Context,
  { row, authorization }: LockedRequest,
  { result, vendorReference, reason }: Acknowledgment,
): Promise<QueueResult["requestStatus"]> {
  const given = vendorReference !== undefined && { vendorReference };
  // An item has no If-Match: its lease is checked instead.
  const unconditional = withoutIfMatch(context);
  if (result === "released") {
    const before = await readRequest(context, row.id);
    await changeRow(unconditional, "RetrievalRequest", row.id, { leaseToken: null, leasedUntil: null, ...given });
    const after = await readRequest(context, row.id);
    recordRequestEvent(context, "retrieval_request.updated", before, after);
    return after.status;
  }
  await enterStatus(unconditional, row, { toStatus: "submitted", ...given }, authorization);
  const move = { toStatus: result, ...(reason !== undefined && { reason }) };
  return (await enterStatus(unconditional, { ...row, status: "submitted" }, move, undefined)).status;
}
