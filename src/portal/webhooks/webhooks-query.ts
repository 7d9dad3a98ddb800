import { subscriptionStatuses, type SubscriptionStatus } from "../../contract/webhooks/webhooks.ts";
import { omitNulls, writeUrlQuery, type UrlQuery } from "../client/url-query.ts";

export interface WebhooksQuery {
  status: SubscriptionStatus | null;
  keyId: string | null;
}

export function readKeyId(text: string | null): string | null {
  return text !== null && /^key_[0-9A-Za-z]{1,60}$/.test(text) ? text : null;
}

/** Reads the URL's query and ignores invalid values. */
export function readWebhooksQuery(parameters: UrlQuery): WebhooksQuery {
  return {
    status: subscriptionStatuses.find((status) => status === parameters.get("status")) ?? null,
    keyId: readKeyId(parameters.get("key")),
  };
}

export function writeWebhooksQuery({ status, keyId }: WebhooksQuery): string {
  return writeUrlQuery({ status, key: keyId });
}

export function toWebhooksInput({ status, keyId }: WebhooksQuery) {
  return { limit: 50, ...omitNulls({ status, keyId }) };
}
