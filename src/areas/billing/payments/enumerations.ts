import { enumeration } from "../../../contract/enumeration.ts";

export const paymentEnumerations = {
  paymentMethod: enumeration("How a payment was made.", {
    check: "By check.",
    ach: "By bank transfer through the ACH network.",
    card: "By card.",
    wire: "By wire.",
    trust_transfer: "From the firm's trust account.",
    cash: "In cash.",
    settlement_proceeds: "From the settlement proceeds.",
    write_off: "Not paid: the firm wrote the amount off.",
    other:
      "Another method, or unknown. An invoice that is transitioned to paid without payments is settled with such a payment.",
  }),
  paymentStatus: enumeration("The status of a payment.", {
    pending: "Promised or deposited; it counts when it clears.",
    cleared: "The money is there.",
    failed: "It did not clear.",
    refunded: "Refunded in full.",
    voided: "Recorded by mistake; it no longer counts.",
  }),
} as const;
