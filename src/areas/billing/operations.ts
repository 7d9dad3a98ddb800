import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { operation, router } from "../../rpc/operation.ts";
import { transitionInvoice } from "./domain.ts";
import { Invoice, InvoiceStatus } from "./schema.ts";

export const billing = router({
  transitionInvoice: operation({
    method: "POST",
    path: "/invoices/{invoiceId}/transitions",
    summary: "Transition invoice status",
    description:
      "Moves: draft → sent, to_be_paid; sent → paid, partial, overdue, to_be_paid; to_be_paid → partial, paid; partial → paid, overdue; overdue → partial, paid. " +
      "`to_be_paid` is an accepted bill whose money will come from the settlement. `sent` sets sentAt, issuedOn and dueOn; `paid` sets paidAt and settles the balance.",
    area: "Billing",
    scope: "billing:write",
    tier: "write",
    idempotency: "required",
    emits: ["invoice.status_changed"],
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION", "STALE_REVISION"],
    etag: "invoice.revision",
  })
    .input(z.strictObject({ invoiceId: Id, status: InvoiceStatus }))
    .output(z.object({ invoice: Invoice }))
    .mutation(async ({ ctx, input }) => ({ invoice: await transitionInvoice(ctx, input.invoiceId, input.status) })),
});
