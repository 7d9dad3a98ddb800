import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase, times } from "../../../contract/examples/example-story.ts";
import { chart, leasedRequest, readyRequest, retrievalRequest } from "./examples.ts";
import { RetrievalRequest } from "./schema.ts";

export const requestEvents = defineEvents({
  entity: "retrieval_request",
  area: "medical",
  scope: "medical:read",
  payload: RetrievalRequest,
  exampleRelatedIds: relateToCase,
  types: {
    "retrieval_request.created": {
      description: "A request for records was created.",
      example: { payload: retrievalRequest },
    },
    "retrieval_request.updated": {
      description: "A request for records was changed.",
      example: { payload: { ...retrievalRequest, priority: "rush", revision: 6 }, before: { priority: "standard" } },
    },
    "retrieval_request.status_changed": {
      description: "A request for records moved to another status.",
      example: { payload: retrievalRequest, before: { status: "acknowledged" } },
    },
    "retrieval_request.followed_up": {
      description: "A follow-up of a request for records was recorded.",
      example: { payload: { ...retrievalRequest, followUpCount: 2, revision: 6 }, before: { followUpCount: 1 } },
    },
    "retrieval_request.documents_received": {
      description: "A document was received for a request for records.",
      example: {
        payload: { ...retrievalRequest, documents: [{ ...chart, attachedAt: times.now }], revision: 6 },
        before: { documents: [] },
      },
    },
    "retrieval_request.leased": {
      description: "A vendor leased a request for records from the queue.",
      example: { payload: leasedRequest, before: { leasedUntil: readyRequest.leasedUntil } },
    },
  },
});
