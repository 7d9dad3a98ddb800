import * as z from "zod";
import { Id, Revision, trimmedText } from "../../../contract/values/values.ts";
import { Nothing, nothing, portalOperation } from "../../../rpc/operation.ts";
import { findAttachable } from "../sending/domain.attachable.ts";
import { previewMessage, sendMessage } from "../sending/domain.ts";
import { transitionMessage } from "./domain.transitions.ts";
import { Message, MessagePreview, NewMessage } from "./schema.ts";
import { withIfMatch } from "../../../rpc/context.ts";

/** Members send without being attorneys: keys do so on behalf of one. */
export const messagesPortal = {
  // A mutation, though it changes nothing: the input of a query stands in a URL, and this one is a message.
  "messages.preview": portalOperation({
    permission: "communications:send",
    tier: "read",
    summary: "Check whether a message may be sent, when it would go, and as how many segments",
    isUnaudited: true,
    errors: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE_TRANSITION"],
  })
    .input(NewMessage)
    .output(z.object({ preview: MessagePreview }))
    .mutation(async ({ ctx, input }) => ({ preview: await previewMessage(ctx, input) })),

  "messages.findDocuments": portalOperation({
    permission: "communications:send",
    tier: "read",
    summary: "Find a document of a case, or of a conversation's case or lead, by its name",
    errors: ["NOT_FOUND", "FORBIDDEN"],
  })
    .input(
      z
        .strictObject({ conversationId: Id.optional(), caseId: Id.optional(), q: trimmedText(100) })
        .refine((given) => (given.conversationId === undefined) !== (given.caseId === undefined), {
          path: ["caseId"],
          message: "exactly one of conversationId and caseId is required",
        }),
    )
    .output(z.object({ documents: z.array(z.object({ id: Id, name: z.string(), sizeBytes: z.int() })) }))
    .query(async ({ ctx, input }) => ({ documents: await findAttachable(ctx, input) })),

  "messages.send": portalOperation({
    permission: "communications:send",
    tier: "write",
    summary: "Send a text or an email, at once or later",
    emits: ["message.created"],
    mayEmit: ["conversation.created", "conversation.updated", "conversation.reopened"],
    errors: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
  })
    .input(NewMessage)
    .output(z.object({ message: Message }))
    .mutation(async ({ ctx, input }) => ({ message: await sendMessage(ctx, input) })),

  "messages.cancel": portalOperation({
    permission: "communications:send",
    tier: "write",
    summary: "Cancel a message that was not sent yet",
    emits: ["message.cancelled"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ messageId: Id, expectedRevision: Revision }))
    .output(Nothing)
    .mutation(
      nothing(({ ctx, input: { messageId, expectedRevision } }) =>
        transitionMessage(withIfMatch(ctx, expectedRevision), messageId, { status: "cancelled" }),
      ),
    ),
};
