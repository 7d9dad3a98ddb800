import type { Context } from "../../../rpc/context.ts";
import { recordInvoiceEvent } from "./domain.describe.ts";
import { findInvoices } from "./store.ts";

/**
 * Reads invoices that another area is about to change, as a merge of clients does; the caller has locked them. Deleted ones are let be.
 * @returns what announces (`invoice.updated`) what each has become: to be called after the change
 */
export async function trackInvoiceChanges(context: Context, invoiceIds: readonly string[]): Promise<() => Promise<void>> {
  const before = new Map((await findInvoices(context, invoiceIds)).map((row) => [row.id, row]));
  return async () => {
    for (const after of await findInvoices(context, invoiceIds)) recordInvoiceEvent(context, "invoice.updated", before.get(after.id) ?? after, after);
  };
}
