import { enumeration } from "../../../contract/enumeration.ts";

export const policyEnumerations = {
  insurancePolicySide: enumeration("Whose insurance a policy is.", {
    plaintiff: "The client's own.",
    defendant: "The other side's.",
  }),
  insurancePolicyType: enumeration("What an insurance policy covers.", {
    bodily_injury: "Bodily injury liability.",
    um: "Uninsured motorist.",
    uim: "Underinsured motorist.",
    um_uim: "Uninsured and underinsured motorist together.",
    pip: "Personal injury protection.",
    med_pay: "Medical payments.",
    property_damage: "Property damage.",
    umbrella: "Umbrella or excess liability.",
    health: "Health insurance.",
    workers_comp: "Workers' compensation.",
    general_liability: "General liability.",
    homeowners: "Homeowner's.",
    commercial_auto: "Commercial automobile.",
    medical_malpractice: "Medical malpractice.",
    other: "Another type; see the notes.",
  }),
  limitsStatus: enumeration("How a policy's limits are known.", {
    unknown: "Nothing yet.",
    requested: "The insurer was asked.",
    disclosed: "The insurer named them.",
    confirmed: "Shown by the declarations page.",
    tendered: "The insurer offers them in full.",
  }),
  coverageStatus: enumeration("The insurer's coverage position.", {
    pending: "Not decided.",
    accepted: "Covers the loss.",
    reservation_of_rights: "Handles the claim and reserves its rights.",
    denied: "Denies coverage.",
  }),
} as const;
