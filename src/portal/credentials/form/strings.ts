import { sensitiveRecords } from "../../../contract/mcp.ts";
import type { ReactNode } from "react";
import { catalog, rich } from "../../client/catalog.ts";
import { plural } from "../../ui/plural.ts";

export const expiryField = catalog({
  expires: "Expires",
  notWithElevated: "Not available with an elevated scope",
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
  nameHint: "Vendor and purpose, such as “Acme Analytics, nightly sync”.",
  description: "Description",
  descriptionHint: "What the integration does.",
  addOwnerAndTags: "Add owner and tags",
  scopes: "Scopes",
  scopesDescription: "Scopes are granted one by one. Write access does not include read access.",
  chooseOneByOne: "Choose scopes one by one",
  changeScopes: "Change scopes",
  areElevated: (count: number, scopes: ReactNode) =>
    rich`${scopes} ${plural(count, "is elevated", "are elevated")}. The key works immediately with its standard scopes. Platform administrators grant or deny each elevated scope. Requests expire after 14 days.`,
  reason: "Reason for the elevated scopes",
  reasonHint: "One or two sentences. Do not include client names.",
  actingAttorney: "Acting attorney",
  attorneyDescription: "If the attorney is deactivated, requests with these scopes fail with 409.",
  attorneyOptional:
    "Optional: only reports over child organizations need one. If set, changes are attributed to this attorney.",
  attribution: (scopes: ReactNode) => rich`Changes made with ${scopes} are attributed to this attorney.`,
  vendor: "Vendor",
  vendorDescription:
    "Bind the key to a vendor to limit it to that vendor’s retrieval requests and queue, and to uploading documents. It can then have only the scopes medical:read, medical:write and documents:write.",
  assistants: "Assistants",
  letAssistants: `Let assistants use ${sensitiveRecords}`,
  letAssistantsHint:
    "Applies to AI assistants that connect with this key at /mcp. Without it, they use only the key’s other scopes.",
  reports: "Reports",
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
  expiryDescription: "Keys must expire. We email reminders 30, 14, 7 and 1 days before. Rotate the key to extend it.",
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
