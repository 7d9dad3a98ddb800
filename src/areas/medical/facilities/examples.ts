import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import type { MedicalSummary } from "../queue/schema.ts";
import { Facility } from "./schema.ts";

const { organizationId, caseId, clientId, facilityId } = ids;

export const facility = exampleRecord(Facility, {
  facilityId,
  organizationId,
  caseId,
  clientId,
  contactId: ids.contactId,
  name: "Mercy General Hospital",
  npi: "1457398203",
  address: { line1: "2200 Barton Springs Rd", city: "Austin", state: "TX", zipCode: "78704" },
  phone: "+1 512 555 0160",
  fax: "+1 512 555 0161",
  version: 4,
  facilityType: "hospital",
  recordsNeeded: true,
  billsNeeded: true,
  recordsDepartmentInfo: {
    contactPerson: "Release of Information",
    email: "records@mercy-general.example.com",
    phone: "+1 512 555 0162",
    fax: null,
    preferredDeliveryMethod: "email",
    notes: "Wants the authorization on its own form.",
  },
  isTreating: true,
  treatmentStatus: "treating",
  firstVisitOn: "2026-01-19",
  lastVisitOn: "2026-03-03",
  accountNumber: "MG-558210",
  recordsStatus: "partially_received",
  billsStatus: "received",
  totalBilledCents: 1_845_000,
  totalAdjustedCents: 145_000,
  totalPaidCents: 0,
  balanceCents: 1_700_000,
  hasLien: false,
  createdAt: times.opened,
  updatedAt: times.now,
});

export const shownFacility = { facilityId, name: facility.name, facilityType: facility.facilityType };

const totals = {
  billedCents: 1_845_000,
  adjustedCents: 145_000,
  insurancePaidCents: 0,
  clientPaidCents: 0,
  medPayPaidCents: 0,
  balanceCents: 1_700_000,
  billCount: 1,
};

export const medicalSummary = {
  caseId,
  clientId,
  totals,
  facilities: [{ ...shownFacility, ...totals, treatmentCount: 1, recordCount: 1, pageCount: 84, openRequestCount: 1 }],
  facilityTypes: [{ facilityType: facility.facilityType, ...totals }],
  treatmentTypes: [{ treatmentType: "emergency", treatmentCount: 1, firstOn: "2026-01-19", lastOn: "2026-01-21" }],
} satisfies MedicalSummary;

const nextCursor = null;

export const facilityExamples = {
  "medicalFacilities.list": {
    parameters: { facilityType: "hospital", sort: "updated" },
    response: { facilities: [facility], nextCursor },
  },
  "cases.medicalFacilities.list": { parameters: { caseId }, response: { facilities: [facility], nextCursor } },
  "cases.medicalFacilities.bind": {
    parameters: { caseId },
    body: {
      contactId: ids.contactId,
      facilityType: facility.facilityType,
      recordsNeeded: true,
      billsNeeded: true,
      firstVisitOn: facility.firstVisitOn,
    },
    response: { facility: { ...facility, version: 1 } },
  },
  "medicalFacilities.get": { parameters: { facilityId }, response: { facility } },
  "medicalFacilities.update": {
    parameters: { facilityId },
    body: {
      expectedVersion: 3,
      facilityType: facility.facilityType,
      recordsNeeded: true,
      recordsDepartmentInfo: facility.recordsDepartmentInfo,
    },
    response: { facility },
  },
  "medicalFacilities.unbind": { parameters: { facilityId }, response: {} },
  "cases.medicalSummary.get": { parameters: { caseId }, response: { medicalSummary } },
} satisfies Record<string, OperationExample>;
