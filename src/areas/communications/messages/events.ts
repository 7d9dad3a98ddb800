import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { actors, relateToCase, times } from "../../../contract/examples/example-story.ts";
import { describeMessageInEvent } from "./domain.ts";
import { deliveredMessage, loggedMessage, receivedMessage, voidedMessage } from "./examples.ts";
import { MessageInEvent, type Message } from "./schema.ts";

const sent = describeMessageInEvent(loggedMessage);
const received = describeMessageInEvent(receivedMessage);
/** The firm's text before it was sent. */
const queued = {
  ...sent,
  status: "queued",
  provider: "twilio",
  providerMessageId: null,
  sentAt: null,
  queuedAt: times.now,
  availableTransitions: ["cancelled"],
} satisfies MessageInEvent;
const ended = (status: Message["status"], changes: Partial<MessageInEvent> = {}) => ({
  payload: { ...sent, status, failedAt: times.now, revision: 3, ...changes },
  before: { status: "sent" as const, failedAt: null },
});

export const messageEvents = defineEvents({
  entity: "message",
  area: "communications",
  scope: "communications:read",
  payload: MessageInEvent,
  exampleRelatedIds: relateToCase,
  types: {
    "message.created": {
      description: "The firm's message was created: it is `queued`, or waits until `sendAt`.",
      example: { payload: queued },
    },
    "message.sent": {
      description: "The provider took a message.",
      example: {
        payload: { ...queued, status: "sent", sentAt: times.now, availableTransitions: [], revision: 2 },
        before: { status: "queued", sentAt: null },
        by: actors.system,
      },
    },
    "message.received": { description: "A message came in.", example: { payload: received } },
    "message.logged": {
      description: "A message that was sent elsewhere was logged.",
      example: { payload: { ...sent, status: "logged", sentAt: null } },
    },
    "message.delivered": {
      description: "A message reached the device or the mail server.",
      example: { payload: describeMessageInEvent(deliveredMessage), before: { status: "sent", deliveredAt: null } },
    },
    "message.read": {
      description: "A message was opened.",
      example: {
        payload: { ...sent, status: "read", readAt: times.now, revision: 3 },
        before: { status: "sent", readAt: null },
      },
    },
    "message.failed": {
      description: "A message was not sent: see `failure`. It is not sent again automatically.",
      example: ended("failed", { failure: "outcome_unknown" }),
    },
    "message.bounced": {
      description: "The mail server returned an email.",
      example: ended("bounced", { channel: "email", failure: "address_refused" }),
    },
    "message.undelivered": {
      description: "The carrier did not deliver a text.",
      example: ended("undelivered", { failure: "carrier_filtered" }),
    },
    "message.blocked": {
      description: "A message may no longer be sent: see `block`.",
      example: {
        payload: { ...queued, status: "blocked", block: "opted_out", availableTransitions: [], revision: 2 },
        before: { status: "scheduled", block: null },
      },
    },
    "message.opted_out": {
      description: "A text asked for no more texts: nothing is sent to its number until it says START.",
      example: { payload: { ...received, optOutKeyword: "stop" } },
    },
    "message.cancelled": {
      description: "A message was canceled before it was sent.",
      example: {
        payload: { ...queued, status: "cancelled", availableTransitions: [], revision: 2 },
        before: { status: "scheduled" },
      },
    },
    "message.voided": {
      description: "A logged message was marked as wrong. It stays.",
      example: {
        payload: describeMessageInEvent(voidedMessage),
        before: { voidedAt: null, availableTransitions: ["voided"] },
      },
    },
  },
});
