import type { FeeDivisionRule } from "./schema.ts";

/** Rules of professional conduct on dividing a fee, as their texts were read. A firm verifies those that it relies on. */
interface ShippedFeeDivision {
  state: string;
  citation: string;
  asOf: string;
  note: string | null;
  rule: FeeDivisionRule;
}

const asOf = "2026-11-29";
const either: FeeDivisionRule["bases"] = ["joint_responsibility", "proportional_services"];
const modelRule: FeeDivisionRule = {
  bases: either,
  consent: "confirmed_in_writing",
  isConsentBeforeReferral: false,
  needsWrittenAgreement: false,
  maxShare: null,
};

export const shippedFeeDivisions: readonly ShippedFeeDivision[] = [
  {
    state: "us",
    citation: "ABA Model Rule 1.5(e)",
    asOf,
    note: "For states without a rule here. The client agrees to the share of each firm; the total fee is reasonable.",
    rule: modelRule,
  },
  {
    state: "az",
    citation: "Ariz. ER 1.5(e)",
    asOf,
    note: null,
    rule: { ...modelRule, consent: "signed_by_client" },
  },
  {
    state: "ca",
    citation: "Cal. RPC 1.5.1",
    asOf,
    note: "The client consents in writing after a written disclosure. The total fee is not increased by the division.",
    rule: { ...modelRule, bases: [], consent: "signed_by_client", needsWrittenAgreement: true },
  },
  {
    state: "fl",
    citation: "R. Regulating Fla. Bar 4-1.5(f)(2), (f)(4)(D), (g)",
    asOf,
    note: "Each attorney signs the fee contract, the referring one the closing statement, too. The secondary firm gets at most 25% unless the court approves more.",
    rule: {
      ...modelRule,
      bases: ["joint_responsibility"],
      consent: "signed_by_client",
      needsWrittenAgreement: true,
      maxShare: { basisPoints: 2_500 },
    },
  },
  {
    state: "il",
    citation: "Ill. RPC 1.5(e)",
    asOf,
    note: "Joint responsibility is financial responsibility as that of a partner.",
    rule: modelRule,
  },
  {
    state: "ma",
    citation: "Mass. RPC 1.5(e)",
    asOf,
    note: "The client consents in writing.",
    rule: { ...modelRule, bases: [] },
  },
  {
    state: "ny",
    citation: "N.Y. RPC 1.5(g)",
    asOf,
    note: "Joint responsibility is taken in writing.",
    rule: modelRule,
  },
  {
    state: "pa",
    citation: "Pa. RPC 1.5(e)",
    asOf,
    note: null,
    rule: { ...modelRule, bases: [], consent: "no_objection" },
  },
  {
    state: "nj",
    citation: "N.J. Ct. R. 1:39-6(d)",
    asOf,
    note: "Certified trial attorneys may pay a referral fee regardless of services. For others see RPC 1.5(e).",
    rule: { ...modelRule, bases: [] },
  },
  {
    state: "tx",
    citation: "Tex. RPC 1.04(f)",
    asOf,
    note: "The consent says who the attorneys are, the basis of the division and each share.",
    rule: { ...modelRule, isConsentBeforeReferral: true },
  },
];
