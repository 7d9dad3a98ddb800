import { newId, type Given, type Values } from "./records.ts";

/** A third of the recovery, 40% once a lawsuit is filed. */
export const buildFeeAgreement = (
  values: Given<"FeeAgreement", "organizationId" | "caseId" | "documentId">,
): Values<"FeeAgreement"> => ({
  id: newId("feeAgreement", values.createdAt),
  type: "contingency",
  base: "gross",
  tiers: [
    { trigger: "pre_suit", rate: { numerator: 1, denominator: 3 }, brackets: null, capCents: null },
    { trigger: "suit_filed", rate: { basisPoints: 4_000 }, brackets: null, capCents: null },
  ],
  costsResponsibility: "firm_advances",
  jurisdiction: "TX",
  signedOn: "2026-01-20",
  createdBy: { type: "system", id: "system", name: "Caseport" },
  ...values,
});

/** Medicare's lien, of which nobody has asserted an amount. */
export const buildLien = (
  values: Given<"Lien", "organizationId" | "caseId" | "lienholderContactId" | "createdBy">,
): Values<"Lien"> => ({ id: newId("lien", values.createdAt), type: "medicare", ...values });

/** An open offer of $75,000.00, in writing. */
export const buildNegotiation = (values: Given<"Negotiation", "organizationId" | "caseId">): Values<"Negotiation"> => ({
  id: newId("negotiation", values.createdAt),
  type: "offer",
  direction: "incoming",
  amountCents: 7_500_000,
  madeOn: "2026-03-10",
  method: "written",
  status: "open",
  createdBy: { type: "system", id: "system", name: "Caseport" },
  ...values,
});
