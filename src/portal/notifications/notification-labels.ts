import { describeExportFailure } from "../../contract/reports/export-failures.ts";
import type { Notice } from "../../areas/notifications/schema.ts";

/** What a notice says: a sentence in which names stand out, what follows from it, and where one goes from there. */
export interface NoticeLabels {
  /** Parts of a sentence; a name or a scope is an object. */
  sentence: readonly (string | { name: string } | { scope: string })[];
  detail: string | null;
  /** A link to the key, or to the list where it is about several; `query` leads to a part of that screen, `place` to another one. */
  action: { label: string; query: string; place?: string };
  tone: "info" | "success" | "warning";
}

const overview = { label: "Open the key", query: "" };

type ParametersOf = { [Each in Notice as Each["kind"]]: Each["parameters"] };
type Kind = keyof ParametersOf;
type NoticeOf<Of extends Kind> = { [Each in Of]: { kind: Each; parameters: ParametersOf[Each] } }[Of];
type Describe = { [Of in Kind]: (parameters: ParametersOf[Of], formatDate: (instant: string) => string) => NoticeLabels };

const words: Describe = {
  "scope_request.created": ({ keyName, scopes, requestedBy }) => ({
    sentence: [{ name: requestedBy }, " requested ", ...listScopes(scopes), " for ", { name: keyName }, "."],
    detail: "A platform administrator decides; the key works meanwhile with the scopes that it has.",
    action: overview,
    tone: "info",
  }),
  "scope_request.granted": ({ keyName, scope, decidedBy, note, expiresAt }, formatDate) => ({
    sentence: [{ name: decidedBy }, " granted ", { scope }, " to ", { name: keyName }, ". The key ends on ", formatDate(expiresAt), "."],
    detail: note,
    action: overview,
    tone: "success",
  }),
  "scope_request.denied": ({ keyName, scope, decidedBy, note }) => ({
    sentence: [{ name: decidedBy }, " denied ", { scope }, " for ", { name: keyName }, "."],
    detail: note,
    action: overview,
    tone: "warning",
  }),
  "scope_request.lapsed": ({ keyName, scope }) => ({
    sentence: ["The request of ", { scope }, " for ", { name: keyName }, " lapsed."],
    detail: "Nobody decided on it within 14 days. If it is still wanted, request it again.",
    action: { label: "Request it again", query: "?tab=edit#scopes" },
    tone: "warning",
  }),
  "integration_key.expiring": ({ keyName, expiresAt }, formatDate) => ({
    // Not in how many days: a notice is read later than it is written.
    sentence: [{ name: keyName }, " ends on ", formatDate(expiresAt), "."],
    detail: "Rotate it with a new expiry, or what uses it stops on that day.",
    action: overview,
    tone: "warning",
  }),
  "integration_key.misconfigured": ({ attorneyName, keyCount, keys: [first, ...others] }) =>
    first === undefined || keyCount > 1
      ? {
          sentence: [`${keyCount} keys need attention: `, { name: attorneyName }, " can act for them no more."],
          detail: describeSeveral(keyCount, first === undefined ? others : [first, ...others]),
          action: { label: "Show these keys", query: "?status=needs_attention" },
          tone: "warning",
        }
      : {
          sentence: [{ name: first.keyName }, " needs attention: ", { name: attorneyName }, " can act for it no more."],
          detail: `Until another acting attorney is chosen, it is refused what needs ${first.stoppedScopes.join(", ")}.`,
          action: { label: "Choose an attorney", query: "?choose=attorney" },
          tone: "warning",
        },
  "webhook_subscription.paused": ({ subscriptionId, subscriptionName, keyName, failingSince }, formatDate) => ({
    sentence: ["The webhook ", { name: subscriptionName }, " of ", { name: keyName }, " was paused: every delivery failed", failingSince === null ? "." : ` since ${formatDate(failingSince)}.`],
    detail: "Repair the receiver, enable the webhook, and have what it missed delivered again.",
    action: openSubscription(subscriptionId),
    tone: "warning",
  }),
  "webhook_subscription.disabled": ({ subscriptionId, subscriptionName, keyName }) => ({
    sentence: ["The webhook ", { name: subscriptionName }, " of ", { name: keyName }, " was disabled: its receiver answered 410."],
    detail: "That says that nothing should be sent there any more. If it was a mistake, enable it and have what it missed delivered again.",
    action: openSubscription(subscriptionId),
    tone: "warning",
  }),
  "export.completed": ({ fileName, scheduleName }) => ({
    sentence: ["The file ", { name: fileName }, ...formatOrigin(scheduleName), " is ready."],
    detail: "It is kept for seven days.",
    action: openExports("Fetch it"),
    tone: "success",
  }),
  "export.failed": ({ fileName, scheduleName, failure }) => ({
    sentence: ["The file ", { name: fileName }, ...formatOrigin(scheduleName), " could not be made."],
    detail: describeExportFailure(failure),
    action: openExports("Open the exports"),
    tone: "warning",
  }),
  "report_schedule.paused": ({ scheduleName, reportId, ownerName, reason }) => ({
    sentence: ["The scheduled report ", { name: scheduleName }, " was paused."],
    detail: pauseReasons[reason](ownerName),
    action: reason === "report_gone" ? { label: "Open the reports", query: "", place: "/reports" } : { label: "Open the report", query: "", place: `/reports/${reportId}` },
    tone: "warning",
  }),
};

const pauseReasons: Record<ParametersOf["report_schedule.paused"]["reason"], (ownerName: string) => string> = {
  not_allowed: (ownerName) => `It runs in the name of ${ownerName}, who may not export this report any more. Somebody who may can schedule the report anew.`,
  report_gone: (ownerName) => `Its report is gone, or ${ownerName}, in whose name it runs, does not see it any more.`,
  report_changed: () => "The report, or a field that it uses, was changed, and the schedule does not fit it any more. Change the schedule, then resume it.",
};

function openExports(label: string): NoticeLabels["action"] {
  return { label, query: "", place: "/exports" };
}

function formatOrigin(scheduleName: string | null): NoticeLabels["sentence"] {
  return scheduleName === null ? [] : [" of the scheduled report ", { name: scheduleName }];
}

function openSubscription(subscriptionId: string): NoticeLabels["action"] {
  return { label: "Open the webhook", query: "", place: `/webhooks/${subscriptionId}` };
}

function listScopes(scopes: readonly string[]): NoticeLabels["sentence"] {
  return scopes.flatMap((scope, place) => (place === 0 ? [{ scope }] : [", ", { scope }]));
}

function describeSeveral(keyCount: number, keys: ParametersOf["integration_key.misconfigured"]["keys"]): string {
  const named = keys.map(({ keyName, stoppedScopes }) => `${keyName} (${stoppedScopes.join(", ")})`).join("; ");
  const more = keyCount > keys.length ? `; and ${keyCount - keys.length} more` : "";
  return `Until another acting attorney is chosen, they are refused what needs these scopes: ${named}${more}.`;
}

/**
 * The words of a notice.
 * @param formatDate how an instant is told as a date: by the reader's zone
 */
export function describeNotice<Of extends Kind>({ kind, parameters }: NoticeOf<Of>, formatDate: (instant: string) => string): NoticeLabels {
  return words[kind](parameters, formatDate);
}
