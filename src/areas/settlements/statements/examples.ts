import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, matter, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { finalLien } from "../liens/examples.ts";
import { Statement, type StatementLine } from "./schema.ts";

const line = (
  values: Pick<StatementLine, "key" | "kind" | "label" | "amountCents" | "explanation"> & Partial<StatementLine>,
) => ({
  payee: null,
  lienholder: null,
  computedCents: values.amountCents,
  reductionCents: 0,
  disbursedCents: 0,
  source: null,
  ...values,
});

const expenseId = "xpn_01kjp8x9a1c3e5g7j9m1p3r5t7";

/** Worked example A of the arithmetic: a third of $100,000.00, costs of $4,217.58, and Medicare's lien. */
export const statement = exampleRecord(Statement, {
  id: "sst_01kjp8yb2d4f6h8k0m2p4r6t8v",
  organizationId: ids.organizationId,
  case: { id: ids.caseId, sequenceId: matter.sequenceId },
  settlement: { id: "stl_01kjp8y9c1e3g5j7m9p1r3t5v7", sequenceId: "STL-2026-00012" },
  shareId: "sts_01kjp8yac2e4g6j8m0p2r4t6v8",
  version: 1,
  status: "draft",
  availableTransitions: ["issued", "voided"],
  isStale: false,
  feeReductionCents: 0,
  otherDeductions: [],
  holdbacks: [],
  lines: [
    line({
      key: "attorney_fee",
      kind: "attorney_fee",
      label: "Attorney's fee",
      payee: { type: "firm_fee", contactId: null, name: null },
      amountCents: 3_333_333,
      explanation: "33⅓% of $100,000.00",
    }),
    line({
      key: `case_cost:${expenseId}`,
      kind: "case_cost",
      label: "Expert: Accident reconstruction",
      payee: { type: "firm_cost_reimbursement", contactId: null, name: null },
      amountCents: 421_758,
      explanation: "Cost of the case: $4,217.58",
      source: { entity: "expense", id: expenseId },
    }),
    line({
      key: `lien:${finalLien.id}`,
      kind: "lien",
      label: "Lien",
      payee: { type: "lienholder", contactId: null, name: null },
      lienholder: finalLien.lienholder,
      amountCents: 779_365,
      computedCents: 1_248_000,
      reductionCents: 468_635,
      explanation: "Lien of $12,480.00, reduced by $4,686.35",
      source: { entity: "lien", id: finalLien.id },
    }),
    line({
      key: "net_to_client",
      kind: "net_to_client",
      label: "Net to client",
      payee: { type: "client", contactId: null, name: null },
      amountCents: 5_465_544,
      explanation: "$100,000.00, less $45,344.56 above",
    }),
  ],
  totals: {
    grossCents: 10_000_000,
    attorneyFeeCents: 3_333_333,
    referralFeeCents: 0,
    costsCents: 421_758,
    invoicesCents: 0,
    liensCents: 779_365,
    otherCents: 0,
    holdbackCents: 0,
    paidDirectCents: 0,
    netCents: 5_465_544,
  },
  calculation: {
    feeType: "contingency",
    agreementVersion: 1,
    trigger: "pre_suit",
    base: "gross",
    rate: { numerator: 1, denominator: 3 },
    brackets: null,
    exemptCents: 0,
    feeBaseCents: 10_000_000,
    feeCents: 3_333_333,
    feeCap: null,
  },
  warnings: [],
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

export const issuedStatement = {
  ...statement,
  status: "issued",
  availableTransitions: ["approved", "declined", "voided"],
  issuedOn: "2026-03-16",
  revision: 2,
} satisfies Statement;

export const approvedStatement = {
  ...issuedStatement,
  status: "approved",
  availableTransitions: [],
  approval: {
    method: "wet_signature",
    on: "2026-03-20",
    documentId: "doc_01kjp8yd4f6h8k0m2p4r6t8v0x",
    esignRequestId: null,
  },
  revision: 3,
} satisfies Statement;

const ofStatement = { statementId: statement.id };

export const statementExamples = {
  "settlements.statements.create": {
    parameters: { settlementId: statement.settlement.id },
    body: { shareId: statement.shareId },
    response: { settlementStatement: statement },
  },
  "settlementStatements.get": { parameters: ofStatement, response: { settlementStatement: approvedStatement } },
  "settlementStatements.transition": {
    parameters: ofStatement,
    body: { status: "issued" },
    response: { settlementStatement: issuedStatement },
  },
} satisfies Record<string, OperationExample>;
