import type { StandardReport } from "./domain.definition.ts";

export const moneyReports: readonly StandardReport[] = [
  {
    id: "std_invoice_aging",
    name: "Invoice aging",
    description: "Shows open balances of sent invoices by age.",
    category: "money",
    entity: "invoices",
    definition: {
      columns: [
        { key: "age", field: "agingBucket", label: "Past due" },
        { key: "invoices", field: "id", label: "Invoices", aggregate: "count" },
        { key: "owedCents", field: "balanceCents", label: "Owed", aggregate: "sum" },
      ],
      filters: [
        { field: "direction", operator: "equals", value: "receivable" },
        { field: "status", operator: "in", value: ["sent", "partial", "overdue", "to_be_paid"] },
        { field: "balanceCents", operator: "greater_than", value: 0 },
      ],
      sort: [{ column: "age" }],
      totals: true,
      chart: { type: "bar", category: "age", value: "owedCents" },
    },
  },
  {
    id: "std_payments_received",
    name: "Payments received by month and attorney",
    description:
      "Shows cleared payments on the firm's invoices by month and lead attorney, less refunds and without write-offs.",
    category: "money",
    entity: "payments",
    definition: {
      columns: [
        { key: "month", field: "receivedOn", label: "Received in", bucket: "month" },
        { key: "attorney", field: "attorneyName", label: "Attorney" },
        { key: "payments", field: "id", label: "Payments", aggregate: "count" },
        { key: "receivedCents", field: "netCents", label: "Received", aggregate: "sum" },
      ],
      filters: [
        { field: "direction", operator: "equals", value: "receivable" },
        { field: "status", operator: "equals", value: "cleared" },
        { field: "method", operator: "not_equals", value: "write_off" },
        { field: "receivedOn", operator: "in_last_days", parameter: "days" },
      ],
      parameters: [{ key: "days", label: "Received within days", required: true, default: 365 }],
      sort: [{ column: "month" }, { column: "receivedCents", descending: true }],
      totals: true,
      chart: { type: "bar", category: "month", value: "receivedCents", series: "attorney" },
    },
  },
  {
    id: "std_costs_advanced",
    name: "Costs advanced by case",
    description: "Shows what the firm advanced for each case and what is not reimbursed.",
    category: "money",
    entity: "expenses",
    definition: {
      columns: [
        { key: "case", field: "caseSequenceId", label: "Case" },
        { key: "title", field: "caseTitle", label: "Case title" },
        { key: "expenses", field: "id", label: "Expenses", aggregate: "count" },
        { key: "advancedCents", field: "paidCents", label: "Advanced", aggregate: "sum" },
        { key: "outstandingCents", field: "outstandingCents", label: "Outstanding", aggregate: "sum" },
      ],
      filters: [{ field: "paidCents", operator: "greater_than", value: 0 }],
      sort: [{ column: "outstandingCents", descending: true }],
      totals: true,
    },
  },
  {
    id: "std_expenses_to_pay",
    name: "Expenses to pay",
    description: "Shows approved expenses that are not paid in full, the earliest due date first.",
    category: "money",
    entity: "expenses",
    definition: {
      columns: [
        { key: "due", field: "dueOn", label: "Due" },
        { key: "number", field: "sequenceId", label: "Number" },
        { key: "vendor", field: "vendorName", label: "Vendor" },
        { key: "category", field: "category", label: "Category" },
        { key: "case", field: "caseSequenceId", label: "Case" },
        { key: "unpaidCents", field: "unpaidCents", label: "To pay" },
        { key: "daysOverdue", field: "daysOverdue", label: "Days overdue" },
      ],
      filters: [{ field: "status", operator: "equals", value: "approved" }],
      sort: [{ column: "due" }],
    },
  },
];
