import type * as z from "zod";
import { AppError, notFound } from "../../../contract/error-codes.ts";
import { recordEvent, recordAuditEntry } from "../../../rpc/context.ts";
import type { Context } from "../../../rpc/context.ts";
import { relateCase, lockCaseForShare } from "../../cases/domain.ts";
import { recordRequestEvent, describeRequest, readRequest, relateRequest } from "../requests/domain.ts";
import { enterStatus, findLocked, lockAuthorizationsForShare, validateEntry } from "../requests/domain.transitions.ts";
import type { Authorization } from "../requests/domain.transitions.ts";
import type { Lease, LeaseRequest, QueueAnswer, QueuePeek, QueueResult } from "./schema.ts";
import { findRequestHeads, findRetrievalRequests } from "../requests/store.ts";
import { countQueue, leaseRows, listWaitingIds, lockAnswered } from "./store.ts";
import type { AnsweredRow } from "./store.ts";
import { changeRow } from "../store.rows.ts";

/** Nothing of a record was seen or done: that somebody came stands in the audit log. */
function noteVisit(context: Context): void {
  recordAuditEntry(context, { entity: "organization", id: context.organizationId }, []);
}

/**
 * Hands out what waits in the queue, each to one caller alone for so many seconds; what is not answered for by then waits again.
 * Nothing where nothing waits.
 */
export async function leaseRequests(context: Context, asked: LeaseRequest): Promise<{ leases: z.infer<typeof Lease>[] }> {
  const leased = new Map((await leaseRows(context, asked)).map((row) => [row.id, row]));
  const rows = await findRetrievalRequests(context, [...leased.keys()]);
  if (rows.length === 0) noteVisit(context);
  const inOrder = rows.toSorted((left, right) => compare([left.priority, left.statusChangedAt, left.id], [right.priority, right.statusChangedAt, right.id]));
  const leases = inOrder.map((row) => {
    const retrievalRequest = describeRequest(row);
    const { leaseToken = "", before = null } = leased.get(row.id) ?? {};
    const diff = { leasedUntil: { from: before, to: row.leasedUntil } };
    recordEvent(context, { eventType: "retrieval_request.leased", entityId: row.id, payload: retrievalRequest, diff, relatedIds: relateRequest(row) });
    return { leaseToken, leasedUntil: row.leasedUntil ?? "", retrievalRequest };
  });
  return { leases };
}

function compare(left: readonly string[], right: readonly string[]): number {
  const differing = left.findIndex((value, index) => value !== right[index]);
  if (differing === -1) return 0;
  return (left[differing] ?? "") < (right[differing] ?? "") ? -1 : 1;
}

/** How much waits, and what would be handed out next. Nothing is taken; what is shown is noted for the audit log. */
export async function peekQueue(context: Context, { vendorId, limit }: { vendorId?: string | undefined; limit: number }): Promise<z.infer<typeof QueuePeek>> {
  const counts = await countQueue(context, vendorId);
  const rows = await findRetrievalRequests(context, await listWaitingIds(context, vendorId, limit), "list");
  for (const row of rows) recordAuditEntry(context, { entity: "retrieval_request", id: row.id }, relateCase(row.caseId, row.clientId));
  if (rows.length === 0) noteVisit(context);
  return { ...counts, retrievalRequests: rows.map(describeRequest) };
}

/** A request that is answered for, as it is checked. */
interface Answered {
  row: AnsweredRow;
  authorization: Authorization | undefined;
  /** Why nothing may be written to its case; undefined where it may. */
  rejection: AppError | undefined;
}

/** What is answered for, held to the end of the transaction in the order case, authorization, request; by the requests' ids. */
async function requireAnsweredForUpdate(context: Context, requestIds: readonly string[]): Promise<Map<string, Answered>> {
  const heads = await findRequestHeads(context, requestIds);
  const rejections = new Map<string, AppError | undefined>();
  for (const caseId of new Set(heads.map((head) => head.caseId).toSorted())) rejections.set(caseId, await catchRejection(() => lockCaseForShare(context, caseId)));
  const authorizations = await lockAuthorizationsForShare(context, heads);
  const answered = new Map<string, Answered>();
  for (const row of await lockAnswered(context, requestIds)) {
    answered.set(row.id, { row, authorization: await findLocked(context, authorizations, row), rejection: rejections.get(row.caseId) });
  }
  return answered;
}

/** Why it cannot be done; undefined where it can. */
async function catchRejection(check: () => unknown): Promise<AppError | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Answers for what was taken: each by itself; one that is rejected changes nothing, and keeps none of the others back. */
export async function answerQueue(context: Context, items: readonly QueueAnswer[]): Promise<{ results: QueueResult[] }> {
  const held = await requireAnsweredForUpdate(context, [...new Set(items.map(({ requestId }) => requestId))]);
  const results: QueueResult[] = [];
  for (const [index, item] of items.entries()) {
    const { requestId } = item;
    const answered = held.get(requestId);
    const rejection = answered === undefined ? notFound("Retrieval request") : await catchRejection(() => validateAnswer(answered, item));
    if (answered === undefined || rejection !== undefined) {
      const code = rejection?.code === "NOT_FOUND" ? "NOT_FOUND" : "INVALID_STATE_TRANSITION";
      results.push({ index, requestId, status: "failed", requestStatus: null, code, error: rejection?.message ?? null });
      continue;
    }
    // Checked before the first write: what throws from here on takes all of it back.
    const requestStatus = await answerItem(context, answered, item);
    // Its lease is over: a second answer for it in the same breath is one too many.
    held.set(requestId, { ...answered, row: { ...answered.row, isLeased: false } });
    results.push({ index, requestId, status: "succeeded", requestStatus, code: null, error: null });
  }
  if (context.pending.eventsToRecord.length === 0) noteVisit(context);
  return { results };
}

/** @throws NOT_FOUND for a deleted case; INVALID_STATE_TRANSITION */
function validateAnswer({ row, authorization, rejection }: Answered, { leaseToken, result }: QueueAnswer): void {
  if (rejection !== undefined) throw rejection;
  if (!row.isLeased || row.leaseToken !== leaseToken) throw new AppError("INVALID_STATE_TRANSITION", "The lease was lost or has expired; lease the request again");
  if (result !== "released") validateEntry(row, "submitted", authorization);
}

async function answerItem(context: Context, { row, authorization }: Answered, { result, vendorReference, reason }: QueueAnswer): Promise<QueueResult["requestStatus"]> {
  const given = vendorReference !== undefined && { vendorReference };
  if (result === "released") {
    const before = await readRequest(context, row.id);
    await changeRow(context, "RetrievalRequest", row.id, { leaseToken: null, leasedUntil: null, ...given }, null);
    const after = await readRequest(context, row.id);
    recordRequestEvent(context, "retrieval_request.updated", before, after);
    return after.status;
  }
  await enterStatus(context, row, { toStatus: "submitted", ...given }, authorization, null);
  const move = { toStatus: result, ...(reason !== undefined && { reason }) };
  return (await enterStatus(context, { ...row, status: "submitted" }, move, undefined, null)).status;
}
