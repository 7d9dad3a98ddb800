import { ids } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { leasedRequest, readyRequest } from "../requests/examples.ts";

const { requestId } = ids;
export const leaseToken = "lease_5f0c2a7e9b4d41d8a6e3c1f7b2d90e48";

export const queueExamples = {
  "retrievalQueue.peek": {
    parameters: { limit: 10 },
    response: { queue: { waiting: 1, rush: 0, leased: 0, retrievalRequests: [readyRequest] } },
  },
  "retrievalQueue.lease": {
    body: { limit: 10, leaseSeconds: 300, vendorId: ids.vendorId },
    response: { leases: [{ leaseToken, leasedUntil: leasedRequest.leasedUntil, retrievalRequest: leasedRequest }] },
  },
  "retrievalQueue.ack": {
    body: { items: [{ requestId, leaseToken, result: "acknowledged", vendorReference: "LS-90217" }] },
    response: {
      results: [{ index: 0, requestId, status: "succeeded", requestStatus: "acknowledged", code: null, error: null }],
    },
  },
} satisfies Record<string, OperationExample>;
