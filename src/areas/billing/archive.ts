import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const billingArchive: readonly ArchiveDeclaration[] = [
  {
    table: "Invoice",
    part: "ledger",
    file: "invoices",
    order: ["id"],
    owners: { caseId: "Case" },
    isSoftDeleted: true,
  },
  {
    table: "InvoiceLineItem",
    part: "ledger",
    file: "invoice-lines",
    order: ["invoiceId", "position"],
    owners: { invoiceId: "Invoice" },
  },
  { table: "Payment", part: "ledger", file: "payments", order: ["id"], owners: { invoiceId: "Invoice" } },
  {
    table: "Expense",
    part: "ledger",
    file: "expenses",
    order: ["id"],
    owners: { caseId: "Case" },
    isSoftDeleted: true,
  },
  {
    table: "BillingPolicy",
    part: "organization",
    file: "billing-policy",
    order: ["organizationId"],
    isOfOrganization: true,
  },
];
