import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const reportArchive: readonly ArchiveDeclaration[] = [
  {
    table: "Report",
    part: "organization",
    file: "reports",
    order: ["id"],
    isOfOrganization: true,
    isSoftDeleted: true,
  },
  {
    table: "ReportSetting",
    part: "organization",
    file: "report-settings",
    order: ["reportId"],
    isOfOrganization: true,
  },
  {
    table: "ReportSchedule",
    part: "organization",
    file: "report-schedules",
    order: ["id"],
    isOfOrganization: true,
    isSoftDeleted: true,
  },
];
