import * as z from "zod";
import { sortedPageInput } from "../../../contract/page.ts";
import { Id } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { listRelationships, relateContacts, unrelateContacts } from "./domain.ts";
import { ContactRelationship, NewRelationship } from "../schema.ts";

const changing = { area: "Contacts", scope: "contacts:write", readBy: "contacts:read" } as const;

export const relationshipProcedures = {
  "contacts.relationships.list": operation({
    area: "Contacts",
    scope: "contacts:read",
    route: "GET /contacts/{contactId}/relationships",
    summary: "List the relationships of a contact",
    description:
      "Returns the contact's relationships from its side: a relationship that was created from the other side has the inverse type.",
  })
    .input(z.strictObject({ ...sortedPageInput, contactId: Id }))
    .output(z.object({ relationships: z.array(ContactRelationship), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { contactId, ...search } }) => listRelationships(ctx, contactId, search)),

  "contacts.relationships.create": operation({
    ...changing,
    route: "POST /contacts/{contactId}/relationships",
    summary: "Create a relationship",
    description:
      "Creates a relationship of the contact in the path to another contact. Fails with 409 if it exists, from either side.",
    emits: ["contact_relationship.created"],
    created: { location: "/contacts/{relationship.contactId}/relationships" },
    errors: ["DUPLICATE_ENTRY"],
  })
    .input(NewRelationship.extend({ contactId: Id }))
    .output(z.object({ relationship: ContactRelationship }))
    .mutation(async ({ ctx, input: { contactId, ...given } }) => ({
      relationship: await relateContacts(ctx, contactId, given),
    })),

  "contacts.relationships.delete": operation({
    ...changing,
    route: "DELETE /contacts/{contactId}/relationships/{relationshipId}",
    summary: "Delete a relationship",
    description:
      "Deletes the relationship from either side. For a relationship that has ended, delete it and create it again with an `endOn`.",
    emits: ["contact_relationship.deleted"],
  })
    .input(z.strictObject({ contactId: Id, relationshipId: Id }))
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => unrelateContacts(ctx, input.contactId, input.relationshipId))),
};
