import type { ReactNode } from "react";
import { catalog, rich, type Wrap } from "../../client/catalog.ts";
import { plural } from "../../ui/plural.ts";

export const attemptList = catalog({
  noAttemptsYet: "No attempts yet.",
  showAll: (count: number) => `Show all ${count}`,
  latestOfAreKept: (count: number, attemptCount: number) => `The latest ${count} of ${attemptCount} are kept.`,
  attempt: (number: number) => `Attempt ${number}`,
  round: (round: number) => `, round ${round}`,
  startOfResponse: "Start of the response",
});

export const attemptStrip = catalog({
  nothingSentYet: "Nothing sent yet. Send test to check the endpoint.",
  onlyAttemptSucceeded: "The only attempt succeeded.",
  onlyAttemptFailed: "The only attempt failed.",
  lastAttemptsAllSucceeded: (fine: number) => `The last ${fine} attempts all succeeded.`,
  ofLastAttemptsSucceeded: (fine: number, count: number) =>
    `${fine === 0 ? "None" : fine} of the last ${count} attempts succeeded.`,
});

export const deliveriesTab = catalog({
  deliveries: "Deliveries",
  deliveryStatus: "Delivery status",
  allStatuses: "All statuses",
  keptFor30Days: "Kept for 30 days with the request, its time and the start of the response.",
  noDeliveries: "No deliveries with this status",
  showAll: "Show all",
  deliveriesAreKept: "Deliveries are kept for at least 30 days.",
  noDeliveriesYet: "No deliveries yet",
  eventsSent: "Events sent to this webhook are listed here with their attempts. Send test to check the endpoint.",
  nouns: ["delivery", "deliveries"],
});

export const deliveryDialog = catalog({
  to: (trigger: string, name: string) => `${trigger}, to ${name}.`,
  close: "Close",
  retryNow: "Retry now",
  redeliverEvent: "Redeliver event",
  nextAttempt: (time: ReactNode) => rich`Next attempt ${time}`,
  enableWebhookToRedeliver: "Enable the webhook to redeliver.",
  attempts: (attemptCount: number) => plural(attemptCount, "# attempt", "# attempts"),
  request: "Request",
  redeliveringWithSameWebhook: "Redelivering with the same webhook-id.",
  eventIsNoLonger: "The event is no longer kept.",
  body: "Body",
  bodyIsSent: (link: Wrap, link2: Wrap) =>
    rich`The body is sent and copied without extra whitespace; the signature covers exactly these bytes. Replace SIGNATURE in the command. ${link("Verify signature")} · ${link2("View event")}`,
});

export const deliveryTable = catalog({
  deliveries: "Deliveries, newest event first",
  event: "Event",
  status: "Status",
  eventId: "Event ID",
  deliveryId: "Delivery ID",
  attempts: "Attempts",
  lastAttempt: "Last attempt",
  duration: "Duration",
  eventTime: "Event time",
  viewDeliveryOf: (eventId: string) => `, view delivery of ${eventId}`,
  immediately: "immediately",
  nextAttempt: (time: ReactNode) => rich`next attempt ${time}`,
  noAttempt: "No attempt",
});

export const goToDelivery = catalog({ delivery: "the delivery" });

export const recoverDialog = catalog({
  recoverMissedEvents: "Recover missed events",
  recoverMissedEventsDescription:
    "Sends events of this period that were not delivered. Delivered events are not sent again.",
  recoverEvents: "Recover events",
  since: "Since",
  until: "Until",
  inYourTimeZone: (recoverableDays: number) =>
    `In your time zone. Leave the end empty for now. Recovery covers the last ${recoverableDays} days.`,
  noMissedEvents: "No missed events in this period.",
  orMore: " or more",
  oneMissedEventWill: "1 missed event will be sent.",
  missedEventsWill: (count: string) => `${count} missed events will be sent.`,
  done: "Done",
  fromUntil: (since: string, until: string) => `From ${since} until ${until}.`,
  missedEventsAreBeing: " Missed events are being sent and appear under Deliveries.",
  noEvents: "No events in this period",
  eventsInThisPeriod: (count: number) => plural(count, "One event in this period", "# events in this period"),
});

export const recoverySpan = catalog({
  enterStartTime: "Enter a start time",
  mustNot: "Must not be in the future",
  mustBeWithinLast: (recoverableDays: number) => `Must be within the last ${recoverableDays} days`,
  enterValidTime: "Enter a valid time",
  mustBeAfterStart: "Must be after the start",
});
