import { lienType, reductionMethod } from "../../../contract/closed-sets/lien.ts";
import { enumeration } from "../../../contract/enumeration.ts";

export const lienEnumerations = {
  lienType,
  reductionMethod,
  lienStatus: enumeration("How far a lien is.", {
    identified: "It is known, or expected; no one has asserted an amount.",
    asserted: "The lienholder asserts an amount.",
    disputed: "The amount, or the lien, is disputed.",
    negotiating: "A reduction is being negotiated.",
    final: "The lienholder's letter states the final amount.",
    paid: "It is paid in full.",
    released: "The lienholder released it after payment.",
    waived: "The lienholder waived it.",
    withdrawn: "It was not a lien of this claimant.",
  }),
} as const;
