import type { ReactNode } from "react";
import { catalog, rich, type Wrap } from "../client/catalog.ts";
import { plural } from "../ui/plural.ts";

export const deleteWebhookDialog = catalog({
  wasDeleted: (name: string) => `${name} was deleted.`,
  webhook: "webhook",
  receivesNoMoreEvents:
    "receives no more events. Pending deliveries are abandoned and the delivery log is removed. This cannot be undone. To stop it temporarily, disable it.",
});

export const disableDialog = catalog({
  disableWebhook: "Disable webhook?",
  disableWebhookDescription: (name: string) =>
    `Events are not sent to ${name} until it is enabled. Pending deliveries are abandoned. You can recover missed events later.`,
  disableWebhookConfirm: "Disable webhook",
});

export const healthCard = catalog({
  title: "Health",
  allDeliveries: "All deliveries",
  lastSuccess: "Last success",
  lastAttempt: "Last attempt",
  failingSince: "Failing since",
  inRow: (time: ReactNode, consecutiveFailures: number) => rich`${time}, ${consecutiveFailures} in a row`,
});

export const keyWebhooksTab = catalog({
  createWebhook: "Create webhook",
  noWebhooksYet: "No webhooks yet",
  webhookSendsEvents: "A webhook sends the events this key can read to one of its allowed hosts within seconds.",
  nouns: ["webhook", "webhooks"],
});

export const overviewTab = catalog({
  events: "Events",
  allEventsItsKey: "All events its key can read, including types added later.",
  editEvents: "Edit events",
  eventTypes: (count: number) => plural(count, "One event type.", "# event types."),
  details: "Details",
  apiKey: "API key",
  created: "Created",
  by: (time: ReactNode, name: string) => rich`${time} by ${name}`,
  lastChanged: "Last changed",
  signingSecrets: "Signing secrets",
  signingSecret: "Signing secret",
  description: "Only prefixes are shown. Secrets are shown once, at creation.",
  secretCreated: (time: ReactNode) => rich`created ${time}`,
  rotated: (time: ReactNode) => rich`rotated, signs until ${time}`,
  untilThenEveryDelivery: "Until then every delivery carries both signatures. One valid signature is enough.",
  verifySignature: "Verify signature",
});

export const rotateDialog = catalog({
  rotateSigningSecret: "Rotate signing secret?",
  rotateSigningSecretDescription: (name: string, rotationHours: number) =>
    `${name} gets a new secret, shown once. The current secret also signs for ${rotationHours} more hours: every delivery carries two signatures, and one valid signature is enough.`,
  rotateSecret: "Rotate secret",
  webhookHasAtMost: "A webhook has at most two secrets. The older of the current two stops signing immediately.",
  previousSecretNoLonger: "The previous secret no longer signs.",
  bothSecretsSign: (prefix: string, expiresAt: string) =>
    `Both secrets sign. The previous one, ${prefix}…, signs until ${expiresAt}.`,
});

export const signingSecretOnce = catalog({
  requestsToAreSigned: (name: ReactNode) =>
    rich`Requests to ${name} are signed with this secret. It is shown only once and stored encrypted.`,
  storeIt: "Store it in your endpoint’s secret store. If you lose it, rotate the secret.",
  secret: "Secret",
  lineForEnv: "Line for .env",
  nodeJsEndpoint: "Node.js endpoint that verifies signatures",
  followsStandardWebhooks: (link: Wrap) =>
    rich`Follows Standard Webhooks; libraries exist for many languages. For Node.js: npm install standardwebhooks. ${link("Verify signature manually")}`,
});

export const subscriptionActions = catalog({
  sendTest: "Send test",
  enableWebhook: "Enable webhook",
  recoverEvents: "Recover events",
  moreActions: "More actions",
  rotateSecret: "Rotate secret",
  disableWebhook: "Disable webhook",
  deleteWebhook: "Delete webhook",
});

export const subscriptionBanner = catalog({
  viewDeliveries: "View deliveries",
  firstFailure: (time: ReactNode) => rich`First failure: ${time}. `,
  viewKey: "View key",
});

export const subscriptionScreen = catalog({
  overview: "Overview",
  deliveries: "Deliveries",
  edit: "Edit",
  webhooks: "Webhooks",
  webhook: "webhook",
  manageWebhooks: "manage webhooks",
  itMayHaveBeen: "It may have been deleted, or it belongs to another organization.",
  webhookSections: "Webhook sections",
  pageTitle: "Webhook",
});

export const subscriptionStatus = catalog({
  lastAttemptsFailed: (failures: number) => plural(failures, "The last attempt failed", "The last # attempts failed"),
  eachDeliveryIsTried:
    "Each delivery is tried up to ten times over about three days. After 120 hours of failures the webhook is paused.",
  disabled: "Disabled: the endpoint returned 410",
  n410GoneMeansEndpoint:
    "410 (Gone) means the endpoint was removed. If that is wrong, fix the endpoint, enable the webhook, then recover missed events.",
  thisWebhookIsDisabled: "This webhook is disabled",
  eventsAreNotDelivered:
    "Events are not delivered until you enable it. Then use “Recover events” to send those you missed.",
});

export const subscriptionTable = catalog({
  key: "Key",
  webhooks: "Webhooks",
  name: "Name",
  status: "Status",
  webhookId: "Webhook ID",
  endpointUrl: "Endpoint URL",
  events: "Events",
  lastSuccess: "Last success",
  lastAttempt: "Last attempt",
  since: "Since",
  none: "—",
  gone: "HTTP 410",
  host: "Host",
  allEventsItsKey: "All events its key can read",
  andMore: (count: number) => `+${count} more`,
  causes: {
    key_revoked: "its key is revoked",
    key_expired: "its key has expired",
    key_paused: "its key is paused",
    host_not_allowed: "host not allowed",
  },
});

export const testDialog = catalog({
  title: "Test",
  description: "Sends a signed webhook_subscription.tested event to this webhook only.",
  close: "Close",
  sendAnotherTest: "Send another test",
  sending: "Sending. The endpoint has 15 seconds to respond.",
  delivered: "Delivered.",
  notDelivered: (title: string) => `Not delivered: ${title}. It is retried automatically.`,
});

export const enable = catalog({
  wasEnabled: (name: string) => `${name} was enabled. Use “Recover events” to send missed events.`,
  wasDisabled: (name: string) => `${name} was disabled. Pending deliveries were abandoned.`,
});

export const test = catalog({ testWasNotSent: "The test was not sent." });

export const webhookFilters = catalog({
  status: "Status",
  allStatuses: "All statuses",
  key: "Key",
  allKeys: "All keys",
  clearFilters: "Clear filters",
});

export const webhooksScreen = catalog({
  title: "Webhooks",
  description: "Webhooks send signed events to your HTTPS endpoint as they happen.",
  verifySignature: "Verify signature",
  createWebhook: "Create webhook",
  manageWebhooks: "manage webhooks",
  noMatchingWebhooks: "No matching webhooks",
  clearFilters: "Clear filters",
  noWebhook: "No webhook has this status and key.",
  webhooks: "webhooks",
  noWebhooksYet: "No webhooks yet",
  webhookSendsEvent:
    "A webhook sends an event to your endpoint within seconds, for example when a document is uploaded or an invoice is paid.",
  integrationBehindFirewall:
    "An integration behind a firewall can poll the event feed (GET /events) instead. It returns the same events in order, for 90 days. Many integrations use both.",
  nouns: ["webhook", "webhooks"],
  matchingNouns: ["matching webhook", "matching webhooks"],
});
