import { newId, type Given, type Values } from "./records.ts";

type Line = Given<"InvoiceLineItem", "kind" | "description" | "rateCents"> & { quantity: number };

/** An invoice with its lines. */
export interface InvoiceRecords {
  Invoice: Values<"Invoice">;
  InvoiceLineItem: Values<"InvoiceLineItem">[];
}

/**
 * A draft with these lines. Its totals follow from them, from discount and tax. Its number follows from its ID, unless
 * the values give one.
 */
export function buildInvoice(
  values: Given<"Invoice", "organizationId" | "caseId" | "clientId">,
  lines: readonly Line[],
): InvoiceRecords {
  const { organizationId, createdAt, discountCents = 0, taxCents = 0 } = values;
  const id = values.id ?? newId("invoice", createdAt);
  const items = lines.map((line, index) => ({
    organizationId,
    id: newId("invoiceLineItem", createdAt),
    invoiceId: id,
    position: index + 1,
    amountCents: Math.round(line.quantity * line.rateCents),
    ...line,
  }));
  const subtotalCents = values.subtotalCents ?? items.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const totalCents = subtotalCents - discountCents + taxCents;
  return {
    Invoice: { id, invoiceNumber: `INV-${id}`, subtotalCents, totalCents, ...values },
    InvoiceLineItem: items,
  };
}

/** A cleared payment by check. */
export const buildPayment = (
  values: Given<"Payment", "organizationId" | "invoiceId" | "amountCents" | "receivedOn" | "createdBy">,
): Values<"Payment"> => ({
  id: newId("payment", values.createdAt),
  method: "check",
  status: "cleared",
  clearedOn: values.status === undefined || values.status === "cleared" ? values.receivedOn : null,
  ...values,
});

/**
 * A draft of $600.00 for an expert. Its number follows from its ID, unless the values give one; what is paid of it is
 * one payment by check.
 */
export function buildExpense(values: Given<"Expense", "organizationId" | "caseId" | "createdBy">): Values<"Expense"> {
  const id = values.id ?? newId("expense", values.createdAt);
  const { status = "draft", createdBy, paidCents = 0 } = values;
  const payment = { amountCents: paidCents, paidOn: "2026-03-14", method: "check", checkNumber: null, reference: null };
  return {
    id,
    sequenceId: `EXP-${id}`,
    category: "expert",
    description: "Accident reconstruction",
    incurredOn: "2026-03-10",
    amountCents: 60_000,
    submittedBy: status === "draft" || status === "void" ? null : createdBy,
    payments: paidCents === 0 ? [] : [payment],
    ...values,
  };
}
