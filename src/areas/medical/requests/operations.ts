import * as z from "zod";
import { sortedPageInput, HistorySort } from "../../../contract/page.ts";
import { Id, changesSomething } from "../../../contract/values/values.ts";
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
import { changing, nextCursor, reading } from "../facilities/schema.ts";

const Chosen = z.strictObject({ requestId: Id });
const Shown = z.object({ retrievalRequest: RetrievalRequest });
const Listed = z.object({ retrievalRequests: z.array(RetrievalRequest), nextCursor });
const { caseId: _, ...caseFilter } = RetrievalFilter;
const { updatedSince: __, ...followUpInput } = sortedPageInput;
const readRequests = { ...reading, openToVendors: true } as const;
const ofRequest = { ...changing, openToVendors: true, etag: "retrievalRequest.revision" } as const;

export const requestProcedures = {
  "retrievalRequests.list": operation({
    ...readRequests,
    route: "GET /retrieval-requests",
    summary: "List retrieval requests",
    description:
      "`readyForPickup=true` returns the requests in the vendor queue; lease them with `POST /retrieval-queue/lease`. A key that is bound to a vendor sees only this vendor's requests; others are 404 to it. Each returned record is recorded in the audit log.",
  })
    .input(z.strictObject(RetrievalFilter))
    .output(Listed)
    .query(({ ctx, input }) => listRetrievalRequests(ctx, input)),

  "cases.retrievalRequests.list": operation({
    ...readRequests,
    route: "GET /cases/{caseId}/retrieval-requests",
    summary: "List the retrieval requests of a case",
    description: "Works like GET /retrieval-requests, for one case.",
  })
    .input(z.strictObject({ ...caseFilter, caseId: Id }))
    .output(Listed)
    .query(({ ctx, input: { caseId, ...filter } }) => listCaseRequests(ctx, caseId, filter)),

  "cases.retrievalRequests.create": operation({
    ...ofRequest,
    route: "POST /cases/{caseId}/retrieval-requests",
    summary: "Draft a retrieval request",
    description:
      "Creates a draft for a facility of the case, with the next number. Send it with transitions; to become ready it requires an authorization of the case that covers " +
      "facility, dates and sensitive categories. An authorization can have at most 100 open requests (409).",
    emits: ["retrieval_request.created"],
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    created: { location: "/retrieval-requests/{retrievalRequest.id}" },
  })
    .input(NewRetrievalRequest.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...values } }) => ({
      retrievalRequest: await createRequest(ctx, caseId, values),
    })),

  "retrievalRequests.get": operation({
    ...readRequests,
    route: "GET /retrieval-requests/{requestId}",
    summary: "Get retrieval request detail",
    description:
      "Returns the request with its case, client, facility, vendor, authorization, documents and timeline. The authorization's status depends on the current date: for a request with one, the response is never 304. Every read is recorded in the audit log.",
    etag: "retrievalRequest.revision",
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ retrievalRequest: await getRetrievalRequest(ctx, input.requestId) })),

  "retrievalRequests.update": operation({
    ...ofRequest,
    route: "PATCH /retrieval-requests/{requestId}",
    summary: "Update a retrieval request",
    description:
      "Changes the fields that you send, at least one, while the request is open; `null` clears a field. A ready request must not exceed its authorization " +
      "(409). Change the status with `POST /retrieval-requests/{requestId}/transitions`.",
    emits: ["retrieval_request.updated"],
    errors: ["STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
  })
    .input(RetrievalChanges.extend({ requestId: Id }).refine(...changesSomething("requestId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { requestId, ...changes } }) => ({
      retrievalRequest: await updateRequest(ctx, requestId, changes),
    })),

  "retrievalRequests.transition": operation({
    ...ofRequest,
    route: "POST /retrieval-requests/{requestId}/transitions",
    echoes: ["retrievalRequest.status", "retrievalRequest.availableTransitions"],
    summary: "Transition retrieval request status",
    description:
      "Changes the status to one of the request's `availableTransitions`; any other status fails with 409 `INVALID_STATE_TRANSITION`. `ready` and `submitted` require an authorization that is valid " +
      "today and covers facility, dates and sensitive categories; the error message says what is missing. Some statuses require more fields; a field that does not belong to the status fails with 400. " +
      "`submitted` sets `dueOn` to 30 days later and `followUpOn` to ten days later by default. Each transition adds an entry to the timeline.",
    emits: ["retrieval_request.status_changed"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(RetrievalMove.extend({ requestId: Id }).superRefine(validateMove))
    .output(Shown)
    .mutation(async ({ ctx, input: { requestId, ...move } }) => ({
      retrievalRequest: await moveRequest(ctx, requestId, move),
    })),

  "retrievalRequests.followUps.list": operation({
    ...readRequests,
    route: "GET /retrieval-requests/{requestId}/follow-ups",
    summary: "List the follow-ups of a retrieval request",
    description: "Returns the follow-ups with the facility. Each returned record is recorded in the audit log.",
  })
    .input(z.strictObject({ ...followUpInput, sort: HistorySort.default("newest"), requestId: Id }))
    .output(z.object({ followUps: z.array(RetrievalFollowUp), nextCursor }))
    .query(({ ctx, input: { requestId, ...query } }) => listFollowUps(ctx, requestId, query)),

  "retrievalRequests.followUps.create": operation({
    ...ofRequest,
    route: "POST /retrieval-requests/{requestId}/follow-ups",
    summary: "Add a follow-up to a retrieval request",
    description:
      "Records a follow-up and sets `followUpOn`. Fails with 409 `INVALID_STATE_TRANSITION` if the request was not sent or is finished.",
    emits: ["retrieval_request.followed_up"],
    errors: ["INVALID_STATE_TRANSITION"],
    created: { location: "/retrieval-requests/{retrievalRequest.id}/follow-ups" },
  })
    .input(NewFollowUp.extend({ requestId: Id }))
    .output(z.object({ followUp: RetrievalFollowUp, retrievalRequest: RetrievalRequest }))
    .mutation(({ ctx, input: { requestId, ...given } }) => addFollowUp(ctx, requestId, given)),

  "retrievalRequests.documents.attach": operation({
    ...ofRequest,
    route: "POST /retrieval-requests/{requestId}/documents",
    summary: "Attach a document to a retrieval request",
    description:
      "Attaches a document of the case that was received for the request; the status does not change. Fails with 409 `DUPLICATE_ENTRY` if it is already attached.",
    emits: ["retrieval_request.documents_received"],
    errors: ["STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ requestId: Id, documentId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { requestId, documentId } }) => ({
      retrievalRequest: await attachDocument(ctx, requestId, documentId),
    })),
};
