import { catalog } from "../client/catalog.ts";

export const officeKeys = catalog({
  noApiKeys: "No API keys",
  notVisible: "Not visible",
  officeHasNoApi: "The office has no API key that is not revoked.",
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
    "API keys and requests of the organizations below this headquarters. Administrators of each decide whether you see them, in its own Settings under Organization.",
  apiKeysOfOffice: "API keys of the office, to read. Its own members change them.",
  seeApiKeys: "see the API keys of child organizations",
  officesWhat: "child organizations",
  noOffices: "No child organizations",
  noOrganizationIsBelow:
    "No organization is below this one, or this one is not a headquarters. Platform administrators place organizations.",
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
