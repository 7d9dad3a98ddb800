import { notFound } from "../../contract/error-codes.ts";
import { noteAccess } from "../../rpc/context.ts";
import type { Context } from "../../rpc/context.ts";
import { relateCase } from "../cases/domain.ts";
import { RetrievalRequest } from "./schema.ts";
import type { RetrievalStatus } from "./schema.ts";
import { findRetrievalRequest, listRetrievalSteps } from "./store.ts";

/** Which status may follow which. Source: domain model, area 18. */
export const retrievalMoves = {
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

/** Requests that go to the billing department; all others go to the records department. */
const billingTypes = new Set(["bills", "itemized_statement"]);

/**
 * The request with its related records and its timeline. The read is noted for the audit trail.
 * @throws NOT_FOUND
 */
export async function getRetrievalRequest(context: Context, requestId: string): Promise<RetrievalRequest> {
  const row = await findRetrievalRequest(context, requestId);
  if (row === undefined) throw notFound("Retrieval request");
  const timeline = await listRetrievalSteps(context, requestId);
  noteAccess(context, { entity: "retrieval_request", id: requestId }, relateCase(row.caseId, row.clientId));
  return RetrievalRequest.parse({
    ...row,
    sentTo: billingTypes.has(row.requestType) ? row.billingDepartmentInfo : row.recordsDepartmentInfo,
    availableTransitions: retrievalMoves[row.status as RetrievalStatus],
    timeline,
  });
}
