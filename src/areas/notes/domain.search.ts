import type { SearchPart } from "../../rpc/search.ts";

export const noteSearch: SearchPart = {
  type: "note",
  description: "A note, by subject, text and `externalId`. Privileged notes are never among the results.",
  scope: "notes:read",
  table: "Note",
  path: "/notes/{id}",
  hasWords: true,
  title: ["subject"],
  subtitle: ["type"],
  identifying: [{ field: "externalId", column: "externalId", form: "text" }],
  fields: [],
  otherField: "body",
  owners: ["caseId", "clientId", "contactId"],
  withheld: [{ column: "visibility", values: ["privileged"] }],
};
