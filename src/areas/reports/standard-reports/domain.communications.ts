import { inDays, type StandardReport } from "./domain.definition.ts";

export const communicationReports: readonly StandardReport[] = [
  {
    id: "std_unanswered_clients",
    name: "Unanswered clients",
    description: "Lists conversations of cases without a reply for the given number of days, longest waiting first.",
    category: "pipeline",
    entity: "messages",
    definition: {
      columns: [
        { key: "since", field: "unansweredSince", label: "Unanswered since" },
        { key: "days", field: "daysUnanswered", label: "Days" },
        { key: "case", field: "caseSequenceId", label: "Case" },
        { key: "client", field: "clientName", label: "Client" },
        { key: "channel", field: "channel", label: "Channel" },
        { key: "assigned", field: "assignedToName", label: "Assigned to" },
        { key: "attorney", field: "attorneyName", label: "Attorney" },
      ],
      filters: [
        { field: "isUnanswered", operator: "equals", value: true },
        { field: "caseId", operator: "is_not_empty" },
        { field: "daysUnanswered", operator: "at_least", parameter: "days" },
      ],
      parameters: inDays("Days without an answer", 0),
      sort: [{ column: "since" }],
    },
  },
  {
    id: "std_response_times",
    name: "Response times",
    description:
      "Shows by month and channel how many messages the firm received and how long replies took, counted from the first message after the firm last wrote, without automated replies.",
    category: "pipeline",
    entity: "messages",
    definition: {
      columns: [
        { key: "month", field: "occurredAt", label: "Month", bucket: "month" },
        { key: "channel", field: "channel", label: "Channel" },
        { key: "waits", field: "id", label: "Wrote", aggregate: "count" },
        { key: "answered", field: "answeredCount", label: "Answered", aggregate: "sum" },
        { key: "averageMinutes", field: "responseMinutes", label: "Average minutes", aggregate: "average" },
        { key: "longestMinutes", field: "responseMinutes", label: "Longest, in minutes", aggregate: "maximum" },
      ],
      filters: [
        { field: "beginsWait", operator: "equals", value: true },
        { field: "occurredAt", operator: "in_last_days", parameter: "days" },
      ],
      parameters: inDays("Written within days", 365),
      sort: [{ column: "month" }, { column: "channel" }],
      totals: true,
      chart: { type: "bar", category: "month", value: "averageMinutes", series: "channel" },
    },
  },
  {
    id: "std_calls_by_member",
    name: "Calls by member",
    description: "Counts calls by the member who was on the phone and direction, with the minutes that they lasted.",
    category: "people",
    entity: "calls",
    definition: {
      columns: [
        { key: "member", field: "memberName", label: "Member" },
        { key: "direction", field: "direction", label: "Direction" },
        { key: "calls", field: "id", label: "Calls", aggregate: "count" },
        { key: "completed", field: "completedCount", label: "Completed", aggregate: "sum" },
        { key: "missed", field: "missedCount", label: "Missed", aggregate: "sum" },
        { key: "minutes", field: "durationMinutes", label: "Minutes", aggregate: "sum" },
      ],
      filters: [{ field: "startedAt", operator: "in_last_days", parameter: "days" }],
      parameters: inDays("Started within days", 90),
      sort: [{ column: "calls", descending: true }],
      totals: true,
      chart: { type: "bar", category: "member", value: "calls", series: "direction" },
    },
  },
  {
    id: "std_messages_by_member",
    name: "Messages by member and channel",
    description:
      "Counts messages that the firm sent or logged by the attorney on whose behalf and channel, without automated ones.",
    category: "people",
    entity: "messages",
    definition: {
      columns: [
        { key: "member", field: "onBehalfOfName", label: "On behalf of" },
        { key: "channel", field: "channel", label: "Channel" },
        { key: "messages", field: "id", label: "Messages", aggregate: "count" },
        { key: "failed", field: "failedCount", label: "Not delivered", aggregate: "sum" },
      ],
      filters: [
        { field: "direction", operator: "equals", value: "outbound" },
        { field: "isAutomated", operator: "equals", value: false },
        { field: "occurredAt", operator: "in_last_days", parameter: "days" },
      ],
      parameters: inDays("Sent within days", 90),
      sort: [{ column: "messages", descending: true }],
      totals: true,
      chart: { type: "bar", category: "member", value: "messages", series: "channel" },
    },
  },
  {
    id: "std_text_opt_outs",
    name: "Opt-outs of texts",
    description: "Lists clients, leads and contacts who opted out of texts within the given number of days.",
    category: "pipeline",
    entity: "consents",
    definition: {
      columns: [
        { key: "at", field: "at", label: "Opted out" },
        { key: "source", field: "source", label: "Source" },
        { key: "person", field: "person", label: "Person" },
        { key: "client", field: "clientName", label: "Client" },
        { key: "leadId", field: "leadId", label: "Lead" },
        { key: "contactId", field: "contactId", label: "Contact" },
      ],
      filters: [
        { field: "channel", operator: "equals", value: "text" },
        { field: "status", operator: "equals", value: "opted_out" },
        { field: "at", operator: "in_last_days", parameter: "days" },
      ],
      parameters: inDays("Opted out within days", 365),
      sort: [{ column: "at", descending: true }],
    },
  },
];
