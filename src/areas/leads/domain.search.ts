import type { SearchPart } from "../../rpc/search.ts";

export const leadSearch: SearchPart = {
  type: "lead",
  description: "A lead, by names, e-mail, phone number, number and `externalId`.",
  scope: "leads:read",
  table: "Lead",
  path: "/leads/{id}",
  hasWords: true,
  title: ["firstName", "middleName", "lastName"],
  number: "sequenceId",
  subtitle: ["email", "phone"],
  identifying: [
    { field: "sequenceId", column: "sequenceId", form: "number" },
    { field: "externalId", column: "externalId", form: "text" },
    { field: "email", column: "emailKey", form: "email" },
    { field: "phone", column: "phoneE164", form: "phone" },
  ],
  fields: ["email", "phone"],
  otherField: "sequenceId",
};
