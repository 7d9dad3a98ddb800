import type { ReportColumnType } from "../../contract/reports/definition.ts";

export function isNumeric({ type }: { type: ReportColumnType }): boolean {
  return type === "integer" || type === "number" || type === "money";
}
