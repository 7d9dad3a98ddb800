import type { Context } from "../../../rpc/context.ts";
import { trackChanges } from "../../../rpc/track-changes.ts";
import { recordInvoiceEvent } from "./domain.describe.ts";
import { findInvoices } from "./store.ts";

/**
 * Snapshots invoices that another area is about to change; the caller has locked them.
 *
 * @returns records `invoice.updated` for each
 */
export function trackInvoiceChanges(context: Context, invoiceIds: readonly string[]): Promise<() => Promise<void>> {
  return trackChanges(
    () => findInvoices(context, invoiceIds),
    (before, after) => void recordInvoiceEvent(context, "invoice.updated", before, after),
  );
}
