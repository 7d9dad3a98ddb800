import type { WebhookSubscriptionChanges } from "../../../areas/webhooks/schema.ts";
import type { Subscription } from "../webhook-types.ts";

export interface WebhookValues {
  keyId: string;
  name: string;
  url: string;
  eventTypes: string[];
}

export type CheckedWebhook = Omit<WebhookValues, "eventTypes"> & {
  eventTypes: NonNullable<WebhookSubscriptionChanges["eventTypes"]>;
};

export interface KeyFacts {
  id: string;
  name: string;
  webhookAllowedHosts: readonly string[];
  scopes: readonly string[];
  revision: number;
}

export function readWebhook({ keyId, name, url, eventTypes }: Subscription): WebhookValues {
  return { keyId, name, url, eventTypes };
}

/** Only changed fields, so that concurrent changes are not overwritten. */
export function collectWebhookChanges(
  before: Pick<Subscription, "name" | "url" | "eventTypes">,
  values: CheckedWebhook,
): WebhookSubscriptionChanges {
  const changes: WebhookSubscriptionChanges = {};
  if (values.name !== before.name) changes.name = values.name;
  if (values.url !== before.url) changes.url = values.url;
  if (values.eventTypes.toSorted().join() !== before.eventTypes.toSorted().join())
    changes.eventTypes = values.eventTypes;
  return changes;
}
