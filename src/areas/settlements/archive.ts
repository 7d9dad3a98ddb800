import type { ArchiveDeclaration } from "../../rpc/archive.ts";

const withOperations = "Until settlements have their operations, no row is written.";

export const settlementArchive: readonly ArchiveDeclaration[] = [
  { table: "FeeAgreement", part: "settlements", file: "fee-agreements", order: ["id"], owners: { caseId: "Case" } },
  { table: "Negotiation", part: "settlements", file: "negotiations", order: ["id"], owners: { caseId: "Case" } },
  { table: "Settlement", omitted: withOperations },
  { table: "SettlementPayer", omitted: withOperations },
  { table: "SettlementShare", omitted: withOperations },
  {
    table: "SettlementStatement",
    part: "settlements",
    file: "settlement-statements",
    order: ["id"],
    owners: { caseId: "Case" },
  },
  {
    table: "SettlementStatementLine",
    part: "settlements",
    file: "settlement-statement-lines",
    order: ["statementId", "key"],
    owners: { statementId: "SettlementStatement" },
  },
  { table: "Lien", part: "settlements", file: "liens", order: ["id"], owners: { caseId: "Case" } },
];
