import type { SearchPart } from "../../rpc/search.ts";

export const contactSearch: SearchPart = {
  type: "contact",
  description: "A person or company, by names, e-mail addresses, phone numbers and `externalId`.",
  scope: "contacts:read",
  table: "Contact",
  path: "/contacts/{id}",
  hasWords: true,
  title: ["name"],
  subtitle: ["jobTitle", "email", "phone"],
  identifying: [
    { field: "externalId", column: "externalId", form: "text" },
    { field: "emails", column: "addressKey", form: "email", lines: { table: "ContactEmail", owner: "contactId" } },
    { field: "phones", column: "e164", form: "phone", lines: { table: "ContactPhone", owner: "contactId" } },
  ],
  fields: ["companyName", "doingBusinessAs", "preferredName", "email", "phone"],
  otherField: "phones",
};
