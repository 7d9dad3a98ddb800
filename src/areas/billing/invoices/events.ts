import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase, times } from "../../../contract/examples/example-story.ts";
import { draftInvoice, invoice, partialInvoice } from "./examples.ts";
import { Invoice } from "./schema.ts";

export const invoiceEvents = defineEvents({
  entity: "invoice",
  area: "billing",
  scope: "billing:read",
  payload: Invoice,
  exampleRelatedIds: relateToCase,
  types: {
    "invoice.created": { description: "An invoice was created.", example: { payload: draftInvoice } },
    "invoice.updated": {
      description:
        "An invoice was changed: its draft was edited, a payment left its status unchanged, or clients were merged.",
      example: {
        payload: { ...draftInvoice, memo: "To be reimbursed from the settlement.", revision: 2 },
        before: { memo: null },
      },
    },
    "invoice.deleted": {
      description: "A draft invoice was deleted.",
      example: { payload: { ...draftInvoice, deletedAt: times.now, revision: 2 }, before: { deletedAt: null } },
    },
    "invoice.status_changed": {
      description: "An invoice moved to another status.",
      example: {
        payload: partialInvoice,
        before: {
          status: "sent",
          availableTransitions: invoice.availableTransitions,
          paidCents: 0,
          balanceCents: invoice.totalCents,
        },
      },
    },
  },
});
