import {
  expiredKeyDays,
  failingHoursAtMost,
  type AttemptOutcome,
  type cancelReasons,
  type deliveryTriggers,
  type DeliveryBlocker,
} from "../../contract/webhooks/webhooks.ts";

type CancelReason = (typeof cancelReasons)[number];
type Trigger = (typeof deliveryTriggers)[number];

export interface OutcomeLabels {
  title: string;
  sentence: string;
  cure: string | null;
}

const outcomes: Record<AttemptOutcome, OutcomeLabels> = {
  succeeded: { title: "Delivered", sentence: "The endpoint accepted it.", cure: null },
  answered: {
    title: "HTTP error",
    sentence: "The response status was not between 200 and 299.",
    cure: "Check the start of the response below and the endpoint’s log.",
  },
  redirected: {
    title: "Redirected",
    sentence: "The endpoint returned a redirect. Webhooks do not follow redirects.",
    cure: "Change the webhook’s URL to the final URL.",
  },
  malformed_answer: {
    title: "Not HTTP",
    sentence: "The response was not valid HTTP.",
    cure: "Check what is running at this URL; it may use another protocol.",
  },
  timed_out: {
    title: "Timed out",
    sentence: "The endpoint did not respond within 15 seconds.",
    cure: "Store the event, respond immediately, and process it afterwards.",
  },
  connection_failed: {
    title: "No connection",
    sentence: "The connection was refused or closed before a response.",
    cure: "Check that the endpoint is running and its firewall allows port 443.",
  },
  certificate_refused: {
    title: "Bad certificate",
    sentence: "The endpoint’s certificate is expired, for another name, or from an untrusted issuer.",
    cure: "Renew the certificate and serve it with its intermediate certificates.",
  },
  name_unknown: {
    title: "Unknown host",
    sentence: "The host name does not resolve in DNS.",
    cure: "Check the host name and its DNS records.",
  },
  address_refused: {
    title: "Address not allowed",
    sentence: "The host resolves to a private or reserved IP address. Nothing was sent.",
    cure: "Use a public IP address, or ask the operator of this installation to allow its network.",
  },
  host_not_allowed: {
    title: "Host not allowed",
    sentence: "The API key no longer allows webhooks to this host. Nothing was sent.",
    cure: "Add the host to the key’s allowed hosts, or change the webhook’s URL.",
  },
  secret_unreadable: {
    title: "Secret unreadable",
    sentence: "The signing secret could not be decrypted. Nothing was sent.",
    cure: "Ask the operator of this installation to use the same CASEPORT_SECRET for the worker and the server.",
  },
  key_paused: { title: "Key paused", sentence: "The API key was paused. Nothing was sent.", cure: "Resume the key." },
  key_expired: {
    title: "Key expired",
    sentence: "The API key had expired. Nothing was sent.",
    cure: "Rotate the key with a new expiry.",
  },
};

const knownStatuses: Readonly<Record<number, { sentence: string; cure: string }>> = {
  401: {
    sentence: "The endpoint requires authentication.",
    cure: "Webhooks are signed and send no credentials. Allow this URL without authentication.",
  },
  403: { sentence: "The endpoint denied access.", cure: "Check your firewall and signature verification." },
  404: { sentence: "The path does not exist.", cure: "Check the path in the webhook’s URL." },
  410: {
    sentence: "The endpoint reports that it was removed. The webhook was disabled.",
    cure: "If that is wrong, fix the endpoint and enable the webhook.",
  },
  413: {
    sentence: "The endpoint rejected the request as too large, at a few hundred bytes.",
    cure: "Check its request size limit.",
  },
  429: {
    sentence: "The endpoint is rate limiting. Retries follow its Retry-After header.",
    cure: "If it persists, raise its limit.",
  },
  503: {
    sentence: "The endpoint is unavailable. Retries follow its Retry-After header.",
    cure: "Check that it is running.",
  },
};

/** A response is described by its status. */
export function describeOutcome({
  outcome,
  statusCode,
}: {
  outcome: AttemptOutcome;
  statusCode: number | null;
}): OutcomeLabels {
  const words = outcomes[outcome];
  if (statusCode === null) return words;
  const title = outcome === "answered" ? `HTTP ${statusCode}` : `${words.title} (${statusCode})`;
  if (outcome !== "answered") return { ...words, title };
  const isFault = statusCode >= 500;
  const known =
    knownStatuses[statusCode] ?? (isFault ? { sentence: "The endpoint failed while processing the request." } : {});
  return { ...words, ...known, title };
}

export const blockerLabels: Record<DeliveryBlocker, { title: string; sentence: string; cure: string }> = {
  key_revoked: {
    title: "Stopped: its key is revoked",
    sentence: "Events are not delivered. A revoked key cannot be restored.",
    cure: "Create a webhook with another key.",
  },
  key_expired: {
    title: "Stopped: its key has expired",
    sentence: `Events are not delivered until the key is extended. Events from the first ${expiredKeyDays} days after expiry are delivered later.`,
    cure: "Rotate the key. After that time, also recover missed events.",
  },
  key_paused: {
    title: "Stopped: its key is paused",
    sentence: "Attempts are retried on schedule until the key is resumed.",
    cure: "Resume the key.",
  },
  host_not_allowed: {
    title: "Stopped: its key does not allow the host",
    sentence: "Attempts are retried on schedule until the host is allowed.",
    cure: "Add the host to the key’s allowed hosts, or change the URL.",
  },
};

export const cancelLabels: Record<CancelReason, string> = {
  subscription_not_active: "Abandoned: the webhook was paused or disabled before delivery.",
  subscription_deleted: "Abandoned: the webhook was deleted before delivery.",
  key_revoked: "Abandoned: the API key was revoked.",
  scope_missing: "Abandoned: the API key can no longer read this event type.",
  event_purged: "Abandoned: the event is older than 90 days and no longer kept.",
};

export const triggerLabels: Record<Trigger, string> = {
  event: "Event",
  test: "Test",
  redelivery: "Manual redelivery",
  recovery: "Recovery",
};

export const paused = {
  title: `Paused after ${failingHoursAtMost} hours of failed deliveries`,
  sentence: "Fix the endpoint, enable the webhook, then recover missed events.",
};
