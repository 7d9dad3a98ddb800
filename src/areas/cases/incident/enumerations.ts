import { enumeration } from "../../../contract/enumeration.ts";

export const incidentEnumerations = {
  liabilityAssessment: enumeration("How the firm assesses the other side's liability.", {
    clear: "Clear.",
    likely: "Likely.",
    disputed: "Disputed.",
    poor: "Poor.",
  }),
  governmentEntityInvolved: enumeration("Whether a public body may be liable.", {
    yes: "One may be: a notice of claim may be due.",
    no: "None is.",
    unknown: "Not known yet.",
  }),
} as const;
