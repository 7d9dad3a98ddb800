import type { Invoice, InvoiceAging } from "../areas/billing/invoices/schema.ts";
import type { Payment } from "../areas/billing/payments/schema.ts";
import { actors } from "./example-records.events.ts";
import { invoice } from "./example-records.ts";
import { ids, times } from "./example-story.ts";

/** The invoice before it was sent. */
export const draftInvoice = {
  ...invoice,
  status: "draft",
  availableTransitions: ["sent", "to_be_paid"],
  issuedOn: null,
  dueOn: null,
  sentAt: null,
  revision: 1,
} satisfies Invoice;

export const payment = {
  id: "pay_01kjp8y5h7k9n1p3r5t7w9y1a3",
  organizationId: ids.organizationId,
  invoiceId: ids.invoiceId,
  caseId: ids.caseId,
  clientId: ids.clientId,
  amountCents: 4_000,
  refundedCents: 0,
  method: "check",
  status: "cleared",
  availableTransitions: ["refunded", "voided"],
  statusReason: null,
  receivedOn: "2026-03-14",
  clearedOn: "2026-03-14",
  reference: null,
  checkNumber: "100482",
  note: null,
  externalId: null,
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
} satisfies Payment;

export const refundedPayment = {
  ...payment,
  refundedCents: 1_000,
  availableTransitions: ["refunded"],
  statusReason: "Paid twice by mistake",
  revision: 2,
} satisfies Payment;

export const voidedPayment = { ...payment, status: "voided", availableTransitions: [], statusReason: "Recorded for another client", revision: 2 } satisfies Payment;

/** The invoice with the payment. */
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
