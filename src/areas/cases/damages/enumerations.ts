import { enumeration } from "../../../contract/enumeration.ts";

export const damageEnumerations = {
  damageCategory: enumeration("What kind of loss a damage is.", {
    medical_future: "Medical care that is still ahead.",
    lost_wages_past: "Wages lost until now.",
    lost_earning_capacity: "Less earning capacity from now on.",
    property: "Damaged or lost property.",
    out_of_pocket: "Expenses that the claimant paid.",
    household_services: "Household services that the claimant can no longer do.",
    funeral: "Funeral and burial.",
    pain_suffering: "Pain and suffering.",
    loss_of_consortium: "Loss of consortium.",
    disfigurement: "Disfigurement.",
    punitive: "Punitive damages.",
    other: "Another economic loss; see the basis.",
  }),
  damageKind: enumeration("How the law classifies a damage; it follows from its category.", {
    special: "Economic: what can be counted.",
    general: "Non-economic.",
    punitive: "Punitive.",
  }),
} as const;
