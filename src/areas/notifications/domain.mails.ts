import { failingHoursAtMost } from "../../contract/webhooks/webhooks.ts";
import {
  describeCommunications,
  describeCommunicationsPlace,
  isAboutCommunications,
} from "./domain.communication-mails.ts";
import { describeDay, describeInstant } from "./domain.mail-days.ts";
import { describeReportNotice, describeReportPlace } from "./domain.report-mails.ts";
import { describeEvent, isAboutEvent } from "./domain.calendar-mails.ts";
import { describeDeadline, describeDeadlinePlace, isAboutDeadline } from "./domain.deadline-mails.ts";
import { describeReferral, describeReferralPlace, isAboutReferral } from "./domain.referral-mails.ts";
import { describeSignatures, describeSignaturesPlace, isAboutSignatures } from "./domain.signature-mails.ts";
import { describeTrust, describeTrustPlace, isAboutTrust } from "./domain.trust-mails.ts";
import type { KeyNotice, NoteNotice, OrganizationNotice, ReportNotice, SentNotice, TaskNotice } from "./schema.ts";

export interface RequestedScopes {
  keyName: string;
  scopes: readonly string[];
  requestedBy: string;
}

type StoppedWebhook = Extract<KeyNotice, { kind: `webhook_subscription.${string}` }>;
type CreatedKey = Extract<KeyNotice, { kind: "integration_key.created" }>["parameters"];
type ReportedKey = Extract<KeyNotice, { kind: "integration_key.reported" }>["parameters"];
type StoppedKeys = Extract<KeyNotice, { kind: "integration_key.misconfigured" }>["parameters"];

interface Organization {
  name: string;
  slug: string;
}

/** A mail without its recipient. `path` is a portal page; the sender prepends the base URL. */
interface MailText {
  subject: string;
  text: string;
  path: string;
}

/**
 * The mail of a notification: names of records, scopes, people and firm, a link, and why a scope was denied. Purposes
 * and other notes are shown only in the portal.
 */
export function describeMail(notice: SentNotice, organization: Organization): MailText {
  const { subject, sentences } = describeNotice(notice);
  return {
    subject: `${subject} (${organization.name})`,
    text: [...sentences, `Organization: ${organization.name}`].join("\n\n"),
    path: `/o/${organization.slug}${describePlace(notice)}`,
  };
}

export function describeRequestMail(
  { keyName, scopes, requestedBy }: RequestedScopes,
  organization: Organization,
): MailText {
  return {
    subject: `Elevated scopes requested by ${organization.name}`,
    text: [
      `${requestedBy} of ${organization.name} requests elevated scopes for the API key "${keyName}": ${scopes.join(", ")}.`,
      "The request expires after 14 days without a decision. See its purpose in the queue.",
    ].join("\n\n"),
    path: "/administration/scope-requests",
  };
}

function describePlace(notice: SentNotice): string {
  if (notice.kind === "note.mentioned" || isAboutTask(notice) || isAboutEvent(notice)) return "/notifications";
  if (isAboutDeadline(notice)) return describeDeadlinePlace(notice);
  if (isAboutSignatures(notice)) return describeSignaturesPlace(notice);
  if (isAboutTrust(notice)) return describeTrustPlace(notice);
  if (isAboutCommunications(notice)) return describeCommunicationsPlace(notice);
  if (isAboutReferral(notice)) return describeReferralPlace(notice);
  if (notice.kind === "organization.moved") return "/audit";
  if (notice.kind === "organization.calendar_ending")
    return `/settings/holiday-calendars?calendar=${notice.parameters.calendarId}`;
  if (isAboutReport(notice)) return describeReportPlace(notice);
  if (isAboutWebhook(notice)) return `/webhooks/${notice.parameters.subscriptionId}`;
  return `/credentials${notice.keyId === null ? "?status=needs_attention" : `/${notice.keyId}`}`;
}

function describeNotice(notice: SentNotice): { subject: string; sentences: string[] } {
  if (notice.kind === "note.mentioned") return describeMention(notice.parameters);
  if (isAboutTask(notice)) return describeTask(notice);
  if (isAboutDeadline(notice)) return describeDeadline(notice);
  if (isAboutEvent(notice)) return describeEvent(notice);
  if (isAboutSignatures(notice)) return describeSignatures(notice);
  if (isAboutTrust(notice)) return describeTrust(notice);
  if (isAboutCommunications(notice)) return describeCommunications(notice);
  if (isAboutReferral(notice)) return describeReferral(notice);
  if (notice.kind === "organization.moved") return describeMove(notice.parameters);
  if (notice.kind === "organization.calendar_ending") return describeEnding(notice.parameters);
  return isAboutReport(notice) ? describeReportNotice(notice) : describeKeyNotice(notice);
}

function describeKeyNotice(notice: KeyNotice): { subject: string; sentences: string[] } {
  if (notice.kind === "integration_key.created") return describeCreatedKey(notice.parameters);
  if (notice.kind === "integration_key.reported") return describeReportedKey(notice.parameters);
  if (notice.kind === "integration_key.misconfigured") return describeStoppedKeys(notice.parameters);
  if (isAboutWebhook(notice)) return describeStoppedWebhook(notice);
  const { kind, parameters } = notice;
  const key = `the API key "${parameters.keyName}"`;
  switch (kind) {
    case "scope_request.created":
      return {
        subject: `Elevated scope requested: ${parameters.scopes.join(", ")}`,
        sentences: [
          `${parameters.requestedBy} requested elevated scopes for ${key}: ${parameters.scopes.join(", ")}.`,
          "A platform administrator decides. Members who manage API keys can withdraw the request until then.",
        ],
      };
    case "scope_request.granted":
      return {
        subject: `Elevated scope granted: ${parameters.scope}`,
        sentences: [
          `The elevated scope ${parameters.scope} was granted to ${key}. It applies immediately. The secret does not change.`,
          `The key expires on ${describeInstant(parameters.expiresAt)}.`,
        ],
      };
    case "scope_request.denied":
      return {
        subject: `Elevated scope denied: ${parameters.scope}`,
        sentences: [
          `The elevated scope ${parameters.scope} was not granted to ${key}.`,
          ...(parameters.note === null ? [] : [`Reason: ${parameters.note}`]),
        ],
      };
    case "scope_request.lapsed":
      return {
        subject: `Request expired: ${parameters.scope}`,
        sentences: [
          `No decision was made within 14 days on the elevated scope ${parameters.scope} for ${key}. You can request it again.`,
        ],
      };
    case "integration_key.expiring":
      return {
        subject: `API key expires ${countDays(parameters.daysLeft)}: ${parameters.keyName}`,
        sentences: [
          `On ${describeInstant(parameters.expiresAt)} ${key} expires. Requests with it fail after that.`,
          ...(parameters.lapsingScopes.length === 0
            ? []
            : [
                `Its grants of elevated scopes end, too: ${parameters.lapsingScopes.join(", ")}. Request a renewal first.`,
              ]),
          "Rotate the key to extend it. With an overlap, the current secret keeps working during the change.",
        ],
      };
    default:
      return notice satisfies never;
  }
}

function isAboutReport(notice: KeyNotice | ReportNotice): notice is ReportNotice {
  return !("keyId" in notice);
}

function isAboutWebhook(notice: KeyNotice): notice is StoppedWebhook {
  return notice.kind === "webhook_subscription.paused" || notice.kind === "webhook_subscription.disabled";
}

/** Nothing of the note, and no name but the key's. */
function describeMention({ about, number, keyName }: NoteNotice["parameters"]): {
  subject: string;
  sentences: string[];
} {
  const place = number === null ? `a ${about}` : `${about} ${number}`;
  return {
    subject: `You were mentioned in a note on ${place}`,
    sentences: [`You were mentioned in a note on ${place} by ${keyName}.`],
  };
}

function isAboutTask(notice: { kind: string }): notice is TaskNotice {
  return notice.kind.startsWith("task.");
}

const taskSentences: Record<TaskNotice["kind"], string> = {
  "task.assigned": "A task was assigned to you",
  "task.reminder": "Task due",
  "task.overdue": "A task is overdue",
  "task.ready": "A task no longer waits for another",
};

/** Neither its title nor a name. */
function describeTask({ kind, parameters: { caseNumber, dueDay, category, priority } }: TaskNotice): {
  subject: string;
  sentences: string[];
} {
  const day =
    dueDay === null
      ? ""
      : ` ${new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(dueDay))}`;
  const subject = `${taskSentences[kind]}${day}${caseNumber === null ? "" : ` (case ${caseNumber})`}`;
  return {
    subject,
    sentences: [
      `${subject}.`,
      `Category: ${category.replaceAll("_", " ")}. Priority: ${priority}.`,
      "See the task's title in your notifications.",
    ],
  };
}

function describeEnding({
  calendarName,
  verifiedThroughOn,
}: Extract<OrganizationNotice, { kind: "organization.calendar_ending" }>["parameters"]): {
  subject: string;
  sentences: string[];
} {
  return {
    subject: `Holiday calendar to verify: ${calendarName}`,
    sentences: [
      `The holiday calendar "${calendarName}" is verified only through ${describeDay(verifiedThroughOn)}.`,
      "Dates after that day are calculated without a verified calendar. An attorney can verify it for longer.",
    ],
  };
}

function describeMove({
  organizationName,
  previousParentName,
  parentName,
  movedBy,
}: Extract<OrganizationNotice, { kind: "organization.moved" }>["parameters"]): {
  subject: string;
  sentences: string[];
} {
  const change =
    parentName === null
      ? `removed ${organizationName} from its parent organization ${previousParentName}`
      : `set the parent organization of ${organizationName} to ${parentName}${previousParentName === null ? "" : `. It was ${previousParentName} before`}`;
  return {
    subject: `Parent organization changed: ${organizationName}`,
    sentences: [
      `${movedBy} ${change}.`,
      "Reports of a headquarters can include the organizations below it. See the reason in the audit log.",
    ],
  };
}

function describeStoppedWebhook({ kind, parameters }: StoppedWebhook): { subject: string; sentences: string[] } {
  const { subscriptionName, keyName } = parameters;
  const webhook = `The webhook "${subscriptionName}" of the API key "${keyName}"`;
  if (kind === "webhook_subscription.disabled") {
    return {
      subject: `Webhook disabled: ${subscriptionName}`,
      sentences: [
        `${webhook} was disabled: its endpoint returned 410 (Gone).`,
        "If that is wrong, enable the webhook, then recover missed events.",
      ],
    };
  }
  return {
    subject: `Webhook paused: ${subscriptionName}`,
    sentences: [
      `${webhook} was paused: ${describeFailures(parameters.failingSince)}.`,
      "Events are not delivered. Fix the endpoint, enable the webhook, then recover missed events.",
    ],
  };
}

function describeCreatedKey({ keyName, createdByName, expiresAt }: CreatedKey): {
  subject: string;
  sentences: string[];
} {
  return {
    subject: `API key created by another key: ${keyName}`,
    sentences: [
      `The API key "${createdByName}" created the API key "${keyName}". It expires on ${describeInstant(expiresAt)}.`,
      `If you did not expect this, revoke "${createdByName}": the keys that it created are revoked with it.`,
    ],
  };
}

function describeStoppedKeys({ attorneyName, keyCount, keys }: StoppedKeys): { subject: string; sentences: string[] } {
  const lines = keys.map(({ keyName, stoppedScopes }) => `- "${keyName}": ${stoppedScopes.join(", ")}`);
  if (keyCount > keys.length) lines.push(`- and ${keyCount - keys.length} more`);
  const [first] = keys;
  return {
    subject:
      keyCount === 1 && first !== undefined
        ? `API key needs attention: ${first.keyName}`
        : `${keyCount} API keys need attention`,
    sentences: [
      `${attorneyName} can no longer act for API keys and was the acting attorney of ${keyCount === 1 ? "an API key" : `${keyCount} API keys`}.`,
      "Requests that need these scopes fail until another acting attorney is chosen:",
      lines.join("\n"),
    ],
  };
}

function describeFailures(since: string | null): string {
  return `every delivery failed ${since === null ? `for ${failingHoursAtMost} hours` : `since ${describeInstant(since)}`}`;
}

function countDays(days: number): string {
  return days <= 1 ? "within a day" : `in ${days} days`;
}

function describeReportedKey({ keyName, reportedBy }: ReportedKey): { subject: string; sentences: string[] } {
  return {
    subject: `API key reported as leaked: ${keyName}`,
    sentences: [
      `${reportedBy} reported the secret of the API key "${keyName}" as leaked. The key is paused. Requests with it fail.`,
      "Rotate the key without an overlap, then resume it.",
    ],
  };
}
