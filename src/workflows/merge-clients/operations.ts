import * as z from "zod";
import { Client } from "../../areas/clients/schema.ts";
import { Id } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { mergeClient } from "./domain.ts";
import { mergeClientsExamples } from "./examples.ts";

/** Part of the router `clients`; a workflow, because a merge writes records of other areas. */
export const clientMerge = defineArea(
  {
    "clients.merge": operation({
      area: "Clients",
      scope: "clients:write",
      readBy: "clients:read",
      route: "POST /clients/{clientId}/merge",
      destroys: true,
      summary: "Merge clients",
      description:
        "Merges a duplicate into the client in the path, which gets the duplicate's records (cases, invoices, medical facilities, retrieval requests, converted " +
        "leads, notes, signature requests, tags) and the values that it lacks. Each record that changes its client records its own event; " +
        "payments of an invoice, and treatments, bills and records of a facility, stand in `relatedIds` of `client.merged`. `doNotContact` and a " +
        "opt-out of text messages are kept if either client has them. The duplicate is no longer listed; GET by its ID fails with 404 and names the client that remains, " +
        "and changes fail with 409. The merge fails with 409 if both have different social security numbers, if together " +
        "they have more than 50 tags, or if more than 500 records refer to the duplicate (merge in the other direction). It cannot be undone.",
      emits: ["client.merged", "client.deleted"],
      mayEmit: [
        "consent.updated",
        "case.updated",
        "invoice.updated",
        "medical_facility.updated",
        "retrieval_request.updated",
        "lead.updated",
        "note.updated",
        "calendar_event.updated",
        "esign_request.updated",
        "conversation.updated",
        "call.updated",
      ],
      errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
      etag: "client.revision",
    })
      .input(z.strictObject({ clientId: Id, duplicateClientId: Id }))
      .output(z.object({ client: Client }))
      .mutation(async ({ ctx, input }) => ({
        client: await mergeClient(ctx, input.clientId, input.duplicateClientId),
      })),
  },
  { examples: mergeClientsExamples },
);
