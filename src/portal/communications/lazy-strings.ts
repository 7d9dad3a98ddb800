import type { ReactNode } from "react";
import { catalog, rich, type Wrap } from "../client/catalog.ts";

export const sendingTab = catalog({
  settings: "the settings",
  saved: "Settings saved.",
  email: "Email",
  senderName: "Sender name",
  senderNameHint: "Recipients see this name with “via Caseport”. Defaults to the firm’s name.",
  replyTo: "Reply-to address",
  replyToHint: "Replies to emails go to this address. Emails cannot be sent without it.",
  enterEmail: "Enter an email address such as office@example.com.",
  hours: "Quiet hours and limit",
  hoursHint: (timezone: string) =>
    `In the time zone of the recipient’s state, or the firm’s (${timezone}) if it is unknown. State rules can narrow these hours.`,
  quietHours: "Texts outside these hours",
  quietHoursNames: { defer: "Send when the hours begin", refuse: "Reject", off: "Send at any time" },
  textsFrom: "Send texts from",
  textsUntil: "Send texts until",
  enterWindow: "Choose a time at least 3 hours after the start.",
  dailyLimit: "Daily message limit",
  dailyLimitHint: "For all texts and emails of the firm. Messages above it are blocked until the next day.",
  enterLimit: "Enter a whole number from 1 to 100,000.",
  replies: "Replies to keywords",
  repliesHint:
    "A text with one of these words gets an immediate reply, even in quiet hours. Leave a field empty to send the text shown.",
  replyNames: { stop: "Reply to STOP", start: "Reply to START", help: "Reply to HELP" },
  replyHints: {
    stop: "Confirms the opt-out, and may contain nothing else.",
    start: "Confirms that texts will be sent again.",
    help: "Says who the firm is and how to opt out.",
  },
  repliedByProvider: "The provider replies to these words, so these texts are not sent.",
  isLong: "Use at most 306 characters.",
});

export const healthCard = catalog({
  title: "Last 24 hours",
  numbers: "the figures for the last 24 hours",
  sent: "Sent",
  failed: "Failed or not delivered",
  blocked: "Blocked",
  unlinked: "Not linked to a case or lead",
  atLeast: (count: string) => `At least ${count}`,
});

export const providerCard = catalog({
  title: "Text provider",
  none: "No provider is connected. Texts are written to this installation’s outbox folder and reach no one.",
  connect: "Connect provider",
  edit: "Edit connection",
  replace: "Connect another provider",
  disconnect: "Disconnect provider",
  provider: "Provider",
  names: { twilio: "Twilio", telnyx: "Telnyx" },
  account: "Account SID",
  numbers: "Numbers",
  sends: (number: string, mark: Wrap) => rich`${number}${mark("sends")}`,
  replies: "Replies to STOP, START and HELP",
  repliedBy: { provider: "The provider", caseport: "Caseport" },
  webhookUrl: "Webhook URL",
  theWebhookUrl: "webhook URL",
  webhookHints: {
    twilio: "Twilio Console: open each phone number, and set “A message comes in” to this URL with HTTP POST.",
    telnyx:
      "Telnyx Portal: open the messaging profile of your numbers, and set the inbound webhook to this URL, API v2.",
  },
  sendTest: "Send test to my number",
  wasSent: (number: string) => `Sending a test to ${number}. See its status under Messages, All.`,
  rejected: (name: string) => `${name} rejected the credentials`,
  rejectedHint: "Texts wait until you enter new credentials under “Edit connection”.",
  lastWebhook: "Last webhook",
  connected: "Connected",
  unusable: "The provider’s credentials cannot be read",
  unusableHint:
    "They were encrypted with a secret that this installation no longer has. Texts fail until you connect the provider again.",
  disconnectOf: (name: string) => `Disconnect ${name}?`,
  disconnectHint:
    "Texts are no longer sent, and inbound texts are no longer recorded. Scheduled texts go to the outbox folder.",
  wasDisconnected: "Provider disconnected.",
});

export const connectionDialog = catalog({
  connect: "Connect provider",
  connectHint: "Texts are sent with this account. Any other provider is disconnected.",
  edit: "Edit connection",
  provider: "Provider",
  accountSid: "Account SID",
  authToken: "Auth token",
  theAuthToken: "the auth token",
  apiKey: "API key",
  theApiKey: "the API key",
  publicKey: "Public key",
  publicKeyHint: "Verifies webhooks. Telnyx Portal: Account settings, Keys and credentials.",
  neverShown: "Stored encrypted and never shown again.",
  keepsSecret: "Stored encrypted. Leave empty to keep the current one.",
  numbers: "Phone numbers",
  numbersHint: "One per line. Texts are sent from the first.",
  handlesStop: "The provider replies to STOP, START and HELP",
  handlesStopHint:
    "On by default at Twilio and Telnyx. Turn this off only if you turned it off there. Caseport then replies.",
  enterNumbers: "Enter at least one phone number.",
  required: "Enter a value.",
  save: "Save connection",
  wasConnected: "Provider connected. Now enter the webhook URL at the provider.",
  wasSaved: "Connection saved.",
});

export const suppressionsTab = catalog({
  title: "Suppressed numbers and addresses",
  hint: "Nothing is sent to these, even with consent. A STOP text adds a number; a bounced email adds an address.",
  search: "Search by number or address",
  placeholder: "(512) 555-0143",
  add: "Suppress an address",
  none: "No suppressions",
  noneHint: "Numbers that text STOP and addresses whose emails bounce appear here.",
  noneFound: "This number or address is not suppressed",
  noneFoundHint: "Messages can still be blocked for lack of consent. Enter the full number or address.",
  nouns: ["suppression", "suppressions"] as const,
  address: "Number or address",
  reason: "Reason",
  reasons: {
    stop_keyword: "Texted STOP",
    provider_opt_out: "Opted out at the provider",
    hard_bounce: "Emails bounce",
    manual: "Added by a member",
  },
  since: "Since",
  status: "Status",
  active: "Suppressed",
  endedAt: (time: ReactNode) => rich`Ended ${time}`,
  end: "End suppression",
  actions: "Actions",
});

export const suppressionDialogs = catalog({
  endOf: (address: string) => `End suppression of ${address}?`,
  endHint:
    "Consent does not change. A person who texted STOP gets texts again only after START or with proof of new consent.",
  reason: "Reason",
  enterReason: "Enter a reason.",
  end: "End suppression",
  wasEnded: "Suppression ended.",
  add: "Suppress an address",
  addHint: "Members and API keys can no longer send to it.",
  channel: "Channel",
  channels: { text: "Texts", email: "Emails" },
  address: "Number or address",
  enterAddress: "Enter a phone number or an email address.",
  suppress: "Suppress address",
  wasAdded: "Address suppressed.",
});
