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
