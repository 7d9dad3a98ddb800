import * as z from "zod";
import { Id } from "../../../contract/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { answerQueue, leaseRequests, peekQueue } from "./domain.ts";
import { Lease, LeaseRequest, QueueAnswer, QueuePeek, QueueResult, maximumLease } from "./schema.ts";
import { changing, reading } from "../facilities/schema.ts";

export const queueProcedures = {
  peekQueue: operation({
    ...reading,
    method: "GET",
    path: "/retrieval-queue",
    summary: "Peek the vendor queue",
    description:
      "How many retrieval requests are ready, and the next that would be handed out, rush first and then the longest ready. Nothing is taken. Each that is shown is written to " +
      "the audit trail.",
  })
    .input(z.strictObject({ vendorId: Id.optional(), limit: z.int().min(1).max(maximumLease).default(10) }))
    .output(z.object({ queue: QueuePeek }))
    .query(async ({ ctx, input }) => ({ queue: await peekQueue(ctx, input) })),

  leaseQueue: operation({
    ...changing,
    method: "POST",
    path: "/retrieval-queue/lease",
    summary: "Lease retrieval requests from the vendor queue",
    description:
      "Hands out what is ready, rush first and then the longest ready, each to one caller alone for `leaseSeconds`. `POST /retrieval-queue/ack` answers for them; what is not answered " +
      "for by then waits in the queue again. A retry with the same idempotency key gets the same leases. Two who ask at once never get the same.",
    emits: ["retrieval_request.leased"],
    returnsSecret: true,
  })
    .input(LeaseRequest)
    .output(z.object({ leases: z.array(Lease) }))
    .mutation(({ ctx, input }) => leaseRequests(ctx, input)),

  answerQueue: operation({
    ...changing,
    method: "POST",
    path: "/retrieval-queue/ack",
    summary: "Complete leased retrieval requests",
    description:
      "`acknowledged` moves a request to submitted and acknowledged, `rejected` to submitted and rejected, `released` gives it back. Each item has a result of its own: one that fails " +
      "(a lease that is lost or has run out, an authorization that no longer holds) changes nothing and keeps none of the others back.",
    emits: ["retrieval_request.status_changed"],
    mayEmit: ["retrieval_request.updated"],
  })
    .input(z.strictObject({ items: z.array(QueueAnswer).min(1).max(maximumLease) }))
    .output(z.object({ results: z.array(QueueResult) }))
    .mutation(({ ctx, input }) => answerQueue(ctx, input.items)),
};
