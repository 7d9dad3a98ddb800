import { inDays, type StandardReport } from "./domain.definition.ts";

const ledger = [
  { key: "account", field: "accountName", label: "Account" },
  { key: "case", field: "caseSequenceId", label: "Case" },
  { key: "claimant", field: "claimantName", label: "Whose money" },
];

export const trustReports: readonly StandardReport[] = [
  {
    id: "std_trust_balances",
    name: "Trust balances by client",
    description: "Lists ledgers of trust accounts that have a balance, with what of it is available.",
    category: "money",
    entity: "trust_ledgers",
    definition: {
      columns: [
        ...ledger,
        { key: "kind", field: "kind", label: "Kind" },
        { key: "balanceCents", field: "balanceCents", label: "Balance" },
        { key: "unclearedCents", field: "unclearedCents", label: "Not cleared" },
        { key: "reservedCents", field: "reservedCents", label: "Reserved" },
        { key: "availableCents", field: "availableCents", label: "Available" },
        { key: "lastEntry", field: "lastPostedOn", label: "Last entry" },
      ],
      filters: [{ field: "balanceCents", operator: "greater_than", value: 0 }],
      sort: [{ column: "account" }, { column: "case" }],
      totals: true,
    },
  },
  {
    id: "std_undistributed_funds",
    name: "Undistributed funds",
    description:
      "Lists clients' ledgers with cleared money that is not reserved for anything and has not moved for at least the given number of days.",
    category: "money",
    entity: "trust_ledgers",
    definition: {
      columns: [
        ...ledger,
        { key: "attorney", field: "attorneyName", label: "Attorney" },
        { key: "availableCents", field: "availableCents", label: "Available" },
        { key: "lastEntry", field: "lastPostedOn", label: "Last entry" },
        { key: "days", field: "daysSinceLastPosting", label: "Days since" },
      ],
      filters: [
        { field: "kind", operator: "equals", value: "client" },
        { field: "availableCents", operator: "greater_than", value: 0 },
        { field: "daysSinceLastPosting", operator: "at_least", parameter: "days" },
      ],
      parameters: inDays("Days without an entry", 30),
      sort: [{ column: "days", descending: true }],
      totals: true,
    },
  },
  {
    id: "std_outstanding_checks",
    name: "Outstanding checks",
    description: "Lists trust checks that were issued and not cleared, the oldest first.",
    category: "money",
    entity: "trust_disbursements",
    definition: {
      columns: [
        { key: "issued", field: "issuedOn", label: "Issued" },
        { key: "days", field: "daysOutstanding", label: "Days outstanding" },
        { key: "check", field: "checkNumber", label: "Check" },
        { key: "number", field: "sequenceId", label: "Disbursement" },
        { key: "account", field: "accountName", label: "Account" },
        { key: "case", field: "caseSequenceId", label: "Case" },
        { key: "payee", field: "payeeName", label: "Payee" },
        { key: "amountCents", field: "amountCents", label: "Amount" },
      ],
      filters: [
        { field: "status", operator: "equals", value: "issued" },
        { field: "method", operator: "equals", value: "check" },
      ],
      sort: [{ column: "issued" }],
      totals: true,
    },
  },
  {
    id: "std_unreconciled_transactions",
    name: "Unreconciled trust transactions",
    description: "Lists trust transactions that are on no bank statement, the oldest first.",
    category: "money",
    entity: "trust_transactions",
    definition: {
      columns: [
        { key: "date", field: "occurredOn", label: "Date" },
        { key: "days", field: "daysSinceOccurred", label: "Days since" },
        { key: "account", field: "accountName", label: "Account" },
        { key: "number", field: "number", label: "Number" },
        { key: "type", field: "type", label: "Type" },
        { key: "case", field: "caseSequenceId", label: "Case" },
        { key: "check", field: "checkNumber", label: "Check" },
        { key: "balanceChangeCents", field: "bankCents", label: "Change of the balance" },
      ],
      filters: [{ field: "isReconciled", operator: "equals", value: false }],
      sort: [{ column: "date" }],
      totals: true,
    },
  },
];
