import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { getMessage, listMessages } from "./domain.ts";
import { Message, MessageFilter } from "./schema.ts";

const reading = {
  area: "Communications",
  scope: "communications:read",
  showsMoreWith: "communications:content",
} as const;
const Chosen = z.strictObject({ messageId: Id });
const Shown = z.object({ message: Message });
const content =
  "Subject and text require `communications:content`, too; each message that is shown with them is in the audit log.";

export const messageProcedures = {
  "messages.list": operation({
    ...reading,
    route: "GET /messages",
    summary: "List messages",
    description: `Returns texts, emails, faxes and letters, newest first by default, without those of deleted cases. ${content}`,
  })
    .input(MessageFilter)
    .output(z.object({ messages: z.array(Message), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listMessages(ctx, input)),

  "messages.get": operation({
    ...reading,
    route: "GET /messages/{messageId}",
    summary: "Get a message",
    description: `${content} Use the ETag only for \`If-Match\`: the title of the case can change without a new revision, so the response is never 304.`,
    etag: "message.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ message: await getMessage(ctx, input.messageId) })),
};
