import type { StandardReport } from "./domain.definition.ts";

export const intakeReports: readonly StandardReport[] = [
  {
    id: "std_lead_conversion",
    name: "Lead conversion by source",
    description:
      "Shows leads by source in the given number of days: how many signed, how many became cases, and their cost. Excludes duplicates and spam.",
    category: "intake",
    entity: "leads",
    definition: {
      columns: [
        { key: "source", field: "source", label: "Source" },
        { key: "leads", field: "id", label: "Leads", aggregate: "count" },
        { key: "signed", field: "signed", label: "Signed", aggregate: "sum" },
        { key: "converted", field: "converted", label: "Became cases", aggregate: "sum" },
        { key: "rate", field: "convertedPercent", label: "Per cent", aggregate: "average" },
        { key: "costCents", field: "vendorCostCents", label: "Cost", aggregate: "sum" },
      ],
      filters: [
        { field: "status", operator: "not_in", value: ["duplicate", "spam"] },
        { field: "createdAt", operator: "in_last_days", parameter: "days" },
      ],
      parameters: [{ key: "days", label: "Came within days", required: true, default: 365 }],
      sort: [{ column: "leads", descending: true }],
      totals: true,
      chart: { type: "bar", category: "source", value: "rate" },
    },
  },
  {
    id: "std_leads_waiting",
    name: "Leads waiting for a first response",
    description: "Lists open leads without a response, longest waiting first.",
    category: "intake",
    entity: "leads",
    definition: {
      columns: [
        { key: "lead", field: "sequenceId", label: "Lead" },
        { key: "name", field: "name", label: "Name" },
        { key: "source", field: "source", label: "Source" },
        { key: "type", field: "caseType", label: "Type" },
        { key: "status", field: "status", label: "Status" },
        { key: "assigned", field: "assignedToName", label: "Assigned to" },
        { key: "came", field: "createdAt", label: "Came" },
        { key: "hours", field: "hoursWaiting", label: "Hours waiting" },
      ],
      filters: [
        { field: "firstResponseAt", operator: "is_empty" },
        {
          field: "status",
          operator: "not_in",
          value: ["unreachable", "referred_out", "converted", "declined", "lost", "duplicate", "spam"],
        },
      ],
      sort: [{ column: "came" }],
    },
  },
];
