import { enumeration } from "../../../contract/enumeration.ts";

export const invoiceEnumerations = {
  invoiceStatus: enumeration("The status of an invoice.", {
    draft: "A draft; its lines can change.",
    sent: "Sent to the payer.",
    paid: "Paid in full.",
    partial: "Paid in part.",
    overdue: "Not paid in full by its due date.",
    to_be_paid: "Accepted; it will be paid from the settlement.",
  }),
  invoiceDirection: enumeration("Who owes an invoice.", {
    receivable: "It is owed to the firm.",
    payable: "The firm owes it.",
  }),
  lineItemKind: enumeration("The type of an invoice line.", {
    time: "Hours.",
    expense: "A cost that was advanced for the case.",
    flat_fee: "A fee that was agreed as a sum.",
    contingency_fee: "A share of the recovery.",
    adjustment: "A correction, positive or negative.",
    credit: "A deduction.",
    interest: "Interest.",
  }),
  agingBucket: enumeration("The age of an unpaid balance.", {
    current: "Not yet due, or without a due date.",
    days_1_30: "1 to 30 days past due.",
    days_31_60: "31 to 60 days past due.",
    days_61_90: "61 to 90 days past due.",
    days_over_90: "More than 90 days past due.",
  }),
} as const;
