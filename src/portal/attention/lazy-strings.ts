import type { ReactNode } from "react";
import { catalog, rich } from "../client/catalog.ts";

export const attentionPanel = catalog({
  itemsThatNeedAttention: "Items that need attention",
  snoozedForDay: "Snoozed for a day.",
  notSnoozed: (message: string) => `Not snoozed. ${message}`,
  expires: (time: ReactNode) => rich`Expires ${time}. `,
  snoozeItem: (title: string) => `Snooze for a day: ${title}`,
  snooze: "Snooze for a day",
});

export const describedItem = catalog({
  expiresSoon: (name: string) => `“${name}” expires soon`,
  expiryConsequence: "Requests with it then fail. Rotate the key to extend it.",
  viewKey: "View key",
  wasReported: (name: string) => `“${name}” was reported as leaked`,
  member: "A member",
  leakConsequence: (by: string) =>
    `${by} reported its secret. The key is paused: requests with it fail. Rotate it without an overlap, then resume it.`,
  rotateKey: "Rotate key",
  hasNoAttorney: (name: string) => `“${name}” has no acting attorney`,
  itsAttorney: "its attorney",
  attorneyConsequence: (name: string) => `Requests that need an acting attorney fail: ${name} is deactivated.`,
  chooseAttorney: "Choose attorney",
  pausedAfterFailures: (name: string) => `Webhook “${name}” paused after 120 hours of failed deliveries`,
  disabledAsGone: (name: string) => `Webhook “${name}” disabled: its endpoint returned 410`,
  stoppedAtHost: (name: string) => `Webhook “${name}” stopped: its key no longer allows the host`,
  webhookConsequence: "Events are not being delivered. Fix the endpoint, then recover missed events.",
  viewWebhook: "View webhook",
});

export const resumeKey = catalog({ resumeItem: (title: string) => `Resume key: ${title}`, resumeKey: "Resume key" });
