import type { ReactNode } from "react";
import { catalog, rich, type Wrap } from "../client/catalog.ts";

export const sendingTab = catalog({
  settings: "the settings",
  saved: "Settings saved.",
  email: "Email",
  senderName: "Sender name",
  senderNameHint: "Recipients see this name, “via Caseport”. By default the firm’s name.",
  replyTo: "Reply-to address",
  replyToHint: "Replies to emails go to this address. Emails cannot be sent without it.",
  enterEmail: "Enter an email address such as office@example.com.",
  hours: "Quiet hours and limit",
  hoursHint: (timezone: string) =>
    `In the time zone of the recipient’s state; if it is unknown, in the firm’s (${timezone}). Rules of states can narrow the hours.`,
  quietHours: "Texts outside these hours",
  quietHoursNames: { defer: "Wait until the hours begin", refuse: "Are rejected", off: "Are sent at any time" },
  textsFrom: "Texts from",
  textsUntil: "Texts until",
  enterWindow: "Choose a time at least 3 hours after the start.",
  dailyLimit: "Messages a day",
  dailyLimitHint: "Texts and emails of the firm together. Further ones are blocked until the next day.",
  enterLimit: "Enter a whole number from 1 to 100,000.",
  replies: "Replies to keywords",
  repliesHint:
    "A text of one of these words is answered at once, in quiet hours too. An empty field sends the text shown.",
  replyNames: { stop: "Reply to STOP", start: "Reply to START", help: "Reply to HELP" },
  replyHints: {
    stop: "Confirms the opt-out, and may contain nothing else.",
    start: "Confirms that texts are sent again.",
    help: "Says who the firm is and how to opt out.",
  },
  repliedByProvider: "The provider replies to these words itself, so these texts are not sent.",
  isLong: "Use at most 306 characters.",
});

export const healthCard = catalog({
  title: "Last 24 hours",
  numbers: "the figures of the last 24 hours",
  sent: "Sent",
  failed: "Failed or not delivered",
  blocked: "Blocked",
  unlinked: "Not linked to a case or lead",
  atLeast: (count: string) => `At least ${count}`,
});

export const providerCard = catalog({
  title: "Text provider",
  none: "No provider is connected. Texts go to the outbox folder of this installation and reach nobody.",
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
  wasSent: (number: string) => `A test is being sent to ${number}. What becomes of it is under Messages, All.`,
  rejected: (name: string) => `${name} rejected the secrets`,
  rejectedHint: "Texts wait until you enter other secrets with “Edit connection”.",
  lastWebhook: "Last webhook",
  connected: "Connected",
  unusable: "The provider’s secrets cannot be read",
  unusableHint:
    "They were encrypted with a secret that this installation no longer has. Texts fail until you connect the provider again.",
  disconnectOf: (name: string) => `Disconnect ${name}?`,
  disconnectHint:
    "Texts are no longer sent, and inbound texts are no longer recorded. Scheduled texts go to the outbox folder.",
  wasDisconnected: "Provider disconnected.",
});

export const connectionDialog = catalog({
  connect: "Connect provider",
  connectHint: "Texts are sent with this account. A provider that was connected before is disconnected.",
  edit: "Edit connection",
  provider: "Provider",
  accountSid: "Account SID",
  authToken: "Auth token",
  theAuthToken: "the auth token",
  apiKey: "API key",
  theApiKey: "the API key",
  publicKey: "Public key",
  publicKeyHint: "Verifies webhooks. Telnyx Portal: Account settings, Keys and credentials.",
  neverShown: "Stored encrypted. It is never shown again.",
  keepsSecret: "Stored encrypted. Leave empty to keep the present one.",
  numbers: "Phone numbers",
  numbersHint: "One on each line. The first one sends.",
  handlesStop: "The provider replies to STOP, START and HELP",
  handlesStopHint:
    "Twilio and Telnyx do by default. Turn this off only if you turned it off there: then Caseport replies.",
  enterNumbers: "Enter at least one phone number.",
  required: "Enter a value.",
  save: "Save connection",
  wasConnected: "Provider connected. Now enter the webhook URL at the provider.",
  wasSaved: "Connection saved.",
});

export const suppressionsTab = catalog({
  title: "Suppressed numbers and addresses",
  hint: "Nothing is sent to them, whatever consent says. A STOP adds a number, a bounced email an address.",
  search: "Search a number or an address",
  placeholder: "(512) 555-0143",
  add: "Suppress an address",
  none: "No suppressions",
  noneHint: "A number that texts STOP, and an address whose emails bounce, is listed here.",
  noneFound: "Nothing suppresses this number or address",
  noneFoundHint: "Messages may still be blocked by consent. Search the whole number, or the whole address.",
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
  endOf: (address: string) => `End the suppression of ${address}?`,
  endHint:
    "Consents stay as they are: a person who opted out by STOP gets texts again only after START, or with proof of a new consent.",
  reason: "Reason",
  enterReason: "Enter a reason.",
  end: "End suppression",
  wasEnded: "Suppression ended.",
  add: "Suppress an address",
  addHint: "Nothing is sent to it any more, by members and by keys.",
  channel: "Channel",
  channels: { text: "Texts", email: "Emails" },
  address: "Number or address",
  enterAddress: "Enter a phone number or an email address.",
  suppress: "Suppress address",
  wasAdded: "Address suppressed.",
});
