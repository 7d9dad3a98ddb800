import { expiredKeyDays, failingHoursAtMost } from "../../contract/webhooks/webhooks.ts";
import type { AttemptOutcome, cancelReasons, deliveryTriggers, StepUp } from "../../contract/webhooks/webhooks.ts";

type CancelReason = (typeof cancelReasons)[number];
type Trigger = (typeof deliveryTriggers)[number];

/** What came of an attempt, for a person: in two words, in a sentence, and what to do about it. */
export interface OutcomeLabels {
  title: string;
  sentence: string;
  cure: string | null;
}

const outcomes: Record<AttemptOutcome, OutcomeLabels> = {
  succeeded: { title: "Arrived", sentence: "The receiver took it.", cure: null },
  answered: {
    title: "Refused",
    sentence: "The receiver answered, but with no status between 200 and 299.",
    cure: "Look at the first part of its answer below and into its own log.",
  },
  redirected: {
    title: "Redirected",
    sentence: "The receiver wants to send us elsewhere. Webhooks follow no redirects, since those could lead anywhere.",
    cure: "Change the subscription’s URL to the final address.",
  },
  malformed_answer: {
    title: "Not HTTP",
    sentence: "What came back is no answer that HTTP allows.",
    cure: "Look at what listens at this address: a proxy, or a program that speaks another protocol.",
  },
  timed_out: {
    title: "Timed out",
    sentence: "No answer came within 15 seconds.",
    cure: "Let the receiver store the event and answer at once, and do its work afterwards.",
  },
  connection_failed: {
    title: "No connection",
    sentence: "The connection was refused, or broke off before an answer came.",
    cure: "See that the receiver runs, and that its firewall lets port 443 through.",
  },
  certificate_refused: {
    title: "Bad certificate",
    sentence: "The receiver’s certificate is not valid for this host: expired, of another name, or from an issuer that nobody knows.",
    cure: "Renew the certificate, and serve it together with its intermediate certificates.",
  },
  name_unknown: {
    title: "Unknown name",
    sentence: "The host has no address in the domain name system.",
    cure: "Look for a mistyped host name, or a DNS record that was deleted.",
  },
  address_refused: {
    title: "Address refused",
    sentence: "The host’s address lies in a private or reserved network. Nothing was sent.",
    cure: "Give the receiver a public address, or ask whoever runs this installation to allow its network.",
  },
  host_not_allowed: {
    title: "Host not allowed",
    sentence: "The integration key does not allow webhooks to this host any more. Nothing was sent.",
    cure: "Add the host to the key’s allowed hosts, or change the subscription’s URL.",
  },
  secret_unreadable: {
    title: "Secret unreadable",
    sentence: "The signing secret could not be opened, so nothing could be signed. Nothing was sent.",
    cure: "Ask whoever runs this installation to give the worker the same CASEPORT_SECRET as the server.",
  },
  key_paused: { title: "Key paused", sentence: "The integration key was paused. Nothing was sent.", cure: "Resume the key." },
  key_expired: { title: "Key expired", sentence: "The integration key had expired. Nothing was sent.", cure: "Rotate the key with a new end." },
};

const certainAnswers: Readonly<Record<number, { sentence: string; cure: string }>> = {
  401: { sentence: "The receiver wants to be told who we are.", cure: "Webhooks carry a signature and no password: let this address through without one." },
  403: { sentence: "The receiver does not let us in.", cure: "Look whether a firewall or a check of the signature refuses us." },
  404: { sentence: "The receiver has nothing at this path.", cure: "Compare the subscription’s URL with the path of the receiver." },
  410: { sentence: "The receiver says that nobody listens here any more, so the subscription was disabled.", cure: "If that was a mistake, mend the receiver and enable the subscription." },
  413: { sentence: "The receiver calls the message too large, though it is a few hundred bytes.", cure: "Look at its limit for request bodies." },
  429: { sentence: "The receiver is asked too often. We wait as long as it says.", cure: "If it happens again and again, raise its limit." },
  503: { sentence: "The receiver is not ready. We wait as long as it says.", cure: "See that it is running." },
};

/** What came of an attempt. An answer is told by its status. */
export function describeOutcome({ outcome, statusCode }: { outcome: AttemptOutcome; statusCode: number | null }): OutcomeLabels {
  const words = outcomes[outcome];
  if (statusCode === null) return words;
  const title = outcome === "succeeded" ? `${words.title} (${statusCode})` : outcome === "answered" ? `Answered ${statusCode}` : `${words.title} (${statusCode})`;
  if (outcome !== "answered") return { ...words, title };
  const isFault = statusCode >= 500;
  const known = certainAnswers[statusCode] ?? (isFault ? { sentence: "The receiver failed while it worked on the message." } : {});
  return { ...words, ...known, title };
}

/** What keeps an active subscription from being told anything, and what mends it. */
export const stepUpLabels: Record<StepUp, { title: string; sentence: string; cure: string }> = {
  key_revoked: {
    title: "Stopped: its key is revoked",
    sentence: "Nothing is delivered, and nothing will be: a revoked key does not come back.",
    cure: "Subscribe anew with another key.",
  },
  key_expired: {
    title: "Stopped: its key has expired",
    sentence: `Nothing is delivered until the key has a new end. Events of the first ${expiredKeyDays} days wait for it.`,
    cure: "Rotate the key; later than that, recover what happened meanwhile as well.",
  },
  key_paused: {
    title: "Stopped: its key is paused",
    sentence: "Attempts wait and are repeated by the schedule until the key is resumed.",
    cure: "Resume the key.",
  },
  host_not_allowed: {
    title: "Stopped: its key does not allow the host",
    sentence: "Attempts wait and are repeated by the schedule until the host is allowed again.",
    cure: "Add the host to the key’s allowed hosts, or change the URL.",
  },
};

export const cancelLabels: Record<CancelReason, string> = {
  subscription_not_active: "Given up: the subscription was paused or disabled before it arrived.",
  subscription_deleted: "Given up: the subscription was deleted before it arrived.",
  key_revoked: "Given up: the integration key was revoked.",
  scope_missing: "Given up: the integration key may not see events of this kind any more.",
  event_purged: "Given up: the event is older than 90 days and is not kept any more.",
};

export const triggerLabels: Record<Trigger, string> = {
  event: "The event itself",
  test: "A test",
  redelivery: "Redelivered by hand",
  recovery: "Recovered",
};

export const pausedSentence = `Nothing but failures came back for ${failingHoursAtMost} hours, so Caseport stopped trying. Mend the receiver, enable the subscription, then recover what it missed.`;
