import type { ReactNode } from "react";
import { catalog, rich, type Wrap } from "../../client/catalog.ts";
import { plural } from "../../ui/plural.ts";

interface DecisionParts {
  status: string;
  scope: ReactNode;
  keyName: string;
  time: ReactNode;
  /** ` by …`, or nothing. */
  by: ReactNode;
  /** `: …`, or nothing. */
  note: ReactNode;
}

/** "scope", "both", "3 scopes": what a decision is on. */
export function countedScopes(count: number): string {
  if (count === 1) return "scope";
  return count === 2 ? "both" : `${count} scopes`;
}

export const decisionDialog = catalog({
  grant: "Grant",
  deny: "Deny",
  description: (keyName: string, organizationName: string) => `For “${keyName}” of ${organizationName}.`,
  grantScope: (what: string) => `Grant ${what}`,
  denyScope: (what: string) => `Deny ${what}`,
  keysExpiry: "Key’s expiry",
  notGranted: "Not granted",
  notDenied: "Not denied",
  template: "Template",
  templateHint: "Fills the note below, which you can edit.",
  none: "None",
  note: "Note",
  reason: "Reason",
  visibleToAndMembers: (name: string) =>
    `Visible to ${name} and members who manage the firm’s API keys, in the portal and by email.`,
  keyExpires: (keyExpiresAt: string) => ` The key expires ${keyExpiresAt}.`,
  decided: (scope: string, decision: string, keyName: string, ends: string) =>
    `${scope} ${scope.includes(" and ") ? "were" : "was"} ${decision === "grant" ? "granted to" : "denied for"} “${keyName}”.${ends}`,
  enterReasonForFirm: "Enter a reason for the firm.",
  chooseDate: "Choose a date.",
  chooseDateInFuture: "Choose a date in the future.",
  elevatedScopesLast: "Elevated scopes last at most one year.",
  appliesFromKeysNext: (description: string) => `${description} Applies from the key’s next request.`,
  latestKeyExpiry: "Latest key expiry",
  latest: "Latest",
  newExpiryInsteadOf: (strong: Wrap, keyExpiresAt: string) =>
    rich`${strong("The key’s expiry is shortened.")} New expiry instead of ${keyExpiresAt}.`,
  itExpiresEarlier: (strong: Wrap, keyExpiresAt: string) =>
    rich`${strong("The key’s expiry does not change.")} It expires earlier: ${keyExpiresAt}.`,
});

export const requestFacts = catalog({
  factsAboutThisRequest: "the details of this request",
  loadingFacts: "Loading details",
  purpose: "Purpose",
  requester: "Requested by",
  requesterAs: (name: string, role: string) => `${name}, ${role}`,
  networks: "Allowed networks",
  anyNetwork: "Any network",
  hosts: "Webhook hosts",
  noHost: "None",
  vendor: "Bound to vendor",
  sinceLastGrant: "Since the last grant",
  keyCanAlready: "Current access",
  nothing: "None. The key has no scopes.",
  actsFor: "Acts for",
  useOfItsScopes: "Use of its scopes",
  lastRequest: (time: ReactNode) => rich`Last request: ${time}`,
  usedInLastDays: (unusedScopeDays: number) => `Used in the last ${unusedScopeDays} days`,
  notUsed: "Not used",
  firmsLastDecisions: "Recent decisions for this firm",
  none: "None",
  noneScopeCannotBeGrantedBeforeFirm: "None: the scope cannot be granted until the firm chooses an attorney.",
  noAttorney: "No attorney",
  scopeCannotBeGranted: ": the scope cannot be granted",
  notActiveAttorney: (part: ReactNode) => rich`not an active attorney${part}`,
  by: (name: string) => ` by ${name}`,
  notUsedSince: "Not used since.",
  lastUsed: (time: ReactNode) => rich`Last used ${time}.`,
  granted: (time: ReactNode, part: ReactNode, strong: ReactNode, requests: number) =>
    rich`Granted ${time}${part}. ${strong} The key sent ${plural(requests, "# request", "# requests")}.`,
  decision: ({ status, scope, keyName, time, by, note }: DecisionParts) =>
    rich`${status} ${scope} for ${keyName}, ${time}${by}${note}`,
});

export const requestQueue = catalog({
  none: "None",
  noRequests: "No requests with this status.",
  noPendingRequests: "No pending requests",
  requestsForElevatedScopes:
    "Requests for elevated scopes appear here until they are decided or expire after 14 days. We notify you by email.",
  loadingRequests: "Loading requests",
  nouns: ["request", "requests"],
});

export const scopeRequestCard = catalog({
  forOf: (scope: string, keyName: string, organizationName: string) => `${scope} for ${keyName} of ${organizationName}`,
  heading: (keyName: string) => `API key ${keyName}`,
  include: (scope: string) => `Decide on ${scope}`,
  renewal: "Renewal",
  changesAreAttributed: " Changes are attributed to the key’s acting attorney.",
  about: (scope: string, keyName: string) => `${scope} for ${keyName}`,
  grantScope: (what: string, about: ReactNode) => rich`Grant ${what}…${about}`,
  denyScope: (what: string, about: ReactNode) => rich`Deny ${what}…${about}`,
  yourRequest: "Your request",
  anotherPlatformAdministratorMust: "Another platform administrator must decide.",
  requested: "Requested",
  requestExpires: "Request expires",
  keyExpires: "Key expires",
  prefix: "Prefix",
  currentScopes: "Current scopes",
  note: "Note",
  latestExpiry: "Latest expiry",
  by: (name: string) => `by ${name}, `,
  none: "None",
  scopes: (count: number) => plural(count, "# scope", "# scopes"),
  elevated: (elevated: string) => `, elevated: ${elevated}`,
});

export const scopeRequestsScreen = catalog({
  elevatedScopes: "Elevated scopes",
  description:
    "Platform administrators grant scopes for medical records, identifiers and trust money, for at most one year. No one can approve their own request.",
  requestsForElevatedScopes: "Requests for elevated scopes",
  pending: (pendingScopeRequests: string) => `Pending${pendingScopeRequests}`,
  decided: "Decided",
  templates: "Templates",
  status: "Status",
});

export const templateDialogs = catalog({
  templateSaved: (name: string) => `Template “${name}” saved.`,
  enterName: "Enter a name.",
  enterText: "Enter a text.",
  createTemplate: "Create template",
  editTemplate: "Edit template",
  saveTemplate: "Save template",
  notSaved: "Not saved",
  name: "Name",
  text: "Text",
  textHint: (decisionPlaceholders: string) => `Filled in from the request: ${decisionPlaceholders}.`,
  templateDeleted: (name: string) => `Template “${name}” deleted.`,
  deleteTemplate: "Delete template?",
  deleteTemplateDescription: (name: string) => `“${name}” is deleted. Decisions that used it keep their notes.`,
  deleteTemplateConfirm: "Delete template",
});

export const templateList = catalog({
  createTemplate: "Create template",
  templates: "templates",
  loadingTemplates: "Loading templates",
  noTemplatesYet: "No templates yet",
  templateFillsNote: "A template fills the note of a decision.",
  editTemplate: (name: ReactNode) => rich`Edit template${name}`,
  deleteTemplate: (name: ReactNode) => rich`Delete template${name}`,
});
