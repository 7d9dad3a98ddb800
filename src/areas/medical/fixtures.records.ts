import { buildContact } from "../../../prisma/seed/builders/contacts.ts";
import { buildDocument } from "../../../prisma/seed/builders/documents.ts";
import { buildAuthorization, buildBill, buildRecord, buildTreatment } from "../../../prisma/seed/builders/medical.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import { createId } from "../../platform/database/ids.ts";
import { changeRow, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import { createFacility, createRetrievalRequest, type CreatedFacility, type CreatedRequest } from "./fixtures.ts";

/** An emergency treatment of a facility, its own unless given. */
export async function createTreatment(
  tenant: TestTenant,
  values: Partial<Values<"MedicalTreatment">> = {},
  of?: CreatedFacility,
): Promise<CreatedFacility & { treatmentId: string }> {
  const { organizationId } = tenant;
  const facility = of ?? (await createFacility(tenant));
  const { facilityId, caseId } = facility;
  const treatment = buildTreatment({ organizationId, facilityId, caseId, ...values });
  await insertFor(tenant, { MedicalTreatment: treatment });
  return { ...facility, treatmentId: treatment.id };
}

/** A bill of $900, of which nothing is paid, with the totals of its facility. */
export async function createBill(
  tenant: TestTenant,
  values: Partial<Values<"MedicalBill">> = {},
): Promise<CreatedFacility & { billId: string }> {
  const { organizationId } = tenant;
  const facility = await createFacility(tenant, { totalBilledCents: 90_000, totalPaidCents: 0 });
  const { facilityId, caseId } = facility;
  const bill = buildBill({ organizationId, facilityId, caseId, ...values });
  await insertFor(tenant, { MedicalBill: bill });
  return { ...facility, billId: bill.id };
}

/** Records of a facility of their own. */
export async function createRecord(
  tenant: TestTenant,
  values: Partial<Values<"MedicalRecord">> = {},
): Promise<CreatedFacility & { recordId: string }> {
  const { organizationId } = tenant;
  const facility = await createFacility(tenant);
  const { facilityId, caseId } = facility;
  const record = buildRecord({ organizationId, facilityId, caseId, pageCount: 12, ...values });
  await insertFor(tenant, { MedicalRecord: record });
  return { ...facility, recordId: record.id };
}

/**
 * A signed authorization of the case for every facility, which does not run out.
 *
 * @returns its id
 */
export async function createAuthorization(
  tenant: TestTenant,
  caseId: string,
  values: Partial<Values<"HipaaAuthorization">> = {},
): Promise<string> {
  const { organizationId } = tenant;
  const authorization = buildAuthorization({ organizationId, caseId, ...values });
  return (await insertFor(tenant, { HipaaAuthorization: authorization })).HipaaAuthorization.id;
}

/** A request with a signed authorization of its case; ready for a vendor by default. */
export async function createReadyRequest(
  tenant: TestTenant,
  values: Partial<Values<"RetrievalRequest">> = {},
): Promise<CreatedRequest & { authorizationId: string }> {
  const request = await createRetrievalRequest(tenant, {
    status: "ready",
    statusChangedAt: "2026-03-01T00:00:00.000Z",
    ...values,
  });
  const authorizationId = await createAuthorization(tenant, request.caseId);
  await changeRow(tenant, "RetrievalRequest", request.requestId, { authorizationId, revision: 1 });
  return { ...request, authorizationId };
}

export async function createCaseDocument(tenant: TestTenant, caseId: string): Promise<string> {
  const { organizationId } = tenant;
  const file = {
    name: "Chart.pdf",
    fileName: "chart.pdf",
    contentType: "application/pdf",
    sizeBytes: 1024,
    sha256: "0".repeat(64),
  };
  const uploadedBy = { type: "member", id: tenant.attorneyId, name: "Ada Counsel" };
  const { Document: document } = buildDocument({ organizationId, caseId, ...file, uploadedBy });
  return (await insertFor(tenant, { Document: document })).Document.id;
}

/**
 * A provider among the firm's contacts.
 *
 * @returns its id
 */
export async function createProvider(tenant: TestTenant, name = "Dr. Lee"): Promise<string> {
  const { organizationId } = tenant;
  const provider = buildContact({ organizationId, type: "medical_provider", name });
  return (await insertFor(tenant, { Contact: provider })).Contact.id;
}

/** What one request of a facility and all that hangs on it are called. */
export interface MedicalRows extends CreatedRequest {
  authorizationId: string;
  treatmentId: string;
  billId: string;
  recordId: string;
  documentId: string;
  followUpId: string;
}

/** A row in every table of the area, all of one facility; the request is ready for a vendor. */
export async function createMedicalRows(tenant: TestTenant): Promise<MedicalRows> {
  const { organizationId } = tenant;
  const request = await createReadyRequest(tenant);
  const { requestId, facilityId, caseId } = request;
  const { treatmentId } = await createTreatment(tenant, {}, request);
  const documentId = await createCaseDocument(tenant, caseId);
  const followUpId = createId("retrievalFollowUp");
  const of = { organizationId, facilityId, caseId };
  const [bill, record] = [buildBill(of), buildRecord({ ...of, requestId, documentId })];
  await insertFor(tenant, {
    MedicalBill: bill,
    MedicalRecord: record,
    RetrievalFollowUp: { organizationId, id: followUpId, requestId, method: "phone", actorName: "Ada Counsel" },
    RetrievalRequestDocument: { organizationId, requestId, documentId },
  });
  return { ...request, treatmentId, billId: bill.id, recordId: record.id, documentId, followUpId };
}
