import * as z from "zod";
import { Id, Revision } from "../../../contract/values/values.ts";
import { portalOperation } from "../../../rpc/operation.ts";
import { assertSeesCases } from "../../cases/list/domain.finding.ts";
import { updateConversation } from "./domain.changes.ts";
import { InboxQuery, listInbox, suggestPlaces } from "./domain.inbox.ts";
import { Conversation, ConversationChanges } from "./schema.ts";
import { withIfMatch } from "../../../rpc/context.ts";

const reading = { permission: "communications:view", tier: "read" } as const;
const Chosen = z.strictObject({ conversationId: Id });

/** Members look after conversations without being attorneys: keys do so on behalf of one. */
export const conversationsPortal = {
  "conversations.listInbox": portalOperation({
    ...reading,
    summary: "List conversations: who waits for an answer first, what is not linked, or all",
  })
    .input(InboxQuery)
    .output(z.object({ conversations: z.array(Conversation), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listInbox(ctx, input)),

  "conversations.suggestPlaces": portalOperation({
    ...reading,
    summary: "Suggest the cases and leads that a conversation can be linked to",
    errors: ["NOT_FOUND", "FORBIDDEN"],
  })
    .input(Chosen)
    .output(
      z.object({
        places: z.array(
          z.object({
            caseId: Id.nullable(),
            leadId: Id.nullable(),
            sequenceId: z.string(),
            personName: z.string(),
          }),
        ),
      }),
    )
    .query(async ({ ctx, input }) => {
      assertSeesCases(ctx);
      return { places: await suggestPlaces(ctx, input.conversationId) };
    }),

  "conversations.change": portalOperation({
    permission: "communications:send",
    tier: "write",
    summary: "Link, assign, close or reopen a conversation, or mark it as answered",
    mayEmit: [
      "conversation.updated",
      "conversation.closed",
      "conversation.reopened",
      "case.updated",
      "lead.contact_attempted",
      "lead.status_changed",
    ],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(ConversationChanges.omit({ externalId: true }).extend({ ...Chosen.shape, expectedRevision: Revision }))
    .output(z.object({ conversation: Conversation }))
    .mutation(async ({ ctx, input: { conversationId, expectedRevision, ...changes } }) => ({
      conversation: await updateConversation(withIfMatch(ctx, expectedRevision), conversationId, changes),
    })),
};
