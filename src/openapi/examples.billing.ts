import { aging, draftInvoice, payment, refundedPayment, voidedPayment } from "./example-records.billing.ts";
import { invoice } from "./example-records.ts";
import { ids } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

const ofInvoice = { invoiceId: ids.invoiceId };
const ofPayment = { paymentId: payment.id };

/** The operations of the area billing in use, by their names in the catalogue. */
export const billingExamples: Readonly<Record<string, OperationExamples>> = {
  "billing.transitionInvoice": { parameters: ofInvoice, body: { status: "sent" }, answer: { invoice } },
  "billing.listInvoices": { parameters: { status: "sent", limit: 50 }, answer: { invoices: [invoice], nextCursor: null } },
  "billing.listCaseInvoices": { parameters: { caseId: ids.caseId }, answer: { invoices: [invoice], nextCursor: null } },
  "billing.getInvoiceAging": { parameters: { asOf: aging.asOf }, answer: { aging } },
  "billing.getInvoice": { parameters: ofInvoice, answer: { invoice } },
  "billing.createInvoice": {
    parameters: { caseId: ids.caseId },
    body: {
      subject: "Case expenses, first quarter",
      lineItems: [{ kind: "expense", description: "Certified copies of medical records", quantity: 2, rateCents: 4_500, serviceOn: "2026-03-02" }],
      totalCents: 9_000,
    },
    answer: { invoice: draftInvoice },
  },
  "billing.updateInvoice": {
    parameters: ofInvoice,
    body: { memo: "To be reimbursed from the settlement." },
    answer: { invoice: { ...draftInvoice, memo: "To be reimbursed from the settlement.", revision: 2 } },
  },
  "billing.deleteInvoice": { parameters: ofInvoice, answer: {} },
  "billing.listPayments": { parameters: ofInvoice, answer: { payments: [payment], nextCursor: null } },
  "billing.createPayment": { parameters: ofInvoice, body: { amountCents: 4_000, method: "check", checkNumber: "100482" }, answer: { payment } },
  "billing.getPayment": { parameters: ofPayment, answer: { payment } },
  "billing.transitionPayment": { parameters: ofPayment, body: { status: "cleared" }, answer: { payment: { ...payment, revision: 2 } } },
  "billing.refundPayment": { parameters: ofPayment, body: { amountCents: 1_000, reason: "Paid twice by mistake" }, answer: { payment: refundedPayment } },
  "billing.voidPayment": { parameters: ofPayment, body: { reason: "Recorded for another client" }, answer: { payment: voidedPayment } },
};
