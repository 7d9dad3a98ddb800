import { inDays, type StandardReport } from "./domain.definition.ts";

const listedDeadline = [
  { key: "effective", field: "effectiveOn", label: "Effective" },
  { key: "actBy", field: "actByOn", label: "Act by" },
  { key: "type", field: "type", label: "Deadline" },
  { key: "case", field: "caseSequenceId", label: "Case" },
  { key: "client", field: "clientName", label: "Client" },
  { key: "assignees", field: "assigneeNames", label: "Assignees" },
  { key: "verification", field: "verificationStatus", label: "Verification" },
];
const isOpen = { field: "status", operator: "equals", value: "open" } as const;

export const deadlineReports: readonly StandardReport[] = [
  {
    id: "std_deadlines_ahead",
    name: "Deadlines ahead",
    description: "Lists open deadlines that are effective from today to the given number of days ahead.",
    category: "deadlines",
    entity: "deadlines",
    definition: {
      columns: [...listedDeadline, { key: "daysLeft", field: "daysLeft", label: "Days left" }],
      filters: [isOpen, { field: "effectiveOn", operator: "in_next_days", parameter: "days" }],
      parameters: inDays("Days ahead", 30),
      sort: [{ column: "effective" }, { column: "case" }],
    },
  },
  {
    id: "std_deadlines_unverified",
    name: "Deadlines to verify",
    description: "Lists open and missed deadlines whose date no second person has found, or found differently.",
    category: "deadlines",
    entity: "deadlines",
    definition: {
      columns: [
        ...listedDeadline,
        { key: "setBy", field: "setByName", label: "Set by" },
        { key: "citation", field: "citation", label: "Citation" },
      ],
      filters: [
        { field: "isOpen", operator: "equals", value: true },
        { field: "verificationStatus", operator: "in", value: ["unverified", "disputed"] },
      ],
      sort: [{ column: "effective" }, { column: "case" }],
    },
  },
  {
    id: "std_deadlines_missed",
    name: "Missed deadlines",
    description: "Lists deadlines that were due within the given number of days and were missed, or satisfied late.",
    category: "deadlines",
    entity: "deadlines",
    definition: {
      columns: [
        ...listedDeadline,
        { key: "due", field: "dueOn", label: "Due" },
        { key: "status", field: "status", label: "Status" },
        { key: "daysLate", field: "daysLate", label: "Days late" },
      ],
      filters: [
        { field: "status", operator: "in", value: ["missed", "satisfied_late"] },
        { field: "dueOn", operator: "in_last_days", parameter: "days" },
      ],
      parameters: inDays("Due within days", 365),
      sort: [{ column: "due", descending: true }, { column: "case" }],
    },
  },
  {
    id: "std_limitation_evidence",
    name: "Evidence of satisfied limitations",
    description:
      "Lists limitation deadlines that were satisfied, with the day, the docket number and who verified the date.",
    category: "deadlines",
    entity: "deadlines",
    definition: {
      columns: [
        ...listedDeadline,
        { key: "due", field: "dueOn", label: "Due" },
        { key: "satisfied", field: "satisfiedOn", label: "Satisfied" },
        { key: "docket", field: "docketNumber", label: "Docket number" },
        { key: "verifiedBy", field: "verifiedByName", label: "Verified by" },
      ],
      filters: [
        { field: "deadlineClass", operator: "equals", value: "limitation" },
        { field: "status", operator: "in", value: ["satisfied", "satisfied_late"] },
      ],
      sort: [{ column: "satisfied", descending: true }, { column: "case" }],
    },
  },
];
