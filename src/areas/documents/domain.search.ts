import type { SearchPart } from "../../rpc/search.ts";

export const documentSearch: SearchPart = {
  type: "document",
  description: "A document, by name, file name, description and `externalId`.",
  scope: "documents:read",
  table: "Document",
  path: "/documents/{id}",
  hasWords: true,
  title: ["name"],
  subtitle: ["fileName"],
  identifying: [{ field: "externalId", column: "externalId", form: "text" }],
  fields: ["fileName", "description"],
  otherField: "externalId",
  owners: ["caseId"],
};
