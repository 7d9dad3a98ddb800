import type { StandardReport } from "./domain.definition.ts";

/** Sent to the facility and not completely received. */
const outstanding = [
  "submitted",
  "acknowledged",
  "in_progress",
  "fee_requested",
  "fee_approved",
  "fee_disputed",
  "no_response",
  "escalated",
  "rejected",
  "on_hold",
  "partially_received",
  "incomplete",
];

const ofCase = [
  { key: "case", field: "caseSequenceId", label: "Case" },
  { key: "client", field: "clientName", label: "Client" },
];

export const medicalReports: readonly StandardReport[] = [
  {
    id: "std_outstanding_requests_by_age",
    name: "Outstanding records requests by age",
    description: "Counts incomplete requests for records and bills by days since they were sent.",
    category: "medical",
    entity: "retrieval_requests",
    definition: {
      columns: [
        { key: "age", field: "ageBucket", label: "Age" },
        { key: "requests", field: "id", label: "Requests", aggregate: "count" },
        { key: "averageDays", field: "ageDays", label: "Average days", aggregate: "average" },
        { key: "longest", field: "ageDays", label: "Longest", aggregate: "maximum" },
      ],
      filters: [{ field: "status", operator: "in", value: outstanding }],
      sort: [{ column: "age" }],
      totals: true,
      chart: { type: "bar", category: "age", value: "requests" },
    },
  },
  {
    id: "std_outstanding_requests",
    name: "Outstanding records requests",
    description:
      "Lists incomplete requests for records and bills that were sent at least the given number of days ago, oldest first.",
    category: "medical",
    entity: "retrieval_requests",
    definition: {
      columns: [
        { key: "request", field: "requestNumber", label: "Request" },
        ...ofCase,
        { key: "facility", field: "facilityName", label: "Facility" },
        { key: "vendor", field: "vendorName", label: "Vendor" },
        { key: "wanted", field: "requestType", label: "Wanted" },
        { key: "priority", field: "priority", label: "Priority" },
        { key: "status", field: "status", label: "Status" },
        { key: "sent", field: "submittedAt", label: "Sent" },
        { key: "days", field: "ageDays", label: "Days" },
        { key: "due", field: "dueOn", label: "Due" },
        { key: "followUp", field: "followUpOn", label: "Follow up" },
      ],
      filters: [
        { field: "status", operator: "in", value: outstanding },
        { field: "ageDays", operator: "at_least", parameter: "days" },
      ],
      parameters: [{ key: "days", label: "Days since sent", required: true, default: 0 }],
      sort: [{ column: "days", descending: true }],
    },
  },
  {
    id: "std_treatment_gaps",
    name: "Treatment gaps",
    description:
      "Lists facilities treating the client of an open or on-hold case whose last visit was more than the given number of days ago, or is unknown.",
    category: "medical",
    entity: "medical_facilities",
    definition: {
      columns: [
        ...ofCase,
        { key: "attorney", field: "attorneyName", label: "Attorney" },
        { key: "facility", field: "facilityName", label: "Facility" },
        { key: "kind", field: "facilityType", label: "Kind" },
        { key: "first", field: "firstVisitOn", label: "First visit" },
        { key: "last", field: "lastVisitOn", label: "Last visit" },
        { key: "days", field: "daysSinceLastVisit", label: "Days since" },
      ],
      filters: [
        { field: "isTreating", operator: "equals", value: true },
        { field: "matterStatus", operator: "in", value: ["open", "on_hold"] },
        { field: "lastVisitOn", operator: "before_last_days", parameter: "days" },
      ],
      parameters: [{ key: "days", label: "Days without a visit", required: true, default: 30 }],
      sort: [{ column: "last" }],
    },
  },
  {
    id: "std_medical_specials",
    name: "Medical specials by case",
    description: "Shows billed, adjusted, paid and outstanding amounts of each case's medical bills.",
    category: "medical",
    entity: "medical_bills",
    definition: {
      columns: [
        ...ofCase,
        { key: "bills", field: "id", label: "Bills", aggregate: "count" },
        { key: "billedCents", field: "billedCents", label: "Billed", aggregate: "sum" },
        { key: "adjustedCents", field: "adjustedCents", label: "Taken off", aggregate: "sum" },
        { key: "paidCents", field: "paidCents", label: "Paid", aggregate: "sum" },
        { key: "leftCents", field: "balanceCents", label: "Left", aggregate: "sum" },
      ],
      filters: [{ field: "matterStatus", operator: "in", parameter: "statuses" }],
      parameters: [
        {
          key: "statuses",
          label: "Statuses of the cases",
          required: true,
          default: ["pending", "open", "on_hold", "settled"],
        },
      ],
      sort: [{ column: "billedCents", descending: true }],
      totals: true,
    },
  },
  {
    id: "std_documents_by_category",
    name: "Documents by category",
    description: "Shows the number and size of available documents by category, and the date of the newest.",
    category: "pipeline",
    entity: "documents",
    definition: {
      columns: [
        { key: "category", field: "category", label: "Category" },
        { key: "documents", field: "id", label: "Documents", aggregate: "count" },
        { key: "cases", field: "caseId", label: "Cases", aggregate: "count_distinct" },
        { key: "bytes", field: "sizeBytes", label: "Bytes", aggregate: "sum" },
        { key: "newest", field: "createdAt", label: "Newest", aggregate: "maximum" },
      ],
      filters: [{ field: "status", operator: "equals", value: "available" }],
      sort: [{ column: "documents", descending: true }],
      totals: true,
      chart: { type: "bar", category: "category", value: "documents" },
    },
  },
];
