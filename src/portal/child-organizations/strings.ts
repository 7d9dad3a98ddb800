import { catalog } from "../client/catalog.ts";

export const officeKeys = catalog({
  noApiKeys: "No API keys",
  notVisible: "Not visible",
  officeHasNoApi: "The office has no API keys, or all of them are revoked.",
  officeDoesNotShow: "The office does not show its API keys to this headquarters.",
  officesApiKeys: "the office’s API keys",
  apiKeysOfOffice: "API keys of the office",
  name: "Name",
  status: "Status",
  keyId: "Key ID",
  scopes: "Scopes",
  expires: "Expires",
  lastUsed: "Last used",
  requests24H: "Requests (24 h)",
  errors: "Errors",
  nouns: ["key", "keys"],
});

export const officesScreen = catalog({
  offices: "Child organizations",
  apiKeysAndRequests:
    "API keys and requests of the organizations below this headquarters. Each organization decides in its own Settings, under Organization, whether you see them.",
  apiKeysOfOffice: "API keys of the office. Only its own members can change them.",
  seeApiKeys: "see the API keys of child organizations",
  officesWhat: "child organizations",
  noOffices: "No child organizations",
  noOrganizationIsBelow:
    "This organization is not a headquarters, or no organization is below it. Platform administrators manage the hierarchy.",
  office: "Organization",
  apiKeys: "API keys",
  needAttention: "Need attention",
  expiring: "Expiring",
  paused: "Paused",
  stoppedWebhooks: "Stopped webhooks",
  requests24H: "Requests (24 h)",
  errors: "Errors",
  lastUsed: "Last used",
  apiKeysNotVisible: "API keys not visible",
});
