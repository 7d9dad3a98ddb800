import type { Context } from "../../../rpc/context.ts";
import { countSegments } from "../../../platform/text-messages/segments.ts";
import { getConversationRow } from "../conversations/domain.ts";
import type { MessageAutomation } from "../messages/schema.ts";
import { canBeTexted } from "../messages/domain.addresses.ts";
import { createMessage } from "./domain.ts";

/** A text that a keyword causes. */
export interface AutomatedReply {
  conversationId: string;
  automation: MessageAutomation;
  bodyText: string;
}

/**
 * Replies to a text that just came in, at once, whatever consent, hours and limit say: the confirmation of STOP, and
 * what START and HELP get. A sender with a name in place of a number gets none. The caller has locked what the
 * conversation belongs to.
 *
 * The events are `message.created` and one of the conversation: the calling operation declares them.
 */
export async function sendAutomatedReply(
  context: Context,
  { conversationId, automation, bodyText }: AutomatedReply,
): Promise<void> {
  const conversation = await getConversationRow(context, conversationId);
  const { firmAddress } = conversation;
  if (firmAddress === null || !conversation.counterparts.every(({ address }) => canBeTexted(address))) return;
  await createMessage(context, {
    channel: "text",
    conversation,
    place: conversation,
    // As they wrote, whatever their record says now.
    recipients: conversation.counterparts.map((party) => ({ party, address: party.address, person: undefined })),
    subject: null,
    bodyText,
    segments: countSegments(bodyText).segments,
    from: { name: null, address: firmAddress },
    attachments: [],
    sendAt: new Date(),
    deferral: null,
    isAutomated: true,
    automation,
    isRequested: true,
    inReplyToMessageId: null,
    messageTemplateId: null,
    externalId: null,
  });
}
