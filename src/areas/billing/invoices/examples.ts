import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { ids, matter, shownClient, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { payment } from "../payments/examples.ts";
import { Invoice, type InvoiceAging } from "./schema.ts";

const { organizationId, caseId } = ids;

export const invoice = exampleRecord(Invoice, {
  id: ids.invoiceId,
  organizationId,
  invoiceNumber: "INV-2026-00042",
  case: { id: caseId, sequenceId: matter.sequenceId },
  client: shownClient,
  direction: "receivable",
  status: "sent",
  availableTransitions: ["paid", "partial", "overdue", "to_be_paid"],
  subject: "Case expenses, first quarter",
  issuedOn: "2026-03-14",
  dueOn: "2026-04-13",
  sentAt: times.now,
  paymentTermsDays: 30,
  payFromSettlement: false,
  currency: "USD",
  lineItems: [
    {
      id: "lin_01kjp8w2e4g6j8m0q2s4v6x8z1",
      position: 1,
      kind: "expense",
      description: "Certified copies of medical records",
      quantity: 2,
      unit: null,
      rateCents: 4_500,
      amountCents: 9_000,
      serviceOn: "2026-03-02",
      code: null,
    },
  ],
  subtotalCents: 9_000,
  discountCents: 0,
  taxCents: 0,
  totalCents: 9_000,
  paidCents: 0,
  balanceCents: 9_000,
  revision: 2,
  createdAt: times.stage,
  updatedAt: times.now,
});

export const draftInvoice = {
  ...invoice,
  status: "draft",
  availableTransitions: ["sent", "to_be_paid"],
  issuedOn: null,
  dueOn: null,
  sentAt: null,
  revision: 1,
} satisfies Invoice;

export const partialInvoice = {
  ...invoice,
  status: "partial",
  availableTransitions: ["paid", "overdue"],
  paidCents: payment.amountCents,
  balanceCents: invoice.totalCents - payment.amountCents,
  revision: 3,
} satisfies Invoice;

export const aging = {
  asOf: "2026-05-01",
  direction: "receivable",
  currency: "USD",
  invoiceCount: 1,
  balanceCents: 5_000,
  buckets: [
    { bucket: "current", invoiceCount: 0, balanceCents: 0 },
    { bucket: "days_1_30", invoiceCount: 1, balanceCents: 5_000 },
    { bucket: "days_31_60", invoiceCount: 0, balanceCents: 0 },
    { bucket: "days_61_90", invoiceCount: 0, balanceCents: 0 },
    { bucket: "days_over_90", invoiceCount: 0, balanceCents: 0 },
  ],
} satisfies InvoiceAging;

const ofInvoice = { invoiceId: ids.invoiceId };

export const invoiceExamples = {
  "invoices.transition": { parameters: ofInvoice, body: { status: "sent" }, response: { invoice } },
  "invoices.list": { parameters: { status: "sent", limit: 50 }, response: { invoices: [invoice], nextCursor: null } },
  "cases.invoices.list": { parameters: { caseId: ids.caseId }, response: { invoices: [invoice], nextCursor: null } },
  "invoices.aging.get": { parameters: { asOf: aging.asOf }, response: { aging } },
  "invoices.get": { parameters: ofInvoice, response: { invoice } },
  "cases.invoices.create": {
    parameters: { caseId: ids.caseId },
    body: {
      subject: "Case expenses, first quarter",
      lineItems: [
        {
          kind: "expense",
          description: "Certified copies of medical records",
          quantity: 2,
          rateCents: 4_500,
          serviceOn: "2026-03-02",
        },
      ],
      totalCents: 9_000,
    },
    response: { invoice: draftInvoice },
  },
  "invoices.update": {
    parameters: ofInvoice,
    body: { memo: "To be reimbursed from the settlement." },
    response: { invoice: { ...draftInvoice, memo: "To be reimbursed from the settlement.", revision: 2 } },
  },
  "invoices.delete": { parameters: ofInvoice, response: {} },
} satisfies Record<string, OperationExample>;
