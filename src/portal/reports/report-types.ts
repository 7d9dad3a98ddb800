import type { ReportColumn, ReportRun } from "../../areas/reports/schema.ts";
import type { PortalOutputs } from "../client/trpc.ts";

export type ListedReport = PortalOutputs["reports"]["list"]["reports"][number];
export type WholeReport = PortalOutputs["reports"]["get"]["report"];

export type Parameter = WholeReport["parameters"][number];

export type RunPage = ReportRun;
export type RunRow = ReportRun["rows"][number];
export type RunValue = RunRow[string];
export type RunColumn = ReportColumn;
