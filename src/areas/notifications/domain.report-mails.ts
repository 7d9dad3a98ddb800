import { describeExportFailure } from "../../contract/reports/export-failures.ts";
import type { ReportNotice } from "./schema.ts";

type ParametersOf = { [Each in ReportNotice as Each["kind"]]: Each["parameters"] };

const pauses: Record<ParametersOf["report_schedule.paused"]["reason"], (ownerName: string) => string> = {
  not_allowed: (ownerName) => `It runs in the name of ${ownerName}, who may not export this report any more. Somebody who may can schedule the report anew.`,
  report_gone: (ownerName) => `Its report is gone, or ${ownerName}, in whose name it runs, does not see it any more.`,
  report_changed: () => "The report, or a field that it uses, was changed, and the schedule does not fit it any more. Change the schedule, then resume it.",
};

/** The words of a mail about exports and schedules: names of files and schedules alone, which the firm gave; no row of data. */
export function describeReportNotice(notice: ReportNotice): { subject: string; sentences: string[] } {
  const { kind, parameters } = notice;
  switch (kind) {
    case "export.completed":
      return {
        subject: `Export ready: ${parameters.fileName}`,
        sentences: [`The file "${parameters.fileName}"${formatOrigin(parameters.scheduleName)} is ready.`, "It can be fetched for seven days by whoever may see its data."],
      };
    case "export.failed":
      return {
        subject: `Export failed: ${parameters.fileName}`,
        sentences: [`The file "${parameters.fileName}"${formatOrigin(parameters.scheduleName)} could not be made.`, describeExportFailure(parameters.failure)],
      };
    case "report_schedule.paused":
      return {
        subject: `Scheduled report paused: ${parameters.scheduleName}`,
        sentences: [`The scheduled report "${parameters.scheduleName}" was paused.`, pauses[parameters.reason](parameters.ownerName)],
      };
    default:
      return notice satisfies never;
  }
}

/** The page where one goes from there: of a schedule its report, where that is still seen. */
export function describeReportPlace({ kind, parameters }: ReportNotice): string {
  if (kind !== "report_schedule.paused") return "/exports";
  return parameters.reason === "report_gone" ? "/reports" : `/reports/${parameters.reportId}`;
}

function formatOrigin(scheduleName: string | null): string {
  return scheduleName === null ? "" : ` of the scheduled report "${scheduleName}"`;
}
