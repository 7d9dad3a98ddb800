import { AppError, invalidState } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { relateCase } from "../../cases/domain.ts";
import { recordRequestEvent, isAtAnEnd, readRequest } from "./domain.ts";
import { readAuditedPage, lockCaseDocumentForShare } from "../domain.rules.ts";
import {
  followUpAfterDays,
  lockCaseOfRequestForShare,
  lockRequestForUpdate,
  type LockedRequest,
} from "./domain.transitions.ts";
import { RetrievalFollowUp, type NewFollowUp, type RetrievalRequest } from "./schema.ts";
import { insertDocumentLink, insertSteps, listFollowUpRows } from "./store.ts";
import { changeRow, insertRow } from "../store.rows.ts";

/**
 * Locks a request FOR UPDATE that was sent and is not at an end.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION
 */
async function lockSentRequestForUpdate(context: Context, requestId: string): Promise<LockedRequest> {
  const request = await lockRequestForUpdate(context, requestId);
  if (request.submittedAt !== null && !isAtAnEnd(request.status)) return request;
  throw invalidState(`A retrieval request in status ${request.status} accepts no follow-up`);
}

/**
 * Records a follow-up with the facility and schedules the next one.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when no response is expected
 */
export async function addFollowUp(
  context: Context,
  requestId: string,
  given: NewFollowUp,
): Promise<{ followUp: RetrievalFollowUp; retrievalRequest: RetrievalRequest }> {
  const request = await lockSentRequestForUpdate(context, requestId);
  const before = await readRequest(context, requestId);
  const createdAt = new Date().toISOString();
  const followUpCount = request.followUpCount + 1;
  const nextFollowUpOn = given.nextFollowUpOn ?? addDays(request.today, followUpAfterDays);
  const changes = { followUpCount, lastFollowUpAt: createdAt, followUpOn: nextFollowUpOn };
  await changeRow(withoutIfMatch(context), "RetrievalRequest", requestId, changes);
  const { actorName } = context.principal;
  const row = {
    id: createId("retrievalFollowUp"),
    requestId,
    method: given.method,
    note: given.note ?? null,
    nextFollowUpOn,
    actorName,
    createdAt,
  };
  await insertRow(context, "RetrievalFollowUp", row);
  const note = `Follow-up ${followUpCount} (${given.method})${given.note === undefined ? "" : `: ${given.note}`}`;
  await insertSteps(context, [{ id: createId("retrievalRequestStep"), requestId, status: request.status, note }]);
  const retrievalRequest = await readRequest(context, requestId);
  recordRequestEvent(context, "retrieval_request.followed_up", before, retrievalRequest);
  return { followUp: RetrievalFollowUp.parse({ ...row, actor: actorName }), retrievalRequest };
}

/**
 * A page of a request's follow-ups; the read of the request is noted for the audit log.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listFollowUps(
  context: Context,
  requestId: string,
  query: { after?: string | undefined; limit: number; sort: "newest" | "oldest" },
) {
  const request = await readRequest(context, requestId);
  const within = { entity: "retrieval_request", id: requestId };
  const list = {
    name: `follow-ups.${requestId}`,
    alias: "u",
    entity: "retrieval_follow_up",
    within,
    relate: () => [...relateCase(request.case.id, request.client.id), within],
  };
  const { rows, nextCursor } = await readAuditedPage(context, list, query, (page) =>
    listFollowUpRows(context, page, requestId),
  );
  return { followUps: rows.map((row) => RetrievalFollowUp.parse(row)), nextCursor };
}

/**
 * Attaches a received document of the case to a request.
 *
 * @throws NOT_FOUND; STALE_REVISION; DUPLICATE_ENTRY when it is attached already; INVALID_STATE_TRANSITION
 */
export async function attachDocument(
  context: Context,
  requestId: string,
  documentId: string,
): Promise<RetrievalRequest> {
  // The document is locked before the request: renaming a document raises the request's revision.
  await lockCaseDocumentForShare(context, await lockCaseOfRequestForShare(context, requestId), documentId);
  const request = await lockRequestForUpdate(context, requestId);
  if (request.submittedAt === null) throw invalidState("A retrieval request that was not sent accepts no documents");
  const before = await readRequest(context, requestId);
  if (!(await insertDocumentLink(context, requestId, documentId)))
    throw new AppError("DUPLICATE_ENTRY", "documentId: this document is already attached to the request");
  if (!(await changeRow(context, "RetrievalRequest", requestId, {}))) throw staleRevision("retrieval request");
  const name = before.documents.length === 0 ? "First document received" : "Another document received";
  await insertSteps(context, [{ id: createId("retrievalRequestStep"), requestId, status: request.status, note: name }]);
  const after = await readRequest(context, requestId);
  recordRequestEvent(context, "retrieval_request.documents_received", before, after);
  return after;
}
