import { enumeration } from "../../../contract/enumeration.ts";

/** Source: specification, "States and transitions"; domain model, 14. */
export const paymentEnumerations = {
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
} as const;
