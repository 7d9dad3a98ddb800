import * as z from "zod";
import { Contact } from "../../areas/contacts/schema.ts";
import { Id } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { mergeContacts } from "./domain.ts";
import { mergeContactsExamples } from "./examples.ts";

/** Part of the router `contacts`; a workflow, because a merge writes records of other areas. */
export const contactMerge = defineArea(
  {
    "contacts.merge": operation({
      area: "Contacts",
      scope: "contacts:write",
      readBy: "contacts:read",
      etag: "contact.revision",
      route: "POST /contacts/{contactId}/merge",
      destroys: true,
      summary: "Merge contacts",
      description:
        "Merges `mergedContactId` into the contact in the path, which keeps its values, gets the values that it lacks, the other's phones, emails, " +
        "addresses, roles, tags and relationships, and everything that refers to it: facilities, parties, policies, court actions, retrieval " +
        "requests, treatments, clients, liens, settlements that it pays, integration keys bound to it, notes, signature requests, and contacts that work for it. Each of those gets a new revision and its own event; a relationship is deleted " +
        "and created again. The merged contact is no longer listed; GET by its ID fails with 404 and names the contact that remains. Fails with 409 if more than 500 records refer to it, if the " +
        "two have different types, or if together they have more than 20 phones, emails or addresses, or 50 tags.",
      emits: ["contact.merged", "contact.deleted"],
      mayEmit: [
        "contact.updated",
        "contact_relationship.deleted",
        "contact_relationship.created",
        "client.updated",
        "case_party.updated",
        "insurance_policy.updated",
        "court_action.updated",
        "expense.updated",
        "lien.updated",
        "partner_firm.updated",
        "settlement.updated",
        "medical_facility.updated",
        "medical_treatment.updated",
        "retrieval_request.updated",
        "integration_key.updated",
        "note.updated",
        "calendar_event.updated",
        "esign_request.updated",
        "conversation.updated",
        "call.updated",
        "consent.updated",
      ],
      errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    })
      .input(z.strictObject({ contactId: Id, mergedContactId: Id }))
      .output(z.object({ contact: Contact }))
      .mutation(async ({ ctx, input }) => ({
        contact: await mergeContacts(ctx, input.contactId, input.mergedContactId),
      })),
  },
  { examples: mergeContactsExamples },
);
