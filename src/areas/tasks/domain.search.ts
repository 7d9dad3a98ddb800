import type { SearchPart } from "../../rpc/search.ts";

export const taskSearch: SearchPart = {
  type: "task",
  description: "A task, by title, description and `externalId`.",
  scope: "tasks:read",
  table: "Task",
  path: "/tasks/{id}",
  hasWords: true,
  title: ["title"],
  subtitle: ["status", "dueOn"],
  identifying: [{ field: "externalId", column: "externalId", form: "text" }],
  fields: [],
  otherField: "description",
  owners: ["caseId"],
};
