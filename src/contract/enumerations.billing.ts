import { enumeration } from "./enumeration.ts";

/** Enumerations of the area billing. Source: specification, "States and transitions"; domain model, 14. */
export const billingEnumerations = {
  invoiceStatus: enumeration("Where an invoice is on its way from draft to paid.", {
    draft: "Being written; its lines may change.",
    sent: "Sent to who pays it.",
    paid: "Paid in full.",
    partial: "Paid in part.",
    overdue: "Not paid in full by its due date.",
    to_be_paid: "Accepted; its money will come from the settlement.",
  }),
} as const;
