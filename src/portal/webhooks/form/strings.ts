import { catalog } from "../../client/catalog.ts";

export const endpointSection = catalog({
  title: "Endpoint",
  name: "Name",
  nameHint: "For example “Case mirror at Acme Analytics”.",
  thisUrl: "This URL can be used.",
  nowAllowsWebhooksTo: (name: string, host: string) => `${name} now allows webhooks to ${host}.`,
  doesNotAllow: (name: string, host: string) => `“${name}” does not allow ${host}`,
  allowHost: "Allow host",
  webhooksCanOnlyUse:
    "Webhooks can only use hosts their key allows. Allow this host if it belongs to the integration’s owner, or correct the URL.",
  urlHint: "HTTPS on port 443, at a host the key allows. Do not include passwords or tokens; requests are signed.",
});

export const eventTypeGroups = catalog({
  titles: {
    documents: "Documents and folders",
    medical: "Medical records",
    intake: "Intake answers",
    org: "Organization and API keys",
  },
  keyNeedsOrEvents: (entity: string) => `The key needs ${entity} or events:read`,
});

export const eventTypePicker = catalog({
  searchEventTypes: "Search event types",
  search: "Search",
  noneSelected: "None selected",
  chosen: (count: number) => `${count} chosen`,
  noEventTypesMatch: "No event types match.",
  all: (title: string) => `All ${title}`,
  countOf: (ticked: number, count: number) => `${ticked} of ${count}`,
});

export const eventTypesSection = catalog({
  events: "Events",
  eventsDescription:
    "A request contains IDs, type and time, not the record. The integration reads the record with its key.",
  eventTypes: "Event types",
  allEventsKey: "All events the key can read",
  allEventsKeyHint: "Includes event types added later.",
  selectedEventTypes: "Selected event types",
  selectedEventTypesHint: "Only the types you select.",
  thisKeyCannotRead: "This key cannot read any events",
  editScopes: "Edit scopes",
  itNeedsEventsRead: "It needs events:read or a read scope such as cases:read.",
});

export const keySection = catalog({
  apiKey: "API key",
  apiKeyDescription:
    "The webhook receives the events this key can read, at a host the key allows. It stops when the key expires.",
  key: "Key",
  chooseKey: "Choose a key",
  thisKeyIsPaused: "This key is paused. Events are not delivered until it is resumed.",
  thisKeyDoesNot: "This key does not allow any hosts yet",
  editKey: "Edit key",
  webhooksCanOnlyUse: "Webhooks can only use hosts their key allows. Enter the endpoint URL below to allow its host.",
  allowedWebhookHosts: "Allowed webhook hosts:",
  allowedHosts: "Allowed hosts",
});

export const newWebhook = catalog({
  createWebhook: "Create webhook",
  webhooks: "Webhooks",
  createWebhookDescription: "Sends new events to your endpoint as they happen. Earlier events are not sent.",
  manageWebhooks: "manage webhooks",
  apiKeys: "API keys",
  webhookNeedsApiKey: "A webhook needs an API key",
  createKey: "Create key",
  keySetsWhichEvents:
    "The key sets which events the webhook receives and which hosts it can use. This organization has no active key.",
  webhook: "webhook",
  leaveWithoutCreatingWebhook: "Leave without creating the webhook?",
  leaveWithoutCreatingDescription: "Your input on this page will be lost.",
  leavePage: "Leave page",
});

export const urlValidation = catalog({ keyDoesNotAllow: (host: string) => `The key does not allow the host ${host}` });
