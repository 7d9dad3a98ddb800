import type { GivenReportDefinition, ReportEntity } from "../../../contract/reports/definition.ts";
import type { reportsEnumerations } from "../../../contract/reports/enumerations.ts";

/** A report in code that every organization has, without a row in the database. */
export interface StandardReport {
  /** `std_` and a name that never changes, because integrations and schedules store it. */
  id: `std_${string}`;
  name: string;
  /** One sentence: what is counted and what is not. */
  description: string;
  category: keyof typeof reportsEnumerations.reportCategory.values;
  entity: ReportEntity;
  definition: GivenReportDefinition;
}
