import { enumeration } from "../enumeration.ts";

/** Rules of jurisdictions name them, too. */
export const lienType = enumeration("By what right someone is paid out of a settlement.", {
  medicare: "Medicare: conditional payments.",
  medicare_advantage: "A Medicare Advantage plan.",
  medicaid: "A state's Medicaid program.",
  tricare_va: "TRICARE or the Department of Veterans Affairs.",
  fehba: "A plan of the Federal Employees Health Benefits Program.",
  erisa_self_funded: "A self-funded employer plan under ERISA.",
  erisa_insured: "An insured employer plan under ERISA.",
  private_health: "Another health insurer.",
  hospital_statutory: "A hospital, by a state's lien statute.",
  medical_provider: "A provider, by its bill.",
  letter_of_protection: "A provider that treated under a letter of protection.",
  med_pay_pip: "An insurer that paid under med pay or personal injury protection.",
  workers_comp: "A workers' compensation insurer.",
  attorney_prior: "An attorney who represented the client before.",
  litigation_funding: "A litigation funder.",
  child_support: "A child support agency.",
  tax: "A tax authority.",
  other: "Another lienholder.",
});

export const reductionMethod = enumeration("How the final amount of a lien was found.", {
  none: "It is paid as asserted.",
  common_fund: "The lienholder shares fee and costs in proportion.",
  procurement_42cfr411: "Medicare's reduction for procurement costs, 42 C.F.R. § 411.37.",
  ahlborn: "The part of the settlement that is for medical expenses (Ahlborn).",
  cap: "A statute limits it to a part of the settlement.",
  pro_rata: "Several lienholders share what is available in proportion.",
  percentage: "A percentage that the lienholder agreed to.",
  negotiated: "An amount that the lienholder agreed to.",
  waived: "The lienholder waived a part.",
});
