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

/** A draft of a settlement for $100,000.00. Its sums are those of its payers. */
export function buildSettlement(values: Given<"Settlement", "organizationId" | "caseId">): Values<"Settlement"> {
  const id = newId("settlement", values.createdAt);
  return {
    id,
    sequenceId: `STL-2026-${id.slice(-5)}`,
    type: "settlement",
    grossCents: 10_000_000,
    createdBy: { type: "system", id: "system", name: "Caseport" },
    ...values,
  };
}

/** A payer of $100,000.00 for bodily injury, on which a fee is due. */
export const buildSettlementPayer = (
  values: Given<"SettlementPayer", "organizationId" | "settlementId">,
): Values<"SettlementPayer"> => ({
  id: newId("settlementPayer"),
  position: 1,
  category: "bodily_injury",
  grossCents: 10_000_000,
  isFeeBearing: true,
  ...values,
});

/** The share of the case's client, $100,000.00. */
export const buildSettlementShare = (
  values: Given<"SettlementShare", "organizationId" | "settlementId">,
): Values<"SettlementShare"> => ({ id: newId("settlementShare"), position: 1, grossCents: 10_000_000, ...values });

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
