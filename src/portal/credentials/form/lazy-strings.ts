import { catalog, rich, type Wrap } from "../../client/catalog.ts";

export const changeSummary = catalog({
  widensThisKey: "Widens this key:",
  unsavedChanges: "Unsaved changes:",
  andMore: (count: number) => `and ${count} more`,
});

export const chipsField = catalog({
  pressEnterToAdd: "Press Enter to add.",
  another: (noun: string) => `Another ${noun}`,
  selected: (noun: string) => `Selected ${noun}s`,
  remove: (entry: string) => `Remove ${entry}`,
});

export const editTab = catalog({
  revokedKeyCannot: "A revoked key cannot be changed",
  itsSettingsAreKept: "Its settings are kept for reference. Create a new key instead.",
  changesSaved: "Changes saved. They apply from the next request.",
  changesSavedScopeRequestWasSent: "Changes saved. The scope request was sent to the platform administrators.",
  leaveWithoutSaving: "Leave without saving?",
  leaveWithoutSavingDescription: "Your changes on this page will be lost.",
  leavePage: "Leave page",
  nothingWasSaved: "Nothing was saved",
  thisKeyWasChanged: "This key was changed in another session",
  reviewChanges: "Review changes",
  nothingWasSavedYourChangesAreStill:
    "Nothing was saved. Your changes are still here. Review the current key with your changes applied, then save again.",
});

export const hostAndNetwork = catalog({
  enterHostNameOnly: "Enter the host name only, without https://",
  enterHostNameOnlyWithoutPath: "Enter the host name only, without a path",
  enterFullHostName: "Enter a full host name. Wildcards are not supported",
  enterHostNameOnlyWithoutPort: "Enter the host name only, without a port",
  enterHostName: "Enter a host name, not an IP address",
  enterHost: "Enter a host that is reachable from the Internet",
  enterFullHostNameSuchAsHooks: "Enter a full host name, such as hooks.example.com",
  enterValidHostName: "Enter a valid host name, such as hooks.example.com",
  invalidCidrRange: "Invalid CIDR range. Check the address and the prefix length",
  enterCidrRange: "Enter a CIDR range, such as 203.0.113.0/24 or 2001:db8::/32",
});

export const keyChanges = catalog({
  anyIpAddress: "any IP address",
  childOrganizations: "child organizations",
  assistantRecords: "sensitive records for assistants",
  vendor: "vendor",
  actingAttorney: "acting attorney",
  name: "name",
  description: "description",
  owner: "owner",
  tags: "tags",
});

export const keyFormSchema = catalog({
  atMost50: "At most 50",
  enterName: "Enter a name",
  atMost5Tags: "At most 5 tags",
  chooseExpiry: "Choose an expiry",
  enterWhyScope: "Enter why the scope is needed",
  keyBoundToVendor: (closed: string) =>
    `A key bound to a vendor cannot have ${closed}. Clear these scopes, or choose all vendors`,
  chooseActingAttorney: (onBehalf: string) => `Choose an acting attorney. Required by ${onBehalf}`,
  enterWhyElevatedScopes: "Enter why the elevated scopes are needed. Platform administrators decide based on it",
  chooseAtLeastOne: "Choose at least one scope",
  chooseDateInFuture: "Choose a date in the future",
  keysExpireAfter: "Keys expire after at most two years",
});

export const hostPresets = catalog({
  platforms: "Hosts of Zapier and n8n Cloud",
  addZapier: "Add Zapier",
  addN8nCloud: "Add n8n Cloud",
  n8nCloudWorkspace: "n8n Cloud workspace",
  n8nCloudWorkspaceHint: "The first part of its address, or the address itself.",
  enterWorkspace: "Enter the workspace, such as lakeside",
  addHost: "Add host",
});

export const limitsSection = catalog({
  title: "Limits",
  webhookHosts: "Webhook hosts",
  host: "host",
  hooksExampleCom: "hooks.example.com",
  webhookHostsHint: "Leave empty to disallow webhooks.",
  allowedNetworks: "Allowed networks",
  network: "network",
  allowedNetworksHint: "Leave empty to allow any IP address.",
  rangeEndingIn0: "A range ending in /0 allows all IP addresses.",
  requestsFromOtherIp: "Requests from other IP addresses fail with 403, including your own tests from this computer.",
});

export const namesakeWarning = catalog({
  hasThisName: (link: Wrap) =>
    rich`${link("Another key")} has this name. Logs and notices show names; choose one that distinguishes the two.`,
});

export const ownerFields = catalog({
  owner: "Owner",
  ownerHint: "The member to contact about the key.",
  loading: "Loading…",
  none: "None",
  tags: "Tags",
  tagsHint: "Up to 5, separated by commas.",
  former: (name: string, isActive: boolean) => `${name}${isActive ? "" : " (deactivated)"}`,
});

export const vendorSelect = catalog({
  boundVendor: "Bound vendor",
  loading: "Loading…",
  allVendors: "All vendors",
});
