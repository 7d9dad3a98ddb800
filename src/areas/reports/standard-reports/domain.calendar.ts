import { inDays, type StandardReport } from "./domain.definition.ts";

const listedEvent = [
  { key: "day", field: "startOn", label: "Day" },
  { key: "starts", field: "startAt", label: "Starts" },
  { key: "type", field: "type", label: "Event" },
  { key: "case", field: "caseSequenceId", label: "Case" },
  { key: "client", field: "clientName", label: "Client" },
  { key: "organizer", field: "organizerName", label: "Organizer" },
  { key: "attendees", field: "attendeeMemberNames", label: "Members who attend" },
];
const court = {
  field: "type",
  operator: "in" as const,
  value: ["hearing", "trial", "court_conference", "deposition", "mediation", "arbitration"],
};
const isAhead = { field: "status", operator: "in" as const, value: ["scheduled", "confirmed"] };

export const calendarReports: readonly StandardReport[] = [
  {
    id: "std_court_dates",
    name: "Court dates",
    description:
      "Lists hearings, trials, court conferences, depositions, mediations and arbitrations from today to the given number of days ahead; of a series the next one.",
    category: "deadlines",
    entity: "calendar_events",
    definition: {
      columns: [
        ...listedEvent,
        { key: "court", field: "courtName", label: "Court" },
        { key: "department", field: "department", label: "Department" },
        { key: "docket", field: "docketNumber", label: "Docket number" },
      ],
      filters: [court, isAhead, { field: "startOn", operator: "in_next_days", parameter: "days" }],
      parameters: inDays("Days ahead", 60),
      sort: [{ column: "starts" }],
    },
  },
  {
    id: "std_trials_ahead",
    name: "Trials ahead",
    description:
      "Lists court actions whose trial is from today to the given number of days ahead, and that are neither tried nor at an end.",
    category: "deadlines",
    entity: "court_actions",
    definition: {
      columns: [
        { key: "trial", field: "trialOn", label: "Trial" },
        { key: "days", field: "daysToTrial", label: "Days to trial" },
        { key: "case", field: "caseSequenceId", label: "Case" },
        { key: "client", field: "clientName", label: "Client" },
        { key: "attorney", field: "attorneyName", label: "Attorney" },
        { key: "court", field: "courtName", label: "Court" },
        { key: "docket", field: "docketNumber", label: "Docket number" },
        { key: "caption", field: "caption", label: "Caption" },
        { key: "status", field: "status", label: "Status" },
      ],
      filters: [
        { field: "status", operator: "in", value: ["not_filed", "filed", "answered", "trial_set", "stayed"] },
        { field: "trialOn", operator: "in_next_days", parameter: "days" },
      ],
      parameters: inDays("Days ahead", 180),
      sort: [{ column: "trial" }, { column: "case" }],
    },
  },
  {
    id: "std_outcomes_missing",
    name: "Court dates without an outcome",
    description:
      "Lists court dates that were more than the given number of days ago and are still scheduled or confirmed, without those of series.",
    category: "deadlines",
    entity: "calendar_events",
    definition: {
      columns: [...listedEvent, { key: "status", field: "status", label: "Status" }],
      filters: [court, isAhead, { field: "startOn", operator: "before_last_days", parameter: "days" }],
      parameters: inDays("Days ago", 2),
      sort: [{ column: "starts" }],
    },
  },
  {
    id: "std_events_by_member",
    name: "Events by organizer",
    description:
      "Counts the scheduled and confirmed events of each organizer from today to the given number of days ahead, and their minutes; of a series the next one.",
    category: "people",
    entity: "calendar_events",
    definition: {
      columns: [
        { key: "organizer", field: "organizerName", label: "Organizer" },
        { key: "events", field: "id", label: "Events", aggregate: "count" },
        { key: "minutes", field: "durationMinutes", label: "Minutes", aggregate: "sum" },
      ],
      filters: [isAhead, { field: "startOn", operator: "in_next_days", parameter: "days" }],
      parameters: inDays("Days ahead", 30),
      sort: [{ column: "events", descending: true }, { column: "organizer" }],
      totals: true,
      chart: { type: "bar", category: "organizer", value: "events" },
    },
  },
];
