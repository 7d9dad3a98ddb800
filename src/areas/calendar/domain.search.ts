import type { SearchPart } from "../../rpc/search.ts";

export const calendarSearch: SearchPart = {
  type: "calendar_event",
  description: "An event, by title and `externalId`. Private and medical events are never among the results.",
  scope: "calendar:read",
  table: "CalendarEvent",
  path: "/calendar-events/{id}",
  hasWords: true,
  title: ["title"],
  subtitle: ["type", "startOn"],
  identifying: [{ field: "externalId", column: "externalId", form: "text" }],
  fields: [],
  otherField: "title",
  owners: ["caseId"],
  withheld: [
    { column: "visibility", values: ["private"] },
    { column: "type", values: ["ime", "medical_appointment"] },
  ],
};
