import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { Payment } from "./schema.ts";

export const payment = exampleRecord(Payment, {
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
  receivedOn: "2026-03-14",
  clearedOn: "2026-03-14",
  checkNumber: "100482",
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

export const refundedPayment = {
  ...payment,
  refundedCents: 1_000,
  availableTransitions: ["refunded"],
  statusReason: "Paid twice by mistake",
  revision: 2,
} satisfies Payment;

export const voidedPayment = {
  ...payment,
  status: "voided",
  availableTransitions: [],
  statusReason: "Recorded for another client",
  revision: 2,
} satisfies Payment;
const ofInvoice = { invoiceId: ids.invoiceId };
const ofPayment = { paymentId: payment.id };

export const paymentExamples = {
  "invoices.payments.list": { parameters: ofInvoice, response: { payments: [payment], nextCursor: null } },
  "invoices.payments.create": {
    parameters: ofInvoice,
    body: { amountCents: 4_000, method: "check", checkNumber: "100482" },
    response: { payment },
  },
  "payments.get": { parameters: ofPayment, response: { payment } },
  "payments.transition": {
    parameters: ofPayment,
    body: { status: "cleared" },
    response: { payment: { ...payment, revision: 2 } },
  },
  "payments.refund": {
    parameters: ofPayment,
    body: { amountCents: 1_000, reason: "Paid twice by mistake" },
    response: { payment: refundedPayment },
  },
  "payments.void": {
    parameters: ofPayment,
    body: { reason: "Recorded for another client" },
    response: { payment: voidedPayment },
  },
} satisfies Record<string, OperationExample>;
