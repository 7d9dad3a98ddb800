import { subscriptionStatuses } from "../../contract/webhooks/webhooks.ts";
import type { SubscriptionStatus } from "../../contract/webhooks/webhooks.ts";

/** What the list is narrowed to; it stands in the URL, so that Back and a sent link show the same. */
export interface WebhooksQuery {
  status: SubscriptionStatus | null;
  keyId: string | null;
}

/** The form of a key's id, so that nothing else is asked for. */
export function readKeyId(text: string | null): string | null {
  return text !== null && /^key_[0-9A-Za-z]{1,60}$/.test(text) ? text : null;
}

/** Reads the URL's query; what does not fit counts as not there. */
export function readWebhooksQuery(parameters: { get: (name: string) => string | null }): WebhooksQuery {
  return {
    status: subscriptionStatuses.find((status) => status === parameters.get("status")) ?? null,
    keyId: readKeyId(parameters.get("key")),
  };
}

/** The URL's query without the question mark; what is as usual is left out. */
export function writeWebhooksQuery({ status, keyId }: WebhooksQuery): string {
  const parameters = new URLSearchParams();
  if (status !== null) parameters.set("status", status);
  if (keyId !== null) parameters.set("key", keyId);
  return parameters.toString();
}

/** What the procedure takes. */
export function toWebhooksInput({ status, keyId }: WebhooksQuery) {
  return { limit: 50, ...(status !== null && { status }), ...(keyId !== null && { keyId }) };
}
