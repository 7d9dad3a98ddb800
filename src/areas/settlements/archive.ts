import type { ArchiveDeclaration } from "../../rpc/archive.ts";

const withOperations = "Until statements have their operations, no row is written.";
const ofSettlement = { part: "settlements", owners: { settlementId: "Settlement" } } as const;

export const settlementArchive: readonly ArchiveDeclaration[] = [
  { table: "FeeAgreement", part: "settlements", file: "fee-agreements", order: ["id"], owners: { caseId: "Case" } },
  { table: "Negotiation", part: "settlements", file: "negotiations", order: ["id"], owners: { caseId: "Case" } },
  { table: "Settlement", part: "settlements", file: "settlements", order: ["id"], owners: { caseId: "Case" } },
  { ...ofSettlement, table: "SettlementPayer", file: "settlement-payers", order: ["id"] },
  { ...ofSettlement, table: "SettlementShare", file: "settlement-shares", order: ["id"] },
  { table: "SettlementStatement", omitted: withOperations },
  { table: "SettlementStatementLine", omitted: withOperations },
  { table: "Lien", part: "settlements", file: "liens", order: ["id"], owners: { caseId: "Case" } },
];
