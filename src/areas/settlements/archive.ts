import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const settlementArchive: readonly ArchiveDeclaration[] = [
  { table: "FeeAgreement", part: "settlements", file: "fee-agreements", order: ["id"], owners: { caseId: "Case" } },
  { table: "Negotiation", part: "settlements", file: "negotiations", order: ["id"], owners: { caseId: "Case" } },
  { table: "Lien", part: "settlements", file: "liens", order: ["id"], owners: { caseId: "Case" } },
];
