import type { Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { recordInvoiceEvent } from "./domain.describe.ts";
import { lockInvoiceRowForUpdate, updateInvoiceRow } from "./store.ts";
import { listInvoicesPastDue } from "./store.overdue.ts";

const action: DeclaredAction = { name: "invoices.fallDue", canRecordEvent: ["invoice.status_changed"] };

/**
 * Sets sent invoices past their due day (in the firm's time zone) to `overdue`, each in its own transaction.
 *
 * @returns how many were changed
 * @throws the first failure, after trying all others
 */
export function markOverdueInvoices(database: UnitOfWork["database"]): Promise<number> {
  return runDueActions(database, action, (batch) => listInvoicesPastDue(database, batch), markOverdue);
}

/**
 * Checks again with the invoice locked: it may have been paid meanwhile.
 *
 * @returns whether it was changed
 */
async function markOverdue(context: Context, invoiceId: string): Promise<boolean> {
  const invoice = await lockInvoiceRowForUpdate(context, invoiceId);
  if (invoice === undefined || !invoice.isPastDue || invoice.payFromSettlement) return false;
  if (invoice.status !== "sent" && invoice.status !== "partial") return false;
  if (invoice.paidCents >= invoice.totalCents) return false;
  const changed = await updateInvoiceRow(context, invoiceId, { status: "overdue" }, { expected: null });
  if (changed === undefined) return false;
  recordInvoiceEvent(context, "invoice.status_changed", invoice, { ...invoice, ...changed });
  return true;
}
