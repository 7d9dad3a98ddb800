import { failingHoursAtMost } from "../../contract/webhooks/webhooks.ts";
import { describeReportNotice, describeReportPlace } from "./domain.report-mails.ts";
import type { KeyNotice, ReportNotice } from "./schema.ts";

/** Which scopes were asked for which key, and by whom. */
export interface RequestedScopes {
  keyName: string;
  scopes: readonly string[];
  requestedBy: string;
}

type StoppedWebhook = Extract<KeyNotice, { kind: `webhook_subscription.${string}` }>;
type StoppedKeys = Extract<KeyNotice, { kind: "integration_key.misconfigured" }>["parameters"];

interface Organization {
  name: string;
  slug: string;
}

/** A mail without its recipient. The path is a page of the portal; whoever sends the mail puts the base URL before it. */
interface MailText {
  subject: string;
  text: string;
  path: string;
}

/** The mail about a notice: names of records, scopes, people and firm, and where to go. No purposes and notes: they are for the portal. */
export function describeMail(notice: KeyNotice | ReportNotice, organization: Organization): MailText {
  const { subject, sentences } = isAboutReport(notice) ? describeReportNotice(notice) : describeNotice(notice);
  return {
    subject: `${subject} (${organization.name})`,
    text: [...sentences, `Organization: ${organization.name}`].join("\n\n"),
    path: `/o/${organization.slug}${describePlace(notice)}`,
  };
}

/** The mail to those who decide. */
export function describeRequestMail({ keyName, scopes, requestedBy }: RequestedScopes, organization: Organization): MailText {
  return {
    subject: `Elevated scopes requested by ${organization.name}`,
    text: [
      `${requestedBy} of ${organization.name} asks for elevated scopes for the integration key "${keyName}": ${scopes.join(", ")}.`,
      "The request lapses after 14 days without a decision. Its purpose stands in the queue.",
    ].join("\n\n"),
    path: "/administration/scope-requests",
  };
}

/** The page of the organization where one goes from there. */
function describePlace(notice: KeyNotice | ReportNotice): string {
  if (isAboutReport(notice)) return describeReportPlace(notice);
  if (isAboutWebhook(notice)) return `/webhooks/${notice.parameters.subscriptionId}`;
  return `/credentials${notice.keyId === null ? "?status=needs_attention" : `/${notice.keyId}`}`;
}

function describeNotice(notice: KeyNotice): { subject: string; sentences: string[] } {
  if (notice.kind === "integration_key.misconfigured") return describeStoppedKeys(notice.parameters);
  if (isAboutWebhook(notice)) return describeStoppedWebhook(notice);
  const { kind, parameters } = notice;
  const key = `the integration key "${parameters.keyName}"`;
  switch (kind) {
    case "scope_request.created":
      return {
        subject: `Elevated scope requested: ${parameters.scopes.join(", ")}`,
        sentences: [
          `${parameters.requestedBy} asked for elevated scopes for ${key}: ${parameters.scopes.join(", ")}.`,
          "A platform administrator decides. Whoever looks after keys can withdraw the request until then.",
        ],
      };
    case "scope_request.granted":
      return {
        subject: `Elevated scope granted: ${parameters.scope}`,
        sentences: [
          `The elevated scope ${parameters.scope} was granted to ${key}. It works from now on, without a new secret.`,
          `The key ends on ${describeDay(parameters.expiresAt)}.`,
        ],
      };
    case "scope_request.denied":
      return {
        subject: `Elevated scope denied: ${parameters.scope}`,
        sentences: [`The elevated scope ${parameters.scope} was not granted to ${key}. The reason stands in the portal.`],
      };
    case "scope_request.lapsed":
      return {
        subject: `Request lapsed: ${parameters.scope}`,
        sentences: [`Nobody decided within 14 days on the elevated scope ${parameters.scope} for ${key}. It can be requested again.`],
      };
    case "integration_key.expiring":
      return {
        subject: `Integration key ends ${countDays(parameters.daysLeft)}: ${parameters.keyName}`,
        sentences: [
          `On ${describeDay(parameters.expiresAt)} ${key} ends. Programs that use it are refused from then on.`,
          "Rotate it with a new expiry in good time; with an overlap the old secret goes on working meanwhile.",
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

function describeStoppedWebhook({ kind, parameters }: StoppedWebhook): { subject: string; sentences: string[] } {
  const { subscriptionName, keyName } = parameters;
  const webhook = `The webhook subscription "${subscriptionName}" of the integration key "${keyName}"`;
  if (kind === "webhook_subscription.disabled") {
    return {
      subject: `Webhook disabled: ${subscriptionName}`,
      sentences: [
        `${webhook} was disabled: its receiver answered 410, which says that nothing should be sent there any more.`,
        "If that was a mistake, enable it. What it missed can then be delivered again.",
      ],
    };
  }
  return {
    subject: `Webhook paused: ${subscriptionName}`,
    sentences: [
      `${webhook} was paused: ${describeFailures(parameters.failingSince)}.`,
      "Its receiver is told nothing until somebody enables it. What it missed can then be delivered again.",
    ],
  };
}

function describeStoppedKeys({ attorneyName, keyCount, keys }: StoppedKeys): { subject: string; sentences: string[] } {
  const lines = keys.map(({ keyName, stoppedScopes }) => `- "${keyName}": ${stoppedScopes.join(", ")}`);
  if (keyCount > keys.length) lines.push(`- and ${keyCount - keys.length} more`);
  const [first] = keys;
  return {
    subject: keyCount === 1 && first !== undefined ? `Integration key needs attention: ${first.keyName}` : `${keyCount} integration keys need attention`,
    sentences: [
      `${attorneyName} is no longer an active attorney of the firm and was the acting attorney of ${keyCount === 1 ? "an integration key" : `${keyCount} integration keys`}.`,
      "What programs do under these scopes is refused until another acting attorney is chosen:",
      lines.join("\n"),
    ],
  };
}

function describeFailures(since: string | null): string {
  return `every delivery failed ${since === null ? `for ${failingHoursAtMost} hours` : `since ${describeDay(since)}`}`;
}

function countDays(days: number): string {
  return days <= 1 ? "within a day" : `in ${days} days`;
}

/** `14 March 2027, 15:09 UTC`: instants in mails are for everybody, wherever they are. */
function describeDay(instant: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `${format.format(new Date(instant)).replace(" at ", ", ")} UTC`;
}
