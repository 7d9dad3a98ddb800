import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { FeeAgreement, type FeeTier } from "./schema.ts";

const third: FeeTier = {
  trigger: "pre_suit",
  rate: { numerator: 1, denominator: 3 },
  brackets: null,
  capCents: null,
};
const tiers: FeeTier[] = [third, { ...third, trigger: "suit_filed", rate: { basisPoints: 4_000 } }];

export const feeAgreement = exampleRecord(FeeAgreement, {
  id: "fag_01kjp8y5h7k9n1p3r5t7w9y1a3",
  organizationId: ids.organizationId,
  caseId: ids.caseId,
  version: 1,
  type: "contingency",
  base: "gross",
  tiers,
  costsResponsibility: "firm_advances",
  jurisdiction: "TX",
  triggersReached: [],
  signedOn: "2026-01-20",
  documentId: "doc_01kjp8y6j8m0q2s4v6x8z1b3d5",
  previous: [],
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.stage,
  updatedAt: times.stage,
});

const { version, type, base, costsResponsibility, jurisdiction, triggersReached, signedOn, documentId, notes } =
  feeAgreement;
const former = {
  version,
  type,
  base,
  tiers,
  costsResponsibility,
  jurisdiction,
  triggersReached,
  signedOn,
  documentId,
  notes,
  replacedAt: times.now,
};

export const nextFeeAgreement = {
  ...feeAgreement,
  version: 2,
  triggersReached: [{ trigger: "suit_filed", on: "2026-03-02", documentId: null }],
  previous: [former],
  revision: 2,
  updatedAt: times.now,
} satisfies FeeAgreement;

export const feeAgreementExamples = {
  "cases.feeAgreement.get": { parameters: { caseId: ids.caseId }, response: { feeAgreement } },
  "cases.feeAgreement.set": {
    parameters: { caseId: ids.caseId },
    body: {
      type,
      base,
      tiers,
      costsResponsibility,
      triggersReached: [{ trigger: "suit_filed", on: "2026-03-02" }],
      signedOn,
      documentId,
    },
    response: { feeAgreement: nextFeeAgreement },
  },
} satisfies Record<string, OperationExample>;
