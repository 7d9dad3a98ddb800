import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const medicalArchive: readonly ArchiveDeclaration[] = [
  { table: "MedicalFacility", part: "medical", file: "medical-facilities", order: ["id"], owners: { caseId: "Case" }, isSoftDeleted: true },
  { table: "MedicalTreatment", part: "medical", file: "medical-treatments", order: ["id"], owners: { caseId: "Case" }, isSoftDeleted: true },
  { table: "MedicalBill", part: "medical", file: "medical-bills", order: ["id"], owners: { caseId: "Case" }, isSoftDeleted: true },
  { table: "MedicalRecord", part: "medical", file: "medical-records", order: ["id"], owners: { caseId: "Case" }, isSoftDeleted: true },
  { table: "HipaaAuthorization", part: "medical", file: "hipaa-authorizations", order: ["id"], owners: { caseId: "Case" } },
  { table: "RetrievalRequest", part: "medical", file: "retrieval-requests", order: ["id"], owners: { caseId: "Case" } },
  { table: "RetrievalRequestStep", part: "medical", file: "retrieval-request-timeline", order: ["id"], owners: { requestId: "RetrievalRequest" } },
  { table: "RetrievalFollowUp", part: "medical", file: "retrieval-follow-ups", order: ["id"], owners: { requestId: "RetrievalRequest" } },
  { table: "RetrievalRequestDocument", part: "medical", file: "retrieval-request-documents", order: ["requestId", "documentId"], owners: { requestId: "RetrievalRequest" } },
];
