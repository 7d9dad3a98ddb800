import { activeStatuses, inDays, listedCase, type StandardReport } from "./domain.definition.ts";

/** Stages before a lawsuit, during which the statute of limitations runs. */
const beforeSuit = [
  "intake",
  "investigation",
  "treatment",
  "records_collection",
  "demand_preparation",
  "demand_sent",
  "negotiation",
  "pre_suit_mediation",
];

/** A warning: a limitation that is counted from such a date cannot be relied on. */
const plausibleColumn = {
  key: "datesToCheck",
  field: "hasImplausibleDate",
  label: "Incident or birth cannot be right",
};
const verifiedColumn = { key: "verified", field: "statuteOfLimitationsStatus", label: "Verified" };

export const caseReports: readonly StandardReport[] = [
  {
    id: "std_pipeline",
    name: "Pipeline by stage and attorney",
    description: "Counts cases and projected fees by stage and lead attorney.",
    category: "pipeline",
    entity: "cases",
    definition: {
      columns: [
        { key: "stage", field: "matterStage", label: "Stage" },
        { key: "attorney", field: "attorneyName", label: "Attorney" },
        { key: "cases", field: "id", label: "Cases", aggregate: "count" },
        { key: "feesCents", field: "projectedFeeAmountCents", label: "Projected fees", aggregate: "sum" },
      ],
      filters: [{ field: "matterStatus", operator: "in", parameter: "statuses" }],
      parameters: [{ key: "statuses", label: "Statuses", required: true, default: [...activeStatuses, "settled"] }],
      sort: [{ column: "stage" }, { column: "cases", descending: true }],
      totals: true,
      chart: { type: "bar", category: "stage", value: "cases", series: "attorney" },
    },
  },
  {
    id: "std_statutes_ahead",
    name: "Statutes of limitations ahead",
    description:
      "Lists pending, open and on-hold cases whose statute of limitations expires within the given number of days.",
    category: "deadlines",
    entity: "cases",
    definition: {
      columns: [
        ...listedCase,
        { key: "incident", field: "dateOfIncident", label: "Incident" },
        { key: "statute", field: "statuteOfLimitationsOn", label: "Statute of limitations" },
        { key: "daysLeft", field: "daysToStatute", label: "Days left" },
        verifiedColumn,
        plausibleColumn,
      ],
      filters: [
        { field: "matterStatus", operator: "in", value: activeStatuses },
        { field: "statuteOfLimitationsOn", operator: "in_next_days", parameter: "days" },
      ],
      parameters: inDays("Days ahead", 180),
      sort: [{ column: "statute" }],
    },
  },
  {
    id: "std_statutes_passed",
    name: "Statutes of limitations passed",
    description:
      "Lists pending, open and on-hold cases without a lawsuit whose statute of limitations has expired, marked as missed or not yet.",
    category: "deadlines",
    entity: "cases",
    definition: {
      columns: [
        ...listedCase,
        { key: "statute", field: "statuteOfLimitationsOn", label: "Statute of limitations" },
        { key: "daysLeft", field: "daysToStatute", label: "Days left" },
        verifiedColumn,
        plausibleColumn,
      ],
      filters: [
        { field: "matterStatus", operator: "in", value: activeStatuses },
        { field: "matterStage", operator: "in", value: beforeSuit },
        { field: "daysToStatute", operator: "less_than", value: 0 },
      ],
      sort: [{ column: "statute" }],
    },
  },
  {
    id: "std_statutes_unknown",
    name: "Cases without a statute of limitations",
    description: "Lists pending, open and on-hold cases without a lawsuit and without a statute of limitations.",
    category: "deadlines",
    entity: "cases",
    definition: {
      columns: [
        ...listedCase,
        { key: "state", field: "caseState", label: "State" },
        { key: "incident", field: "dateOfIncident", label: "Incident" },
        verifiedColumn,
        plausibleColumn,
      ],
      filters: [
        { field: "matterStatus", operator: "in", value: activeStatuses },
        { field: "matterStage", operator: "in", value: beforeSuit },
        { field: "statuteOfLimitationsOn", operator: "is_empty" },
      ],
      sort: [{ column: "incident" }],
    },
  },
  {
    id: "std_no_client_contact",
    name: "Cases without client contact",
    description: "Lists open and on-hold cases without client contact for more than the given number of days, or ever.",
    category: "deadlines",
    entity: "cases",
    definition: {
      columns: [
        ...listedCase,
        { key: "contact", field: "lastClientContactOn", label: "Last client contact" },
        { key: "daysSince", field: "daysSinceContact", label: "Days since" },
      ],
      filters: [
        { field: "matterStatus", operator: "in", value: ["open", "on_hold"] },
        { field: "lastClientContactOn", operator: "before_last_days", parameter: "days" },
      ],
      parameters: inDays("Days without contact", 30),
      sort: [{ column: "contact" }],
    },
  },
  {
    id: "std_time_in_stage",
    name: "Time in stage",
    description: "Shows the average and maximum days in each stage; for current stages up to now.",
    category: "pipeline",
    entity: "case_stages",
    definition: {
      columns: [
        { key: "stage", field: "toStage", label: "Stage" },
        { key: "stays", field: "id", label: "Stays", aggregate: "count" },
        { key: "average", field: "days", label: "Average days", aggregate: "average" },
        { key: "longest", field: "days", label: "Longest", aggregate: "maximum" },
      ],
      filters: [
        { field: "toStage", operator: "not_equals", value: "closed" },
        { field: "enteredAt", operator: "in_last_days", parameter: "days" },
      ],
      parameters: inDays("Entered within days", 730),
      sort: [{ column: "stage" }],
      chart: { type: "bar", category: "stage", value: "average" },
    },
  },
  {
    id: "std_settlement_pipeline",
    name: "Settlement pipeline",
    description: "Shows projected settlements and fees of pending, open and on-hold cases by expected month.",
    category: "pipeline",
    entity: "cases",
    definition: {
      columns: [
        { key: "month", field: "projectedSettlementDate", label: "Expected in", bucket: "month" },
        { key: "cases", field: "id", label: "Cases", aggregate: "count" },
        { key: "lowestCents", field: "estimatedSettlementMinCents", label: "At least", aggregate: "sum" },
        { key: "highestCents", field: "estimatedSettlementMaxCents", label: "At most", aggregate: "sum" },
        { key: "feesCents", field: "projectedFeeAmountCents", label: "Projected fees", aggregate: "sum" },
      ],
      filters: [
        { field: "matterStatus", operator: "in", value: activeStatuses },
        { field: "projectedSettlementDate", operator: "is_not_empty" },
      ],
      sort: [{ column: "month" }],
      totals: true,
      chart: { type: "bar", category: "month", value: "feesCents" },
    },
  },
  {
    id: "std_cases_opened",
    name: "Cases opened by month and type",
    description: "Counts the cases opened in each month by type, including closed ones.",
    category: "pipeline",
    entity: "cases",
    definition: {
      columns: [
        { key: "month", field: "openedOn", label: "Opened in", bucket: "month" },
        { key: "type", field: "caseType", label: "Type" },
        { key: "cases", field: "id", label: "Cases", aggregate: "count" },
      ],
      filters: [{ field: "openedOn", operator: "in_last_days", parameter: "days" }],
      parameters: inDays("Opened within days", 365),
      sort: [{ column: "month" }, { column: "cases", descending: true }],
      totals: true,
      chart: { type: "bar", category: "month", value: "cases", series: "type" },
    },
  },
  {
    id: "std_workload",
    name: "Workload by attorney",
    description:
      "Shows the number of pending, open and on-hold cases of each lead attorney, their time in stage and projected fees.",
    category: "people",
    entity: "cases",
    definition: {
      columns: [
        { key: "attorney", field: "attorneyName", label: "Attorney" },
        { key: "cases", field: "id", label: "Cases", aggregate: "count" },
        { key: "averageDays", field: "daysInStage", label: "Average days in stage", aggregate: "average" },
        { key: "longestDays", field: "daysInStage", label: "Longest in stage", aggregate: "maximum" },
        { key: "feesCents", field: "projectedFeeAmountCents", label: "Projected fees", aggregate: "sum" },
      ],
      filters: [{ field: "matterStatus", operator: "in", value: activeStatuses }],
      sort: [{ column: "cases", descending: true }],
      totals: true,
      chart: { type: "bar", category: "attorney", value: "cases" },
    },
  },
];
