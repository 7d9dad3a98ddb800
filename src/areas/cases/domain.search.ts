import type { SearchPart } from "../../rpc/search.ts";

export const caseSearch: SearchPart = {
  type: "case",
  description: "A case, by title, number, `externalId`, the plaintiff’s names and its docket numbers and courts.",
  scope: "cases:read",
  table: "Case",
  path: "/cases/{id}",
  hasWords: true,
  title: ["title"],
  number: "sequenceId",
  subtitle: ["caseType", "matterStage"],
  identifying: [
    { field: "sequenceId", column: "sequenceId", form: "number" },
    { field: "externalId", column: "externalId", form: "text" },
  ],
  fields: ["sequenceId", "externalId"],
  otherField: "plaintiff",
};
