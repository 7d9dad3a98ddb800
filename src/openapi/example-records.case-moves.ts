import type { StageGate } from "../areas/cases/gates/schema.ts";
import type { CaseNumbers } from "../areas/cases/summary/schema.ts";
import type { CaseSummary } from "../areas/cases/schema.ts";
import type { StageEntry } from "../areas/cases/transitions/schema.ts";
import { actors } from "./example-records.events.ts";
import { caseDetail } from "./example-records.ts";
import { ids, person, times } from "./example-story.ts";

export const caseSummary = {
  id: caseDetail.id,
  sequenceId: caseDetail.sequenceId,
  title: caseDetail.title,
  externalId: caseDetail.externalId,
  caseType: caseDetail.caseType,
  caseState: caseDetail.caseState,
  matterStage: caseDetail.matterStage,
  matterStatus: caseDetail.matterStatus,
  stageEnteredAt: caseDetail.stageEnteredAt,
  plaintiff: { id: caseDetail.plaintiffId, ...person },
  attorneyId: caseDetail.attorneyId,
  partnerId: null,
  highValue: true,
  openedOn: caseDetail.openedOn,
  closedOn: null,
  tags: caseDetail.tags,
  createdAt: caseDetail.createdAt,
  updatedAt: caseDetail.updatedAt,
} satisfies CaseSummary;

/** The case after its demand went out. */
export const movedCase = { ...caseDetail, matterStage: "demand_sent", stageEnteredAt: times.now };

export const stageEntry = {
  id: "cse_01kjp8v6s0b3d5f7h9k1m3p5r7",
  fromStage: "demand_preparation",
  toStage: "demand_sent",
  fromStatus: "open",
  toStatus: "open",
  enteredAt: times.now,
  exitedAt: null,
  durationSeconds: null,
  effectiveOn: "2026-03-14",
  actor: actors.vendor,
  reason: null,
  note: "Sent by certified mail.",
  forcedGates: [],
} satisfies StageEntry;

export const stageGate = {
  id: "csg_01kjp8v6s0b3d5f7h9k1m3p5r7",
  stage: "demand_sent",
  caseType: "truck_accident",
  gates: ["records_received", "incident_dated"],
  source: "case_type",
  revision: 2,
  updatedAt: times.now,
} satisfies StageGate;

export const caseNumbers = {
  id: ids.caseId,
  partyCount: 3,
  attorneyCount: 1,
  insurancePolicyCount: 2,
  documentCount: 41,
  folderCount: 9,
  answerCount: 27,
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
