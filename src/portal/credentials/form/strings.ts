import type { ReactNode } from "react";
import { catalog, rich } from "../../client/catalog.ts";
import { plural } from "../../ui/plural.ts";

export const expiryField = catalog({
  expires: "Expires",
  notWithElevated: "Standard scopes only",
  notLater: "Not later than the current expiry",
  customDate: "Custom date",
  expiryDate: "Expiry date",
  inYourTimeZone: (time: ReactNode) => rich`(your time zone), ${time}`,
});

export const expiry = catalog({
  presets: { "30d": "30 days", "90d": "90 days", "180d": "180 days", "1y": "1 year", "2y": "2 years" },
  elevatedCeiling: "Keys with an elevated scope expire after at most one year",
  at: (day: string, time: string) => `${day} at ${time}`,
});

export const keyForm = catalog({ copyOf: (name: string) => `${name}, copy` });

export const keySections = catalog({
  integration: "Integration",
  name: "Name",
  nameHint: "Such as “Acme Analytics, nightly sync”.",
  description: "Description",
  addOwnerAndTags: "Add owner and tags",
  scopes: "Scopes",
  scopesDescription: "Scopes are granted one by one. Write access does not include read access.",
  areElevated: (count: number, scopes: ReactNode) =>
    rich`${scopes} ${plural(count, "is elevated", "are elevated")}: platform administrators decide within 14 days. Until then, the key works with its other scopes.`,
  reason: "Reason for the elevated scopes",
  reasonHint: "One or two sentences. Do not include client names.",
  actingAttorney: "Acting attorney",
  conditions: "Settings for these scopes",
  attorneyOptional:
    "Optional: only reports over child organizations need one. If set, changes are attributed to this attorney.",
  attribution: (scopes: ReactNode) => rich`Changes made with ${scopes} are attributed to this attorney.`,
  vendorDescription:
    "Limits the key to this vendor’s retrieval requests. It can then have only medical:read, medical:write and documents:write.",
  letAssistants: "Let assistants use sensitive records",
  letAssistantsHint: "Assistants connect with this key at /mcp.",
  includeChildren: "Include child organizations in reports",
  includeChildrenHint: "Report runs include child organizations. Requires an acting attorney with access to them.",
});

export const newKey = catalog({
  pageTitle: "Create API key",
  apiKeys: "API keys",
  description: "An API key gives an integration access to your firm’s records within its scopes.",
  manageApiKeys: "manage API keys",
  leaveWithoutCreating: "Leave without creating the API key?",
  inputWillBeLost: "Your input on this page will be lost.",
  leavePage: "Leave page",
  expiry: "Expiry",
  expiryDescription: "Keys must expire. We email reminders before they do.",
  validFor: "Valid for",
});

export const reviewPanel = catalog({
  review: "Review",
  summary: "Summary",
  keyWasNotCreated: "The key was not created",
  stillNeeded: "Still needed:",
  scopes: "Scopes",
  reason: "Reason for the elevated scopes",
  fieldsNeedAttention: (faults: number) => plural(faults, "# field needs attention.", "# fields need attention."),
  cancel: "Cancel",
  createKey: "Create key",
  assistants: "Assistants",
  name: "Name",
  noNameYet: "No name yet",
  owner: "Owner",
  tags: "Tags",
  can: "This key can",
  cannot: "It cannot",
  actingAttorney: "Acting attorney",
  vendor: "Vendor",
  expires: "Expires",
  noDateYet: "No date yet",
  reports: "Reports",
  includeChildren: "Include child organizations",
  onlyThisOrganization: "This organization only",
  webhooks: "Webhooks",
  notAllowed: "Not allowed",
  onlyTo: (hosts: string) => `Only to ${hosts}`,
  worksFrom: "Works from",
  anyIpAddress: "Any IP address",
  nothingYet: "Nothing yet. Choose a preset or scopes.",
  afterApproval: "After a platform administrator approves, within 14 days:",
});
