import { createId } from "../../../platform/database/ids.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { countMessage, maxMessages } from "../conversations/domain.counting.ts";
import { lockConversationRowForUpdate } from "../conversations/store.ts";
import { getMessageRow, recordMessageEvent } from "../messages/domain.ts";
import type { MessageAutomation } from "../messages/schema.ts";
import { insertMessage } from "../messages/store.ts";

export interface AutomatedReply {
  conversationId: string;
  automation: MessageAutomation;
  bodyText: string;
}

/**
 * Queues a text that replies by itself to who wrote last in a conversation of two: whatever consent and hours say. A
 * full conversation gets none. Its case or lead is locked.
 */
export async function sendAutomatedReply(
  context: Context,
  { conversationId, automation, bodyText }: AutomatedReply,
): Promise<void> {
  const row = await lockConversationRowForUpdate(context, conversationId);
  const [other] = row?.counterparts ?? [];
  if (row === undefined || other === undefined || row.firmAddress === null || row.messageCount >= maxMessages) return;
  const { caseId, leadId, channel, firmAddress } = row;
  const id = createId("message");
  const now = new Date().toISOString();
  const isAutomated = true;
  await insertMessage(context, {
    message: {
      id,
      conversationId,
      caseId,
      leadId,
      channel,
      direction: "outbound",
      status: "queued",
      bodyText,
      isAutomated,
      automation,
      occurredAt: now,
      queuedAt: now,
      createdBy: JSON.stringify(describeActor(context.principal)),
    },
    from: { name: null, address: firmAddress },
    to: [other],
    cc: [],
    attachments: [],
  });
  await countMessage(context, { row, isNew: false }, { direction: "outbound", occurredAt: now, isAutomated });
  recordMessageEvent(context, "message.created", null, await getMessageRow(context, id));
}
