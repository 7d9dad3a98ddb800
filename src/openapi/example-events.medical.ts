import type { HipaaAuthorization } from "../areas/medical/authorizations/schema.ts";
import type { RetrievalRequest } from "../areas/medical/requests/schema.ts";
import { authorization, bill, chart, facility, leasedRequest, readyRequest, record, retrievalRequest, treatment } from "./example-records.medical.ts";
import { times } from "./example-story.ts";

/** What happened to facilities, their treatments, bills and records, and to retrieval requests: the record afterwards, and what of it was otherwise before. */
export const medicalStory = {
  "medical_facility.bound": { payload: { ...facility, version: 1 } },
  "medical_facility.updated": { payload: facility, before: { facilityType: null, recordsNeeded: false } },
  "medical_facility.unbound": { payload: facility },
  "medical_treatment.created": { payload: treatment },
  "medical_treatment.updated": { payload: { ...treatment, revision: 2 }, before: { endOn: null } },
  "medical_treatment.deleted": { payload: treatment },
  "medical_bill.created": { payload: bill },
  "medical_bill.updated": {
    payload: { ...bill, revision: 2 },
    before: { adjustmentCents: 0, reductionNegotiatedCents: 0, balanceCents: 1_845_000, status: "disputed" as const },
  },
  "medical_bill.deleted": { payload: bill },
  "medical_record.created": { payload: record },
  "medical_record.updated": { payload: { ...record, revision: 2 }, before: { reviewedBy: null, reviewedAt: null } },
  "medical_record.deleted": { payload: record },
  "hipaa_authorization.created": { payload: authorization },
  "hipaa_authorization.updated": { payload: { ...authorization, revision: 2 }, before: { status: "pending" as const, signedOn: null } },
  "hipaa_authorization.revoked": {
    payload: { ...authorization, status: "revoked", revokedOn: "2026-03-14", revokeReason: "The client changed counsel.", revision: 2 } satisfies HipaaAuthorization,
    before: { status: "active" as const, revokedOn: null, revokeReason: null },
  },
  "retrieval_request.created": { payload: retrievalRequest },
  "retrieval_request.updated": { payload: { ...retrievalRequest, priority: "rush", revision: 6 } satisfies RetrievalRequest, before: { priority: "standard" as const } },
  "retrieval_request.status_changed": { payload: retrievalRequest, before: { status: "acknowledged" as const } },
  "retrieval_request.followed_up": { payload: { ...retrievalRequest, followUpCount: 2, revision: 6 }, before: { followUpCount: 1 } },
  "retrieval_request.documents_received": {
    payload: { ...retrievalRequest, documents: [{ ...chart, attachedAt: times.now }], revision: 6 },
    before: { documents: [] },
  },
  "retrieval_request.leased": { payload: leasedRequest, before: { leasedUntil: readyRequest.leasedUntil } },
};
