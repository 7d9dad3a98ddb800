import { activeStatuses, inDays, listedCase, type StandardReport } from "./domain.definition.ts";

export const peopleReports: readonly StandardReport[] = [
  {
    id: "std_members",
    name: "Members",
    description: "Lists members with the given statuses by office and role.",
    category: "people",
    entity: "members",
    definition: {
      columns: [
        { key: "office", field: "officeName", label: "Office" },
        { key: "role", field: "role", label: "Role" },
        { key: "name", field: "name", label: "Name" },
        { key: "title", field: "title", label: "Title" },
        { key: "email", field: "email", label: "Email" },
        { key: "teams", field: "teamNames", label: "Teams" },
        { key: "status", field: "status", label: "Status" },
      ],
      filters: [{ field: "status", operator: "in", parameter: "statuses" }],
      parameters: [{ key: "statuses", label: "Statuses", required: true, default: ["invited", "active"] }],
      sort: [{ column: "office" }, { column: "role" }, { column: "name" }],
    },
  },
  {
    id: "std_cases_of_inactive_attorneys",
    name: "Cases of inactive attorneys",
    description:
      "Lists pending, open and on-hold cases whose lead attorney is suspended or deactivated, or has not accepted the invitation.",
    category: "people",
    entity: "cases",
    definition: {
      columns: [...listedCase, { key: "attorneyStatus", field: "attorneyStatus", label: "Attorney’s status" }],
      filters: [
        { field: "matterStatus", operator: "in", value: activeStatuses },
        { field: "attorneyStatus", operator: "in", value: ["invited", "suspended", "deactivated"] },
      ],
      sort: [{ column: "attorney" }, { column: "case" }],
    },
  },
  {
    id: "std_cases_without_note",
    name: "Cases without a note",
    description: "Lists open cases whose latest note is older than the given number of days, or that have none.",
    category: "deadlines",
    entity: "cases",
    definition: {
      columns: [
        ...listedCase,
        { key: "note", field: "lastNoteOn", label: "Last note" },
        { key: "daysSince", field: "daysSinceNote", label: "Days since" },
      ],
      filters: [
        { field: "matterStatus", operator: "equals", value: "open" },
        { field: "lastNoteOn", operator: "before_last_days", parameter: "days" },
      ],
      parameters: inDays("Days without a note", 30),
      sort: [{ column: "note" }],
    },
  },
  {
    id: "std_notes_by_author",
    name: "Notes by month, type and attorney",
    description:
      "Counts notes by the month in which they happened, type and the attorney on whose behalf they were written.",
    category: "people",
    entity: "notes",
    definition: {
      columns: [
        { key: "month", field: "occurredAt", label: "Month", bucket: "month" },
        { key: "type", field: "type", label: "Type" },
        { key: "attorney", field: "onBehalfOfName", label: "Attorney" },
        { key: "notes", field: "id", label: "Notes", aggregate: "count" },
      ],
      filters: [{ field: "occurredAt", operator: "in_last_days", parameter: "days" }],
      parameters: inDays("Happened within days", 365),
      sort: [{ column: "month" }, { column: "notes", descending: true }],
      totals: true,
      chart: { type: "bar", category: "month", value: "notes", series: "type" },
    },
  },
];
