import type { ReportEntity, ReportVisibility } from "../../../contract/reports/definition.ts";
import { emptyDraft, type DefinitionDraft, type ReportField } from "./draft.ts";
import { readDefinition } from "./filters.ts";
import type { WholeReport } from "../report-types.ts";

export interface ReportValues {
  name: string;
  description: string;
  category: WholeReport["category"];
  entity: ReportEntity;
  visibility: ReportVisibility;
  sharedWith: string[];
  sharedWithTeamIds: string[];
  apiVisible: boolean;
  definition: DefinitionDraft;
}

export const newReport: ReportValues = {
  name: "",
  description: "",
  category: "pipeline",
  entity: "cases",
  visibility: "private",
  sharedWith: [],
  sharedWithTeamIds: [],
  apiVisible: false,
  definition: emptyDraft,
};

export function readReport(report: WholeReport, fields: readonly ReportField[]): ReportValues {
  const { name, description, category, entity, visibility, sharedWith, sharedWithTeamIds, apiVisible, definition } =
    report;
  return {
    name,
    description: description ?? "",
    category,
    entity,
    visibility,
    sharedWith,
    sharedWithTeamIds,
    apiVisible,
    definition: readDefinition(definition, fields),
  };
}

/** Whether API keys can see a report of this visibility. */
export function isForKeys(visibility: ReportVisibility): boolean {
  return visibility === "organization" || visibility === "shared_children";
}
