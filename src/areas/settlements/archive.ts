import type { ArchiveDeclaration } from "../../rpc/archive.ts";

const ofSettlement = { part: "settlements", owners: { settlementId: "Settlement" } } as const;

export const settlementArchive: readonly ArchiveDeclaration[] = [
  { table: "FeeAgreement", part: "settlements", file: "fee-agreements", order: ["id"], owners: { caseId: "Case" } },
  { table: "Negotiation", part: "settlements", file: "negotiations", order: ["id"], owners: { caseId: "Case" } },
  { table: "Settlement", part: "settlements", file: "settlements", order: ["id"], owners: { caseId: "Case" } },
  { ...ofSettlement, table: "SettlementPayer", file: "settlement-payers", order: ["id"] },
  { ...ofSettlement, table: "SettlementShare", file: "settlement-shares", order: ["id"] },
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
