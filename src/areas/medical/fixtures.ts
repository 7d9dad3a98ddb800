import { buildContact } from "../../../prisma/seed/builders/contacts.ts";
import { buildFacility, buildRequestStep, buildRetrievalRequest } from "../../../prisma/seed/builders/medical.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import { createCase, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";

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
  values: Partial<Values<"MedicalFacility">> = {},
): Promise<CreatedFacility> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const hospital = { type: "medical_provider", name: "Mercy General", npi: "1234567893", city: "Albany", state: "NY" };
  const contact = buildContact({ organizationId, ...hospital });
  const facility = buildFacility({
    organizationId,
    caseId,
    clientId,
    contactId: contact.id,
    recordsDepartmentInfo: recordsDepartment,
    billingDepartmentInfo: billingDepartment,
    totalBilledCents: 90_000,
    totalPaidCents: 20_000,
    ...values,
  });
  await insertFor(tenant, { Contact: contact, MedicalFacility: facility });
  return { facilityId: facility.id, contactId: contact.id, caseId, clientId };
}

export interface CreatedRequest extends CreatedFacility {
  requestId: string;
}

/** A submitted request for medical records, of a facility and a case of its own, with one step behind it. */
export async function createRetrievalRequest(
  tenant: TestTenant,
  values: Partial<Values<"RetrievalRequest">> = {},
): Promise<CreatedRequest> {
  const { organizationId } = tenant;
  const facility = await createFacility(tenant);
  const { facilityId, caseId, clientId } = facility;
  const request = buildRetrievalRequest({
    organizationId,
    caseId,
    clientId,
    facilityId,
    authorizationStatus: "signed",
    status: "submitted",
    requestedById: tenant.attorneyId,
    ...values,
  });
  const { id: requestId } = request;
  const drafted = { requestId, at: "2026-03-14T15:09:26.535Z", actorName: "Ada Counsel" };
  await insertFor(tenant, {
    RetrievalRequest: request,
    RetrievalRequestStep: buildRequestStep({ organizationId, ...drafted }),
  });
  return { ...facility, requestId };
}
