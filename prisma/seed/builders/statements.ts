import { newId, type Given, type Values } from "./records.ts";

/** A draft of the first statement of a share of $100,000.00: a third for the firm, the rest for the client. */
export const buildSettlementStatement = (
  values: Given<
    "SettlementStatement",
    "organizationId" | "caseId" | "settlementId" | "shareId" | "basis" | "costBasis"
  >,
): Values<"SettlementStatement"> => ({
  id: newId("settlementStatement", values.createdAt),
  version: 1,
  grossCents: 10_000_000,
  attorneyFeeCents: 3_333_333,
  referralFeeCents: 0,
  costsCents: 0,
  invoicesCents: 0,
  liensCents: 0,
  otherCents: 0,
  holdbackCents: 0,
  paidDirectCents: 0,
  netCents: 6_666_667,
  calculation: {
    feeType: "contingency",
    agreementVersion: 1,
    trigger: "pre_suit",
    base: "gross",
    rate: { numerator: 1, denominator: 3 },
    brackets: null,
    exemptCents: 0,
    feeBaseCents: 10_000_000,
    feeCents: 3_333_333,
    feeCap: null,
  },
  createdBy: { type: "system", id: "system", name: "Caseport" },
  ...values,
});

/** A line of $66,666.67 for the client. */
export const buildStatementLine = (
  values: Given<"SettlementStatementLine", "organizationId" | "statementId">,
): Values<"SettlementStatementLine"> => {
  const { amountCents = 6_666_667 } = values;
  return {
    key: "net_to_client",
    position: 2,
    kind: "net_to_client",
    label: "Net to client",
    explanation: "$100,000.00, less $33,333.33 above",
    amountCents,
    computedCents: amountCents,
    reductionCents: 0,
    authorizedCents: amountCents,
    payeeType: "client",
    ...values,
  };
};
