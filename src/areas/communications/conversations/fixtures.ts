import type { Values } from "../../../../prisma/seed/builders/records.ts";
import {
  buildConversation,
  buildConversationCounterpart,
  buildMessage,
  buildMessageParty,
} from "../../../../prisma/seed/builders/communications.ts";
import { ids } from "../../../contract/examples/example-story.ts";
import { asRead, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import {
  changeRow,
  createCase,
  deleteRow,
  insertFor,
  relateCase,
  type TestTenant,
} from "../../../testing/harness/tenant.ts";

export interface CreatedConversation {
  conversationId: string;
  messageId: string;
  caseId: string;
  clientId: string;
}

const now = "2026-03-14T15:09:26.535Z";

/** A conversation by text of a case of its own with its client, who wrote last. */
export async function createConversation(
  tenant: TestTenant,
  values: Partial<Values<"Conversation">> = {},
  message: Partial<Values<"Message">> = {},
): Promise<CreatedConversation> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const conversation = buildConversation({
    organizationId,
    caseId,
    messageCount: 1,
    lastMessageAt: now,
    lastInboundAt: now,
    unansweredSince: now,
    ...values,
  });
  const row = buildMessage({
    organizationId,
    conversationId: conversation.id,
    caseId: conversation.caseId ?? null,
    leadId: conversation.leadId ?? null,
    ...message,
  });
  const ofMessage = { organizationId, messageId: row.id };
  await insertFor(tenant, {
    Conversation: conversation,
    ConversationCounterpart: buildConversationCounterpart({
      organizationId,
      conversationId: conversation.id,
      clientId,
    }),
    Message: row,
    MessageParty: [
      buildMessageParty({ ...ofMessage, role: "from", clientId }),
      buildMessageParty({ ...ofMessage, role: "to", clientId: null }),
    ],
  });
  return { conversationId: conversation.id, messageId: row.id, caseId, clientId };
}

const onConversation =
  (more: Partial<Awaited<ReturnType<Scenario>>>): Scenario =>
  async (tenant) => {
    const created = await createConversation(tenant);
    const { conversationId, caseId } = created;
    return {
      pathValues: { conversationId },
      ownValues: { [ids.managerId]: tenant.attorneyId },
      revision: 1,
      remove: () => deleteRow(tenant, "Case", caseId),
      change: () => changeRow(tenant, "Conversation", conversationId, { messageCount: 7 }),
      touched: () => ({ entity: "conversation", id: conversationId, relatedIds: relateCase(created) }),
      ...more,
    };
  };

export const conversationScenarios = {
  "conversations.list": async (tenant) => {
    await createConversation(tenant);
    return { query: { sort: "oldest" } };
  },
  "conversations.get": asRead(onConversation({})),
  "conversations.update": onConversation({
    alsoEmits: ["conversation.updated"],
    diff: ({ assignedToMemberId }: Record<string, unknown>) => ({
      assignedToMemberId: { from: null, to: assignedToMemberId },
      unansweredSince: { from: now, to: null },
    }),
  }),
} satisfies Record<string, Scenario>;
