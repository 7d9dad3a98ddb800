import { createFacility, createRetrievalRequest } from "../../areas/medical/fixtures.ts";
import {
  changeRequest,
  createAuthorization,
  createBill,
  createCaseDocument,
  createProvider,
  createReadyRequest,
  createRecord,
  createTreatment,
} from "../../areas/medical/fixtures.records.ts";
import { createCase } from "../harness/tenant.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { countRevisions, newName } from "./mutation.ts";
import type { Arrange, MutationScenario } from "./mutation.ts";

/** How often a row of the table was made for this parent. */
function countRows(table: string, column: string, id: string): MutationScenario["effects"] {
  return { text: `SELECT count(*)::integer AS effects FROM "${table}" WHERE "${column}" = $1`, values: [id] };
}

/** Adds a part to a facility of its own. */
const added = (path: string, table: string, entity: string, body: object): Arrange => async (tenant) => {
  const { facilityId } = await createFacility(tenant);
  return { method: "POST", path: `/medical-facilities/${facilityId}/${path}`, body, entity, effects: countRows(table, "facilityId", facilityId) };
};

/** Changes or deletes a part that no other request touches. */
const onPart = (
  path: string,
  { table, entity }: { table: string; entity: string },
  create: (tenant: TestTenant) => Promise<{ facilityId: string; id: string }>,
  body: object | undefined,
): Arrange => async (tenant) => {
  const { facilityId, id } = await create(tenant);
  const method = body === undefined ? "DELETE" : "PATCH";
  return { method, path: `/medical-facilities/${facilityId}/${path}/${id}`, body, entity, effects: countRevisions(table, "revision", id) };
};

const treatments = { table: "MedicalTreatment", entity: "medical_treatment" };
const bills = { table: "MedicalBill", entity: "medical_bill" };
const records = { table: "MedicalRecord", entity: "medical_record" };
const newTreatment = async (tenant: TestTenant) => {
  const { facilityId, treatmentId: id } = await createTreatment(tenant);
  return { facilityId, id };
};
const newBill = async (tenant: TestTenant) => {
  const { facilityId, billId: id } = await createBill(tenant);
  return { facilityId, id };
};
const newRecord = async (tenant: TestTenant) => {
  const { facilityId, recordId: id } = await createRecord(tenant);
  return { facilityId, id };
};

/** A request at revision 1, as it was sent. */
const newSent = async (tenant: TestTenant) => {
  const request = await createRetrievalRequest(tenant, { submittedAt: "2026-03-02T10:00:00.000Z" });
  await changeRequest(tenant, request.requestId, { revision: 1 });
  return request;
};

/** Changes a sent request that no other request touches. */
const onRequest = (method: string, below: string, body: object): Arrange => async (tenant) => {
  const { requestId } = await newSent(tenant);
  return { method, path: `/retrieval-requests/${requestId}${below}`, body, entity: "retrieval_request", effects: countRevisions("RetrievalRequest", "revision", requestId) };
};

/** Changes an authorization that no other request touches. */
const onAuthorization = (method: string, below: string, body: object): Arrange => async (tenant) => {
  const { caseId } = await createCase(tenant);
  const id = await createAuthorization(tenant, caseId);
  return { method, path: `/hipaa-authorizations/${id}${below}`, body, entity: "hipaa_authorization", effects: countRevisions("HipaaAuthorization", "revision", id) };
};

/** The mutations of the area medical, each with a fresh record to work on. */
export const medicalMutations: Record<string, Arrange> = {
  "medical.bindFacility": async (tenant) => {
    const { caseId } = await createCase(tenant);
    const body = { contactId: await createProvider(tenant, newName()), recordsNeeded: true };
    return { method: "POST", path: `/cases/${caseId}/medical-facilities`, body, entity: "medical_facility", effects: countRows("MedicalFacility", "caseId", caseId) };
  },
  "medical.updateFacility": async (tenant) => {
    const { facilityId: id } = await createFacility(tenant);
    const body = { expectedVersion: 1, recordsNeeded: true, recordsDepartmentInfo: { contactPerson: "Jo", notes: "Call first" } };
    return { method: "PATCH", path: `/medical-facilities/${id}`, body, entity: "medical_facility", effects: countRevisions("MedicalFacility", "version", id) };
  },
  "medical.unbindFacility": async (tenant) => {
    const { facilityId: id } = await createFacility(tenant);
    return { method: "DELETE", path: `/medical-facilities/${id}`, body: undefined, entity: "medical_facility", effects: countRevisions("MedicalFacility", "version", id) };
  },
  "medical.createTreatment": added("treatments", treatments.table, treatments.entity, { treatmentType: "imaging", startOn: "2026-02-01" }),
  "medical.updateTreatment": onPart("treatments", treatments, newTreatment, { notes: "Better" }),
  "medical.deleteTreatment": onPart("treatments", treatments, newTreatment, undefined),
  "medical.createBill": added("bills", bills.table, bills.entity, { billedCents: 50_000 }),
  "medical.updateBill": onPart("bills", bills, newBill, { insurancePaidCents: 10_000 }),
  "medical.deleteBill": onPart("bills", bills, newBill, undefined),
  "medical.createRecord": added("records", records.table, records.entity, { recordType: "er_report", reviewed: true }),
  "medical.updateRecord": onPart("records", records, newRecord, { summary: "Read" }),
  "medical.deleteRecord": onPart("records", records, newRecord, undefined),
  "medical.createRetrievalRequest": async (tenant) => {
    const { caseId, facilityId } = await createFacility(tenant);
    const body = { facilityId, requestType: "records", authorizationId: await createAuthorization(tenant, caseId) };
    return { method: "POST", path: `/cases/${caseId}/retrieval-requests`, body, entity: "retrieval_request", effects: countRows("RetrievalRequest", "caseId", caseId) };
  },
  "medical.updateRetrievalRequest": onRequest("PATCH", "", { priority: "rush" }),
  "medical.transitionRetrievalRequest": onRequest("POST", "/transitions", { toStatus: "acknowledged" }),
  "medical.addFollowUp": onRequest("POST", "/follow-ups", { method: "phone" }),
  "medical.attachDocument": async (tenant) => {
    const { requestId, caseId } = await newSent(tenant);
    const body = { documentId: await createCaseDocument(tenant, caseId) };
    return { method: "POST", path: `/retrieval-requests/${requestId}/documents`, body, entity: "retrieval_request", effects: countRows("RetrievalRequestDocument", "requestId", requestId) };
  },
  "medical.createAuthorization": async (tenant) => {
    const { caseId } = await createCase(tenant);
    const body = { scope: "all", signedOn: "2026-01-02" };
    return { method: "POST", path: `/cases/${caseId}/hipaa-authorizations`, body, entity: "hipaa_authorization", effects: countRows("HipaaAuthorization", "caseId", caseId) };
  },
  "medical.updateAuthorization": onAuthorization("PATCH", "", { expirationEvent: "The end of the case" }),
  "medical.revokeAuthorization": onAuthorization("POST", "/revoke", {}),
  "medical.leaseQueue": async (tenant) => {
    // Of a vendor of its own: what other requests left in the queue is not for this one.
    const vendorId = await createProvider(tenant, newName());
    const { requestId } = await createReadyRequest(tenant, { vendorId });
    return { method: "POST", path: "/retrieval-queue/lease", body: { limit: 5, vendorId }, entity: "retrieval_request", effects: countRevisions("RetrievalRequest", "revision", requestId) };
  },
  "medical.answerQueue": async (tenant) => {
    const leaseToken = "lease_of_a_test";
    const { requestId } = await createReadyRequest(tenant, { leaseToken, leasedUntil: new Date(Date.now() + 600_000).toISOString() });
    const body = { items: [{ requestId, leaseToken, result: "released" }] };
    return { method: "POST", path: "/retrieval-queue/ack", body, entity: "retrieval_request", effects: countRevisions("RetrievalRequest", "revision", requestId) };
  },
};
