import * as z from "zod";
import { acceptDeleted, orDeleted } from "../../../contract/deleted-records.ts";
import type { OperationMeta } from "../../../contract/operation.ts";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { updateInvoice, createInvoice, deleteInvoice, getInvoice, listInvoices, getInvoiceAging } from "./domain.ts";
import { transitionInvoice } from "./domain.transitions.ts";
import {
  AgingQuery,
  CaseInvoiceQuery,
  Invoice,
  InvoiceAging,
  InvoiceChanges,
  InvoiceListQuery,
  InvoiceStatus,
  NewInvoice,
} from "./schema.ts";

const reading = { area: "Billing", scope: "billing:read" } as const satisfies Partial<OperationMeta>;
const writing = {
  area: "Billing",
  scope: "billing:write",
  readBy: "billing:read",
} as const satisfies Partial<OperationMeta>;
const ChosenInvoice = z.strictObject({ invoiceId: Id });
const Shown = z.object({ invoice: Invoice });
const Page = z.object({ invoices: z.array(orDeleted(Invoice)), nextCursor: z.string().nullable() });

export const invoiceProcedures = {
  "invoices.transition": operation({
    ...writing,
    route: "POST /invoices/{invoiceId}/transitions",
    echoes: ["invoice.status", "invoice.availableTransitions"],
    summary: "Transition invoice status",
    description:
      "Transitions: draft → sent, to_be_paid; sent → paid, partial, overdue, to_be_paid; to_be_paid → partial, paid; partial → paid, overdue; overdue → partial, paid. " +
      "`to_be_paid` is an accepted bill that will be paid from the settlement. `sent` sets sentAt, issuedOn and dueOn; `paid` sets paidAt and settles the balance: " +
      "if the invoice has no payments, by recording one with the method `other`. If it has recorded or pending payments, the status follows from them, and a transition that contradicts the balance fails with 409.",
    emits: ["invoice.status_changed"],
    mayEmit: ["payment.received"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
    etag: "invoice.revision",
  })
    .input(ChosenInvoice.extend({ status: InvoiceStatus }))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ invoice: await transitionInvoice(ctx, input.invoiceId, input.status) })),

  "invoices.list": operation({
    ...reading,
    route: "GET /invoices",
    summary: "List invoices",
    description: "Returns the organization's invoices with their lines.",
  })
    .input(acceptDeleted(InvoiceListQuery, ["caseId"]))
    .output(Page)
    .query(({ ctx, input }) => listInvoices(ctx, input)),

  "cases.invoices.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/invoices",
    summary: "List a case's invoices",
    description: "Returns the case's invoices with their lines.",
  })
    .input(acceptDeleted(CaseInvoiceQuery.extend({ caseId: Id }), ["caseId"]))
    .output(Page)
    .query(({ ctx, input: { caseId, ...query } }) => listInvoices(ctx, query, caseId)),

  "invoices.aging.get": operation({
    ...reading,
    route: "GET /invoices/aging",
    summary: "Get invoice aging",
    description: "Returns the open balance of sent invoices by age, for the whole firm, a client or a case.",
  })
    .input(AgingQuery)
    .output(z.object({ aging: InvoiceAging }))
    .query(async ({ ctx, input }) => ({ aging: await getInvoiceAging(ctx, input) })),

  "invoices.get": operation({
    ...reading,
    route: "GET /invoices/{invoiceId}",
    summary: "Get an invoice",
    description: "Returns the invoice with its lines.",
    etag: "invoice.revision",
  })
    .input(ChosenInvoice)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ invoice: await getInvoice(ctx, input.invoiceId) })),

  "cases.invoices.create": operation({
    ...writing,
    route: "POST /cases/{caseId}/invoices",
    summary: "Draft an invoice",
    description:
      "Creates a draft for the case and its client. Each line's amount is quantity × rateCents in exact decimal arithmetic, rounded to whole cents (halves away from zero);" +
      " the total is their sum − discountCents + taxCents. If you send `totalCents` and it differs, the request fails with 400.",
    emits: ["invoice.created"],
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    created: { location: "/invoices/{invoice.id}" },
    etag: "invoice.revision",
  })
    .input(NewInvoice.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...given } }) => ({ invoice: await createInvoice(ctx, caseId, given) })),

  "invoices.update": operation({
    ...writing,
    route: "PATCH /invoices/{invoiceId}",
    summary: "Update a draft invoice",
    description:
      "Changes a draft; any other invoice fails with 409. `lineItems` replaces all lines, and totals are recomputed. null clears a field.",
    emits: ["invoice.updated"],
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY", "STALE_REVISION"],
    etag: "invoice.revision",
  })
    .input(InvoiceChanges.extend(ChosenInvoice.shape).refine(...changesSomething("invoiceId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { invoiceId, ...changes } }) => ({
      invoice: await updateInvoice(ctx, invoiceId, changes),
    })),

  "invoices.delete": operation({
    ...writing,
    route: "DELETE /invoices/{invoiceId}",
    summary: "Delete a draft invoice",
    description:
      "Soft-deletes a draft: it is no longer returned, and its number is not reused. Any other invoice fails with 409.",
    emits: ["invoice.deleted"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
  })
    .input(ChosenInvoice)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteInvoice(ctx, input.invoiceId))),
};
