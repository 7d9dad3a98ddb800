import { ids } from "../../../contract/examples/example-story.ts";
import { readRecord, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { createCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createFacility, recordsDepartment, type CreatedFacility } from "../fixtures.ts";
import { facilityExamples } from "./examples.ts";
import { createProvider } from "../fixtures.records.ts";

/** A case and its client, as an event's relatedIds. */
export const relateCreated = ({ caseId, clientId }: { caseId: string; clientId: string }) => [
  { entity: "case", id: caseId },
  { entity: "client", id: clientId },
];

/** Changes a facility past the API. */
async function changeFacility(tenant: TestTenant, facilityId: string, values: { chartNumber?: string; version?: number; deletedAt?: string }): Promise<void> {
  await tenant.inside((transaction) => transaction.updateTable("MedicalFacility").set(values).where("id", "=", facilityId).execute());
}

const changedSince = { chartNumber: "changed since", version: 9 };
const touch = (facility: CreatedFacility) => () => ({ entity: "medical_facility", id: facility.facilityId, relatedIds: relateCreated(facility) });
const remove = (tenant: TestTenant, facilityId: string) => () => changeFacility(tenant, facilityId, { deletedAt: "2026-03-14T15:09:26.535Z" });

const bound: Scenario = async (tenant) => {
  const created = await createCase(tenant);
  const contactId = await createProvider(tenant);
  const idOf = (answer: Record<string, unknown>) => String(readRecord(answer, "facility")["facilityId"]);
  return {
    pathValues: { caseId: created.caseId },
    ownValues: { [ids.contactId]: contactId },
    recordParameters: ["caseId"],
    revision: null,
    change: (answer) => changeFacility(tenant, idOf(answer), changedSince),
    touched: (answer) => ({ entity: "medical_facility", id: idOf(answer), relatedIds: relateCreated(created) }),
    diff: {},
  };
};

const updated: Scenario = async (tenant) => {
  const facility = await createFacility(tenant);
  const { facilityId } = facility;
  return {
    pathValues: { facilityId },
    ownValues: { [facilityExamples["medicalFacilities.update"].body.expectedVersion]: 1 },
    recordParameters: ["facilityId"],
    revision: 1,
    remove: remove(tenant, facilityId),
    change: () => changeFacility(tenant, facilityId, changedSince),
    touched: touch(facility),
    diff: ({ recordsDepartmentInfo }) => ({
      recordsNeeded: { from: false, to: true },
      recordsDepartmentInfo: { from: recordsDepartment, to: recordsDepartmentInfo },
      recordsStatus: { from: "not_needed", to: "needed" },
    }),
  };
};

const unbound: Scenario = async (tenant) => {
  const facility = await createFacility(tenant);
  const { facilityId } = facility;
  return {
    pathValues: { facilityId },
    recordParameters: ["facilityId"],
    revision: 1,
    remove: remove(tenant, facilityId),
    change: () => changeFacility(tenant, facilityId, changedSince),
    touched: touch(facility),
    diff: {},
  };
};

const read: Scenario = async (tenant) => {
  const facility = await createFacility(tenant);
  const { facilityId } = facility;
  return { pathValues: { facilityId }, recordParameters: ["facilityId"], revision: null, remove: remove(tenant, facilityId), touched: touch(facility) };
};

const listed: Scenario = async (tenant) => {
  const facility = await createFacility(tenant);
  return { pathValues: {}, query: { caseId: facility.caseId }, recordParameters: [], revision: null, touched: touch(facility) };
};

const listedOfCase: Scenario = async (tenant) => {
  const facility = await createFacility(tenant);
  return { pathValues: { caseId: facility.caseId }, recordParameters: ["caseId"], revision: null, touched: touch(facility) };
};

const summarized: Scenario = async (tenant) => {
  const facility = await createFacility(tenant);
  const { caseId } = facility;
  const touched = () => ({ entity: "case", id: caseId, relatedIds: relateCreated(facility) });
  return { pathValues: { caseId }, recordParameters: ["caseId"], revision: null, touched };
};

export const facilityScenarios = {
  "medicalFacilities.list": listed,
  "cases.medicalFacilities.list": listedOfCase,
  "cases.medicalFacilities.bind": bound,
  "medicalFacilities.get": read,
  "medicalFacilities.update": updated,
  "medicalFacilities.unbind": unbound,
  "cases.medicalSummary.get": summarized,
} satisfies Record<string, Scenario>;
