import * as z from "zod";
import { definePortalArea } from "../../rpc/area.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { connectAssistant, describeRequest } from "./domain.ts";
import { Consent, EncryptedRequest, ShownRequest } from "./schema.ts";

/** How a member connects an assistant that others host. */
export const assistants = definePortalArea(
  {
    describeRequest: portalOperation({
      summary: "Show what an assistant asks for",
      permission: null,
      tier: "read",
    })
      .input(z.strictObject({ request: EncryptedRequest }))
      .output(ShownRequest)
      .query(({ ctx, input }) => describeRequest(ctx, input.request)),

    connect: portalOperation({
      summary: "Connect an assistant: creates a key with the chosen scopes",
      permission: "integrations:manage",
      tier: "sensitive",
      confirm: "second_factor",
      emits: ["integration_key.created"],
      errors: ["INVALID_STATE_TRANSITION"],
    })
      .input(Consent)
      .output(z.object({ redirectTo: z.string() }))
      .mutation(({ ctx, input }) => connectAssistant(ctx, input)),
  },
  {
    archive: [
      { table: "AssistantConnection", omitted: "Of credentials; the key is in the archive." },
      { table: "AssistantToken", omitted: "Digests of tokens." },
    ],
  },
);
