import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { operation } from "../../rpc/operation.ts";
import { createContact, deleteContact, updateContact } from "./domain.changes.ts";
import { getContact, listContacts } from "./domain.ts";
import { Contact, ContactChanges, ContactFilter, NewContact } from "./schema.ts";

const reading = { area: "Contacts", scope: "contacts:read", tier: "read", idempotency: "none" } as const;
const changing = { area: "Contacts", scope: "contacts:write", tier: "write", idempotency: "required", etag: "contact.revision" } as const;
const Chosen = z.strictObject({ contactId: Id });
const Shown = z.object({ contact: Contact });

const listRule =
  "`phones`, `emails`, `addresses`, `roles` and `tags` are lists that are sent whole; of each list with entries one is primary, the first unless told.";

export const recordProcedures = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/contacts",
    summary: "List contacts",
    description: "The firm's contacts, without deleted and merged ones. Every filter narrows.",
  })
    .input(z.strictObject(ContactFilter))
    .output(z.object({ contacts: z.array(Contact), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listContacts(ctx, input)),

  create: operation({
    ...changing,
    method: "POST",
    path: "/contacts",
    summary: "Create a contact",
    description: `A person needs a first or a last name, anything else \`companyName\` (or \`doingBusinessAs\`); \`name\` follows from them. ${listRule}`,
    emits: ["contact.created"],
    created: { location: "/contacts/{contact.id}" },
    errors: ["NOT_FOUND", "DUPLICATE_ENTRY"],
  })
    .input(NewContact)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ contact: await createContact(ctx, input) })),

  get: operation({
    ...reading,
    method: "GET",
    path: "/contacts/{contactId}",
    summary: "Get a contact",
    description: "The contact. One that was merged into another is still answered, and shows into which; a deleted one is not found.",
    errors: ["NOT_FOUND"],
    etag: "contact.revision",
    movesByItself: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ contact: await getContact(ctx, input.contactId) })),

  update: operation({
    ...changing,
    method: "PATCH",
    path: "/contacts/{contactId}",
    summary: "Update a contact",
    description:
      `Changes the fields that you send, at least one; \`null\` clears a field. ${listRule} The identity of medical facilities (name, NPI, address, ` +
      "phone, fax) is written here and nowhere else: the facilities show the change at once, and their `version` does not move. 409 when a " +
      "contact that is bound as a facility would become a person.",
    emits: ["contact.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
  })
    .input(
      ContactChanges.extend({ contactId: Id }).refine((input) => Object.keys(input).length > 1, {
        path: ["body"],
        message: "must change at least one field",
      }),
    )
    .output(Shown)
    .mutation(async ({ ctx, input: { contactId, ...changes } }) => ({ contact: await updateContact(ctx, contactId, changes) })),

  delete: operation({
    area: "Contacts",
    scope: "contacts:write",
    tier: "write",
    idempotency: "required",
    method: "DELETE",
    path: "/contacts/{contactId}",
    summary: "Delete a contact",
    description: "409 while something refers to it: a facility, a party or policy of a case, a retrieval request, a relationship, a contact that works for it.",
    emits: ["contact.deleted"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await deleteContact(ctx, input.contactId);
      return {};
    }),
};
