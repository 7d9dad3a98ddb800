import type { ReactNode } from "react";
import { catalog, rich } from "../client/catalog.ts";

export const findKeyScreen = catalog({
  title: "Find a key",
  apiKeys: "API keys",
  description: (canManage: boolean) =>
    `Found a key in a log, repository or email? Paste it to ${canManage ? "identify it, then pause or revoke it" : "report it"}.`,
  continue: "Continue",
  findKey: "Find key",
});

export const foundKey = catalog({
  viewKey: "View key",
  createdBy: "Created by",
  actingAttorney: "Acting attorney",
  secret: "Secret",
  rotatedOut: "Rotated out",
  expiredWithKey: "Expired with the key",
  lastUsed: "Last used",
  thisSecretIsNo: "This secret is no longer valid",
  keyWasRotated: "The key was rotated and the overlap has ended. Its current secret still works.",
  requestsWithItFail: "Requests with it fail.",
  keyIsPaused: "The key is paused",
  requestsWithThisSecret: "Requests with this secret fail until the key is resumed. Rotate it before you resume it.",
  thisSecretIsValid: "This secret is valid",
  ifItWasExposed: "If it was exposed, rotate the key to replace this secret. To block it immediately, pause the key.",
  wasPaused: (name: string) => `${name} was paused. Requests with it fail.`,
  couldNotBePaused: (name: string, message: string) => `${name} could not be paused. ${message}`,
  wasReported: (name: string) => `${name} was reported and is paused. Other members who manage API keys were notified.`,
  couldNotBeReported: (name: string, message: string) => `${name} could not be reported. ${message}`,
  pauseKey: "Pause key",
  reportAsLeaked: "Report as leaked",
  revokeKey: "Revoke key…",
  unknown: "unknown",
  none: "none",
  live: "live",
  attorney: (name: string, isActive: boolean) => `${name}${isActive ? "" : "  (deactivated)"}`,
});

export const findKeyForm = catalog({
  faults: {
    empty: "Paste a key.",
    several: "Paste one key at a time.",
    not_a_key:
      "Not a Caseport key. Keys start with cpk_ (cpk_test_ in a sandbox) and have 62 characters. Nothing was sent.",
    mistyped:
      "The checksum in the key’s last six characters does not match. A part is missing or mistyped. Nothing was sent.",
  },
  key: "Key",
  keyWhat: "the key",
  keyStays: "The key stays in this browser. Only its SHA-256 digest is sent.",
  couldNotFindKey: "Could not find the key",
});

export const reportLeak = catalog({
  reported: "Reported. The key is paused",
  requestsWithItFail: "Requests with it fail. Members who manage API keys were notified.",
  ifKeyWasExposed:
    "If the key was exposed, report it. It is paused immediately, and members who manage API keys are notified with your name. They can resume it.",
  noKey: "No key of this organization has this secret.",
  reportAsLeaked: "Report as leaked",
});

export const unknownKey = catalog({
  noKeyFoundIn: (organizationName: string) => `No key found in ${organizationName}`,
  isWellFormedKey: (code: ReactNode) =>
    rich`${code} is a well-formed key, but it does not belong to this organization.`,
  itMayBelong: "It may belong to another organization. If you are a member there, search there.",
  itMayBelongToAnotherCaseportInstallation: "It may belong to another Caseport installation.",
  ifItIsPublic: "If it is public, contact the person who published it. We cannot identify its owner.",
});
