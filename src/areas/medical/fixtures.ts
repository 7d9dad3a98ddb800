import type { Insertable } from "kysely";
import { createId } from "../../platform/database/ids.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { createCase, type TestTenant } from "../../testing/harness/tenant.ts";

export interface CreatedFacility {
  facilityId: string;
  contactId: string;
  caseId: string;
  clientId: string;
}

export const recordsDepartment = {
  contactPerson: "Marion Files",
  email: "records@mercy.example",
  preferredDeliveryMethod: "fax",
};
export const billingDepartment = { contactPerson: "Otto Ledger", phone: "555-0199" };

/** A hospital bound to a case of its own, at version 1. */
export async function createFacility(
  tenant: TestTenant,
  values: Partial<Insertable<Tables["MedicalFacility"]>> = {},
): Promise<CreatedFacility> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const facilityId = createId("facility");
  const contactId = createId("contact");
  await tenant.inside(async (transaction) => {
    await transaction
      .insertInto("Contact")
      .values({
        organizationId,
        id: contactId,
        type: "medical_provider",
        name: "Mercy General",
        npi: "1234567893",
        city: "Albany",
        state: "NY",
      })
      .execute();
    await transaction
      .insertInto("MedicalFacility")
      .values({
        organizationId,
        id: facilityId,
        caseId,
        clientId,
        contactId,
        facilityType: "hospital",
        recordsDepartmentInfo: JSON.stringify(recordsDepartment),
        billingDepartmentInfo: JSON.stringify(billingDepartment),
        totalBilledCents: 90_000,
        totalPaidCents: 20_000,
        ...values,
      })
      .execute();
  });
  return { facilityId, contactId, caseId, clientId };
}

export interface CreatedRequest extends CreatedFacility {
  requestId: string;
}

/** A submitted request for medical records, of a facility and a case of its own, with one step behind it. */
export async function createRetrievalRequest(
  tenant: TestTenant,
  values: Partial<Insertable<Tables["RetrievalRequest"]>> = {},
): Promise<CreatedRequest> {
  const { organizationId } = tenant;
  const facility = await createFacility(tenant);
  const { facilityId, caseId, clientId } = facility;
  const id = createId("retrievalRequest");
  await tenant.inside(async (transaction) => {
    await transaction
      .insertInto("RetrievalRequest")
      .values({
        organizationId,
        id,
        requestNumber: `RR-${id}`,
        caseId,
        clientId,
        facilityId,
        requestType: "records",
        recordTypes: ["er_report"],
        deliveryMethod: "fax",
        authorizationStatus: "signed",
        status: "submitted",
        requestedById: tenant.attorneyId,
        ...values,
      })
      .execute();
    await transaction
      .insertInto("RetrievalRequestStep")
      .values({
        organizationId,
        id: createId("retrievalRequestStep"),
        requestId: id,
        at: "2026-03-14T15:09:26.535Z",
        status: "draft",
        actorName: "Ada Counsel",
      })
      .execute();
  });
  return { ...facility, requestId: id };
}
