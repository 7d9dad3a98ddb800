import * as z from "zod";
import { signingSecret } from "../areas/webhooks/examples.ts";
import { WebhookPayload } from "../areas/webhooks/schema.ts";
import { eventTypes } from "../contract/events/event-catalog.generated.ts";
import { entityOf, eventTypeNames, scopesThatSee, type EventType } from "../contract/events/event-types.ts";
import { ids } from "../contract/examples/example-story.ts";
import { signWebhook } from "../areas/webhooks/deliveries/signature.ts";
import { eventCatalog } from "../composition/router.ts";
import { describeSchema, type NamedSchemas } from "./describe-schema.ts";
import { reference, toPascalCase, type JsonObject } from "./json.ts";
import { describeAttempts } from "./webhook-descriptions.ts";

export function exampleMessage(eventType: EventType): z.output<typeof WebhookPayload> {
  const { id, entity, entityId, cursor, occurredAt } = eventCatalog.examples[eventType];
  return {
    type: eventType,
    timestamp: occurredAt,
    data: { id, organizationId: ids.organizationId, entity, entityId, cursor },
  };
}

/**
 * Headers of a message that was really signed: with it an integrator can try code before there is a subscription, with
 * the secret that the examples show.
 */
export const signedExample = (() => {
  const message = exampleMessage("folder.created");
  const timestamp = Math.floor(Date.parse(message.timestamp) / 1_000);
  return {
    id: message.data.id,
    timestamp,
    signature: signWebhook([signingSecret], message.data.id, timestamp, JSON.stringify(message)),
  };
})();

function describeHeader(name: string, description: string, schema: JsonObject): JsonObject {
  return { name, in: "header", required: true, description, schema };
}

/** The headers of every message. Source: Standard Webhooks. */
export const webhookParameters = {
  WebhookId: describeHeader(
    "webhook-id",
    "The event's ID, the same in every attempt and every subscription: process each ID once.",
    {
      type: "string",
      examples: [signedExample.id],
    },
  ),
  WebhookTimestamp: describeHeader(
    "webhook-timestamp",
    "When this attempt was signed, in Unix seconds. Reject a message that is more than 5 minutes off.",
    {
      type: "string",
      pattern: "^[0-9]+$",
      examples: [String(signedExample.timestamp)],
    },
  ),
  WebhookSignature: describeHeader(
    "webhook-signature",
    "`v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes whose base64 stands behind `whsec_` in the secret. During the 24 hours after a rotation there are two, separated by a space: one that fits is enough.",
    { type: "string", pattern: "^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*)*$", examples: [signedExample.signature] },
  ),
};

/**
 * The responses of an endpoint. Only the status, `Retry-After` and the start of the body (for the list of deliveries)
 * are read.
 */
export const webhookResponses = {
  WebhookTaken: { description: "The delivery succeeded. Respond within 15 seconds, and process afterwards." },
  WebhookGone: { description: "The delivery failed, and the subscription is disabled until it is enabled again." },
  WebhookNotNow: { description: "The delivery is retried, not before the time in `Retry-After` (at most 24 hours)." },
  WebhookRefused: {
    description: `The delivery failed, as with redirects, timeouts and failed connections. ${describeAttempts()}`,
  },
};

/**
 * The document's `webhooks`: one entry for each type of event. They are sent to an integrator's own server, so the
 * security of this API does not apply: what proves their origin is the signature.
 *
 * @param schemas gains a schema for each message
 */
export function describeWebhooks(schemas: NamedSchemas): Record<string, { post: JsonObject }> {
  describeSchema(z.object({ message: WebhookPayload }), "output", schemas);
  for (const eventType of eventTypeNames) schemas.set(nameMessage(eventType), describeMessage(eventType));
  return Object.fromEntries(eventTypeNames.map((eventType) => [eventType, { post: describeWebhook(eventType) }]));
}

function nameMessage(eventType: EventType): string {
  return `${toPascalCase(eventType)}Webhook`;
}

function describeMessage(eventType: EventType): JsonObject {
  return {
    description: eventTypes[eventType],
    allOf: [
      reference("schemas", "WebhookPayload"),
      { type: "object", required: ["type"], properties: { type: { type: "string", const: eventType } } },
    ],
  };
}

function describeWebhook(eventType: EventType): JsonObject {
  const sees = scopesThatSee(entityOf(eventType)).map((scope) => `\`${scope}\``);
  const whom =
    eventType === "webhook_subscription.tested"
      ? "Sent only to the subscription that is tested, whatever its event types."
      : `Sent to subscriptions with the event type \`${eventType}\` or \`*\` and whose key holds ${sees.join(" or ")}.`;
  return {
    operationId: `on${toPascalCase(eventType)}`,
    summary: eventTypes[eventType],
    description: `${whom} The message names the event; \`GET /events/{eventId}\` shows it.`,
    tags: ["Events & Webhooks"],
    security: [],
    parameters: Object.keys(webhookParameters).map((name) => reference("parameters", name)),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: reference("schemas", nameMessage(eventType)),
          example: exampleMessage(eventType),
        },
      },
    },
    responses: {
      "2XX": reference("responses", "WebhookTaken"),
      410: reference("responses", "WebhookGone"),
      429: reference("responses", "WebhookNotNow"),
      503: reference("responses", "WebhookNotNow"),
      default: reference("responses", "WebhookRefused"),
    },
  };
}
