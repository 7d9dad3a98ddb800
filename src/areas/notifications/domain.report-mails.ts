import { describeExportFailure } from "../../contract/reports/export-failures.ts";
import { describePause } from "../../contract/reports/schedule-pauses.ts";
import type { ReportNotice } from "./schema.ts";

/** Mails about exports and schedules contain names of files and schedules, never data of a row. */
export function describeReportNotice(notice: ReportNotice): { subject: string; sentences: string[] } {
  const { kind, parameters } = notice;
  switch (kind) {
    case "export.completed":
      return {
        subject: `Export ready: ${parameters.fileName}`,
        sentences: [
          `The file "${parameters.fileName}"${formatOrigin(parameters.scheduleName)} is ready.`,
          "Members with permission for its data can download it for 7 days.",
        ],
      };
    case "export.failed":
      return {
        subject: `Export failed: ${parameters.fileName}`,
        sentences: [
          `The file "${parameters.fileName}"${formatOrigin(parameters.scheduleName)} could not be created.`,
          describeExportFailure(parameters.failure),
        ],
      };
    case "report_schedule.paused":
      return {
        subject: `Scheduled report paused: ${parameters.scheduleName}`,
        sentences: [
          `The scheduled report "${parameters.scheduleName}" was paused.`,
          describePause(parameters.reason, parameters.ownerName),
        ],
      };
    default:
      return notice satisfies never;
  }
}

/** The page to link: for a schedule its report, if the recipient can still see it. */
export function describeReportPlace({ kind, parameters }: ReportNotice): string {
  if (kind !== "report_schedule.paused") return "/exports";
  return parameters.reason === "report_gone" ? "/reports" : `/reports/${parameters.reportId}`;
}

function formatOrigin(scheduleName: string | null): string {
  return scheduleName === null ? "" : ` of the scheduled report "${scheduleName}"`;
}
