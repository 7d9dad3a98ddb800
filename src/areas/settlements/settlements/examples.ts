import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, matter, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import type { CalculatedShare } from "./schema.preview.ts";
import { Settlement, SettlementPayer, SettlementShare, SettlementTotals } from "./schema.ts";

const payer = exampleRecord(SettlementPayer, {
  id: "stp_01kjp8y8m0q2s4v6x8z1b3d5f7",
  contactId: "con_01kf3mc4r5t7w9y1a3c5e7g9j1",
  name: "Lone Star Mutual",
  category: "bodily_injury",
  grossCents: 10_000_000,
  isFeeBearing: true,
  paidDirectCents: 0,
  release: "not_sent",
  receivedCents: 0,
  clearedCents: 0,
  paymentStatus: "expected",
});

const share = exampleRecord(SettlementShare, {
  id: "sts_01kjp8y9n1r3t5w7y9a1c3e5g7",
  grossCents: 10_000_000,
  consentOn: "2026-03-12",
  consentDocumentId: "doc_01kjp8yaq2s4v6x8z1b3d5f7h9",
  courtApproval: "not_required",
});

const totals = exampleRecord(SettlementTotals, {
  grossCents: 10_000_000,
  paidDirectCents: 0,
  receivedCents: 0,
  clearedCents: 0,
  disbursedCents: 0,
});

/** The settlement of the story, for $100,000.00: worked example A of the arithmetic. */
export const settlement = exampleRecord(Settlement, {
  id: "stl_01kjp8ybr3t5w7y9a1c3e5g7j9",
  organizationId: ids.organizationId,
  sequenceId: "STL-2026-00012",
  case: { id: ids.caseId, sequenceId: matter.sequenceId },
  type: "settlement",
  title: "Policy limits of the carrier",
  status: "draft",
  availableTransitions: ["agreed", "voided"],
  paymentDueOn: "2026-04-12",
  isConfidential: false,
  payers: [payer],
  shares: [share],
  totals,
  warnings: [],
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

export const agreedSettlement = {
  ...settlement,
  status: "agreed",
  availableTransitions: ["fell_through", "voided"],
  agreedOn: "2026-03-13",
  feeTrigger: "pre_suit",
  revision: 2,
} satisfies Settlement;

const received = { receivedCents: 10_000_000, clearedCents: 0 };
export const receivedSettlement = {
  ...agreedSettlement,
  status: "funds_received",
  availableTransitions: [],
  payers: [{ ...payer, ...received, paymentStatus: "received" }],
  totals: { ...totals, ...received },
  revision: 3,
} satisfies Settlement;

export const overdueSettlement = {
  ...agreedSettlement,
  payers: [{ ...payer, paymentStatus: "overdue" }],
  warnings: [{ code: "payment_overdue", message: "The payment is overdue." }],
  revision: 3,
} satisfies Settlement;

const nothing = { computedCents: 0, reductionCents: 0, source: null };
const feeCents = 4_000_000;
/** Without costs and liens, at the rate of a lawsuit. */
const calculatedShare: CalculatedShare = {
  shareId: share.id,
  lines: [
    {
      ...nothing,
      key: "attorney_fee",
      kind: "attorney_fee",
      label: "Attorney's fee",
      payee: { type: "firm_fee", contactId: null, name: null },
      amountCents: feeCents,
      computedCents: feeCents,
      explanation: "40% of $100,000.00",
    },
    {
      ...nothing,
      key: "net_to_client",
      kind: "net_to_client",
      label: "Net to client",
      payee: { type: "client", contactId: null, name: null },
      amountCents: 6_000_000,
      computedCents: 6_000_000,
      explanation: "$100,000.00, less $40,000.00 above",
    },
  ],
  totals: {
    grossCents: 10_000_000,
    attorneyFeeCents: feeCents,
    referralFeeCents: 0,
    costsCents: 0,
    invoicesCents: 0,
    liensCents: 0,
    otherCents: 0,
    holdbackCents: 0,
    paidDirectCents: 0,
    netCents: 6_000_000,
  },
  calculation: {
    feeType: "contingency",
    agreementVersion: 1,
    trigger: "suit_filed",
    base: "gross",
    rate: { basisPoints: 4_000 },
    brackets: null,
    exemptCents: 0,
    feeBaseCents: 10_000_000,
    feeCents,
    feeCap: null,
  },
  warnings: [],
  shortCents: 0,
  suggestion: null,
};

const ofSettlement = { settlementId: settlement.id };

export const settlementExamples = {
  "settlements.list": {
    parameters: { status: "agreed" },
    response: { settlements: [agreedSettlement], nextCursor: null },
  },
  "cases.settlements.create": {
    parameters: { caseId: ids.caseId },
    body: {
      type: settlement.type,
      title: settlement.title,
      paymentDueOn: settlement.paymentDueOn,
      payers: [
        {
          contactId: payer.contactId,
          category: payer.category,
          grossCents: payer.grossCents,
          release: payer.release,
        },
      ],
      shares: [
        { grossCents: share.grossCents, consentOn: share.consentOn, consentDocumentId: share.consentDocumentId },
      ],
    },
    response: { settlement },
  },
  "settlements.get": { parameters: ofSettlement, response: { settlement: { ...agreedSettlement, statements: [] } } },
  "settlements.calculate": {
    parameters: ofSettlement,
    body: { feeTrigger: "suit_filed" },
    response: { shares: [calculatedShare] },
  },
  "settlements.update": {
    parameters: ofSettlement,
    body: { title: "Limits of both policies" },
    response: { settlement: { ...settlement, title: "Limits of both policies", revision: 2 } },
  },
  "settlements.transition": {
    parameters: ofSettlement,
    body: { status: "agreed", agreedOn: agreedSettlement.agreedOn },
    response: { settlement: agreedSettlement },
  },
} satisfies Record<string, OperationExample>;
