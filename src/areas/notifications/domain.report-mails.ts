import { describeExportFailure } from "../../contract/reports/export-failures.ts";
import type { ReportNotice } from "./schema.ts";

type ParametersOf = { [Each in ReportNotice as Each["kind"]]: Each["parameters"] };

const pauses: Record<ParametersOf["report_schedule.paused"]["reason"], (ownerName: string) => string> = {
  not_allowed: (ownerName) =>
    `Its owner, ${ownerName}, no longer has permission to export this report. A member with the permission can create a new schedule.`,
  report_gone: (ownerName) => `Its report was deleted, or its owner, ${ownerName}, can no longer view it.`,
  report_changed: () =>
    "The report or one of its fields changed and the schedule is no longer valid. Edit the schedule, then resume it.",
};

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
          pauses[parameters.reason](parameters.ownerName),
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
