import type { Context } from "../../../rpc/context.ts";
import { recordInvoiceEvent } from "./domain.describe.ts";
import type { InvoiceStatus } from "./schema.ts";
import { updateInvoiceRow, type InvoiceEffects, type InvoiceRow } from "./store.ts";
import { sumPayments } from "../payments/store.ts";

/**
 * The status that follows from the payments of a sent invoice. An invoice to be paid from the settlement is never
 * overdue. These are not transitions of a caller: a refund leads out of `paid`, which no transition does.
 */
export function deriveStatus(
  invoice: Pick<InvoiceRow, "totalCents" | "isPastDue" | "payFromSettlement">,
  paidCents: number,
): InvoiceStatus {
  if (paidCents >= invoice.totalCents) return "paid";
  if (invoice.isPastDue && !invoice.payFromSettlement) return "overdue";
  if (paidCents > 0) return "partial";
  return invoice.payFromSettlement ? "to_be_paid" : "sent";
}

/**
 * Sets the paid amount of a locked invoice to the sum of its payments, and its status accordingly. Ignores If-Match,
 * which names the revision of a payment here.
 */
export async function updateInvoiceStatusFromPayments(context: Context, invoice: InvoiceRow): Promise<void> {
  const { paidCents } = await sumPayments(context, invoice.id);
  if (paidCents === invoice.paidCents) return;
  const status = deriveStatus(invoice, paidCents);
  const effects = { ...describePaidAt(invoice, status), expected: null };
  const changed = await updateInvoiceRow(context, invoice.id, { paidCents, status }, effects);
  if (changed === undefined) throw new Error("the locked invoice is not there");
  recordInvoiceEvent(context, status === invoice.status ? "invoice.updated" : "invoice.status_changed", invoice, {
    ...invoice,
    ...changed,
  });
}

/** An invoice that becomes paid gets the instant of now; one that is no longer paid loses it. */
function describePaidAt({ paidAt }: InvoiceRow, status: InvoiceStatus): Pick<InvoiceEffects, "paidAt"> {
  if (status === "paid") return { paidAt: "now" };
  return paidAt === null ? {} : { paidAt: null };
}
