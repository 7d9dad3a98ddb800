import { createKeySecret } from "../../../src/platform/identity/credentials/integration-key.ts";
import { newId, type Given, type Values } from "./records.ts";

const day = 86_400_000;

/** An integration key without scopes, valid for 300 days: the end may come nearer, and its expiry was set before. */
export function buildKey(values: Given<"IntegrationKey", "organizationId">): Values<"IntegrationKey"> {
  const name = values.name ?? "Test key";
  const now = Date.now();
  const { expiresAt = new Date(now + 300 * day).toISOString() } = values;
  return {
    id: newId("integrationKey", values.createdAt),
    name,
    actorName: name,
    scopes: [],
    expiresAt,
    expirySetAt: new Date(Math.min(now, Date.parse(expiresAt) - 300 * day)).toISOString(),
    ...values,
  };
}

/** A new secret of a key. The row has its digest alone. */
export function buildKeySecret(values: Given<"IntegrationKeySecret", "organizationId" | "keyId">): {
  secret: string;
  row: Values<"IntegrationKeySecret">;
} {
  const { secret, prefix, digest } = createKeySecret();
  return { secret, row: { id: newId("integrationKeySecret", values.createdAt), prefix, digest, ...values } };
}

/** A subscription of a key to changes of cases. */
export const buildSubscription = (
  values: Given<"WebhookSubscription", "organizationId" | "keyId" | "url" | "createdBy">,
): Values<"WebhookSubscription"> => ({
  id: newId("webhookSubscription", values.createdAt),
  name: "Records vendor",
  eventTypes: ["case.updated"],
  ...values,
});

/** The delivery of an event, whose rounds and attempts the values give. */
export const buildDelivery = (
  values: Given<
    "WebhookDelivery",
    "organizationId" | "subscriptionId" | "eventId" | "eventNumber" | "eventType" | "status"
  >,
): Values<"WebhookDelivery"> => ({
  id: newId("webhookDelivery", values.createdAt),
  ...values,
});
