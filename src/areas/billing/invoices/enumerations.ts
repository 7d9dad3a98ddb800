import { enumeration } from "../../../contract/enumeration.ts";

/** Source: specification, "States and transitions"; domain model, 14. */
export const invoiceEnumerations = {
  invoiceStatus: enumeration("Where an invoice is on its way from draft to paid.", {
    draft: "Being written; its lines may change.",
    sent: "Sent to who pays it.",
    paid: "Paid in full.",
    partial: "Paid in part.",
    overdue: "Not paid in full by its due date.",
    to_be_paid: "Accepted; its money will come from the settlement.",
  }),
  invoiceDirection: enumeration("Who owes an invoice.", {
    receivable: "It is owed to the firm.",
    payable: "The firm owes it.",
  }),
  lineItemKind: enumeration("What a line of an invoice bills.", {
    time: "Hours.",
    expense: "A cost that was advanced for the case.",
    flat_fee: "A fee that was agreed as a sum.",
    contingency_fee: "A share of the recovery.",
    adjustment: "A correction, up or down.",
    credit: "Something that is taken off.",
    interest: "Interest.",
  }),
  agingBucket: enumeration("How long what is owed has been due.", {
    current: "Not due yet, or without a due day.",
    days_1_30: "1 to 30 days past its due day.",
    days_31_60: "31 to 60 days past its due day.",
    days_61_90: "61 to 90 days past its due day.",
    days_over_90: "More than 90 days past its due day.",
  }),
} as const;
