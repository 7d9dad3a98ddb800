import type { ReactNode } from "react";
import { catalog, rich, type Wrap } from "../client/catalog.ts";
import { plural } from "../ui/plural.ts";

export const createdKeys = catalog({
  createdBy: (name: string) => `created by ${name}`,
  andMore: "And more.",
  title: "Created keys",
  description: "Keys that this key created, directly or through other keys.",
  rotatedKeys: "Rotated keys",
  rotatedKeysDescription: "Other keys that this key, or a key it created, rotated, so it received their secrets.",
});

export const deniedScopes = catalog({
  denied: "Denied",
  deniedDescription: "The key works without these scopes. You can request them again under Edit.",
  platformAdministrator: "A platform administrator",
});

export const eventsTab = catalog({
  noEventsYet: "No events yet",
  changesMade:
    "Changes made with this key are listed here, with the record and the request. Reads do not create events.",
  filterTheseEvents: "Filter these events",
  eventsFromThisKey: "Events from this key, newest first",
  nouns: ["event", "events"],
});

export const historyTab = catalog({
  noHistoryYet: "No history yet",
  changesToThisKey: "Changes to this key are listed here.",
  history: "the history",
  historyOfThisKey: "History of this key, newest first",
  fromAddress: (address: string) => ` from ${address}`,
  from: "from ",
  to: "to ",
  nouns: ["entry", "entries"],
});

export const overviewTab = catalog({
  scopes: "Scopes",
  scopesDescription: (count: string) => `${count}. All other access is denied.`,
  editScopes: "Edit scopes",
  noScopes: "None. The key can only read its own identity.",
  from: (lastUsedRoute: string, lastUsedAddress: string | null) =>
    `${lastUsedRoute} from ${lastUsedAddress ?? "unknown IP address"}`,
  revoked: "Revoked",
  details: "Details",
  description: "Description",
  owner: "Owner",
  tags: "Tags",
  actingAttorney: "Acting attorney",
  expires: "Expires",
  lastUsed: "Last used",
  created: "Created",
  none: "None",
  notActive: "Not active",
  by: (name: string) => ` by ${name}`,
  restrictions: "Restrictions",
  allowedNetworks: "Allowed networks",
  anyIpAddress: "Any IP address",
  webhookHosts: "Webhook hosts",
  noScopesWithout: "None",
  reports: "Reports",
  includeChildOrganizations: "Include child organizations",
  thisOrganizationOnly: "This organization only",
  assistants: "Assistants",
  retrievalRequests: "Retrieval requests",
  allVendors: "All vendors",
  onlyOf: (name: string) => `Only of ${name}`,
});

export const unconfirmedScopes = catalog({
  title: "Turned off",
  description: "These scopes were added to Caseport after the key got them. They take effect when you turn them on.",
  turnOn: (count: number) => (count === 1 ? "Turn on" : "Turn all on"),
  turnedOn: (scopes: string) => `The key has ${scopes}.`,
});

export const pendingScopes = catalog({
  waitingForPlatformAdministrator: "Waiting for a platform administrator",
  waitingForPlatformDescription: "The key works without this scope until it is granted. Requests expire after 14 days.",
  renewal: "Renewal: the key keeps the scope.",
  requestedBy: (name: string, time: ReactNode, expiry: ReactNode) =>
    rich`Requested by ${name} ${time}, expires ${expiry}`,
  withdrawRequest: (hidden: Wrap, scope: string) => rich`Withdraw request${hidden(` for ${scope}`)}`,
  requestForWithdrawn: (scope: string) => `Request for ${scope} withdrawn.`,
  withdrawRequestFor: (scope: string) => `Withdraw the request for ${scope}?`,
  description: "Platform administrators will no longer see it. You can request the scope again under Edit.",
  withdrawRequestConfirm: "Withdraw request",
});

export const renewScopes = catalog({
  requestRenewal: "Request renewal",
  renewalRequested: "Renewal requested.",
  explainInSentenceWhy: "Explain in a sentence why the scope is still needed.",
  requestRenewalDescription: (scopes: string) =>
    `A platform administrator decides on ${scopes}. The key keeps its scopes meanwhile. After a grant you can rotate the key with a later expiry.`,
  notRequested: "Not requested",
  purpose: "Purpose",
  purposeHint: "Why the scope is still needed. The administrator also sees how it was used since the last grant.",
});

export const revokeDialog = catalog({
  wasRevoked: (keyName: string) => `${keyName} was revoked.`,
  revokeKey: "Revoke key?",
  revokeKeyDescription: "Requests with it fail immediately. This cannot be undone. To stop it temporarily, pause it.",
  revokeKeyConfirm: "Revoke key",
  enterKeysName: "Enter the key’s name to confirm",
  enterKeysNameError: "The name does not match",
  alsoRevokeKeys: "Also revoke keys it created, and secrets it received by rotating other keys",
  listOfTheseKeys: "The list of these keys could not be loaded.",
  alsoOfKeys: "This includes keys that those keys created or rotated.",
  theseKeysStayActive: "These keys stay active. Rotate one to give its integration a new secret:",
  reason: "Reason",
  reasonHint: "Shown in the key’s history and the audit log.",
});

export const rotateDialog = catalog({
  rotateKey: "Rotate key",
  getsNewSecret: (name: string) =>
    `${name} gets a new secret, shown once. Its scopes, limits and history do not change.`,
  keyWasNotRotated: "The key was not rotated",
});

export const rotationFields = catalog({
  expiresImmediately: "Expires immediately",
  ifSecretMay: "If the secret may have leaked.",
  toReplaceSecretRight: "To replace the secret right away.",
  bothSecretsWork: "Both secrets work for one day.",
  toCoverWeekend: "To cover a weekend.",
  forVendorThatNeeds: "For a vendor that needs time.",
  chooseExpiry: "Choose an expiry",
  previousSecretNoLonger: "The previous secret no longer works.",
  previousSecret: (prefix: string, expiresAt: string) => `The previous secret, ${prefix}…, works until ${expiresAt}.`,
  overlap: "Overlap: the current secret keeps working for",
  keyHasAtMost: "A key has at most two secrets. The older of the current two stops working immediately.",
  alsoExtendExpiry: "Also extend expiry",
  expiresNow: (expiresAt: string) => `Expires ${expiresAt} now.`,
  validFor: "Valid for",
  hours: (count: number) => plural(count, "# hour", "# hours"),
  days: (count: number) => plural(count, "# day", "# days"),
});

export const secretOnce = catalog({
  secretOf: (keyName: ReactNode) =>
    rich`Secret of ${keyName}. It is shown only once. Caseport stores a digest of it and cannot show it again.`,
  storeItInPassword: "Store it in a password manager or secret store. If you lose it, rotate the key.",
  secret: "Secret",
  lineForEnv: "Line for .env",
});

export const secretsSection = catalog({
  title: "Secrets",
  description: "Secrets are shown once, at creation. Only a digest and a prefix are stored.",
  created: (time: ReactNode) => rich`created ${time}`,
  rotated: (time: ReactNode) => rich`rotated, expires ${time}`,
  endNow: (span: ReactNode) => rich`End now${span}`,
  none: "None. Requests with this key fail.",
  noRecordedUse: "no recorded use",
  lastUsed: (time: ReactNode) => rich`last used ${time}`,
  oldSecretNoLonger: "The old secret no longer works.",
  endOldSecretNow: "End the old secret now?",
  requestsWithFailImmediately: (code: ReactNode) =>
    rich`Requests with ${code} fail immediately. This cannot be undone. The newer secret keeps working.`,
  endSecret: "End secret",
});

export const testCall = catalog({
  testRequest: "Test request",
  language: "Language",
  tryItWith: (language: string) => `Try it with ${language}`,
  waitingForFirstRequest: "Waiting for the first request with this secret.",
  receivedFrom: (time: ReactNode, address: string) => rich`received ${time} from ${address}`,
  sendTestRequest: "Send test request",
});
