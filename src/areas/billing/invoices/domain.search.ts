import type { SearchPart } from "../../../rpc/search.ts";

export const invoiceSearch: SearchPart = {
  type: "invoice",
  description: "An invoice, by its number and `externalId` alone.",
  scope: "billing:read",
  table: "Invoice",
  path: "/invoices/{id}",
  title: ["subject"],
  number: "invoiceNumber",
  subtitle: ["direction", "status"],
  identifying: [
    { field: "invoiceNumber", column: "invoiceNumber", form: "number" },
    { field: "externalId", column: "externalId", form: "text" },
  ],
  fields: [],
  otherField: "invoiceNumber",
  owners: ["caseId"],
};
