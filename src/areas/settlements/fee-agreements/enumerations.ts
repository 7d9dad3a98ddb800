import { enumeration } from "../../../contract/enumeration.ts";

export const feeAgreementEnumerations = {
  feeType: enumeration("How the firm is paid.", {
    contingency: "By a part of the recovery.",
    hourly: "By the hour.",
    flat: "By a flat amount.",
    statutory: "By what a statute or a court awards.",
    pro_bono: "Not at all.",
  }),
  costsResponsibility: enumeration("Who bears the costs of a case until it ends.", {
    firm_advances: "The firm advances them, and is reimbursed from the recovery.",
    client: "The client pays them.",
  }),
  feeTrigger: enumeration("How far a case has come, for the tiers of a fee; in this order.", {
    pre_suit: "No lawsuit is filed.",
    suit_filed: "A lawsuit is filed.",
    answer_filed: "An answer is filed.",
    trial: "The trial has begun.",
    appeal: "An appeal is filed.",
    minor: "The claimant was a minor or incapacitated when the agreement was signed; replaces the others.",
  }),
} as const;
