import type { ReportColumn } from "../../areas/reports/schema.ts";
import type { RunWithChart } from "../../areas/reports/schema.portal.ts";
import type { PortalOutputs } from "../client/trpc.ts";

export type ListedReport = PortalOutputs["reports"]["list"]["reports"][number];
export type WholeReport = PortalOutputs["reports"]["get"]["report"];

export type Parameter = WholeReport["parameters"][number];

export type RunPage = RunWithChart;
export type RunRow = RunPage["rows"][number];
export type RunValue = RunRow[string];
export type RunColumn = ReportColumn;
