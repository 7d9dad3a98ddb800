import type { ReactNode } from "react";
import { catalog, rich, type Wrap } from "../client/catalog.ts";

export const keyActions = catalog({
  rotateKey: "Rotate key",
  resumeKey: "Resume key",
  pauseKey: "Pause key",
  duplicateKey: "Duplicate key",
  revokeKey: "Revoke key",
});

export const keyBanner = catalog({
  chooseAttorney: "Choose attorney",
  reasonGiven: (revokeReason: ReactNode) => rich` Reason given: “${revokeReason}”`,
});

export const keyScreen = catalog({
  overview: "Overview",
  edit: "Edit",
  usage: "Usage",
  requestLogs: "Request logs",
  events: "Events",
  webhooks: "Webhooks",
  auditLog: "Audit log",
  apiKeys: "API keys",
  apiKey: "API key",
  manageApiKeys: "manage API keys",
  checkUrl: "Check the URL, or look in your other organizations.",
  apiKeySections: "API key sections",
});

export const pause = catalog({
  wasResumed: (name: string) => `${name} was resumed.`,
  wasPaused: (name: string, button: Wrap) => rich`${name} was paused. Requests with it fail. ${button("Undo")}`,
});

export const keyStatus = catalog({
  thisKeyExpiresSoon: "This key expires soon",
  connectAgainToExtend: "The connection of an assistant cannot be extended. Connect the assistant again.",
  assistantFailsConnect: "Requests of the assistant fail. Connect the assistant again.",
  rotateKeyToExtend: "Rotate the key to extend it. Its scopes and settings stay the same.",
  thisKeyNeedsActing: "This key needs an acting attorney",
  requestsThatNeedActing: (actingAttorney: string) =>
    `Requests that need an acting attorney fail: ${actingAttorney}. Other requests still work.`,
  thisKeyIsPaused: "This key is paused",
  requestsWithThisKey: "Requests with this key fail until you resume it. You can still edit its settings.",
  thisKeyHasExpired: "This key has expired",
  requestsWithThisKeyFailRotate:
    "Requests with this key fail. Rotate it with a new expiry to use it again with the same settings.",
  thisKeyIsRevoked: "This key is revoked",
  requestsWithThisKeyFail:
    "Requests with this key fail and it cannot be changed. Its usage, requests and history are kept.",
  noneIsSet: "none is set",
  isDeactivated: (firstName: string, lastName: string) => `${firstName} ${lastName} is deactivated`,
});

export const attorneyDialog = catalog({
  hasNewActingAttorney: (keyName: string) => `${keyName} has a new acting attorney.`,
  chooseActingAttorney: "Choose acting attorney",
  fromNextRequest: (keyName: string) =>
    `From the next request, changes made by ${keyName} are attributed to this attorney.`,
  cancel: "Cancel",
  saveChanges: "Save changes",
});

export const attorneySelect = catalog({
  thisOrganizationHasNo:
    "This organization has no active attorney. A member with the permission to manage members can assign the role.",
  actingAttorney: "Acting attorney",
  loading: "Loading…",
  chooseAttorney: "Choose an attorney",
  none: "None",
  deactivated: (name: string) => `${name} (deactivated)`,
  tryAgain: "Try again",
});
