import * as z from "zod";
import { Id } from "../../../contract/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { addFollowUp, attachDocument, listFollowUps } from "./domain.follow-ups.ts";
import { createRequest, updateRequest } from "./domain.changes.ts";
import { getRetrievalRequest, listCaseRequests, listRetrievalRequests } from "./domain.ts";
import { moveRequest } from "./domain.transitions.ts";
import {
  NewFollowUp,
  NewRetrievalRequest,
  RetrievalChanges,
  RetrievalFilter,
  RetrievalFollowUp,
  RetrievalMove,
  RetrievalRequest,
  validateMove,
} from "./schema.ts";
import { changesSomething, changing, listInput, nextCursor, reading } from "../facilities/schema.ts";

const Chosen = z.strictObject({ requestId: Id });
const Shown = z.object({ retrievalRequest: RetrievalRequest });
const Listed = z.object({ retrievalRequests: z.array(RetrievalRequest), nextCursor });
const { caseId: _, ...caseFilter } = RetrievalFilter;
const { updatedSince: __, ...followUpInput } = listInput;
const ofRequest = { ...changing, etag: "retrievalRequest.revision" } as const;

export const requestProcedures = {
  listRetrievalRequests: operation({
    ...reading,
    method: "GET",
    path: "/retrieval-requests",
    summary: "List retrieval requests",
    description: "`readyForPickup=true` shows what waits in the vendor queue; `POST /retrieval-queue/lease` takes it. Each that is shown is written to the audit trail.",
  })
    .input(z.strictObject(RetrievalFilter))
    .output(Listed)
    .query(({ ctx, input }) => listRetrievalRequests(ctx, input)),

  listCaseRetrievalRequests: operation({
    ...reading,
    method: "GET",
    path: "/cases/{caseId}/retrieval-requests",
    summary: "List the retrieval requests of a case",
    description: "As GET /retrieval-requests, for one case.",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ ...caseFilter, caseId: Id }))
    .output(Listed)
    .query(({ ctx, input: { caseId, ...filter } }) => listCaseRequests(ctx, caseId, filter)),

  createRetrievalRequest: operation({
    ...ofRequest,
    method: "POST",
    path: "/cases/{caseId}/retrieval-requests",
    summary: "Draft a retrieval request",
    description:
      "A draft to a facility of the case, with the next number. It is sent by transitions; before it is ready it needs an authorization of the case that covers " +
      "facility, dates and sensitive categories. An authorization has at most 100 requests that are not at their end (409).",
    emits: ["retrieval_request.created"],
    errors: ["NOT_FOUND", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    created: { location: "/retrieval-requests/{retrievalRequest.id}" },
  })
    .input(NewRetrievalRequest.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...values } }) => ({ retrievalRequest: await createRequest(ctx, caseId, values) })),

  getRetrievalRequest: operation({
    ...reading,
    method: "GET",
    path: "/retrieval-requests/{requestId}",
    summary: "Get retrieval request detail",
    description: "The request with its case, client, facility, vendor, authorization, documents and timeline. What it shows of an authorization follows the calendar: with one the answer is never 304. Every read is written to the audit trail.",
    errors: ["NOT_FOUND"],
    etag: "retrievalRequest.revision",
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ retrievalRequest: await getRetrievalRequest(ctx, input.requestId) })),

  updateRetrievalRequest: operation({
    ...ofRequest,
    method: "PATCH",
    path: "/retrieval-requests/{requestId}",
    summary: "Update a retrieval request",
    description:
      "Changes what the request says, at least one field, as long as it is not at an end; `null` clears. Once it is ready it may ask for no more than its authorization " +
      "covers (409). The status moves by `POST /retrieval-requests/{requestId}/transitions` alone.",
    emits: ["retrieval_request.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
  })
    .input(RetrievalChanges.extend({ requestId: Id }).refine(...changesSomething("requestId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { requestId, ...changes } }) => ({ retrievalRequest: await updateRequest(ctx, requestId, changes) })),

  transitionRetrievalRequest: operation({
    ...ofRequest,
    method: "POST",
    path: "/retrieval-requests/{requestId}/transitions",
    summary: "Move a retrieval request to another status",
    description:
      "`availableTransitions` of the request says where it may go; any other status is 409 `INVALID_STATE_TRANSITION`. `ready` and `submitted` need an authorization that holds " +
      "today and covers facility, dates and sensitive categories; the refusal says what is missing. Some statuses need more fields, and a field that the status has no use for is 400. " +
      "`submitted` sets `dueOn` to 30 days later and `followUpOn` to ten, unless told otherwise. Each move is a line of the timeline.",
    emits: ["retrieval_request.status_changed"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(RetrievalMove.extend({ requestId: Id }).superRefine(validateMove))
    .output(Shown)
    .mutation(async ({ ctx, input: { requestId, ...move } }) => ({ retrievalRequest: await moveRequest(ctx, requestId, move) })),

  listFollowUps: operation({
    ...reading,
    method: "GET",
    path: "/retrieval-requests/{requestId}/follow-ups",
    summary: "List the follow-ups of a retrieval request",
    description: "When and how somebody asked the facility how far it is. Each that is shown is written to the audit trail.",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ ...followUpInput, sort: z.enum(["newest", "oldest"]).default("newest"), requestId: Id }))
    .output(z.object({ followUps: z.array(RetrievalFollowUp), nextCursor }))
    .query(({ ctx, input: { requestId, ...query } }) => listFollowUps(ctx, requestId, query)),

  addFollowUp: operation({
    ...ofRequest,
    method: "POST",
    path: "/retrieval-requests/{requestId}/follow-ups",
    summary: "Note a follow-up of a retrieval request",
    description: "Counts it and sets `followUpOn`. 409 `INVALID_STATE_TRANSITION` when the request was not sent or is at its end.",
    emits: ["retrieval_request.followed_up"],
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
    created: { location: "/retrieval-requests/{retrievalRequest.id}/follow-ups" },
  })
    .input(NewFollowUp.extend({ requestId: Id }))
    .output(z.object({ followUp: RetrievalFollowUp, retrievalRequest: RetrievalRequest }))
    .mutation(({ ctx, input: { requestId, ...given } }) => addFollowUp(ctx, requestId, given)),

  attachDocument: operation({
    ...ofRequest,
    method: "POST",
    path: "/retrieval-requests/{requestId}/documents",
    summary: "Attach a document to a retrieval request",
    description: "A document of the case that came in answer to the request; the status stays. 409 `DUPLICATE_ENTRY` when it is attached already.",
    emits: ["retrieval_request.documents_received"],
    errors: ["NOT_FOUND", "STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ requestId: Id, documentId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { requestId, documentId } }) => ({ retrievalRequest: await attachDocument(ctx, requestId, documentId) })),
};
