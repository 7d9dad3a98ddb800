import * as z from "zod";
import { namedEnum } from "../../contract/enumeration.ts";
import { Actor } from "../../contract/actor.ts";
import { eventTypeNames } from "../../contract/events/event-types.ts";
import { pageInput } from "../../contract/page.ts";
import { AnyInstant, Id, Instant, Name, Revision, text } from "../../contract/values/values.ts";
import {
  attemptOutcomes,
  cancelReasons,
  deliveryStatuses,
  deliveryTriggers,
  deliveryBlockers,
  recoverableDays,
  statusReasons,
  subscriptionStatuses,
} from "../../contract/webhooks/webhooks.ts";
import { validateWebhookUrl } from "../../contract/webhooks/url.ts";

/** HTTPS on the default port, a host name, no user, no fragment. The domain validates whether the key allows the host. */
export const WebhookUrl = text(1, 2000)
  .superRefine((url, context) => {
    const fault = validateWebhookUrl(url);
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  })
  .meta({
    minLength: 1,
    maxLength: 2000,
    format: "uri",
    description:
      "Visible to everyone who can see the subscription, in events and in the audit log: do not put a password or token into it. The signature authenticates the sender.",
    example: "https://hooks.example.com/caseport",
  });

/** `["*"]` for everything that the key may see, now and later, or unique event types. */
export const WantedEventTypes = z
  .array(namedEnum("SubscribedEventType", ["*", ...eventTypeNames]))
  .min(1)
  .max(eventTypeNames.length)
  .refine((types) => new Set(types).size === types.length, "must not contain an event type twice")
  .refine((types) => !types.includes("*") || types.length === 1, "must be `*` alone, or names of event types")
  .meta({
    description: 'Names of event types (GET /event-types), or `["*"]` for all types that the key can read.',
    example: ["case.updated", "document.created"],
  });

export const NewWebhookSubscription = z.strictObject({ name: Name, url: WebhookUrl, eventTypes: WantedEventTypes });
export type NewWebhookSubscription = z.infer<typeof NewWebhookSubscription>;

export const WebhookSubscriptionChanges = z.strictObject({
  name: Name.optional(),
  url: WebhookUrl.optional(),
  eventTypes: WantedEventTypes.optional(),
});
export type WebhookSubscriptionChanges = z.infer<typeof WebhookSubscriptionChanges>;

export const WebhookSubscription = z
  .object({
    id: Id,
    name: z.string(),
    url: z.string(),
    eventTypes: z.array(z.string()),
    keyId: Id.meta({ description: "The integration key whose events it delivers and whose allowed hosts apply." }),
    keyName: z.string(),
    status: namedEnum("WebhookSubscriptionStatus", subscriptionStatuses).meta({
      description:
        "`paused` after 120 hours of failed deliveries, `disabled` by a member or key, or because the endpoint responded with 410; `enable` ends both.",
    }),
    statusReason: namedEnum("WebhookStatusReason", statusReasons).nullable(),
    statusChangedAt: Instant,
    obstacle: namedEnum("WebhookObstacle", deliveryBlockers).nullable().meta({
      description:
        "Why the key keeps the webhook from receiving events, whatever its status: the key was revoked, expired or paused, or no longer allows the host.",
    }),
    secrets: z
      .array(z.object({ prefix: z.string(), createdAt: Instant, expiresAt: Instant.nullable() }))
      .meta({ description: "Live signing secrets, newest first: two during the 24 hours after a rotation." }),
    consecutiveFailures: z.int(),
    failingSince: Instant.nullable(),
    lastAttemptAt: Instant.nullable(),
    lastSuccessAt: Instant.nullable(),
    createdBy: Actor,
    createdAt: Instant,
    updatedAt: Instant,
    revision: Revision,
  })
  .meta({ id: "WebhookSubscription" });
export type WebhookSubscription = z.infer<typeof WebhookSubscription>;

/** A signing secret as in Standard Webhooks, `whsec_` and base64, shown only once. */
export const SigningSecret = z
  .string()
  .meta({ description: "Returned only once.", example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" });

export const SubscriptionFilter = {
  ...pageInput({ maximum: 200, default: 50 }),
  status: namedEnum("WebhookSubscriptionStatus", subscriptionStatuses).optional(),
  keyId: Id.optional().meta({ description: "Subscriptions of one integration key." }),
};

/** One attempt. `answer` is the beginning of the response body. */
export const Attempt = z.object({
  number: z.int().min(1).meta({ description: "The number of the attempt over all rounds." }),
  round: z.int().min(1),
  startedAt: Instant,
  durationMilliseconds: z.int(),
  outcome: namedEnum("WebhookAttemptOutcome", attemptOutcomes),
  statusCode: z.int().nullable(),
  answer: z.string().nullable(),
});
export type Attempt = z.infer<typeof Attempt>;

export const WebhookDelivery = z
  .object({
    id: Id,
    subscriptionId: Id,
    eventId: Id.meta({ description: "The `webhook-id` of the message, the same at every attempt." }),
    eventType: z.string(),
    trigger: namedEnum("WebhookDeliveryTrigger", deliveryTriggers).meta({
      description: "What started the current round of attempts.",
    }),
    status: namedEnum("WebhookDeliveryStatus", deliveryStatuses),
    cancelReason: namedEnum("WebhookCancelReason", cancelReasons).nullable(),
    attemptCount: z.int(),
    attempts: z.array(Attempt).meta({ description: "The newest attempts, at most 20, oldest first." }),
    nextAttemptAt: Instant.nullable(),
    createdAt: Instant,
    finishedAt: Instant.nullable(),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const DeliveryInEvent = WebhookDelivery.omit({ attempts: true });
export type DeliveryInEvent = z.infer<typeof DeliveryInEvent>;

export const keptAttempts = 20;

export const DeliveryFilter = {
  ...pageInput({ maximum: 200, default: 50 }),
  status: namedEnum("WebhookDeliveryStatus", deliveryStatuses).optional(),
};

export const RecoverySpan = z.strictObject({
  since: AnyInstant.meta({ description: `At most ${recoverableDays} days ago.` }),
  until: AnyInstant.optional().meta({ description: "Default: now." }),
});

export const Recovery = z.object({
  since: Instant,
  until: Instant,
  eventCount: z.int().meta({
    description:
      "The number of the organization's events in the period. Those that match the subscription and were not delivered are delivered.",
  }),
});
export type Recovery = z.infer<typeof Recovery>;

/** A thin payload: ids, no record. Standard Webhooks defines `type`, `timestamp` and `data`. */
export const WebhookPayload = z
  .object({
    type: z.string().meta({ description: "The event type." }),
    timestamp: Instant.meta({ description: "When the event occurred." }),
    data: z.object({
      id: Id.meta({ description: "The event's ID, as in `webhook-id`: GET /events/{eventId} returns the event." }),
      organizationId: Id,
      entity: z.string(),
      entityId: Id,
      cursor: z
        .string()
        .meta({ description: "The event's position in the feed: GET /events?after=… continues after it." }),
      environment: z
        .literal("sandbox")
        .optional()
        .meta({ description: "Only of an event of a sandbox; absent of a firm's." }),
    }),
  })
  .meta({ id: "WebhookPayload" });
export type WebhookPayload = z.infer<typeof WebhookPayload>;
