import type { ReactNode } from "react";
import { catalog, rich, type Wrap } from "../../client/catalog.ts";
import { plural } from "../../ui/plural.ts";

export const bulkBar = catalog({
  extend: "Extend",
  rotate: "Rotate",
  replaceActingAttorney: "Replace acting attorney",
  revoke: "Revoke",
  selectAtMostKeys: (most: number) => `Select at most ${most} keys`,
  revoked: (count: string) => `${count} revoked, excluded`,
  selectedKeys: "Selected keys",
  selected: (count: string) => `${count} selected`,
  selectTwoKeys: "Select two keys to compare them",
  compare: "Compare",
  clear: (hidden: Wrap) => rich`Clear${hidden(" selection")}`,
});

export const bulkDialog = catalog({
  extend: "Extend",
  rotate: "Rotate",
  description: (isExtending: boolean) =>
    `${isExtending ? "A key gets a new expiry together with a new secret. " : ""}Each key gets a new secret, shown once. Scopes, limits and history do not change.`,
  fromTo: (from: string, to: string) => `${from} → ${to}`,
  actsFor: (attorney: string) => `Acts for ${attorney}.`,
  replaceActingAttorneyOf: (count: string) => `Replace acting attorney of ${count}`,
  attorneyDescription: "From the next request, changes made by these keys are attributed to this attorney.",
  replaceActingAttorney: "Replace acting attorney",
  noActingAttorney: "no acting attorney",
  deactivated: ", deactivated",
});

export const bulkResults = catalog({
  tryAgainFor: (failed: string) => `Try again for ${failed}`,
  newSecretsAreShown: (summary: ReactNode) =>
    rich`${summary} New secrets are shown only once. Caseport stores digests of them and cannot show them again.`,
  storeThemInPassword: "Store them in a password manager or secret store. If you lose one, rotate its key.",
  changingKeys: "Changing keys",
  result: "Result",
  done: "Done",
  progressOf: (done: number, keys: string, verb: string) => `${done} of ${keys} ${verb}`,
  failed: (failed: number) => `, ${failed} failed`,
  progress: "Progress",
  results: "Results",
  downloadAllAsEnv: "Download all as .env",
  allSecrets: "All secrets",
  succeeded: "Succeeded",
  failedLabel: "Failed",
  verbs: { extend: "extended", rotate: "rotated", reassign: "changed", revoke: "revoked" },
});

export const bulkRevoke = catalog({
  revoke: (count: string) => `revoke ${count}`,
  revokeTitle: (count: string) => `Revoke ${count}?`,
  description: "Requests with them fail immediately. This cannot be undone. To stop a key temporarily, pause it.",
  revokeAction: (count: string) => `Revoke ${count}`,
  ends: "Ends",
  alsoRevokeKeys: "Also revoke keys they created, and secrets they received by rotating other keys",
  listOfTheseKeys: "The list of these keys could not be loaded.",
  alsoOfKeys: "This includes keys that those keys created or rotated.",
  enterThisText: "Enter this text to confirm",
  enterThisTextError: "The text does not match",
  revokedWith: (creator: string) => `Revoked with ${creator}, which created it.`,
  revoked: "Revoked.",
  ended: "Ended",
  revokedAnd: (part: string) => `Revoked. ${part}`,
  also: (revoke: string, created: string) => `Also ${revoke} ${created}.`,
  secretsOf: (end: string, rotated: string) => `${end} secrets of ${rotated}.`,
  revokes: "revokes",
  alsoRevoked: "revoked",
});

export const compareDialog = catalog({
  compareKeys: "Compare keys",
  close: "Close",
  differences: "Differences",
  settingsOfTheseKeys: "The settings of these keys are the same.",
  propertiesAreSame: (count: number) => `${count} properties are the same`,
  same: "The same",
  unknown: "Unknown",
  none: "None",
  property: "Property",
});

export const compareRows = catalog({
  status: "Status",
  pendingScopes: "Pending scopes",
  none: "None",
  expires: "Expires",
  actingAttorney: "Acting attorney",
  owner: "Owner",
  tags: "Tags",
  webhookHosts: "Webhook hosts",
  allowedNetworks: "Allowed networks",
  anyIpAddress: "Any IP address",
  reports: "Reports",
  includeChildOrganizations: "Include child organizations",
  thisOrganizationOnly: "This organization only",
  assistants: "Assistants",
  boundVendor: "Bound vendor",
  allVendors: "All vendors",
  read: "Read",
  write: "Write",
  requestsInLast30: "Requests in the last 30 days",
});

export const runEach = catalog({
  notConfirmedWithSecond: "Not confirmed with the second factor. Nothing was changed.",
  changedInAnotherSession: "Changed in another session. Try again to change the key as it is now.",
  keys: (count: number) => plural(count, "# key", "# keys"),
});

export const scrollingKeys = catalog({ keys: "Keys" });
