import * as z from "zod";
import { GivenInstant, Id } from "../../contract/values/values.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { createSubscription } from "./domain.changes.ts";
import { webhookProcedures } from "./operations.ts";
import { previewRecovery } from "./recovery/domain.ts";
import { NewWebhookSubscription, SigningSecret, WebhookSubscription } from "./schema.ts";

/** The API's operations; members name the key that subscribes. */
export const webhooksPortal = {
  ...webhookProcedures,
  "webhookSubscriptions.previewRecovery": portalOperation({
    summary: "Count the events that a recovery would send",
    permission: "integrations:manage",
    tier: "read",
    errors: ["NOT_FOUND", "VALIDATION_FAILED"],
  })
    .input(z.strictObject({ subscriptionId: Id, since: GivenInstant, until: GivenInstant.optional() }))
    .output(z.object({ missed: z.int(), isMore: z.boolean() }))
    .query(({ ctx, input }) => previewRecovery(ctx, input.subscriptionId, input)),
  "webhookSubscriptions.create": portalOperation({
    summary: "Subscribe an integration key to events",
    permission: "integrations:manage",
    tier: "write",
    emits: ["webhook_subscription.created"],
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
    confirm: "second_factor",
  })
    .input(NewWebhookSubscription.extend({ keyId: Id }))
    .output(z.object({ webhookSubscription: WebhookSubscription, secret: SigningSecret }))
    .mutation(({ ctx, input: { keyId, ...wanted } }) => createSubscription(ctx, keyId, wanted)),
};
