import * as z from "zod";
import { acceptMergedRecord, orDeleted } from "../../contract/deleted-records.ts";
import { Id, changesSomething } from "../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../rpc/operation.ts";
import { createContact, deleteContact, updateContact } from "./domain.changes.ts";
import { getContact, listContacts } from "./domain.ts";
import { Contact, ContactChanges, ContactFilter, NewContact } from "./schema.ts";

const reading = { area: "Contacts", scope: "contacts:read" } as const;
const changing = {
  area: "Contacts",
  scope: "contacts:write",
  readBy: "contacts:read",
  etag: "contact.revision",
} as const;
const Chosen = z.strictObject({ contactId: Id });
const Shown = z.object({ contact: Contact });

const listRule =
  "`phones`, `emails`, `addresses`, `roles` and `tags` are replaced as a whole; each non-empty list has one primary entry, by default the first.";

export const recordProcedures = {
  "contacts.list": operation({
    ...reading,
    route: "GET /contacts",
    summary: "List contacts",
    description:
      "Returns the organization's contacts that match all filters, without deleted and merged ones unless `includeDeleted` is true.",
  })
    .input(ContactFilter)
    .output(z.object({ contacts: z.array(orDeleted(Contact)), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listContacts(ctx, input)),

  "contacts.create": operation({
    ...changing,
    route: "POST /contacts",
    summary: "Create a contact",
    description: `A person requires a first or a last name, any other contact \`companyName\` (or \`doingBusinessAs\`); \`name\` is derived from them. ${listRule}`,
    emits: ["contact.created"],
    created: { location: "/contacts/{contact.id}" },
    errors: ["NOT_FOUND", "DUPLICATE_ENTRY"],
  })
    .input(NewContact)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ contact: await createContact(ctx, input) })),

  "contacts.get": operation({
    ...reading,
    route: "GET /contacts/{contactId}",
    summary: "Get a contact",
    description:
      "Returns the contact. One that was merged into another fails with 404, the reason `record_merged` and the ID of the other in `X-Error-Detail`.",
    etag: "contact.revision",
    isVolatile: true,
  })
    .input(Chosen.extend(acceptMergedRecord("mergedIntoContactId")))
    .output(Shown)
    .query(async ({ ctx, input }) => ({ contact: await getContact(ctx, input.contactId, input.includeMerged) })),

  "contacts.update": operation({
    ...changing,
    route: "PATCH /contacts/{contactId}",
    summary: "Update a contact",
    description:
      `Changes the fields that you send, at least one; \`null\` clears a field. ${listRule} A medical facility's identity (name, NPI, address, ` +
      "phone, fax) is changed only here: facilities show the change immediately, and their `version` does not change. Fails with 409 if a " +
      "contact that is bound as a facility would become a person.",
    emits: ["contact.updated"],
    errors: ["STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
  })
    .input(ContactChanges.extend({ contactId: Id }).refine(...changesSomething("contactId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { contactId, ...changes } }) => ({
      contact: await updateContact(ctx, contactId, changes),
    })),

  "contacts.delete": operation({
    area: "Contacts",
    scope: "contacts:write",
    readBy: "contacts:read",
    route: "DELETE /contacts/{contactId}",
    summary: "Delete a contact",
    description:
      "Fails with 409 while something refers to the contact: a facility, a party or policy of a case, a retrieval request, a relationship, an integration key that is bound to it and not revoked, or a contact that works for it.",
    emits: ["contact.deleted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteContact(ctx, input.contactId))),
};
