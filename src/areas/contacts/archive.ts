import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const contactArchive: readonly ArchiveDeclaration[] = [
  { table: "Contact", part: "contacts", file: "contacts", order: ["id"], isSoftDeleted: true },
  {
    table: "ContactPhone",
    part: "contacts",
    file: "contact-phones",
    order: ["contactId", "position"],
    owners: { contactId: "Contact" },
  },
  {
    table: "ContactEmail",
    part: "contacts",
    file: "contact-emails",
    order: ["contactId", "position"],
    owners: { contactId: "Contact" },
  },
  {
    table: "ContactAddress",
    part: "contacts",
    file: "contact-addresses",
    order: ["contactId", "position"],
    owners: { contactId: "Contact" },
  },
  {
    table: "ContactRole",
    part: "contacts",
    file: "contact-roles",
    order: ["contactId", "role"],
    owners: { contactId: "Contact" },
  },
  {
    table: "ContactRelationship",
    part: "contacts",
    file: "contact-relationships",
    order: ["id"],
    owners: { contactId: "Contact", relatedContactId: "Contact" },
    isOfOrganization: true,
  },
];
