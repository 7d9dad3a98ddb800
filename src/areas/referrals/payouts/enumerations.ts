import { enumeration } from "../../../contract/enumeration.ts";

export const payoutEnumerations = {
  referralPayoutMethod: enumeration("How a referral fee is paid.", {
    check: "By check.",
    ach: "By ACH transfer.",
    wire: "By wire transfer.",
    other: "Otherwise.",
  }),
  referralPayoutState: enumeration("How a payout of a referral fee stands.", {
    recorded: "The handling firm paid it.",
    confirmed: "The originating firm received it.",
    disputed: "The originating firm did not receive it, or not this amount.",
    voided: "It was not paid after all.",
  }),
} as const;
