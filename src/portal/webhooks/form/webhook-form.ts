import type { WebhookSubscriptionChanges } from "../../../areas/webhooks/schema.ts";
import type { Subscription } from "../webhook-types.ts";

/** What the forms of a subscription hold. */
export interface WebhookValues {
  keyId: string;
  name: string;
  url: string;
  eventTypes: string[];
}

/** What passed the form. */
export type CheckedWebhook = Omit<WebhookValues, "eventTypes"> & { eventTypes: NonNullable<WebhookSubscriptionChanges["eventTypes"]> };

/** As much of a key as its webhooks depend on. */
export interface KeyFacts {
  id: string;
  name: string;
  webhookAllowedHosts: readonly string[];
  scopes: readonly string[];
  revision: number;
}

/** What the edit form starts from. */
export function readWebhook({ keyId, name, url, eventTypes }: Subscription): WebhookValues {
  return { keyId, name, url, eventTypes };
}

/** Only the fields that differ from the subscription, so that concurrent changes are not overwritten. */
export function collectWebhookChanges(before: Pick<Subscription, "name" | "url" | "eventTypes">, values: CheckedWebhook): WebhookSubscriptionChanges {
  const changes: WebhookSubscriptionChanges = {};
  if (values.name !== before.name) changes.name = values.name;
  if (values.url !== before.url) changes.url = values.url;
  if (values.eventTypes.toSorted().join() !== before.eventTypes.toSorted().join()) changes.eventTypes = values.eventTypes;
  return changes;
}
