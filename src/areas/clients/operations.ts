import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { operation, router } from "../../rpc/operation.ts";
import { updateClient } from "./domain.ts";
import { Client, ClientChanges } from "./schema.ts";

export const clients = router({
  update: operation({
    method: "PATCH",
    path: "/clients/{clientId}",
    summary: "Update a client",
    description: "Changes the fields that are sent; `null` clears email, phone, zipCode and dateOfBirth. At least one field.",
    area: "Clients",
    scope: "clients:write",
    tier: "write",
    idempotency: "required",
    emits: ["client.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION"],
    etag: "client.revision",
  })
    .input(
      ClientChanges.extend({ clientId: Id }).refine((input) => Object.keys(input).length > 1, {
        path: ["body"],
        message: "must change at least one field",
      }),
    )
    .output(z.object({ client: Client }))
    .mutation(async ({ ctx, input: { clientId, ...changes } }) => ({ client: await updateClient(ctx, clientId, changes) })),
});
