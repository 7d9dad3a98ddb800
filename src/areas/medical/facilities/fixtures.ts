import { ids } from "../../../contract/examples/example-story.ts";
import { readRecord, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createFacility, recordsDepartment, type CreatedFacility } from "../fixtures.ts";
import { facilityExamples } from "./examples.ts";
import { createProvider } from "../fixtures.records.ts";

const changedSince = { chartNumber: "changed since", version: 9 };
const touch = (facility: CreatedFacility) => () => ({
  entity: "medical_facility",
  id: facility.facilityId,
  relatedIds: relateCase(facility),
});
const remove = (tenant: TestTenant, facilityId: string) => () =>
  changeRow(tenant, "MedicalFacility", facilityId, { deletedAt: "2026-03-14T15:09:26.535Z" });

export const facilityScenarios = {
  "medicalFacilities.list": async (tenant) => {
    const facility = await createFacility(tenant);
    return { query: { caseId: facility.caseId }, touched: touch(facility) };
  },
  "cases.medicalFacilities.list": async (tenant) => {
    const facility = await createFacility(tenant);
    return { pathValues: { caseId: facility.caseId }, touched: touch(facility) };
  },
  "cases.medicalFacilities.bind": async (tenant) => {
    const created = await createCase(tenant);
    const contactId = await createProvider(tenant);
    const idOf = (response: Record<string, unknown>) => String(readRecord(response, "facility")["facilityId"]);
    return {
      pathValues: { caseId: created.caseId },
      ownValues: { [ids.contactId]: contactId },
      change: (response) => changeRow(tenant, "MedicalFacility", idOf(response), changedSince),
      touched: (response) => ({ entity: "medical_facility", id: idOf(response), relatedIds: relateCase(created) }),
      diff: {},
    };
  },
  "medicalFacilities.get": async (tenant) => {
    const facility = await createFacility(tenant);
    const { facilityId } = facility;
    return { pathValues: { facilityId }, remove: remove(tenant, facilityId), touched: touch(facility) };
  },
  "medicalFacilities.update": async (tenant) => {
    const facility = await createFacility(tenant);
    const { facilityId } = facility;
    return {
      pathValues: { facilityId },
      ownValues: { [facilityExamples["medicalFacilities.update"].body.expectedVersion]: 1 },
      revision: 1,
      remove: remove(tenant, facilityId),
      change: () => changeRow(tenant, "MedicalFacility", facilityId, changedSince),
      touched: touch(facility),
      diff: ({ recordsDepartmentInfo }) => ({
        recordsNeeded: { from: false, to: true },
        recordsDepartmentInfo: { from: recordsDepartment, to: recordsDepartmentInfo },
        recordsStatus: { from: "not_needed", to: "needed" },
      }),
    };
  },
  "medicalFacilities.unbind": async (tenant) => {
    const facility = await createFacility(tenant);
    const { facilityId } = facility;
    return {
      pathValues: { facilityId },
      revision: 1,
      remove: remove(tenant, facilityId),
      change: () => changeRow(tenant, "MedicalFacility", facilityId, changedSince),
      touched: touch(facility),
      diff: {},
    };
  },
  "cases.medicalSummary.get": async (tenant) => {
    const facility = await createFacility(tenant);
    const { caseId } = facility;
    const touched = () => ({ entity: "case", id: caseId, relatedIds: relateCase(facility) });
    return { pathValues: { caseId }, touched };
  },
} satisfies Record<string, Scenario>;
