import { catalog } from "../../client/catalog.ts";

export const credentialsScreen = catalog({
  apiKeys: "API keys",
  apiKeysDescription:
    "API keys give an integration access to your firm’s records. Each key has its own scopes and expiry.",
  findKey: "Find a key",
  createKey: "Create key",
  manageApiKeys: "manage API keys",
  selectAllShown: "Select all shown",
  noApiKeysYet: "No API keys yet",
  readApiReference: "Read the API reference",
  apiKeyConnectsIntegration:
    "An API key connects an integration, such as an intake form, an accounting system or a records vendor. You choose its scopes, acting attorney and expiry.",
  noMatchingKeys: "No matching keys",
  clearFilters: "Clear filters",
  searchMatchesKeyNames: "Search matches key names and the start of prefixes.",
  nouns: ["key", "keys"],
  matchingNouns: ["matching key", "matching keys"],
  pageTitle: "API credentials",
});

export const keyFilters = catalog({
  sorts: { newest: "Newest first", name: "By name", expires: "Expiring first" },
  searchByName: "Search by name or prefix",
  nameOrPrefix: "Name or prefix",
  status: "Status",
  allStatuses: "All statuses",
  scope: "Scope",
  allScopes: "All scopes",
  order: "Order",
  clearFilters: "Clear filters",
  tag: "Tag",
  allTags: "All tags",
  owner: "Owner",
  allOwners: "All owners",
});

export const keyTable = catalog({
  apiKeys: "API keys",
  selection: "Selection",
  name: "Name",
  status: "Status",
  prefix: "Prefix",
  keyId: "Key ID",
  scopes: "Scopes",
  actingAttorney: "Acting attorney",
  none: "None",
  owner: "Owner",
  tags: "Tags",
  expires: "Expires",
  lastUsed: "Last used",
  createdBy: "Created by",
  select: (name: string) => `Select ${name}`,
});

export const tags = catalog({ tags: "Tags" });
