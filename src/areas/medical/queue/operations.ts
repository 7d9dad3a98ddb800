import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { acknowledgeRequests, leaseRequests, peekQueue } from "./domain.ts";
import { Acknowledgment, Lease, LeaseRequest, QueuePeek, QueueResult, maxLease } from "./schema.ts";
import { changing, reading } from "../facilities/schema.ts";

const ofLeased = ["id", "requestNumber", "revision", "updatedAt", "status"].map(
  (name) => `leases.retrievalRequest.${name}`,
);

export const queueProcedures = {
  "retrievalQueue.peek": operation({
    ...reading,
    openToVendors: true,
    route: "GET /retrieval-queue",
    summary: "Peek the vendor queue",
    description:
      "Returns the number of ready retrieval requests and the next ones to be leased: rush requests first, then the longest ready. Nothing is leased. A key that is bound to a vendor sees only this vendor's requests. Each returned request is recorded in " +
      "the audit log.",
  })
    .input(z.strictObject({ vendorId: Id.optional(), limit: z.int().min(1).max(maxLease).default(10) }))
    .output(z.object({ queue: QueuePeek }))
    .query(async ({ ctx, input }) => ({ queue: await peekQueue(ctx, input) })),

  "retrievalQueue.lease": operation({
    ...changing,
    openToVendors: true,
    route: "POST /retrieval-queue/lease",
    echoes: ["leases.leaseToken", "leases.leasedUntil", ...ofLeased],
    summary: "Lease retrieval requests from the vendor queue",
    description:
      "Leases ready requests, rush requests first, then the longest ready, each exclusively to you for `leaseSeconds`. Complete them with `POST /retrieval-queue/ack`; other requests " +
      "return to the queue when the lease expires. A retry with the same idempotency key returns the same leases. Concurrent requests never lease the same retrieval request. " +
      "A key that is bound to a vendor leases only this vendor's requests.",
    emits: ["retrieval_request.leased"],
    returnsSecret: true,
  })
    .input(LeaseRequest)
    .output(z.object({ leases: z.array(Lease) }))
    .mutation(({ ctx, input }) => leaseRequests(ctx, input)),

  "retrievalQueue.ack": operation({
    ...changing,
    openToVendors: true,
    route: "POST /retrieval-queue/ack",
    echoes: ["results"],
    summary: "Complete leased retrieval requests",
    description:
      "`acknowledged` transitions a request to submitted and acknowledged, `rejected` to submitted and rejected; `released` returns it to the queue. Each item has its own result: an item that fails " +
      "(a lost or expired lease, an invalid authorization) changes nothing and does not affect the others.",
    emits: ["retrieval_request.status_changed"],
    mayEmit: ["retrieval_request.updated"],
    // Only with the tokens of a lease, which an assistant cannot get.
    mcp: "never",
  })
    .input(z.strictObject({ items: z.array(Acknowledgment).min(1).max(maxLease) }))
    .output(z.object({ results: z.array(QueueResult) }))
    .mutation(({ ctx, input }) => acknowledgeRequests(ctx, input.items)),
};
