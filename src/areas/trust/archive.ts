import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const trustArchive: readonly ArchiveDeclaration[] = [
  { table: "TrustAccount", part: "trust", file: "trust-accounts", order: ["id"], isOfOrganization: true },
  { table: "TrustLedger", part: "trust", file: "trust-ledgers", order: ["id"], owners: { caseId: "Case" } },
  {
    table: "TrustDisbursement",
    part: "trust",
    file: "trust-disbursements",
    order: ["id"],
    owners: { caseId: "Case", ledgerId: "TrustLedger" },
  },
  { table: "TrustTransaction", part: "trust", file: "trust-transactions", order: ["id"], isOfOrganization: true },
  {
    table: "TrustPosting",
    part: "trust",
    file: "trust-postings",
    order: ["transactionId", "position"],
    owners: { caseId: "Case", ledgerId: "TrustLedger" },
  },
  {
    table: "BankStatement",
    part: "trust",
    file: "bank-statements",
    order: ["id"],
    owners: { accountId: "TrustAccount" },
    isOfOrganization: true,
  },
  {
    table: "BankLine",
    part: "trust",
    file: "bank-lines",
    order: ["id"],
    owners: { statementId: "BankStatement" },
    isOfOrganization: true,
  },
  {
    table: "Reconciliation",
    part: "trust",
    file: "trust-reconciliations",
    order: ["id"],
    owners: { accountId: "TrustAccount" },
    isOfOrganization: true,
  },
  {
    table: "TrustPolicy",
    part: "organization",
    file: "trust-policy",
    order: ["organizationId"],
    isOfOrganization: true,
  },
];
