import { authorization, bill, chart, facility, followUp, leasedRequest, medicalSummary, readyRequest, record, retrievalRequest, treatment } from "./example-records.medical.ts";
import { ids, times } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

const { caseId, facilityId, requestId, authorizationId } = ids;
const leaseToken = "lease_5f0c2a7e9b4d41d8a6e3c1f7b2d90e48";
const nextCursor = null;

/** List, create, get, update and delete of what belongs to a facility. */
function ofFacility(
  noun: string,
  idName: string,
  key: string,
  shown: { id: string },
  body: OperationExamples["body"] & object,
  changes: OperationExamples["body"] & object,
): Readonly<Record<string, OperationExamples>> {
  const parameters = { facilityId, [idName]: shown.id };
  return {
    [`medical.list${noun}s`]: { parameters: { facilityId, limit: 50 }, answer: { [`${key}s`]: [shown], nextCursor } },
    [`medical.create${noun}`]: { parameters: { facilityId }, body, answer: { [key]: shown } },
    [`medical.get${noun}`]: { parameters, answer: { [key]: shown } },
    [`medical.update${noun}`]: { parameters, body: changes, answer: { [key]: { ...shown, revision: 2 } } },
    [`medical.delete${noun}`]: { parameters, answer: {} },
  };
}

/** The operations of the area medical in use, by their names in the catalogue. */
export const medicalExamples: Readonly<Record<string, OperationExamples>> = {
  "medical.listFacilities": { parameters: { facilityType: "hospital", sort: "updated" }, answer: { facilities: [facility], nextCursor } },
  "medical.listCaseFacilities": { parameters: { caseId }, answer: { facilities: [facility], nextCursor } },
  "medical.bindFacility": {
    parameters: { caseId },
    body: { contactId: ids.contactId, facilityType: facility.facilityType, recordsNeeded: true, billsNeeded: true, firstVisitOn: facility.firstVisitOn },
    answer: { facility: { ...facility, version: 1 } },
  },
  "medical.getFacility": { parameters: { facilityId }, answer: { facility } },
  "medical.updateFacility": {
    parameters: { facilityId },
    body: {
      expectedVersion: 3,
      facilityType: facility.facilityType,
      recordsNeeded: true,
      recordsDepartmentInfo: facility.recordsDepartmentInfo,
    },
    answer: { facility },
  },
  "medical.unbindFacility": { parameters: { facilityId }, answer: {} },
  "medical.getSummary": { parameters: { caseId }, answer: { medicalSummary } },
  ...ofFacility("Treatment", "treatmentId", "medicalTreatment", treatment, { treatmentType: "emergency", startOn: treatment.startOn, endOn: treatment.endOn, diagnosisCodes: treatment.diagnosisCodes }, { endOn: treatment.endOn }),
  "medical.listCaseTreatments": { parameters: { caseId, sort: "oldest" }, answer: { medicalTreatments: [treatment], nextCursor } },
  ...ofFacility("Bill", "billId", "medicalBill", bill, { billedCents: bill.billedCents, accountNumber: bill.accountNumber, billDate: bill.billDate }, { status: "reduced", adjustmentCents: 145_000, reductionNegotiatedCents: 145_000 }),
  "medical.listCaseBills": { parameters: { caseId }, answer: { medicalBills: [bill], nextCursor } },
  ...ofFacility("Record", "recordId", "medicalRecord", record, { recordType: record.recordType, requestId, documentId: chart.id, pageCount: record.pageCount }, { reviewed: true, summary: record.summary }),
  "medical.listRetrievalRequests": { parameters: { status: "in_progress", dueBefore: "2026-04-01" }, answer: { retrievalRequests: [retrievalRequest], nextCursor } },
  "medical.listCaseRetrievalRequests": { parameters: { caseId }, answer: { retrievalRequests: [retrievalRequest], nextCursor } },
  "medical.createRetrievalRequest": {
    parameters: { caseId },
    body: { facilityId, requestType: "records", recordTypes: retrievalRequest.recordTypes, dateRangeStartOn: "2026-01-19", vendorId: ids.vendorId, authorizationId },
    answer: { retrievalRequest },
  },
  "medical.getRetrievalRequest": { parameters: { requestId }, answer: { retrievalRequest } },
  "medical.updateRetrievalRequest": { parameters: { requestId }, body: { priority: "rush" }, answer: { retrievalRequest: { ...retrievalRequest, priority: "rush", revision: 6 } } },
  "medical.transitionRetrievalRequest": { parameters: { requestId }, body: { toStatus: "in_progress", vendorReference: "LS-90217" }, answer: { retrievalRequest } },
  "medical.listFollowUps": { parameters: { requestId }, answer: { followUps: [followUp], nextCursor } },
  "medical.addFollowUp": {
    parameters: { requestId },
    body: { method: followUp.method, note: followUp.note, nextFollowUpOn: followUp.nextFollowUpOn },
    answer: { followUp, retrievalRequest: { ...retrievalRequest, followUpCount: 2, followUpOn: followUp.nextFollowUpOn, lastFollowUpAt: times.now, revision: 6 } },
  },
  "medical.attachDocument": {
    parameters: { requestId },
    body: { documentId: chart.id },
    answer: { retrievalRequest: { ...retrievalRequest, documents: [{ ...chart, attachedAt: times.now }], revision: 6 } },
  },
  "medical.listAuthorizations": { parameters: { caseId }, answer: { hipaaAuthorizations: [authorization], nextCursor } },
  "medical.createAuthorization": { parameters: { caseId }, body: { scope: "all", signedOn: authorization.signedOn, expiresOn: authorization.expiresOn }, answer: { hipaaAuthorization: authorization } },
  "medical.getAuthorization": { parameters: { authorizationId }, answer: { hipaaAuthorization: authorization } },
  "medical.updateAuthorization": { parameters: { authorizationId }, body: { signedOn: authorization.signedOn }, answer: { hipaaAuthorization: { ...authorization, revision: 2 } } },
  "medical.revokeAuthorization": {
    parameters: { authorizationId },
    body: { reason: "The client changed counsel." },
    answer: { hipaaAuthorization: { ...authorization, status: "revoked", revokedOn: "2026-03-14", revokeReason: "The client changed counsel.", revision: 2 } },
  },
  "medical.peekQueue": { parameters: { limit: 10 }, answer: { queue: { waiting: 1, rush: 0, leased: 0, retrievalRequests: [readyRequest] } } },
  "medical.leaseQueue": {
    body: { limit: 10, leaseSeconds: 300, vendorId: ids.vendorId },
    answer: { leases: [{ leaseToken, leasedUntil: leasedRequest.leasedUntil, retrievalRequest: leasedRequest }] },
  },
  "medical.answerQueue": {
    body: { items: [{ requestId, leaseToken, result: "acknowledged", vendorReference: "LS-90217" }] },
    answer: { results: [{ index: 0, requestId, status: "succeeded", requestStatus: "acknowledged", code: null, error: null }] },
  },
};
