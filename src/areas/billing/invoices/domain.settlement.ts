import type { Context } from "../../../rpc/context.ts";
import { recordInvoiceEvent } from "./domain.describe.ts";
import type { InvoiceStatus } from "./schema.ts";
import { updateInvoice } from "./store.ts";
import type { InvoiceRow } from "./store.ts";
import { sumPayments } from "../payments/store.ts";

/**
 * The status that an invoice which went out has by its payments: paid when nothing is left; else overdue past its due day, partial
 * with something paid, and without anything what it was before. What waits for the settlement is never overdue. These are no moves
 * of a caller's: a refund leads back out of `paid`, which no transition does, since the money is what is true.
 */
export function deriveStatus(invoice: Pick<InvoiceRow, "totalCents" | "isPastDue" | "payFromSettlement">, paidCents: number): InvoiceStatus {
  if (paidCents >= invoice.totalCents) return "paid";
  if (invoice.isPastDue && !invoice.payFromSettlement) return "overdue";
  if (paidCents > 0) return "partial";
  return invoice.payFromSettlement ? "to_be_paid" : "sent";
}

/**
 * Updates a locked invoice after a change of its payments: the paid amount is always their sum, and the
 * status follows. Announces the change, as a move where the status moved. The caller's If-Match named a payment, not the invoice.
 */
export async function updateInvoiceStatusFromPayments(context: Context, invoice: InvoiceRow): Promise<void> {
  const { paidCents } = await sumPayments(context, invoice.id);
  if (paidCents === invoice.paidCents) return;
  const status = deriveStatus(invoice, paidCents);
  const paidAt = status === "paid" ? "now" : invoice.paidAt === null ? undefined : null;
  const changed = await updateInvoice(context, invoice.id, { paidCents, status }, paidAt === undefined ? {} : { paidAt }, "any");
  if (changed === undefined) throw new Error("the locked invoice is not there");
  recordInvoiceEvent(context, status === invoice.status ? "invoice.updated" : "invoice.status_changed", invoice, { ...invoice, ...changed });
}
