import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, matter, shownClient, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { conversation, counterpart, firmNumber } from "../conversations/examples.ts";
import { Message } from "./schema.ts";

const firm = {
  name: null,
  address: firmNumber,
  clientId: null,
  leadId: null,
  contactId: null,
  memberId: null,
};

/** Elena Marsh's text, which the firm's messaging service logged. */
export const receivedMessage = exampleRecord(Message, {
  id: "msg_01kjp8z2b4d6f8h0k2n4q6s8v0",
  organizationId: ids.organizationId,
  conversationId: conversation.id,
  caseId: ids.caseId,
  case: matter,
  channel: "text",
  direction: "inbound",
  status: "received",
  availableTransitions: ["voided"],
  from: counterpart,
  to: [firm],
  cc: [],
  contentVisible: false,
  attachments: [],
  isAutomated: false,
  occurredAt: times.now,
  provider: "external",
  providerMessageId: "in-58213",
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

/** The firm's text that another system sent. */
export const loggedMessage = {
  ...receivedMessage,
  id: "msg_01kjp8z3c5e7g9j1m3p5r7t9w1",
  direction: "outbound",
  status: "sent",
  from: firm,
  to: [counterpart],
  sentAt: times.now,
  providerMessageId: "out-58214",
  onBehalfOf: { id: ids.attorneyId, firstName: "Ada", lastName: "Okafor" },
} satisfies Message;

export const deliveredMessage = {
  ...loggedMessage,
  status: "delivered",
  deliveredAt: times.now,
  revision: 2,
} satisfies Message;

export const voidedMessage = {
  ...receivedMessage,
  availableTransitions: [],
  voidedAt: times.now,
  revision: 2,
} satisfies Message;

/** The text that goes out next. */
export const queuedMessage = {
  ...loggedMessage,
  status: "queued",
  availableTransitions: ["cancelled"],
  from: { ...firm, name: "Okafor & Marsh LLP" },
  sentAt: null,
  queuedAt: times.now,
  segments: 1,
  provider: null,
  providerMessageId: null,
} satisfies Message;

const newMessage = {
  caseId: ids.caseId,
  channel: "text",
  to: [{ clientId: ids.clientId }],
  bodyText: "Your records from Riverside Clinic arrived. Call us when you have a minute.",
};

const ofMessage = { messageId: receivedMessage.id };

export const messageExamples = {
  "messages.list": {
    parameters: { caseId: ids.caseId },
    response: { messages: [receivedMessage], nextCursor: null },
  },
  "messages.get": { parameters: ofMessage, response: { message: receivedMessage } },
  "messages.preview": {
    body: newMessage,
    response: {
      preview: {
        maySend: true,
        block: null,
        message: null,
        sendAt: times.now,
        deferral: null,
        segments: 1,
        subject: null,
        bodyText: null,
      },
    },
  },
  "messages.create": { body: newMessage, response: { message: queuedMessage } },
  "messages.log": {
    body: {
      channel: "text",
      direction: "inbound",
      caseId: ids.caseId,
      from: { name: `${shownClient.firstName} ${shownClient.lastName}`, address: "+1 512 555 0143" },
      to: [{ address: firmNumber }],
      bodyText: "Can we talk about the offer on Thursday?",
      providerMessageId: "in-58213",
    },
    response: { message: receivedMessage },
  },
  "messages.transition": {
    parameters: ofMessage,
    body: { status: "voided", reason: "Logged on the wrong case." },
    response: { message: voidedMessage },
  },
  "messageDeliveryReports.create": {
    body: { reports: [{ messageId: loggedMessage.id, status: "delivered" }] },
    response: {
      results: [{ position: 1, messageId: loggedMessage.id, result: "applied", status: "delivered" }],
    },
  },
} satisfies Record<string, OperationExample>;
