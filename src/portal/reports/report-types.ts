import type { ReportColumn, ReportRun } from "../../areas/reports/schema.ts";
import type { PortalOutputs } from "../client/trpc.ts";

/** A report as the list shows it, and with all that a run takes and gives. */
export type ListedReport = PortalOutputs["reports"]["list"]["reports"][number];
export type WholeReport = PortalOutputs["reports"]["get"]["report"];

/** A parameter as its field asks for it. */
export type Parameter = WholeReport["parameters"][number];

/** The response of a run: a page of rows, with their columns and totals. */
export type RunPage = ReportRun;
export type RunRow = ReportRun["rows"][number];
export type RunValue = RunRow[string];
export type RunColumn = ReportColumn;
