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

export const activeStatuses = ["pending", "open", "on_hold"];

/** What the lists of cases have in common. */
export const listedCase = [
  { key: "case", field: "sequenceId", label: "Case" },
  { key: "client", field: "clientName", label: "Client" },
  { key: "type", field: "caseType", label: "Type" },
  { key: "stage", field: "matterStage", label: "Stage" },
  { key: "attorney", field: "attorneyName", label: "Attorney" },
];

export const inDays = (label: string, value: number) => [{ key: "days", label, required: true, default: value }];
