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
  paymentMethod: enumeration("How a payment was made.", {
    check: "By check.",
    ach: "By bank transfer through the ACH network.",
    card: "By card.",
    wire: "By wire.",
    trust_transfer: "Out of the firm's trust account.",
    cash: "In cash.",
    settlement_proceeds: "Out of the proceeds of the settlement.",
    write_off: "Not made: the firm wrote the amount off.",
    other: "Otherwise, or it was not said: an invoice that is moved to paid by hand is settled by such a payment.",
  }),
  paymentStatus: enumeration("Where a payment is.", {
    pending: "Announced or deposited; it counts when it clears.",
    cleared: "The money is there.",
    failed: "It did not clear.",
    refunded: "Given back in full.",
    voided: "Recorded by mistake; it counts no more.",
  }),
  agingBucket: enumeration("How long what is owed has been due.", {
    current: "Not due yet, or without a due day.",
    days_1_30: "1 to 30 days past its due day.",
    days_31_60: "31 to 60 days past its due day.",
    days_61_90: "61 to 90 days past its due day.",
    days_over_90: "More than 90 days past its due day.",
  }),
} as const;
