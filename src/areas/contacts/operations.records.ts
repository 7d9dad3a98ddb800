import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { operation } from "../../rpc/operation.ts";
import { createContact, deleteContact, updateContact } from "./domain.changes.ts";
import { listContactCases } from "./domain.cases.ts";
import { matchContacts } from "./domain.match.ts";
import { mergeContacts } from "./domain.merge.ts";
import { getContact, listContacts } from "./domain.ts";
import { Contact, ContactCase, ContactChanges, ContactFilter, ContactMatch, ContactProbe, NewContact, RelationshipFilter } from "./schema.ts";

const reading = { area: "Contacts", scope: "contacts:read", tier: "read", idempotency: "none" } as const;
const changing = { area: "Contacts", scope: "contacts:write", tier: "write", idempotency: "required", etag: "contact.revision" } as const;
const Chosen = z.strictObject({ contactId: Id });
const Shown = z.object({ contact: Contact });

const listRule =
  "`phones`, `emails`, `addresses`, `roles` and `tags` are lists that are sent whole; of each list with entries one is primary, the first unless told.";

export const contactProcedures = {
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
      `Changes the fields that are sent, at least one; \`null\` clears. ${listRule} The identity of medical facilities (name, NPI, address, ` +
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

  merge: operation({
    ...changing,
    method: "POST",
    path: "/contacts/{contactId}/merge",
    summary: "Merge a contact into this one",
    description:
      "The contact of the path remains. It keeps what it has and takes what it lacks from `mergedContactId`, whose phones, e-mails, " +
      "addresses, roles, tags and relationships it gets besides, and everything that refers to it: facilities, parties, policies, retrieval " +
      "requests, treatments, clients, contacts that work for it. Each of those gets a new revision and an event of its own; a relationship is taken " +
      "away and made anew. The merged contact leaves the lists and shows `mergedIntoContactId`. 409 when more than 500 records refer to it, when the " +
      "two are of different types, or when they have more than 20 phones, e-mails or addresses or 50 tags together.",
    emits: ["contact.merged", "contact.deleted"],
    mayEmit: [
      "contact.updated", "contact_relationship.deleted", "contact_relationship.created", "client.updated", "case_party.updated",
      "insurance_policy.updated", "medical_facility.updated", "medical_treatment.updated", "retrieval_request.updated",
    ],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ contactId: Id, mergedContactId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ contact: await mergeContacts(ctx, input.contactId, input.mergedContactId) })),

  match: operation({
    ...reading,
    method: "POST",
    path: "/contacts/match",
    summary: "Find contacts that may be the same",
    description:
      "A search before a creation: the contacts that fit at least one of what is sent (without anything, none), at most 20, best first. It changes nothing. What is " +
      "asked stands in the body, since names and phone numbers must not stand in addresses.",
  })
    .input(ContactProbe)
    .output(z.object({ matches: z.array(ContactMatch) }))
    .query(async ({ ctx, input }) => ({ matches: await matchContacts(ctx, input) })),

  listCases: operation({
    ...reading,
    scope: "cases:read",
    method: "GET",
    path: "/contacts/{contactId}/cases",
    summary: "List the cases of a contact",
    description:
      "The live cases in which the contact takes part, and as what: party, representative of a party, carrier, adjuster or administrator of a " +
      "policy. That it treats the client (a facility) is shown to keys that hold `medical:read` besides, and such a read is audited.",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ ...RelationshipFilter, contactId: Id }))
    .output(z.object({ cases: z.array(ContactCase), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { contactId, ...search } }) => listContactCases(ctx, contactId, search)),
};
