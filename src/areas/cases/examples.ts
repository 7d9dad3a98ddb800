import { exampleRecord } from "../../contract/examples/example-record.ts";
import { caseSummary, ids, matter, person, plaintiff, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { CaseDetail } from "./schema.ts";
import type { CaseNumbers } from "./summary/schema.ts";

const { organizationId, caseId, clientId, attorneyId } = ids;

export const caseDetail = exampleRecord(CaseDetail, {
  id: caseId,
  sequenceId: matter.sequenceId,
  organizationId,
  ...person,
  email: plaintiff.email,
  phone: plaintiff.phone,
  city: plaintiff.city,
  state: plaintiff.state,
  zipCode: plaintiff.zipCode,
  dateOfBirth: plaintiff.dateOfBirth,
  title: matter.title,
  practiceArea: "Personal injury",
  description: "Rear-ended by a delivery truck while standing at a red light.",
  intakeNotes: "Called the day after; was sent to us by a former client.",
  injuryDescription: "Cervical strain, herniated disc C5/C6.",
  caseType: "truck_accident",
  subCaseType: "rear_end",
  caseState: "TX",
  jurisdictionCounty: "Travis",
  matterStage: "records_collection",
  matterStatus: "open",
  stageEnteredAt: times.stage,
  caseSource: "referral_client",
  attorneyId: ids.attorneyId,
  plaintiffId: clientId,
  externalId: "crm-case-7781",
  highValue: true,
  vetted: true,
  isCommercial: true,
  trialBound: false,
  caseScore: 82,
  projectedWinRate: 0.74,
  projectedFeeAmountCents: 4_125_000,
  estimatedSettlementMinCents: 9_000_000,
  estimatedSettlementMaxCents: 16_000_000,
  projectedSettlementDate: "2026-11-30T00:00:00.000Z",
  projectedSettlementDateLabel: "November 30, 2026",
  projectedSettlementDatePrecision: "exact",
  estimatedTimeToResolution: 260,
  attorneyFeePercentage: 33.33,
  dateOfIncident: "2026-01-19",
  caseReviewedDate: "2026-01-22T16:30:00.000Z",
  openedOn: "2026-01-20",
  engagedOn: "2026-01-20",
  retainerStatus: "signed",
  statuteOfLimitationsOn: "2028-01-19",
  lastClientContactOn: "2026-03-11",
  customFields: { policyLimitConfirmed: true },
  createdAt: times.opened,
  updatedAt: times.now,
  plaintiff: {
    id: clientId,
    ...person,
    email: plaintiff.email,
    phone: plaintiff.phone,
    dateOfBirth: plaintiff.dateOfBirth,
    ssnFourDigits: plaintiff.ssnFourDigits,
  },
  attorneys: [
    {
      attorneyId: ids.attorneyId,
      role: "lead",
      firstName: "Daniel",
      lastName: "Okafor",
      email: "daniel.okafor@example.com",
      assignedAt: times.opened,
    },
  ],
  tags: [{ name: "Commercial policy", color: "#b45309" }],
});

export const movedCase = { ...caseDetail, matterStage: "demand_sent", stageEnteredAt: times.now };

export const caseNumbers = {
  id: ids.caseId,
  partyCount: 3,
  attorneyCount: 1,
  insurancePolicyCount: 2,
  documentCount: 41,
  folderCount: 9,
  answerCount: 27,
  noteCount: 14,
  lastNoteAt: times.stage,
  invoiceCount: 2,
  openInvoiceCount: 1,
  facilityCount: null,
  openRequestCount: null,
  statuteOfLimitationsOn: caseDetail.statuteOfLimitationsOn,
  money: {
    estimatedSettlementMinCents: caseDetail.estimatedSettlementMinCents,
    estimatedSettlementMaxCents: caseDetail.estimatedSettlementMaxCents,
    projectedFeeAmountCents: caseDetail.projectedFeeAmountCents,
    settlementAmountCents: null,
    recoveryAmountCents: null,
    invoicedCents: 9_000,
    invoicePaidCents: 0,
    invoiceBalanceCents: 9_000,
    medicalBilledCents: null,
    medicalPaidCents: null,
  },
} satisfies CaseNumbers;

const ofCase = { caseId };

export const caseExamples = {
  "cases.list": { parameters: { matterStatus: "open", sort: "updated", updatedSince: "2026-03-14T00:00:00Z" }, response: { cases: [caseSummary], nextCursor: null } },
  "cases.create": {
    body: {
      plaintiff: { firstName: "Elena", lastName: "Marsh", email: "elena.marsh@example.com" },
      caseType: "truck_accident",
      caseState: "TX",
      dateOfIncident: "2026-01-19",
      statuteOfLimitationsOn: "2028-01-19",
      attorneys: [{ attorneyId, role: "lead" }],
      externalId: "crm-case-7781",
    },
    response: { case: caseDetail },
  },
  "cases.get": { parameters: ofCase, response: { case: caseDetail } },
  "cases.update": { parameters: ofCase, body: { highValue: true, jurisdictionCounty: "Travis", lastClientContactOn: "2026-03-11", customFields: { policyLimitConfirmed: true } }, response: { case: caseDetail } },
  "cases.delete": { parameters: ofCase, response: {} },
  "cases.summary.get": { parameters: ofCase, response: { summary: caseNumbers } },
} satisfies Record<string, OperationExample>;
