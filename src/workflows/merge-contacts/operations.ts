import * as z from "zod";
import { Contact } from "../../areas/contacts/schema.ts";
import { Id } from "../../contract/values.ts";
import { operation } from "../../rpc/operation.ts";
import { mergeContacts } from "./domain.ts";

/** Part of the router `contacts`: everything that refers to a contact changes hands, whatever area it belongs to. */
export const mergeContactsProcedures = {
  merge: operation({
    area: "Contacts",
    scope: "contacts:write",
    tier: "write",
    idempotency: "required",
    etag: "contact.revision",
    method: "POST",
    path: "/contacts/{contactId}/merge",
    summary: "Merge contacts",
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
    .output(z.object({ contact: Contact }))
    .mutation(async ({ ctx, input }) => ({ contact: await mergeContacts(ctx, input.contactId, input.mergedContactId) })),
};
