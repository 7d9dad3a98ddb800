import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const organizationArchive: readonly ArchiveDeclaration[] = [
  {
    table: "Office",
    part: "organization",
    file: "offices",
    order: ["id"],
    isOfOrganization: true,
    isSoftDeleted: true,
  },
  {
    table: "HolidayCalendar",
    part: "organization",
    file: "holiday-calendars",
    order: ["id"],
    isOfOrganization: true,
    isSoftDeleted: true,
  },
];
