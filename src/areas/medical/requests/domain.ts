import { endedRequestStatuses } from "../../../contract/enumerations.ts";
import { notFound } from "../../../contract/errors/error-codes.ts";
import type { StateMachine } from "../../../contract/state-machine.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import {
  recordEvent,
  diffRecords,
  recordAuditEntry,
  type Context,
  type RecordReference,
} from "../../../rpc/context.ts";
import { relateCase, getLiveCase } from "../../cases/domain.ts";
import { describeStatus } from "../authorizations/domain.rules.ts";
import { readAuditedPage } from "../domain.rules.ts";
import { RetrievalRequest, type RetrievalFilter, type RetrievalStatus } from "./schema.ts";
import { findRetrievalRequest, selectRequestPage, type RetrievalRequestRow } from "./store.ts";

export const retrievalTransitions = {
  draft: ["awaiting_authorization", "ready", "cancelled"],
  awaiting_authorization: ["ready", "cancelled", "expired"],
  ready: ["submitted", "on_hold", "cancelled"],
  submitted: ["acknowledged", "rejected", "no_response", "cancelled"],
  acknowledged: ["in_progress", "fee_requested", "rejected", "no_records"],
  in_progress: ["fee_requested", "partially_received", "received", "no_records", "rejected", "on_hold"],
  fee_requested: ["fee_approved", "fee_disputed", "cancelled"],
  fee_approved: ["in_progress", "received", "partially_received"],
  fee_disputed: ["fee_approved", "cancelled"],
  no_response: ["submitted", "escalated"],
  escalated: ["in_progress", "received", "cancelled"],
  rejected: ["awaiting_authorization", "ready", "cancelled"],
  on_hold: ["ready", "in_progress", "cancelled"],
  partially_received: ["in_progress", "received", "completed"],
  received: ["under_review", "completed"],
  under_review: ["incomplete", "certified", "completed"],
  incomplete: ["submitted"],
  certified: ["completed"],
  completed: [],
  no_records: [],
  cancelled: [],
  expired: [],
} as const satisfies Record<RetrievalStatus, readonly RetrievalStatus[]>;

export const retrievalStates: StateMachine<RetrievalStatus> = {
  noun: "A retrieval request",
  operation: "retrievalRequests.transition",
  transitions: retrievalTransitions,
};

/** Requests that go to the billing department; all others go to the records department. */
const billingTypes = new Set(["bills", "itemized_statement"]);

export function isAtAnEnd(status: string): boolean {
  return (endedRequestStatuses as readonly string[]).includes(status);
}

/**
 * A request shows its authorization as of today or, in a final status, as of then. A rejection by the facility stays
 * until the next transition, unless the authorization is revoked.
 */
function describeAuthorization(
  row: RetrievalRequestRow,
): Pick<RetrievalRequest, "authorizationExpiresOn"> & { authorizationStatus: string } {
  const { authorization, authorizationStatus, authorizationExpiresOn, status, today } = row;
  if (authorization === null || isAtAnEnd(status)) return { authorizationStatus, authorizationExpiresOn };
  const now = describeStatus(authorization, today);
  const isRejected = authorizationStatus === "rejected" && now !== "revoked";
  return { authorizationStatus: isRejected ? "rejected" : now, authorizationExpiresOn: authorization.expiresOn };
}

export function describeRequest(row: RetrievalRequestRow): RetrievalRequest {
  return RetrievalRequest.parse({
    ...row,
    ...describeAuthorization(row),
    sentTo: billingTypes.has(row.requestType) ? row.billingDepartmentInfo : row.recordsDepartmentInfo,
    availableTransitions: retrievalTransitions[row.status],
  });
}

export function relateRequest(row: { caseId: string; clientId: string; facilityId: string }): RecordReference[] {
  return [...relateCase(row.caseId, row.clientId), { entity: "medical_facility", id: row.facilityId }];
}

/** @throws NOT_FOUND */
export async function readRequest(context: Context, requestId: string): Promise<RetrievalRequest> {
  const row = await findRetrievalRequest(context, requestId);
  if (row === undefined) throw notFound("Retrieval request");
  return describeRequest(row);
}

/** The diff omits the timeline, which the payload contains. */
export function recordRequestEvent(
  context: Context,
  eventType: EventType,
  before: RetrievalRequest | null,
  after: RetrievalRequest,
): void {
  const { timeline: _, ...diff } = before === null ? { timeline: null } : diffRecords(before, after);
  const relatedIds = relateRequest({
    caseId: after.case.id,
    clientId: after.client.id,
    facilityId: after.facility.facilityId,
  });
  recordEvent(context, { eventType, entityId: after.id, payload: after, diff, relatedIds });
}

/**
 * The request with its related records and its timeline. The read is noted for the audit log.
 *
 * @throws NOT_FOUND
 */
export async function getRetrievalRequest(context: Context, requestId: string): Promise<RetrievalRequest> {
  const request = await readRequest(context, requestId);
  recordAuditEntry(
    context,
    { entity: "retrieval_request", id: requestId },
    relateCase(request.case.id, request.client.id),
  );
  // The authorization's status depends on the date.
  context.pending.isVolatile = request.authorization !== null;
  return request;
}

/**
 * A page of requests; each is noted for the audit log.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listRetrievalRequests(
  context: Context,
  filter: RetrievalFilter,
): Promise<{ retrievalRequests: RetrievalRequest[]; nextCursor: string | null }> {
  const relate = ({ caseId, clientId }: RetrievalRequestRow) => relateCase(caseId, clientId);
  const list = { name: "retrieval-requests", alias: "r", entity: "retrieval_request", relate };
  const { rows, nextCursor } = await readAuditedPage(context, list, filter, (page) =>
    selectRequestPage(context, page, filter),
  );
  return { retrievalRequests: rows.map(describeRequest), nextCursor };
}

/**
 * A page of a case's requests.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listCaseRequests(
  context: Context,
  caseId: string,
  filter: RetrievalFilter,
): ReturnType<typeof listRetrievalRequests> {
  await getLiveCase(context, caseId);
  return listRetrievalRequests(context, { ...filter, caseId });
}
