import type { ArchiveDeclaration } from "../../rpc/archive.ts";

const withOperations = "Until settlements have their operations, no row is written.";

export const settlementArchive: readonly ArchiveDeclaration[] = [
  { table: "FeeAgreement", part: "settlements", file: "fee-agreements", order: ["id"], owners: { caseId: "Case" } },
  { table: "Negotiation", part: "settlements", file: "negotiations", order: ["id"], owners: { caseId: "Case" } },
  { table: "Settlement", omitted: withOperations },
  { table: "SettlementPayer", omitted: withOperations },
  { table: "SettlementShare", omitted: withOperations },
  { table: "SettlementStatement", omitted: withOperations },
  { table: "SettlementStatementLine", omitted: withOperations },
  { table: "Lien", part: "settlements", file: "liens", order: ["id"], owners: { caseId: "Case" } },
];
