import type { DeadlineNews } from "../../contract/closed-sets/deadline-news.ts";
import { formatDateChange, formatDueDate } from "../../contract/values/due-time.ts";
import { describeExportFailure } from "../../contract/reports/export-failures.ts";
import { describePause } from "../../contract/reports/schedule-pauses.ts";
import type { Notice } from "../../areas/notifications/schema.ts";
import { formatTime } from "../ui/format.ts";
import { plural } from "../ui/plural.ts";

export interface NoticeLabels {
  /** Sentence parts; objects are names and scopes. */
  sentence: readonly (string | { name: string } | { scope: string })[];
  detail: string | null;
  /**
   * Links to the key, or to the list if there are several; `query` selects a part of that screen, `place` another
   * screen. null for a record without one.
   */
  action: { label: string; query: string; place?: string } | null;
  tone: "info" | "success" | "warning";
}

/** A calendar day, the same in every time zone: "Dec 3, 2026". */
const writeDay = (on: string) =>
  formatTime(`${on}T00:00:00Z`, { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" });

const overview = { label: "View key", query: "" };
const openReconciliations = { label: "View reconciliations", query: "", place: "/trust/reconciliations" };

const openConversation = (conversationId: string) => ({
  label: "View conversation",
  query: "",
  place: `/messages?conversation=${conversationId}`,
});

const attentionDetails = {
  lead_not_moved: "The lead could not be moved to “referred out”. Move it manually.",
  case_not_moved: "The case could not be moved to “referred out”. Move it manually.",
  documents_failed: "A document could not be copied between the two firms. Share it again.",
} as const;

type ParametersOf = { [Each in Notice as Each["kind"]]: Each["parameters"] };
type Kind = keyof ParametersOf;
type NoticeOf<Of extends Kind> = { [Each in Of]: { kind: Each; parameters: ParametersOf[Each] } }[Of];
type Describe = {
  [Of in Kind]: (parameters: ParametersOf[Of], formatDate: (instant: string) => string) => NoticeLabels;
};

const words: Describe = {
  "scope_request.created": ({ keyName, scopes, requestedBy }) => ({
    sentence: [{ name: requestedBy }, " requested ", ...listScopes(scopes), " for ", { name: keyName }, "."],
    detail: "A platform administrator decides. Until then the key works with its current scopes.",
    action: overview,
    tone: "info",
  }),
  "scope_request.granted": ({ keyName, scope, decidedBy, note, expiresAt }, formatDate) => ({
    sentence: [
      { name: decidedBy },
      " granted ",
      { scope },
      " to ",
      { name: keyName },
      ". Key expires on ",
      formatDate(expiresAt),
      ".",
    ],
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
    sentence: ["The request for ", { scope }, " for ", { name: keyName }, " expired."],
    detail: "No decision was made within 14 days. Request it again if needed.",
    action: { label: "Request again", query: "?tab=edit#scopes" },
    tone: "warning",
  }),
  "integration_key.created": ({ keyName, createdByName, expiresAt }, formatDate) => ({
    sentence: [
      "The key ",
      { name: createdByName },
      " created ",
      { name: keyName },
      ". It expires on ",
      formatDate(expiresAt),
      ".",
    ],
    detail: `If you did not expect this, revoke ${createdByName}: the keys that it created are revoked with it.`,
    action: overview,
    tone: "warning",
  }),
  "integration_key.expiring": ({ keyName, expiresAt, lapsingScopes }, formatDate) => ({
    // A date instead of days left, because the notification is read later.
    sentence: [{ name: keyName }, " expires on ", formatDate(expiresAt), "."],
    detail: `${lapsingScopes.length === 0 ? "" : `Request a renewal of ${lapsingScopes.join(", ")} first. `}Rotate the key to extend it. Requests with it fail after that date.`,
    action: overview,
    tone: "warning",
  }),
  "integration_key.reported": ({ keyName, reportedBy }) => ({
    sentence: [{ name: reportedBy }, " reported the secret of ", { name: keyName }, " as leaked."],
    detail: "The key is paused. Rotate it without an overlap, then resume it.",
    action: { label: "Rotate key", query: "?rotate=now" },
    tone: "warning",
  }),
  "integration_key.misconfigured": ({ attorneyName, keyCount, keys: [first, ...others] }) =>
    first === undefined || keyCount > 1
      ? {
          sentence: [`${keyCount} keys need attention: `, { name: attorneyName }, " can no longer act for them."],
          detail: describeSeveral(keyCount, first === undefined ? others : [first, ...others]),
          action: { label: "View keys", query: "?status=needs_attention" },
          tone: "warning",
        }
      : {
          sentence: [
            { name: first.keyName },
            " needs attention: ",
            { name: attorneyName },
            " can no longer act for it.",
          ],
          detail: `Requests that need ${first.stoppedScopes.join(", ")} fail until you choose another acting attorney.`,
          action: { label: "Choose an attorney", query: "?choose=attorney" },
          tone: "warning",
        },
  "webhook_subscription.paused": ({ subscriptionId, subscriptionName, keyName, failingSince }, formatDate) => ({
    sentence: [
      "The webhook ",
      { name: subscriptionName },
      " of ",
      { name: keyName },
      " was paused: every delivery failed",
      failingSince === null ? "." : ` since ${formatDate(failingSince)}.`,
    ],
    detail: "Fix the endpoint, enable the webhook, then recover missed events.",
    action: openSubscription(subscriptionId),
    tone: "warning",
  }),
  "webhook_subscription.disabled": ({ subscriptionId, subscriptionName, keyName }) => ({
    sentence: [
      "The webhook ",
      { name: subscriptionName },
      " of ",
      { name: keyName },
      " was disabled: its endpoint returned 410.",
    ],
    detail:
      "410 (Gone) means the endpoint was removed. If that is wrong, enable the webhook, then recover missed events.",
    action: openSubscription(subscriptionId),
    tone: "warning",
  }),
  "export.completed": ({ fileName, scheduleName }) => ({
    sentence: ["The file ", { name: fileName }, ...formatOrigin(scheduleName), " is ready."],
    detail: "Available for 7 days.",
    action: openExports("View export"),
    tone: "success",
  }),
  "export.failed": ({ fileName, scheduleName, failure }) => ({
    sentence: ["The file ", { name: fileName }, ...formatOrigin(scheduleName), " could not be created."],
    detail: describeExportFailure(failure),
    action: openExports("View exports"),
    tone: "warning",
  }),
  "report_schedule.paused": ({ scheduleName, reportId, ownerName, reason }) => ({
    sentence: ["The scheduled report ", { name: scheduleName }, " was paused."],
    detail: describePause(reason, ownerName),
    action:
      reason === "report_gone"
        ? { label: "View reports", query: "", place: "/reports" }
        : { label: "View report", query: "", place: `/reports/${reportId}` },
    tone: "warning",
  }),
  "note.mentioned": ({ about, number, keyName }) => ({
    sentence: [
      "You were mentioned in a note on ",
      ...(number === null ? [`a ${about}`] : [`${about} `, { name: number }]),
      " by ",
      { name: keyName },
      ".",
    ],
    detail: null,
    action: null,
    tone: "info",
  }),
  "task.assigned": (task) => describeTask(task, " was assigned to you.", "info"),
  "task.reminder": (task) =>
    describeTask(task, task.dueDay === null ? " is due." : ` is due on ${writeDay(task.dueDay)}.`, "info"),
  "task.overdue": (task) =>
    describeTask(
      task,
      task.dueDay === null ? " is overdue." : ` is overdue since ${writeDay(task.dueDay)}.`,
      "warning",
    ),
  "task.ready": (task) => describeTask(task, " no longer waits for another task.", "info"),
  "deadline.approaching": (deadline) => describeApproaching(deadline),
  "deadline.changed": (changed) => describeChanged(changed),
  "deadline.tolled": (deadline) => ({
    ...describeDeadline(deadline, " is tolled: time does not run."),
    detail: "A tolling period has no end date. Record it as soon as time runs again.",
    tone: "info",
  }),
  "deadline.disputed": (deadline) => ({
    ...describeDeadline(deadline, " has a disputed date."),
    detail: "A second person found another date. Correct the deadline, or have it verified.",
  }),
  "deadline.unverified": ({ dateCount, pendingCount, earliestOn }) => ({
    sentence: [
      [
        ...(dateCount > 0 ? [plural(dateCount, "# date is waiting", "# dates are waiting")] : []),
        ...(pendingCount > 0 ? [plural(pendingCount, "# request is waiting", "# requests are waiting")] : []),
      ].join(" and "),
      " for a second person.",
    ],
    detail: `The earliest is effective on ${writeDay(earliestOn)}.`,
    action: { label: "View deadlines", query: "", place: "/deadlines" },
    tone: "warning",
  }),
  "deadline.missed": (deadline) =>
    describeDeadline(deadline, ` was missed: it was due on ${formatDueDate(writeDay(deadline.dueOn), deadline)}.`),
  "calendar.invited": (event) => describeEvent(event, (what, when) => ["You were invited: ", ...what, ` on ${when}.`]),
  "calendar.changed": (event) => describeEvent(event, (what, when) => [...what, ` was changed: it is on ${when}.`]),
  "calendar.cancelled": (event) => describeEvent(event, (what, when) => [...what, ` on ${when} will not take place.`]),
  "calendar.removed": (event) =>
    describeEvent(event, (what, when) => ["You were removed from ", ...what, ` on ${when}. It still takes place.`]),
  "calendar.reminder": (event) => describeEvent(event, (what, when) => [...what, ` is on ${when}.`]),
  "esign.declined": (request) =>
    describeSignatures(
      request,
      (signatures) => [{ name: request.label }, " declined ", ...signatures, "."],
      "The request ended. The request shows the reason.",
    ),
  "esign.delivery_failed": (request) =>
    describeSignatures(
      request,
      (signatures) => ["No email reached ", { name: request.label }, " of ", ...signatures, "."],
      "Correct the email address: the recipient then gets a new link.",
    ),
  "esign.seal_failed": (request) =>
    describeSignatures(
      request,
      (signatures) => ["The signed files of ", ...signatures, " could not be sealed."],
      "All recipients have signed, and nothing is lost. Caseport tries again; the server’s log has the cause.",
    ),
  "trust.approval_requested": ({ accountName, caseNumber, count }) => ({
    sentence: [
      plural(count, "# disbursement is waiting", "# disbursements are waiting"),
      " for approval in case ",
      { name: caseNumber },
      ", from ",
      { name: accountName },
      ".",
    ],
    detail: "Nothing is paid until a second person approves it.",
    action: { label: "View approvals", query: "", place: "/trust/approvals" },
    tone: "info",
  }),
  "trust.deposit_returned": ({ accountName, transactionNumber, caseNumber }) => ({
    sentence: [
      "The bank returned a deposit to ",
      { name: accountName },
      `: transaction ${transactionNumber}`,
      ...(caseNumber === null ? [] : [" of case ", { name: caseNumber }]),
      ".",
    ],
    detail: "What was paid out of it must be covered. Do not issue further checks against it.",
    action: { label: "View trust accounts", query: "", place: "/trust" },
    tone: "warning",
  }),
  "trust.reconciliation_due": ({ accountName, monthEndOn }) => ({
    sentence: [{ name: accountName }, ` is not reconciled for the month that ended on ${writeDay(monthEndOn)}.`],
    detail: "Import the bank statement, match its lines, and close the reconciliation.",
    action: openReconciliations,
    tone: "warning",
  }),
  "trust.discrepancy_found": ({ accountName }) => ({
    sentence: ["The balances of ", { name: accountName }, " do not follow from its transactions."],
    detail: "Stop disbursements from the account and contact support. The server’s log has the details.",
    action: openReconciliations,
    tone: "warning",
  }),
  "trust.checks_stale": ({ accountName, count, days }) => ({
    sentence: [
      plural(count, "# check", "# checks"),
      " of ",
      { name: accountName },
      plural(count, " has been", " have been"),
      ` outstanding for ${days} days or more.`,
    ],
    detail: "Contact the payee, or void the check and issue another.",
    action: { label: "View trust accounts", query: "", place: "/trust" },
    tone: "warning",
  }),
  "communications.opt_out_suspected": ({ conversationId, caseNumber }) => ({
    sentence: [
      "A text",
      ...(caseNumber === null ? [] : [" of case ", { name: caseNumber }]),
      " may ask the firm to stop texting.",
    ],
    detail:
      "No automated text goes to the number until you decide. Record the opt-out, or mark the conversation as no reply needed.",
    action: openConversation(conversationId),
    tone: "warning",
  }),
  "communications.unlinked": ({ conversationId }) => ({
    sentence: ["A message came in that belongs to no case or lead, or to more than one."],
    detail: "Link the conversation to a case or a lead. Until then it is in no timeline.",
    action: openConversation(conversationId),
    tone: "info",
  }),
  "communications.provider_rejected": ({ provider }) => ({
    sentence: [
      { name: provider === "twilio" ? "Twilio" : "Telnyx" },
      " rejected the credentials of the firm’s account.",
    ],
    detail: "Texts wait until the credentials are replaced. A text that is more than 24 hours late is not sent.",
    action: { label: "View communication settings", query: "", place: "/settings/communications" },
    tone: "warning",
  }),
  "referral.received": ({ referralId, number, firmName, responseDueOn }) => ({
    sentence: [{ name: firmName }, " refers a matter to your firm: ", { name: number }, "."],
    detail: `Accept or decline it by ${writeDay(responseDueOn)}.`,
    action: { label: "View referral", query: "", place: `/referrals?referral=${referralId}` },
    tone: "info",
  }),
  "referral.attention": ({ referralId, number, firmName, attention }) => ({
    sentence: ["Referral ", { name: number }, " with ", { name: firmName }, " needs attention."],
    detail: attentionDetails[attention],
    action: { label: "View referral", query: "", place: `/referrals?referral=${referralId}` },
    tone: "warning",
  }),
  "organization.moved": ({ organizationName, previousParentName, parentName, movedBy }) => ({
    sentence:
      parentName === null
        ? [
            { name: movedBy },
            " removed ",
            { name: organizationName },
            " from its parent organization ",
            { name: previousParentName ?? "" },
            ".",
          ]
        : [
            { name: movedBy },
            " set the parent organization of ",
            { name: organizationName },
            " to ",
            { name: parentName },
            ".",
          ],
    detail: "Reports of a headquarters can include the organizations below it. The reason is in the audit log.",
    action: { label: "View audit log", query: "", place: "/audit" },
    tone: "info",
  }),
  "organization.calendar_ending": ({ calendarId, calendarName, verifiedThroughOn }) => ({
    sentence: [
      "The holiday calendar ",
      { name: calendarName },
      ` is verified only through ${writeDay(verifiedThroughOn)}.`,
    ],
    detail: "Dates after that day are calculated without a verified calendar. An attorney can verify it for longer.",
    action: { label: "View calendar", query: "", place: `/settings/holiday-calendars?calendar=${calendarId}` },
    tone: "warning",
  }),
};

/** The title is there only for assignees. */
function describeTask(
  { title, caseNumber, priority }: ParametersOf["task.assigned"],
  rest: string,
  tone: NoticeLabels["tone"],
): NoticeLabels {
  const named: NoticeLabels["sentence"] = title === null ? ["A task"] : ["The task ", { name: title }];
  const place: NoticeLabels["sentence"] = caseNumber === null ? [] : [" of case ", { name: caseNumber }];
  return {
    sentence: [...named, ...place, rest],
    detail: priority === "normal" ? null : `Priority: ${priority}.`,
    action: null,
    tone,
  };
}

function describeDistance(daysLeft: number): string {
  if (daysLeft === 0) return "is today";
  return daysLeft < 0
    ? plural(-daysLeft, "was # day ago", "was # days ago")
    : plural(daysLeft, "is in # day", "is in # days");
}

function describeDeadline(
  { deadlineId, typeName, caseNumber, isVerified }: ParametersOf["deadline.tolled"],
  rest: string,
): NoticeLabels {
  return {
    sentence: [{ name: typeName }, " of case ", { name: caseNumber }, rest],
    detail: isVerified ? null : "No one has verified its date.",
    action: { label: "View deadline", query: "", place: `/deadlines?deadline=${deadlineId}` },
    tone: "warning",
  };
}

/** With both days where the last one to act is not the one that counts. */
function describeApproaching(deadline: ParametersOf["deadline.approaching"]): NoticeLabels {
  const { daysLeft, effectiveOn, actInDays = daysLeft, actByOn = effectiveOn } = deadline;
  const due = formatDueDate(writeDay(effectiveOn), deadline);
  return describeDeadline(
    deadline,
    ` ${describeDistance(actInDays)}: ${actByOn === effectiveOn ? `due ${due}.` : `act by ${writeDay(actByOn)}; due ${due}.`}`,
  );
}

const changes: Readonly<Record<DeadlineNews, [several: string, one: (from: string, to: string) => string]>> = {
  set: ["were set", (_from, to) => `was set: ${to}`],
  assigned: ["were assigned to you", (_from, to) => `was assigned to you: ${to}`],
  moved: ["moved", (from, to) => (to.startsWith(from) ? `changed: ${to}` : `moved from ${from} to ${to}`)],
  extended: ["were extended", (from, to) => `was extended from ${from} to ${to}`],
  reopened: ["were reopened", (_from, to) => `was reopened: ${to}`],
  proposed: [
    "have a later date proposed",
    (from, to) => `has a later date proposed: ${to}. ${from} stays effective until a second person confirms it`,
  ],
  requested: [
    "are waiting for a second person to close them",
    (_from, to) => `is waiting for a second person to close it. ${to} stays effective until then`,
  ],
  withdrawn: ["stay as they were", (_from, to) => `stays as it was: ${to}`],
  trigger_called_off: [
    "are counted from an event that was called off",
    (_from, to) => `is counted from an event that was called off. ${to} stays`,
  ],
  trigger_restored: [
    "are counted from an event that is on again",
    (_from, to) => `is counted from an event that is on again. ${to} stays`,
  ],
  waived: ["were waived", (from) => `was waived. It was due on ${from}`],
  superseded: ["were superseded", (from) => `was superseded. It was due on ${from}`],
  cancelled: ["were canceled", (from) => `was canceled. It was due on ${from}`],
};

function describeChange(deadline: ParametersOf["deadline.changed"]["deadlines"][number]): string {
  const { change, actByOn } = deadline;
  const { from, to } = formatDateChange(deadline, writeDay);
  return `${changes[change][1](from, to)}${actByOn === null ? "" : `; act by ${writeDay(actByOn)}`}.`;
}

/** How many are named in a notification; its email names more. */
const mostNamed = 5;

function describeChanged({
  dateCount,
  caseCount,
  caseNumber,
  change,
  deadlines,
}: ParametersOf["deadline.changed"]): NoticeLabels {
  const [only] = deadlines;
  if (dateCount === 1 && only !== undefined)
    return { ...describeDeadline(only, ` ${describeChange(only)}`), tone: "info" };
  const place: NoticeLabels["sentence"] =
    caseNumber === null ? [plural(caseCount, "# case", "# cases")] : ["case ", { name: caseNumber }];
  const named = deadlines
    .slice(0, mostNamed)
    .map((each) => `${each.typeName}${caseNumber === null ? ` (${each.caseNumber})` : ""} ${describeChange(each)}`);
  const more = dateCount > named.length ? [`And ${dateCount - named.length} more.`] : [];
  return {
    sentence: [
      plural(dateCount, "# date", "# dates"),
      " of ",
      ...place,
      ` ${change === null ? "changed" : changes[change][0]}.`,
    ],
    detail: [...named, ...more].join(" "),
    action: { label: "View deadlines", query: "", place: "/deadlines" },
    tone: "info",
  };
}

type Sentence = NoticeLabels["sentence"];

/** By its number: neither its title nor a name. */
function describeSignatures(
  { esignRequestId, number, caseNumber }: ParametersOf["esign.seal_failed"],
  say: (signatures: Sentence) => Sentence,
  detail: string,
): NoticeLabels {
  const place: Sentence = caseNumber === null ? [] : [" of case ", { name: caseNumber }];
  return {
    sentence: say(["signature request ", { name: number }, ...place]),
    detail,
    action: { label: "View signature request", query: "", place: `/signatures?request=${esignRequestId}` },
    tone: "warning",
  };
}

/** By its type and time: neither its title nor a name. */
function describeEvent(
  { typeName, caseNumber, when }: ParametersOf["calendar.invited"],
  say: (what: Sentence, when: string) => Sentence,
): NoticeLabels {
  const what: Sentence = [{ name: typeName }, ...(caseNumber === null ? [] : [" of case ", { name: caseNumber }])];
  return { sentence: say(what, when), detail: null, action: null, tone: "info" };
}

function openExports(label: string): NonNullable<NoticeLabels["action"]> {
  return { label, query: "", place: "/exports" };
}

function formatOrigin(scheduleName: string | null): NoticeLabels["sentence"] {
  return scheduleName === null ? [] : [" of the scheduled report ", { name: scheduleName }];
}

function openSubscription(subscriptionId: string): NonNullable<NoticeLabels["action"]> {
  return { label: "View webhook", query: "", place: `/webhooks/${subscriptionId}` };
}

function listScopes(scopes: readonly string[]): NoticeLabels["sentence"] {
  return scopes.flatMap((scope, place) => (place === 0 ? [{ scope }] : [", ", { scope }]));
}

function describeSeveral(keyCount: number, keys: ParametersOf["integration_key.misconfigured"]["keys"]): string {
  const named = keys.map(({ keyName, stoppedScopes }) => `${keyName} (${stoppedScopes.join(", ")})`).join("; ");
  const more = keyCount > keys.length ? `; and ${keyCount - keys.length} more` : "";
  return `Requests that need these scopes fail until you choose another acting attorney: ${named}${more}.`;
}

/** @param formatDate formats an instant as a date in the reader's time zone */
export function describeNotice<Of extends Kind>(
  { kind, parameters }: NoticeOf<Of>,
  formatDate: (instant: string) => string,
): NoticeLabels {
  return words[kind](parameters, formatDate);
}
