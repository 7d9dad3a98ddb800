import { subscriptionStatuses } from "../../contract/webhooks/webhooks.ts";
import type { SubscriptionStatus } from "../../contract/webhooks/webhooks.ts";

export interface WebhooksQuery {
  status: SubscriptionStatus | null;
  keyId: string | null;
}

export function readKeyId(text: string | null): string | null {
  return text !== null && /^key_[0-9A-Za-z]{1,60}$/.test(text) ? text : null;
}

/** Reads the URL's query and ignores invalid values. */
export function readWebhooksQuery(parameters: { get: (name: string) => string | null }): WebhooksQuery {
  return {
    status: subscriptionStatuses.find((status) => status === parameters.get("status")) ?? null,
    keyId: readKeyId(parameters.get("key")),
  };
}

export function writeWebhooksQuery({ status, keyId }: WebhooksQuery): string {
  const parameters = new URLSearchParams();
  if (status !== null) parameters.set("status", status);
  if (keyId !== null) parameters.set("key", keyId);
  return parameters.toString();
}

export function toWebhooksInput({ status, keyId }: WebhooksQuery) {
  return { limit: 50, ...(status !== null && { status }), ...(keyId !== null && { keyId }) };
}
