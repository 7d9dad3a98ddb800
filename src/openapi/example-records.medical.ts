import type { HipaaAuthorization } from "../areas/medical/authorizations/schema.ts";
import type { MedicalBill, MedicalRecord, MedicalTreatment } from "../areas/medical/parts/schema.ts";
import type { MedicalSummary } from "../areas/medical/queue/schema.ts";
import type { RetrievalFollowUp, RetrievalRequest } from "../areas/medical/requests/schema.ts";
import type { Facility } from "../areas/medical/facilities/schema.ts";
import { ids, person, times } from "./example-story.ts";

const { organizationId, caseId, clientId, facilityId } = ids;
const client = { id: clientId, ...person };

export const facility = {
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
  billingDepartmentInfo: null,
  isTreating: true,
  treatmentStatus: "treating",
  firstVisitOn: "2026-01-19",
  lastVisitOn: "2026-03-03",
  accountNumber: "MG-558210",
  chartNumber: null,
  recordsStatus: "partially_received",
  billsStatus: "received",
  totalBilledCents: 1_845_000,
  totalAdjustedCents: 145_000,
  totalPaidCents: 0,
  balanceCents: 1_700_000,
  hasLien: false,
  externalId: null,
  createdAt: times.opened,
  updatedAt: times.now,
} satisfies Facility;

export const retrievalRequest = {
  id: ids.requestId,
  organizationId,
  requestNumber: "RR-2026-00042",
  case: { id: caseId, sequenceId: "2026-000123" },
  client,
  facility: { facilityId, name: facility.name, facilityType: facility.facilityType },
  vendor: { id: ids.vendorId, name: "Lone Star Records Retrieval" },
  vendorReference: "LS-90217",
  requestType: "records",
  recordTypes: ["emergency_room", "imaging_reports"],
  dateRangeStartOn: "2026-01-19",
  dateRangeEndOn: null,
  allDates: false,
  purpose: "litigation",
  priority: "standard",
  deliveryMethod: "email",
  sentTo: facility.recordsDepartmentInfo,
  certificationRequired: true,
  affidavitRequired: false,
  notarized: false,
  includesMentalHealth: false,
  includesSubstanceUse: false,
  includesHiv: false,
  authorization: { id: ids.authorizationId, scope: "all", signedOn: "2026-02-16", expiresOn: "2026-08-16", revokedOn: null },
  authorizationStatus: "signed",
  authorizationExpiresOn: "2026-08-16",
  status: "in_progress",
  availableTransitions: ["fee_requested", "partially_received", "received", "no_records", "rejected", "on_hold"],
  statusReason: null,
  statusChangedAt: "2026-03-03T14:41:07.310Z",
  submittedAt: "2026-02-18T17:05:52.114Z",
  acknowledgedAt: "2026-02-24T13:12:30.660Z",
  receivedAt: null,
  completedAt: null,
  dueOn: "2026-03-20",
  followUpOn: "2026-03-17",
  followUpCount: 1,
  lastFollowUpAt: "2026-03-03T14:41:07.310Z",
  feeQuotedCents: null,
  feeApprovedCents: null,
  pagesReceived: null,
  requestedBy: { id: ids.attorneyId, firstName: "Daniel", lastName: "Okafor" },
  notes: null,
  documents: [],
  timeline: [
    { at: times.stage, status: "draft", actor: "Daniel Okafor", note: null },
    { at: "2026-02-18T17:05:52.114Z", status: "submitted", actor: "Daniel Okafor", note: "By e-mail, with the signed authorization." },
    { at: "2026-02-24T13:12:30.660Z", status: "acknowledged", actor: "Records vendor sync", note: null },
    { at: "2026-03-03T14:41:07.310Z", status: "in_progress", actor: "Records vendor sync", note: null },
  ],
  leasedUntil: null,
  externalId: null,
  revision: 5,
  createdAt: times.stage,
  updatedAt: "2026-03-03T14:41:07.310Z",
} satisfies RetrievalRequest;

const shownFacility = { facilityId, name: facility.name, facilityType: facility.facilityType };
const ofFacility = { organizationId, facility: shownFacility, caseId, clientId };
const recorded = { externalId: null, revision: 1, createdAt: times.now, updatedAt: times.now };
export const chart = { id: ids.chartId, name: "Mercy General chart.pdf" };

export const treatment = {
  id: ids.treatmentId,
  ...ofFacility,
  provider: null,
  treatmentType: "emergency",
  startOn: "2026-01-19",
  endOn: "2026-01-21",
  diagnosisCodes: ["S13.4XXA"],
  procedureCodes: ["99284", "72141"],
  notes: null,
  nextAppointmentAt: "2026-04-02T14:30:00.000Z",
  gapDays: null,
  ...recorded,
} satisfies MedicalTreatment;

export const bill = {
  id: ids.billId,
  ...ofFacility,
  accountNumber: "MG-558210",
  billDate: "2026-02-10",
  receivedOn: "2026-02-24",
  serviceStartOn: "2026-01-19",
  serviceEndOn: "2026-01-21",
  billedCents: 1_845_000,
  adjustmentCents: 145_000,
  insurancePaidCents: 0,
  clientPaidCents: 0,
  medPayPaidCents: 0,
  writeOffCents: 0,
  reductionNegotiatedCents: 145_000,
  balanceCents: 1_700_000,
  isLien: false,
  cptCodes: ["99284", "72141"],
  document: null,
  status: "reduced",
  availableTransitions: ["disputed", "paid", "waived"],
  notes: null,
  ...recorded,
} satisfies MedicalBill;

export const record = {
  id: ids.recordId,
  ...ofFacility,
  request: { id: ids.requestId, requestNumber: retrievalRequest.requestNumber },
  document: chart,
  recordType: "emergency_room",
  serviceStartOn: "2026-01-19",
  serviceEndOn: "2026-01-21",
  pageCount: 84,
  isCertified: false,
  reviewedBy: { id: ids.attorneyId, firstName: "Daniel", lastName: "Okafor" },
  reviewedAt: times.now,
  summary: "Neck pain after a rear-end collision; no fracture.",
  chronologyStatus: "in_progress",
  ...recorded,
} satisfies MedicalRecord;

export const authorization = {
  id: ids.authorizationId,
  organizationId,
  case: { id: caseId, sequenceId: "2026-000123" },
  client,
  scope: "all",
  facilities: [],
  status: "active",
  signedOn: "2026-02-16",
  expiresOn: "2026-08-16",
  expirationEvent: null,
  coversFromOn: null,
  coversToOn: null,
  includesMentalHealth: false,
  includesSubstanceUse: false,
  includesHiv: false,
  revokedOn: null,
  revokeReason: null,
  document: null,
  ...recorded,
} satisfies HipaaAuthorization;

/** The request before anybody took it, and as its vendor has it. */
export const readyRequest = {
  ...retrievalRequest,
  vendorReference: null,
  status: "ready",
  availableTransitions: ["submitted", "on_hold", "cancelled"],
  statusChangedAt: times.stage,
  submittedAt: null,
  acknowledgedAt: null,
  dueOn: null,
  followUpOn: null,
  followUpCount: 0,
  lastFollowUpAt: null,
  timeline: [
    { at: times.opened, status: "draft", actor: "Daniel Okafor", note: null },
    { at: times.stage, status: "ready", actor: "Daniel Okafor", note: null },
  ],
  revision: 2,
  updatedAt: times.stage,
} satisfies RetrievalRequest;
export const leasedRequest = { ...readyRequest, leasedUntil: "2026-03-14T15:14:26.535Z", revision: 3, updatedAt: times.now } satisfies RetrievalRequest;

export const followUp = {
  id: "rfu_01kf3m8t6x8z1b3d5f7h9k1n3q",
  requestId: ids.requestId,
  method: "phone",
  note: "Copying takes another week.",
  nextFollowUpOn: "2026-03-24",
  actor: "Records vendor sync",
  createdAt: times.now,
} satisfies RetrievalFollowUp;

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
