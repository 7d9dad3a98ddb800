import type { Insertable } from "kysely";
import { createId } from "../../platform/database/ids.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { changeRow, type TestTenant } from "../../testing/harness/tenant.ts";
import { createFacility, createRetrievalRequest, type CreatedFacility, type CreatedRequest } from "./fixtures.ts";

type Values<Table extends keyof Tables> = Partial<Insertable<Tables[Table]>>;

/** An emergency treatment of a facility, its own unless given. */
export async function createTreatment(
  tenant: TestTenant,
  values: Values<"MedicalTreatment"> = {},
  of?: CreatedFacility,
): Promise<CreatedFacility & { treatmentId: string }> {
  const { organizationId } = tenant;
  const facility = of ?? (await createFacility(tenant));
  const { facilityId, caseId } = facility;
  const id = createId("medicalTreatment");
  const row = {
    organizationId,
    id,
    facilityId,
    caseId,
    treatmentType: "emergency",
    startOn: "2026-01-05",
    endOn: "2026-01-07",
    ...values,
  };
  await tenant.inside((transaction) => transaction.insertInto("MedicalTreatment").values(row).execute());
  return { ...facility, treatmentId: id };
}

/** A bill of $900, of which nothing is paid, with the totals of its facility. */
export async function createBill(
  tenant: TestTenant,
  values: Values<"MedicalBill"> = {},
): Promise<CreatedFacility & { billId: string }> {
  const { organizationId } = tenant;
  const facility = await createFacility(tenant, { totalBilledCents: 90_000, totalPaidCents: 0 });
  const { facilityId, caseId } = facility;
  const id = createId("medicalBill");
  const row = { organizationId, id, facilityId, caseId, billedCents: 90_000, ...values };
  await tenant.inside((transaction) => transaction.insertInto("MedicalBill").values(row).execute());
  return { ...facility, billId: id };
}

/** Records of a facility of their own. */
export async function createRecord(
  tenant: TestTenant,
  values: Values<"MedicalRecord"> = {},
): Promise<CreatedFacility & { recordId: string }> {
  const { organizationId } = tenant;
  const facility = await createFacility(tenant);
  const { facilityId, caseId } = facility;
  const id = createId("medicalRecord");
  await tenant.inside((transaction) =>
    transaction
      .insertInto("MedicalRecord")
      .values({ organizationId, id, facilityId, caseId, recordType: "er_report", pageCount: 12, ...values })
      .execute(),
  );
  return { ...facility, recordId: id };
}

/**
 * A signed authorization of the case for every facility, which does not run out.
 *
 * @returns its id
 */
export async function createAuthorization(
  tenant: TestTenant,
  caseId: string,
  values: Values<"HipaaAuthorization"> = {},
): Promise<string> {
  const { organizationId } = tenant;
  const id = createId("hipaaAuthorization");
  const row = { organizationId, id, caseId, scope: "all", signedOn: "2026-01-02", ...values };
  await tenant.inside((transaction) => transaction.insertInto("HipaaAuthorization").values(row).execute());
  return id;
}

/** A request with a signed authorization of its case; ready for a vendor by default. */
export async function createReadyRequest(
  tenant: TestTenant,
  values: Values<"RetrievalRequest"> = {},
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
  const id = createId("document");
  const file = {
    name: "Chart.pdf",
    fileName: "chart.pdf",
    contentType: "application/pdf",
    sizeBytes: 1024,
    sha256: "0".repeat(64),
  };
  const uploadedBy = JSON.stringify({ type: "member", id: tenant.attorneyId, name: "Ada Counsel" });
  await tenant.inside((transaction) =>
    transaction
      .insertInto("Document")
      .values({ organizationId, id, caseId, ...file, status: "available", version: 1, uploadedBy })
      .execute(),
  );
  return id;
}

/**
 * A provider among the firm's contacts.
 *
 * @returns its id
 */
export async function createProvider(tenant: TestTenant, name = "Dr. Lee"): Promise<string> {
  const { organizationId } = tenant;
  const id = createId("contact");
  await tenant.inside((transaction) =>
    transaction.insertInto("Contact").values({ organizationId, id, type: "medical_provider", name }).execute(),
  );
  return id;
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
  const [billId, recordId, followUpId] = [
    createId("medicalBill"),
    createId("medicalRecord"),
    createId("retrievalFollowUp"),
  ];
  await tenant.inside(async (transaction) => {
    const of = { organizationId, facilityId, caseId };
    await transaction
      .insertInto("MedicalBill")
      .values({ ...of, id: billId, billedCents: 90_000 })
      .execute();
    await transaction
      .insertInto("MedicalRecord")
      .values({ ...of, id: recordId, recordType: "er_report", requestId, documentId })
      .execute();
    await transaction
      .insertInto("RetrievalFollowUp")
      .values({ organizationId, id: followUpId, requestId, method: "phone", actorName: "Ada Counsel" })
      .execute();
    await transaction
      .insertInto("RetrievalRequestDocument")
      .values({ organizationId, requestId, documentId })
      .execute();
  });
  return { ...request, treatmentId, billId, recordId, documentId, followUpId };
}
