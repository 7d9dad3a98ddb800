import { defineEvents } from "../../contract/events/event-declaration.ts";
import { actors, relateToCase, times } from "../../contract/examples/example-story.ts";
import { describeEsignRequestInEvent } from "./requests/domain.events.ts";
import { completedRequest, draftRequest, preparingRequest, sentRequest } from "./requests/examples.ts";
import { EsignRequestInEvent } from "./requests/schema.ts";

const draft = describeEsignRequestInEvent(draftRequest);
const preparing = describeEsignRequestInEvent(preparingRequest);
const sent = describeEsignRequestInEvent(sentRequest);
const completed = describeEsignRequestInEvent(completedRequest);
const later = { revision: 4, updatedAt: times.now };
const [recipient] = sent.recipients;
if (recipient === undefined) throw new Error("the example has no recipient");

/** As it was sent, but for its one recipient. */
const withRecipient = (changes: Partial<typeof recipient>) => ({
  ...sent,
  ...later,
  recipients: [{ ...recipient, ...changes }],
});
const before = { recipients: [recipient] };
const ended = { ...sent, ...later, availableTransitions: [], nextReminderAt: null, endedAt: times.now };
const cancelled = { ...recipient, status: "cancelled" as const, isActive: false };

export const esignRequestEvents = defineEvents({
  entity: "esign_request",
  area: "esign",
  scope: "esign:read",
  payload: EsignRequestInEvent,
  exampleRelatedIds: relateToCase,
  types: {
    "esign_request.created": { description: "A signature request was created.", example: { payload: draft } },
    "esign_request.updated": {
      description: "A signature request was changed, or is being prepared.",
      example: { payload: preparing, before: { status: "draft", availableTransitions: ["preparing"] } },
    },
    "esign_request.deleted": {
      description: "A draft of a signature request was deleted.",
      example: { payload: { ...draft, revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
    },
    "esign_request.preparation_failed": {
      description: "A file or a value does not fit, so the signature request is a draft again: see `problems`.",
      example: {
        payload: { ...draft, ...later, problems: [{ position: 1, code: "merge_missing", field: "[redacted]" }] },
        before: { status: "preparing", problems: [], availableTransitions: ["voided"] },
        by: actors.system,
      },
    },
    "esign_request.sent": {
      description: "A signature request is out: its first recipients were sent their links.",
      example: { payload: sent, before: { status: "preparing", sentAt: null }, by: actors.system },
    },
    "esign_request.viewed": {
      description: "A recipient opened the documents of a signature request.",
      example: { payload: withRecipient({ status: "viewed", viewedAt: times.now }), before },
    },
    "esign_request.signed": {
      description: "A recipient signed.",
      example: { payload: withRecipient({ status: "signed", isActive: false, signedAt: times.now }), before },
    },
    "esign_request.declined": {
      description: "A recipient declined to sign, which ends the signature request.",
      example: {
        payload: {
          ...ended,
          status: "declined",
          endReason: "[redacted]",
          recipients: [{ ...recipient, status: "declined", isActive: false, declinedAt: times.now }],
        },
        before: { ...before, status: "sent", endedAt: null },
      },
    },
    "esign_request.completed": {
      description: "All have signed, and the files are sealed.",
      example: { payload: completed, before: { status: "sealing", completedAt: null }, by: actors.system },
    },
    "esign_request.voided": {
      description: "The firm ended a signature request.",
      example: {
        payload: { ...ended, status: "voided", endReason: "[redacted]", recipients: [cancelled] },
        before: { ...before, status: "sent", endedAt: null, endReason: null },
      },
    },
    "esign_request.expired": {
      description: "A signature request was not signed in time.",
      example: {
        payload: { ...ended, status: "expired", recipients: [cancelled] },
        before: { ...before, status: "sent", endedAt: null },
        by: actors.system,
      },
    },
    "esign_request.reminded": {
      description: "Recipients whose turn it is were reminded.",
      example: { payload: { ...sent, ...later, reminderCount: 1 }, before: { reminderCount: 0 } },
    },
    "esign_request.corrected": {
      description: "The address or another detail of a recipient was corrected.",
      example: { payload: withRecipient({ delivery: "link" }), before },
    },
    "esign_request.delivery_failed": {
      description: "The email to a recipient could not be delivered.",
      example: {
        payload: { ...withRecipient({ status: "bounced", isActive: false }), needsAttention: true },
        before: { ...before, needsAttention: false },
        by: actors.system,
      },
    },
    "esign_request.recipient_locked": {
      description: "A recipient was locked after five wrong codes.",
      example: {
        payload: { ...withRecipient({ status: "locked", isActive: false }), needsAttention: true },
        before: { ...before, needsAttention: false },
      },
    },
  },
});
