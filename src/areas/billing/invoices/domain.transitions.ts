import { invalidState } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { readToday } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { settleInOrder } from "../../../rpc/settle-in-order.ts";
import { recordInvoiceEvent, assertInvoiceTransition } from "./domain.describe.ts";
import { lockInvoiceForUpdate } from "./domain.ts";
import { recordPayment } from "../payments/domain.ts";
import type { Invoice, InvoiceStatus } from "./schema.ts";
import { updateInvoiceRow, type InvoiceRow } from "./store.ts";
import { sumPayments } from "../payments/store.ts";

/** Payments determine the paid amount; a manual transition must not contradict them. */
function rejectContradiction(
  { totalCents }: InvoiceRow,
  to: InvoiceStatus,
  { paidCents, hasPayments }: { paidCents: number; hasPayments: boolean },
): void {
  const balanceCents = totalCents - paidCents;
  if (to === "paid" && hasPayments && balanceCents > 0) {
    throw invalidState(
      `The invoice's status follows from its payments: ${balanceCents} cents are unpaid; record or clear a payment for them`,
    );
  }
  if ((to === "partial" || to === "overdue") && balanceCents === 0) {
    throw invalidState("This invoice has no balance; it can only become paid");
  }
}

/**
 * Transitions an invoice. `sent` sets its dates. `paid` records the balance as a payment of method `other`, so that the
 * paid amount is always the sum of payments.
 *
 * @throws NOT_FOUND, INVALID_STATE_TRANSITION (also when the status contradicts the balance), STALE_REVISION
 */
export async function transitionInvoice(context: Context, invoiceId: string, to: InvoiceStatus): Promise<Invoice> {
  // Payments change only under the lock of their invoice.
  const [before, paid, sentOn] = await settleInOrder(
    lockInvoiceForUpdate(context, invoiceId),
    sumPayments(context, invoiceId),
    to === "sent" ? readToday(context) : Promise.resolve(undefined),
  );
  assertInvoiceTransition(before.status, to);
  rejectContradiction(before, to, paid);
  const columns = {
    status: to,
    ...(to === "to_be_paid" && { payFromSettlement: true }),
    ...(to === "paid" && { paidCents: before.totalCents }),
  };
  const changed = await updateInvoiceRow(context, invoiceId, columns, {
    sentOn,
    ...(to === "paid" && { paidAt: "now" }),
  });
  if (changed === undefined) throw staleRevision("invoice");
  const invoice = recordInvoiceEvent(context, "invoice.status_changed", before, { ...before, ...changed });
  const leftCents = before.totalCents - paid.paidCents;
  if (to === "paid" && leftCents > 0) {
    await recordPayment(context, before, {
      amountCents: leftCents,
      method: "other",
      note: "Settled by transitioning the invoice to paid.",
    });
  }
  return invoice;
}
