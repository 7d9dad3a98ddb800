import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { operation, router } from "../../rpc/operation.ts";
import { getRetrievalRequest } from "./domain.retrieval-request.ts";
import { updateFacility } from "./domain.ts";
import { ExpectedVersion, Facility, FacilityChanges, RetrievalRequest } from "./schema.ts";

export const medical = router({
  updateFacility: operation({
    method: "PATCH",
    path: "/medical-facilities/{facilityId}",
    summary: "Update facility routing config",
    description:
      "Changes the fields that are sent; a department object replaces the one before it whole. " +
      "`expectedVersion` alone changes nothing, answers the record and does not raise its version.",
    area: "Medical",
    scope: "medical:write",
    tier: "sensitive",
    idempotency: "required",
    emits: ["medical_facility.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION"],
    etag: "facility.version",
  })
    .input(FacilityChanges.extend({ facilityId: Id, expectedVersion: ExpectedVersion }))
    .output(z.object({ facility: Facility }))
    .mutation(async ({ ctx, input: { facilityId, expectedVersion, ...changes } }) => ({
      facility: await updateFacility(ctx, facilityId, expectedVersion, changes),
    })),

  getRetrievalRequest: operation({
    method: "GET",
    path: "/retrieval-requests/{requestId}",
    summary: "Get retrieval request detail",
    description: "The request with its case, client, facility, vendor and timeline. Every read is written to the audit trail.",
    area: "Medical",
    scope: "medical:read",
    tier: "sensitive",
    idempotency: "none",
    errors: ["NOT_FOUND"],
    etag: "retrievalRequest.revision",
  })
    .input(z.strictObject({ requestId: Id }))
    .output(z.object({ retrievalRequest: RetrievalRequest }))
    .query(async ({ ctx, input }) => ({ retrievalRequest: await getRetrievalRequest(ctx, input.requestId) })),
});
