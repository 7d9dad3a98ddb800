import * as z from "zod";
import { changesSomething, Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { updateConversation } from "./domain.changes.ts";
import { getConversation, listConversations } from "./domain.ts";
import { Conversation, ConversationChanges, ConversationFilter } from "./schema.ts";

const reading = {
  area: "Communications",
  scope: "communications:read",
  showsMoreWith: "communications:content",
} as const;
const Chosen = z.strictObject({ conversationId: Id });
const Shown = z.object({ conversation: Conversation });
const content = "The subject requires `communications:content`, too, and is then recorded in the audit log.";

export const conversationProcedures = {
  "conversations.list": operation({
    ...reading,
    route: "GET /conversations",
    summary: "List conversations",
    description: `Returns the conversations by text, email, fax and letter, newest first by default, without those of deleted cases. ${content}`,
  })
    .input(ConversationFilter)
    .output(z.object({ conversations: z.array(Conversation), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listConversations(ctx, input)),

  "conversations.get": operation({
    ...reading,
    route: "GET /conversations/{conversationId}",
    summary: "Get a conversation",
    description: `${content} Use the ETag only for \`If-Match\`: the title of the case can change without a new revision, so the response is never 304.`,
    etag: "conversation.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ conversation: await getConversation(ctx, input.conversationId) })),

  "conversations.update": operation({
    area: "Communications",
    scope: "communications:write",
    readBy: "communications:read",
    showsMoreWith: "communications:content",
    etag: "conversation.revision",
    route: "PATCH /conversations/{conversationId}",
    summary: "Update a conversation",
    description:
      "Links a conversation and its messages to a case or a lead, once; assigns, closes or reopens it; `needsAnswer: false` marks it as answered. Linking names who its addresses are: the client of the case, who speaks for them, or the lead; the date of last client contact follows from its messages. Archived cases take it, too. Fails with 409 for a conversation that is linked already.",
    mayEmit: [
      "conversation.updated",
      "conversation.closed",
      "conversation.reopened",
      "case.updated",
      "lead.contact_attempted",
      "lead.status_changed",
    ],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
  })
    .input(ConversationChanges.extend(Chosen.shape).refine(...changesSomething("conversationId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { conversationId, ...changes } }) => ({
      conversation: await updateConversation(ctx, conversationId, changes),
    })),
};
