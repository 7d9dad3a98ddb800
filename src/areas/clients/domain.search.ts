import type { SearchPart } from "../../rpc/search.ts";

export const clientSearch: SearchPart = {
  type: "client",
  description: "A client, by names, e-mail, phone numbers and `externalId`.",
  scope: "clients:read",
  table: "Client",
  path: "/clients/{id}",
  hasWords: true,
  title: ["firstName", "middleName", "lastName", "suffix"],
  subtitle: ["email", "phone"],
  identifying: [
    { field: "externalId", column: "externalId", form: "text" },
    { field: "email", column: "emailKey", form: "email" },
    { field: "phone", column: "phoneE164", form: "phone" },
    { field: "secondaryPhone", column: "secondaryPhoneE164", form: "phone" },
  ],
  fields: ["preferredName", "email", "phone", "secondaryPhone"],
  otherField: "externalId",
};
