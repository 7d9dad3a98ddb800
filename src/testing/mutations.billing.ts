import { createInvoice } from "../areas/billing/fixtures.ts";
import { countRevisions } from "./mutation.ts";
import type { Arrange } from "./mutation.ts";

/** The mutations of the area billing, each with a fresh record to work on. */
export const billingMutations: Record<string, Arrange> = {
  "billing.transitionInvoice": async (firm) => {
    const { invoiceId: id } = await createInvoice(firm);
    return { method: "POST", path: `/invoices/${id}/transitions`, body: { status: "sent" }, entity: "invoice", effects: countRevisions("Invoice", "revision", id) };
  },
};
