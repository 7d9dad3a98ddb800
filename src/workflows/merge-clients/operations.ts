import * as z from "zod";
import { Client } from "../../areas/clients/schema.ts";
import { Id } from "../../contract/values.ts";
import { operation } from "../../rpc/operation.ts";
import { mergeClient } from "./domain.ts";

/** Part of the router `clients`: everything that refers to a client changes hands, whatever area it belongs to. */
export const mergeClientsProcedures = {
  merge: operation({
    area: "Clients",
    scope: "clients:write",
    tier: "write",
    idempotency: "required",
    method: "POST",
    path: "/clients/{clientId}/merge",
    summary: "Merge clients",
    description:
      "The client of the path stays; everything of the duplicate (cases, invoices, medical facilities, retrieval requests, converted " +
      "leads, tags) becomes its own, and so does what it lacks itself. Each record that changed hands is announced by its own event; " +
      "payments follow their invoice, and treatments, bills and records of a facility that facility, without one. `doNotContact` and a " +
      "refusal of text messages of either hold for both. The duplicate is in no list any more; its id still answers, with " +
      "`mergedIntoClientId`, and takes no changes (409). Refused (409) when both have social security numbers that differ, when together " +
      "they have more than 50 tags, and when more than 500 records refer to the duplicate (merge the other way round). Cannot be undone.",
    emits: ["client.merged", "client.deleted"],
    mayEmit: ["case.updated", "invoice.updated", "medical_facility.updated", "retrieval_request.updated", "lead.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
    etag: "client.revision",
  })
    .input(z.strictObject({ clientId: Id, duplicateClientId: Id }))
    .output(z.object({ client: Client }))
    .mutation(async ({ ctx, input }) => ({ client: await mergeClient(ctx, input.clientId, input.duplicateClientId) })),
};
