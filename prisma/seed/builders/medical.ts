import { newId, type Given, type Values } from "./records.ts";

/** A hospital that is bound to a case. */
export const buildFacility = (
  values: Given<"MedicalFacility", "organizationId" | "caseId" | "clientId" | "contactId">,
): Values<"MedicalFacility"> => ({
  id: newId("facility", values.createdAt),
  facilityType: "hospital",
  ...values,
});

/** A draft of a request for records. Its number follows from its ID, unless the values give one. */
export function buildRetrievalRequest(
  values: Given<"RetrievalRequest", "organizationId" | "caseId" | "clientId" | "facilityId">,
): Values<"RetrievalRequest"> {
  const id = values.id ?? newId("retrievalRequest", values.createdAt);
  return {
    id,
    requestNumber: `RR-${id}`,
    requestType: "records",
    recordTypes: ["er_report"],
    deliveryMethod: "fax",
    status: "draft",
    ...values,
  };
}

/** A step of a request. */
export const buildRequestStep = (
  values: Given<"RetrievalRequestStep", "organizationId" | "requestId" | "at" | "actorName">,
): Values<"RetrievalRequestStep"> => ({
  id: newId("retrievalRequestStep", values.at),
  status: "draft",
  ...values,
});

/** A stay of three days in an emergency department. */
export const buildTreatment = (
  values: Given<"MedicalTreatment", "organizationId" | "facilityId" | "caseId">,
): Values<"MedicalTreatment"> => ({
  id: newId("medicalTreatment", values.createdAt),
  treatmentType: "emergency",
  startOn: "2026-01-05",
  endOn: "2026-01-07",
  ...values,
});

/** A bill of $900, of which nothing is paid. */
export const buildBill = (
  values: Given<"MedicalBill", "organizationId" | "facilityId" | "caseId">,
): Values<"MedicalBill"> => ({
  id: newId("medicalBill", values.createdAt),
  billedCents: 90_000,
  ...values,
});

/** A report of an emergency department. */
export const buildRecord = (
  values: Given<"MedicalRecord", "organizationId" | "facilityId" | "caseId">,
): Values<"MedicalRecord"> => ({
  id: newId("medicalRecord", values.createdAt),
  recordType: "er_report",
  ...values,
});

/** A signed authorization for every facility of a case, which does not expire. */
export const buildAuthorization = (
  values: Given<"HipaaAuthorization", "organizationId" | "caseId">,
): Values<"HipaaAuthorization"> => ({
  id: newId("hipaaAuthorization", values.createdAt),
  scope: "all",
  signedOn: "2026-01-02",
  ...values,
});
