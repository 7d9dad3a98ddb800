import type { GivenReportDefinition, ReportEntity } from "../../../contract/reports/definition.ts";
import type { reportsEnumerations } from "../../../contract/reports/enumerations.ts";

/** A report that comes with every organization: it is code, and no organization has a row of it. */
export interface StandardReport {
  /** `std_` and a name that never changes: programs and schedules keep it. */
  id: `std_${string}`;
  name: string;
  /** One sentence: what is counted and what is not. */
  description: string;
  category: keyof typeof reportsEnumerations.reportCategory.values;
  entity: ReportEntity;
  definition: GivenReportDefinition;
}
