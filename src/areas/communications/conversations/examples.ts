import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, matter, plaintiff, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { Conversation } from "./schema.ts";

export const counterpart = {
  name: `${plaintiff.firstName} ${plaintiff.lastName}`,
  address: "+15125550143",
  clientId: ids.clientId,
  leadId: null,
  contactId: null,
  memberId: null,
};
export const firmNumber = "+15125550100";

/** Elena Marsh writes by text. */
export const conversation = exampleRecord(Conversation, {
  id: "cnv_01kjp8z1a3c5e7g9j1m3p5r7t9",
  organizationId: ids.organizationId,
  channel: "text",
  caseId: ids.caseId,
  case: matter,
  counterparts: [counterpart],
  firmAddress: firmNumber,
  status: "open",
  messageCount: 2,
  lastMessageAt: times.now,
  lastInboundAt: times.now,
  unansweredSince: times.now,
  contentVisible: false,
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

const ofConversation = { conversationId: conversation.id };

export const conversationExamples = {
  "conversations.list": {
    parameters: { status: "open" },
    response: { conversations: [conversation], nextCursor: null },
  },
  "conversations.get": { parameters: ofConversation, response: { conversation } },
  "conversations.update": {
    parameters: ofConversation,
    body: { needsAnswer: false, assignedToMemberId: ids.managerId },
    response: {
      conversation: { ...conversation, unansweredSince: null, assignedToMemberId: ids.managerId, revision: 2 },
    },
  },
} satisfies Record<string, OperationExample>;
