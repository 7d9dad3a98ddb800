import * as z from "zod";
import { Id, Revision, changesSomething } from "../../contract/values/values.ts";
import { recoverableDays } from "../../contract/webhooks/webhooks.ts";
import { defineArea } from "../../rpc/area.ts";
import { Nothing, nothing, operation } from "../../rpc/operation.ts";
import { webhookArchive } from "./archive.ts";
import { createOwnSubscription, deleteSubscription, rotateSecret, updateSubscription } from "./domain.changes.ts";
import { listDeliveries, readDelivery, recoverSpan, redeliver } from "./deliveries/domain.ts";
import { disableSubscription, enableSubscription, testSubscription } from "./domain.health.ts";
import { listSubscriptions, readSubscription } from "./domain.ts";
import {
  DeliveryFilter,
  NewWebhookSubscription,
  Recovery,
  RecoverySpan,
  SigningSecret,
  SubscriptionFilter,
  WebhookDelivery,
  WebhookSubscription,
  WebhookSubscriptionChanges,
} from "./schema.ts";
import { webhookExamples } from "./examples.ts";
import { subscriptionEvents, deliveryEvents } from "./events.ts";

const common = { area: "Events & Webhooks" } as const;
const reading = { ...common, scope: "webhooks:read" } as const;
const changing = { ...common, scope: "webhooks:write", readBy: "webhooks:read" } as const;
const ofSubscription = { ...changing, etag: "webhookSubscription.revision" } as const;
const changeErrors = ["STALE_REVISION"] as const;
const moveErrors = [...changeErrors, "INVALID_STATE_TRANSITION"] as const;
// These change no subscription, so they compare no revision.
const sendErrors = ["INVALID_STATE_TRANSITION"] as const;
const Chosen = z.strictObject({ subscriptionId: Id });
const ChosenDelivery = z.strictObject({ deliveryId: Id });
const Shown = z.object({ webhookSubscription: WebhookSubscription });
const ShownWithSecret = z.object({ webhookSubscription: WebhookSubscription, secret: SigningSecret });
const nextCursor = z.string().nullable();

const ownRule = "A key can change only its own subscriptions (otherwise 403); a member can change all.";
const retryRule =
  "A retry with the same idempotency key returns the same secret, but only if it uses the API key secret of the first request.";

/** Shared by REST and portal; only creation differs, because the portal names the key. */
export const webhookProcedures = {
  "webhookSubscriptions.list": operation({
    ...reading,
    route: "GET /webhook-subscriptions",
    summary: "List webhook subscriptions",
    description:
      "Returns the subscriptions of all of the organization's keys, newest first, without deleted ones. Secrets are never returned.",
  })
    .input(z.strictObject(SubscriptionFilter))
    .output(z.object({ webhookSubscriptions: z.array(WebhookSubscription), nextCursor }))
    .query(({ ctx, input }) => listSubscriptions(ctx, input)),

  "webhookSubscriptions.get": operation({
    ...reading,
    route: "GET /webhook-subscriptions/{subscriptionId}",
    summary: "Get a webhook subscription",
    description:
      "Returns the subscription with its status, the prefixes of its live secrets and the results of its last attempts. Use the ETag only for `If-Match`: " +
      "attempts and the key's status can change without a new revision, so the response is never 304.",
    etag: "webhookSubscription.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ webhookSubscription: await readSubscription(ctx, input.subscriptionId) })),

  "webhookSubscriptions.update": operation({
    ...ofSubscription,
    route: "PATCH /webhook-subscriptions/{subscriptionId}",
    summary: "Update a webhook subscription",
    description:
      "Changes the fields that you send, at least one; the secret does not change. A new `url` and the event types of a new list are validated " +
      `as at creation. Pending deliveries are sent to the new URL. ${ownRule} \`expectedRevision\` works like \`If-Match\` ` +
      "for clients that cannot send the header: the request fails with 409 if the subscription has another revision.",
    emits: ["webhook_subscription.updated"],
    errors: changeErrors,
    confirm: "second_factor",
  })
    .input(
      WebhookSubscriptionChanges.extend({
        subscriptionId: Id,
        expectedRevision: Revision.optional().meta({ description: "The revision that you change." }),
      }).refine(...changesSomething("subscriptionId", "expectedRevision")),
    )
    .output(Shown)
    .mutation(async ({ ctx, input: { subscriptionId, expectedRevision, ...changes } }) => ({
      webhookSubscription: await updateSubscription(ctx, subscriptionId, changes, expectedRevision),
    })),

  "webhookSubscriptions.delete": operation({
    ...changing,
    route: "DELETE /webhook-subscriptions/{subscriptionId}",
    summary: "Delete a webhook subscription",
    description: `Deletes the subscription and its secrets, and cancels pending deliveries. This cannot be undone. ${ownRule}`,
    emits: ["webhook_subscription.deleted"],
    errors: changeErrors,
    confirm: "second_factor",
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteSubscription(ctx, input.subscriptionId))),

  "webhookSubscriptions.test": operation({
    ...ofSubscription,
    route: "POST /webhook-subscriptions/{subscriptionId}/test",
    summary: "Send a test webhook",
    description:
      "Delivers an event of type `webhook_subscription.tested` to this subscription alone, whatever event types it wants, also while it is " +
      `paused or disabled. The delivery is in the list of deliveries. Fails with 409 if the key is revoked or expired. ${ownRule}`,
    emits: ["webhook_subscription.tested"],
    errors: sendErrors,
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ webhookSubscription: await testSubscription(ctx, input.subscriptionId) })),

  "webhookSubscriptions.enable": operation({
    ...ofSubscription,
    route: "POST /webhook-subscriptions/{subscriptionId}/enable",
    echoes: ["webhookSubscription.status"],
    summary: "Enable a webhook subscription",
    description:
      "Enables a paused or disabled subscription and resets its failures. Fails with 409 if it is active. Events of the time in between are not " +
      `delivered automatically: use \`recover\`. ${ownRule}`,
    emits: ["webhook_subscription.enabled"],
    errors: moveErrors,
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ webhookSubscription: await enableSubscription(ctx, input.subscriptionId) })),

  "webhookSubscriptions.disable": operation({
    ...ofSubscription,
    route: "POST /webhook-subscriptions/{subscriptionId}/disable",
    echoes: ["webhookSubscription.status"],
    summary: "Disable a webhook subscription",
    description: `Stops deliveries until the subscription is enabled, and cancels pending ones. Fails with 409 if it is already disabled. ${ownRule}`,
    emits: ["webhook_subscription.disabled"],
    errors: moveErrors,
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({
      webhookSubscription: await disableSubscription(ctx, input.subscriptionId),
    })),

  "webhookSubscriptions.rotateSecret": operation({
    ...ofSubscription,
    route: "POST /webhook-subscriptions/{subscriptionId}/rotate-secret",
    echoes: ["secret"],
    summary: "Rotate the secret of a webhook subscription",
    description:
      "Creates a new signing secret, returned only once. The previous secret also signs for 24 hours: deliveries then have two signatures, " +
      `of which one must match. Older secrets end immediately. ${ownRule} ${retryRule}`,
    emits: ["webhook_subscription.secret_rotated"],
    errors: changeErrors,
    confirm: "second_factor",
    returnsSecret: true,
  })
    .input(Chosen)
    .output(ShownWithSecret)
    .mutation(({ ctx, input }) => rotateSecret(ctx, input.subscriptionId)),

  "webhookSubscriptions.recover": operation({
    ...ofSubscription,
    route: "POST /webhook-subscriptions/{subscriptionId}/recover",
    summary: "Recover missed events",
    description:
      "Delivers, in the background, every event from `since` to before `until` that matches the subscription and its key's scopes and was not delivered and is not " +
      `pending. \`since\` is at most ${recoverableDays} days ago, because deliveries are stored that long. Fails with 409 while ` +
      `the subscription is not active, its key is revoked or expired, or another recovery is running. ${ownRule}`,
    emits: ["webhook_subscription.recovered"],
    errors: sendErrors,
  })
    .input(RecoverySpan.extend({ subscriptionId: Id }))
    .output(z.object({ webhookSubscription: WebhookSubscription, recovery: Recovery }))
    .mutation(({ ctx, input: { subscriptionId, ...span } }) => recoverSpan(ctx, subscriptionId, span)),

  "webhookSubscriptions.deliveries.list": operation({
    ...reading,
    route: "GET /webhook-subscriptions/{subscriptionId}/deliveries",
    summary: "List the deliveries of a webhook subscription",
    description:
      "Returns past and pending deliveries with their attempts, newest event first. Deliveries are kept for at least 30 days." +
      " A key can read deliveries of events that GET /events returns to it, and all deliveries of its own subscriptions.",
  })
    .input(z.strictObject({ ...DeliveryFilter, subscriptionId: Id }))
    .output(z.object({ webhookDeliveries: z.array(WebhookDelivery), nextCursor }))
    .query(({ ctx, input: { subscriptionId, ...filter } }) => listDeliveries(ctx, subscriptionId, filter)),

  "webhookDeliveries.get": operation({
    ...reading,
    route: "GET /webhook-deliveries/{deliveryId}",
    summary: "Get a delivery",
    description:
      "Returns the delivery of an event to a subscription with all attempts. Fails with 404 if the list does not include it.",
  })
    .input(ChosenDelivery)
    .output(z.object({ webhookDelivery: WebhookDelivery }))
    .query(async ({ ctx, input }) => ({ webhookDelivery: await readDelivery(ctx, input.deliveryId) })),

  "webhookDeliveries.redeliver": operation({
    ...changing,
    route: "POST /webhook-deliveries/{deliveryId}/redeliver",
    echoes: ["webhookDelivery.status"],
    summary: "Redeliver an event",
    description:
      "Starts a new round of attempts immediately with the same `webhook-id`, whatever the result of previous rounds, also while the delivery waits for its " +
      "next attempt. Fails with 409 while an attempt is running or due within five seconds, if the event is no longer stored, and while the subscription is not active or " +
      `its key is revoked or expired. ${ownRule}`,
    emits: ["webhook_delivery.redelivered"],
    errors: sendErrors,
  })
    .input(ChosenDelivery)
    .output(z.object({ webhookDelivery: WebhookDelivery }))
    .mutation(async ({ ctx, input }) => ({ webhookDelivery: await redeliver(ctx, input.deliveryId) })),
};

const { "webhookSubscriptions.list": list, ...others } = webhookProcedures;

export const webhooks = defineArea(
  {
    "webhookSubscriptions.list": list,
    "webhookSubscriptions.create": operation({
      ...ofSubscription,
      route: "POST /webhook-subscriptions",
      echoes: ["secret"],
      summary: "Create a webhook subscription",
      description:
        "Delivers the key's events to `url` from now on, signed as in Standard Webhooks with `secret`, which is returned only once. The " +
        "host must be one of the key's allowed webhook hosts, and the key's scopes must include each event type (otherwise 400). " +
        `A key can have at most 20 subscriptions (409). ${retryRule}`,
      emits: ["webhook_subscription.created"],
      created: { location: "/webhook-subscriptions/{webhookSubscription.id}" },
      errors: ["INVALID_STATE_TRANSITION"],
      returnsSecret: true,
    })
      .input(NewWebhookSubscription)
      .output(ShownWithSecret)
      .mutation(({ ctx, input }) => createOwnSubscription(ctx, input)),
    ...others,
  },
  { examples: webhookExamples, events: [subscriptionEvents, deliveryEvents], archive: webhookArchive },
);
