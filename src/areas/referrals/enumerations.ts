import { enumeration } from "../../contract/enumeration.ts";

export const feeTermsEnumerations = {
  referralFeeType: enumeration("How the firm that refers a matter shares in the attorney fee.", {
    percentage_of_fee: "It gets a share of the fee.",
    flat: "It gets a fixed amount.",
    none: "It gets nothing.",
  }),
  feeDivisionBasis: enumeration("Why the firms may divide the fee (ABA Model Rule 1.5(e)).", {
    joint_responsibility: "Both firms are responsible for the representation.",
    proportional_services: "In proportion to what each firm does.",
    not_required: "The rule of the state asks for no basis, or no fee is divided.",
  }),
} as const;
