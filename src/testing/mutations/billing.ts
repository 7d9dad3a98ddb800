import { createInvoice, createPayment, newInvoiceBody } from "../../areas/billing/fixtures.ts";
import { createCase } from "../harness/tenant.ts";
import { countRevisions } from "./mutation.ts";
import type { Arrange } from "./mutation.ts";

/** A mutation of an invoice that no other request touches. */
const onInvoice = (method: string, below: string, body: object | undefined): Arrange => async (tenant) => {
  const { invoiceId: id } = await createInvoice(tenant);
  return { method, path: `/invoices/${id}${below}`, body, entity: "invoice", effects: countRevisions("Invoice", "revision", id) };
};

/** A mutation of a payment, which is to change its invoice once as well. */
const onPayment = (below: string, body: object, status: "pending" | "cleared"): Arrange => async (tenant) => {
  const { paymentId: id } = await createPayment(tenant, status);
  const effects = {
    text: `SELECT greatest(p.revision, i.revision) - 1 AS effects FROM "Payment" p JOIN "Invoice" i ON i.id = p."invoiceId" WHERE p.id = $1`,
    values: [id],
  };
  return { method: "POST", path: `/payments/${id}/${below}`, body, entity: "payment", effects };
};

/** The mutations of the area billing, each with a fresh record to work on. */
export const billingMutations: Record<string, Arrange> = {
  "billing.transitionInvoice": onInvoice("POST", "/transitions", { status: "sent" }),
  "billing.updateInvoice": onInvoice("PATCH", "", { lineItems: newInvoiceBody.lineItems }),
  "billing.deleteInvoice": onInvoice("DELETE", "", undefined),
  "billing.createInvoice": async (tenant) => {
    const { caseId } = await createCase(tenant);
    const effects = {
      text: `SELECT count(DISTINCT i.id)::integer AS effects FROM "Invoice" i JOIN "InvoiceLineItem" l ON l."invoiceId" = i.id WHERE i."caseId" = $1`,
      values: [caseId],
    };
    return { method: "POST", path: `/cases/${caseId}/invoices`, body: newInvoiceBody, entity: "invoice", effects };
  },
  "billing.createPayment": async (tenant) => {
    const { invoiceId } = await createInvoice(tenant, { status: "sent", sentAt: "2026-03-14T15:09:26.535Z" });
    const effects = { text: `SELECT count(*)::integer AS effects FROM "Payment" WHERE "invoiceId" = $1`, values: [invoiceId] };
    return { method: "POST", path: `/invoices/${invoiceId}/payments`, body: { amountCents: 25_000, method: "wire" }, entity: "payment", effects };
  },
  "billing.transitionPayment": onPayment("transitions", { status: "cleared" }, "pending"),
  "billing.refundPayment": onPayment("refund", { amountCents: 5_000, reason: "Paid twice" }, "cleared"),
  "billing.voidPayment": onPayment("void", { reason: "Recorded twice" }, "cleared"),
};
