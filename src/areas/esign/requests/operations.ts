import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { deleteEsignRequest, getEsignRequest, listEsignRequests } from "./domain.ts";
import { EsignRequest, EsignRequestDetail, EsignRequestQuery } from "./schema.ts";

const reading = { area: "E-Sign", scope: "esign:read" } as const;
const changing = { area: "E-Sign", scope: "esign:write", readBy: "esign:read" } as const;
const Chosen = z.strictObject({ esignRequestId: Id });

export const esignRequestProcedures = {
  "esignRequests.list": operation({
    ...reading,
    route: "GET /esign-requests",
    summary: "List signature requests",
    description:
      "Returns the requests that match all filters, newest first by default, without their fields. Deleted ones and those of deleted cases are not returned.",
  })
    .input(EsignRequestQuery)
    .output(z.object({ esignRequests: z.array(EsignRequest), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listEsignRequests(ctx, input)),

  "esignRequests.get": operation({
    ...reading,
    route: "GET /esign-requests/{esignRequestId}",
    summary: "Get a signature request",
    description:
      "Returns the request with its fields. Values that recipients filled in are `[redacted]` without `medical:read` when the request `containsPhi`. " +
      "Use the ETag only for `If-Match`: the title of the case can change without a new revision of the request, so the response is never 304.",
    showsMoreWith: "medical:read",
    etag: "esignRequest.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(z.object({ esignRequest: EsignRequestDetail }))
    .query(async ({ ctx, input }) => ({ esignRequest: await getEsignRequest(ctx, input.esignRequestId) })),

  "esignRequests.delete": operation({
    ...changing,
    route: "DELETE /esign-requests/{esignRequestId}",
    summary: "Delete a draft of a signature request",
    description: "Fails with 409 once the request was sent; void it instead.",
    emits: ["esign_request.deleted"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteEsignRequest(ctx, input.esignRequestId))),
};
