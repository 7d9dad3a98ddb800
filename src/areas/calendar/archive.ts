import type { ArchiveDeclaration } from "../../rpc/archive.ts";

const ofEvent = { part: "calendar", owners: { eventId: "CalendarEvent" } } as const;

export const calendarArchive: readonly ArchiveDeclaration[] = [
  {
    table: "CalendarEvent",
    part: "calendar",
    file: "calendar-events",
    order: ["id"],
    owners: { caseId: "Case", leadId: "Lead" },
    isSoftDeleted: true,
  },
  { ...ofEvent, table: "CalendarAttendee", file: "calendar-attendees", order: ["id"] },
  { ...ofEvent, table: "CalendarException", file: "calendar-exceptions", order: ["eventId", "occurrenceOn"] },
  { table: "CalendarOccurrence", omitted: "Computed from the series and their exceptions." },
  { ...ofEvent, table: "CalendarDocument", file: "calendar-documents", order: ["eventId", "documentId"] },
  { table: "CalendarReminder", omitted: "What is still to be sent to the firm's members." },
  { ...ofEvent, table: "CalendarTag", file: "calendar-tags", order: ["eventId", "tag"] },
];
