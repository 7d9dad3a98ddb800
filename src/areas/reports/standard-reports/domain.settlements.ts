import { inDays, type StandardReport } from "./domain.definition.ts";

const ofCase = [
  { key: "case", field: "caseSequenceId", label: "Case" },
  { key: "client", field: "clientName", label: "Client" },
];

export const settlementReports: readonly StandardReport[] = [
  {
    id: "std_settlements_in_progress",
    name: "Settlements in progress",
    description: "Lists settlements that are agreed on and not closed, with what was received, cleared and disbursed.",
    category: "money",
    entity: "settlements",
    definition: {
      columns: [
        { key: "number", field: "sequenceId", label: "Settlement" },
        ...ofCase,
        { key: "attorney", field: "attorneyName", label: "Attorney" },
        { key: "status", field: "status", label: "Status" },
        { key: "agreed", field: "agreedOn", label: "Agreed" },
        { key: "due", field: "paymentDueOn", label: "Payment due" },
        { key: "daysOverdue", field: "daysOverdue", label: "Days overdue" },
        { key: "grossCents", field: "grossCents", label: "Gross" },
        { key: "receivedCents", field: "receivedCents", label: "Received" },
        { key: "clearedCents", field: "clearedCents", label: "Cleared" },
        { key: "disbursedCents", field: "disbursedCents", label: "Disbursed" },
        { key: "netCents", field: "netToClientCents", label: "Net to the client" },
      ],
      filters: [
        {
          field: "status",
          operator: "in",
          value: ["agreed", "funds_received", "funds_cleared", "disbursing", "disbursed"],
        },
      ],
      sort: [{ column: "due" }],
      totals: true,
    },
  },
  {
    id: "std_offers_expiring",
    name: "Offers and demands expiring",
    description: "Lists open offers and demands that expire from today to the given number of days ahead.",
    category: "money",
    entity: "negotiations",
    definition: {
      columns: [
        { key: "expires", field: "expiresAt", label: "Expires" },
        { key: "daysLeft", field: "daysToExpiry", label: "Days left" },
        { key: "type", field: "type", label: "Type" },
        { key: "direction", field: "direction", label: "Direction" },
        ...ofCase,
        { key: "attorney", field: "attorneyName", label: "Attorney" },
        { key: "amountCents", field: "amountCents", label: "Amount" },
      ],
      filters: [
        { field: "status", operator: "equals", value: "open" },
        { field: "expiresAt", operator: "in_next_days", parameter: "days" },
      ],
      parameters: inDays("Days ahead", 14),
      sort: [{ column: "expires" }],
    },
  },
  {
    id: "std_fees_by_month",
    name: "Settlements and fees by month",
    description:
      "Shows settlements that were agreed on by month, with gross, attorney and referral fees, costs, liens and the net to clients.",
    category: "money",
    entity: "settlements",
    definition: {
      columns: [
        { key: "month", field: "agreedOn", label: "Agreed in", bucket: "month" },
        { key: "settlements", field: "id", label: "Settlements", aggregate: "count" },
        { key: "grossCents", field: "grossCents", label: "Gross", aggregate: "sum" },
        { key: "feesCents", field: "attorneyFeeCents", label: "Attorney fees", aggregate: "sum" },
        { key: "referralFeesCents", field: "referralFeeCents", label: "Referral fees", aggregate: "sum" },
        { key: "costsCents", field: "costsCents", label: "Costs", aggregate: "sum" },
        { key: "liensCents", field: "liensCents", label: "Liens", aggregate: "sum" },
        { key: "netCents", field: "netToClientCents", label: "Net to clients", aggregate: "sum" },
      ],
      filters: [
        { field: "status", operator: "not_in", value: ["draft", "fell_through", "voided"] },
        { field: "agreedOn", operator: "in_last_days", parameter: "days" },
      ],
      parameters: [{ key: "days", label: "Agreed within days", required: true, default: 365 }],
      sort: [{ column: "month" }],
      totals: true,
      chart: { type: "bar", category: "month", value: "feesCents" },
    },
  },
  {
    id: "std_lien_savings",
    name: "Liens open and saved by type",
    description: "Shows liens by type: how many are open, what was asserted, what is final and what was saved.",
    category: "money",
    entity: "liens",
    definition: {
      columns: [
        { key: "type", field: "type", label: "Type" },
        { key: "liens", field: "id", label: "Liens", aggregate: "count" },
        { key: "open", field: "openCount", label: "Open", aggregate: "sum" },
        { key: "toPayCents", field: "unpaidCents", label: "To pay", aggregate: "sum" },
        { key: "assertedCents", field: "assertedCents", label: "Asserted", aggregate: "sum" },
        { key: "finalCents", field: "finalCents", label: "Final", aggregate: "sum" },
        { key: "savedCents", field: "savingsCents", label: "Saved", aggregate: "sum" },
      ],
      filters: [{ field: "status", operator: "not_equals", value: "withdrawn" }],
      sort: [{ column: "savedCents", descending: true }],
      totals: true,
      chart: { type: "bar", category: "type", value: "savedCents" },
    },
  },
];
