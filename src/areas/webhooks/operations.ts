import * as z from "zod";
import { Id, Revision } from "../../contract/values.ts";
import { recoverableDays } from "../../contract/webhooks/webhooks.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { createOwnSubscription, deleteSubscription, rotateSecret, updateSubscription } from "./domain.changes.ts";
import { listDeliveries, readDelivery, recoverSpan, redeliver } from "./domain.deliveries.ts";
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
const reading = { ...common, scope: "webhooks:read", tier: "read", idempotency: "none" } as const;
const changing = { ...common, scope: "webhooks:write", tier: "write", idempotency: "required" } as const;
const ofSubscription = { ...changing, etag: "webhookSubscription.revision" } as const;
const changeErrors = ["NOT_FOUND", "STALE_REVISION"] as const;
const moveErrors = [...changeErrors, "INVALID_STATE_TRANSITION"] as const;
// What changes nothing of the subscription compares no revision.
const sendErrors = ["NOT_FOUND", "INVALID_STATE_TRANSITION"] as const;
const Chosen = z.strictObject({ subscriptionId: Id });
const ChosenDelivery = z.strictObject({ deliveryId: Id });
const Shown = z.object({ webhookSubscription: WebhookSubscription });
const ShownWithSecret = z.object({ webhookSubscription: WebhookSubscription, secret: SigningSecret });
const nextCursor = z.string().nullable();

const ownRule = "A key changes its own subscriptions only (403 for those of another key); a member changes all.";
const retryRule = "A retry with the same idempotency key shows the same secret, but only to the key's secret that was used the first time.";

/** What REST and portal have in common: everything but the creation, where the portal names the key. */
export const webhookProcedures = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/webhook-subscriptions",
    summary: "List webhook subscriptions",
    description: "The organization's subscriptions of all its keys, newest first, without the deleted ones. Secrets are never shown.",
  })
    .input(z.strictObject(SubscriptionFilter))
    .output(z.object({ webhookSubscriptions: z.array(WebhookSubscription), nextCursor }))
    .query(({ ctx, input }) => listSubscriptions(ctx, input)),

  get: operation({
    ...reading,
    method: "GET",
    path: "/webhook-subscriptions/{subscriptionId}",
    summary: "Get a webhook subscription",
    description:
      "The subscription with its status, its live secrets by their prefixes and how its last attempts went. The ETag is for `If-Match`: " +
      "attempts and what becomes of the key move without a new revision, so the answer is never 304.",
    errors: ["NOT_FOUND"],
    etag: "webhookSubscription.revision",
    movesByItself: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ webhookSubscription: await readSubscription(ctx, input.subscriptionId) })),

  update: operation({
    ...ofSubscription,
    method: "PATCH",
    path: "/webhook-subscriptions/{subscriptionId}",
    summary: "Update a webhook subscription",
    description:
      "Changes the fields that are sent, at least one; the secret stays. A new `url` is judged as at creation, and so is every event type " +
      `of a new list. What already waits to be delivered goes to the new address. ${ownRule} \`expectedRevision\` does what \`If-Match\` does, ` +
      "for callers that send no header: 409 when the subscription is at another revision.",
    emits: ["webhook_subscription.updated"],
    errors: changeErrors,
    confirm: "second_factor",
  })
    .input(
      WebhookSubscriptionChanges.extend({
        subscriptionId: Id,
        expectedRevision: Revision.optional().meta({ description: "The revision that the change was made for." }),
      }).refine((input) => Object.keys(input).some((name) => !["subscriptionId", "expectedRevision"].includes(name)), {
        path: ["body"],
        message: "must change at least one field",
      }),
    )
    .output(Shown)
    .mutation(async ({ ctx, input: { subscriptionId, expectedRevision, ...changes } }) => ({
      webhookSubscription: await updateSubscription(ctx, subscriptionId, changes, expectedRevision),
    })),

  delete: operation({
    ...changing,
    method: "DELETE",
    path: "/webhook-subscriptions/{subscriptionId}",
    summary: "Delete a webhook subscription",
    description: `Final. What waits to be delivered is cancelled, and its secrets sign nothing any more. ${ownRule}`,
    emits: ["webhook_subscription.deleted"],
    errors: changeErrors,
    confirm: "second_factor",
  })
    .input(Chosen)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await deleteSubscription(ctx, input.subscriptionId);
      return {};
    }),

  test: operation({
    ...ofSubscription,
    method: "POST",
    path: "/webhook-subscriptions/{subscriptionId}/test",
    summary: "Send a test webhook",
    description:
      "Delivers an event of type `webhook_subscription.tested` to this subscription alone, whatever event types it wants, also while it is " +
      `paused or disabled. Its delivery stands in the list of deliveries. 409 when the key is revoked or expired. ${ownRule}`,
    emits: ["webhook_subscription.tested"],
    errors: sendErrors,
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ webhookSubscription: await testSubscription(ctx, input.subscriptionId) })),

  enable: operation({
    ...ofSubscription,
    method: "POST",
    path: "/webhook-subscriptions/{subscriptionId}/enable",
    summary: "Enable a webhook subscription",
    description:
      "Lets a paused or disabled subscription go on and forgets its failures; 409 when it is active. Events of the time between are not " +
      `delivered by themselves: \`recover\` does that. ${ownRule}`,
    emits: ["webhook_subscription.enabled"],
    errors: moveErrors,
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ webhookSubscription: await enableSubscription(ctx, input.subscriptionId) })),

  disable: operation({
    ...ofSubscription,
    method: "POST",
    path: "/webhook-subscriptions/{subscriptionId}/disable",
    summary: "Disable a webhook subscription",
    description: `Nothing is delivered until it is enabled, and what waits is cancelled; 409 when it is disabled. ${ownRule}`,
    emits: ["webhook_subscription.disabled"],
    errors: moveErrors,
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ webhookSubscription: await disableSubscription(ctx, input.subscriptionId) })),

  rotateSecret: operation({
    ...ofSubscription,
    method: "POST",
    path: "/webhook-subscriptions/{subscriptionId}/rotate-secret",
    summary: "Rotate the secret of a webhook subscription",
    description:
      "A new signing secret, shown this once. The one before signs on beside it for 24 hours: deliveries then carry two signatures, " +
      `and one that fits is enough. Any older one ends at once. ${ownRule} ${retryRule}`,
    emits: ["webhook_subscription.secret_rotated"],
    errors: changeErrors,
    confirm: "second_factor",
    returnsSecret: true,
  })
    .input(Chosen)
    .output(ShownWithSecret)
    .mutation(({ ctx, input }) => rotateSecret(ctx, input.subscriptionId)),

  recover: operation({
    ...ofSubscription,
    method: "POST",
    path: "/webhook-subscriptions/{subscriptionId}/recover",
    summary: "Recover missed events",
    description:
      "Every event from `since` to before `until` that the subscription wants, that its key may see, and that was not delivered and is not " +
      `waiting, is delivered, in the background. \`since\` is at most ${recoverableDays} days ago: for so long it is known what was delivered. 409 while ` +
      `the subscription is not active or its key is revoked or expired, and while another recovery of it is under way. ${ownRule}`,
    emits: ["webhook_subscription.recovered"],
    errors: sendErrors,
  })
    .input(RecoverySpan.extend({ subscriptionId: Id }))
    .output(z.object({ webhookSubscription: WebhookSubscription, recovery: Recovery }))
    .mutation(({ ctx, input: { subscriptionId, ...span } }) => recoverSpan(ctx, subscriptionId, span)),

  listDeliveries: operation({
    ...reading,
    method: "GET",
    path: "/webhook-subscriptions/{subscriptionId}/deliveries",
    summary: "List the deliveries of a webhook subscription",
    description:
      "What was delivered to it or waits to be, with its attempts, by event and newest first. Kept for 30 days." +
      " A key sees those of events that it may see, as GET /events shows them, and all of its own subscriptions.",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ ...DeliveryFilter, subscriptionId: Id }))
    .output(z.object({ webhookDeliveries: z.array(WebhookDelivery), nextCursor }))
    .query(({ ctx, input: { subscriptionId, ...filter } }) => listDeliveries(ctx, subscriptionId, filter)),

  getDelivery: operation({
    ...reading,
    method: "GET",
    path: "/webhook-deliveries/{deliveryId}",
    summary: "Get a delivery",
    description: "One event for one subscription, and every attempt to deliver it; 404 where the list does not show it.",
    errors: ["NOT_FOUND"],
  })
    .input(ChosenDelivery)
    .output(z.object({ webhookDelivery: WebhookDelivery }))
    .query(async ({ ctx, input }) => ({ webhookDelivery: await readDelivery(ctx, input.deliveryId) })),

  redeliver: operation({
    ...changing,
    method: "POST",
    path: "/webhook-deliveries/{deliveryId}/redeliver",
    summary: "Redeliver an event",
    description:
      "Begins a new round of attempts at once, with the same `webhook-id`, whatever came of the rounds before, also while it waits for its " +
      "next attempt. 409 while an attempt is due (or will be within five seconds) or under way, when the event is no longer kept, and while the subscription is not active or " +
      `its key is revoked or expired. ${ownRule}`,
    emits: ["webhook_delivery.redelivered"],
    errors: sendErrors,
  })
    .input(ChosenDelivery)
    .output(z.object({ webhookDelivery: WebhookDelivery }))
    .mutation(async ({ ctx, input }) => ({ webhookDelivery: await redeliver(ctx, input.deliveryId) })),
};

const { list, ...others } = webhookProcedures;

export const webhooks = defineArea({
  list,
  create: operation({
    ...ofSubscription,
    method: "POST",
    path: "/webhook-subscriptions",
    summary: "Create a webhook subscription",
    description:
      "The calling key's events are delivered to `url` from now on, signed by Standard Webhooks with `secret`, which is shown this once. The " +
      "host must be one of the key's allowed webhook hosts, and each named event type one that the key may see (400). " +
      `A key has at most 20 subscriptions (409). ${retryRule}`,
    emits: ["webhook_subscription.created"],
    created: { location: "/webhook-subscriptions/{webhookSubscription.id}" },
    errors: ["INVALID_STATE_TRANSITION"],
    returnsSecret: true,
  })
    .input(NewWebhookSubscription)
    .output(ShownWithSecret)
    .mutation(({ ctx, input }) => createOwnSubscription(ctx, input)),
  ...others,
}, { examples: webhookExamples, events: [subscriptionEvents, deliveryEvents] });
