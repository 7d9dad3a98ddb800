import * as z from "zod";
import { operation } from "../../../rpc/operation.ts";
import { Message } from "../messages/schema.ts";
import { recordEmail } from "./domain.ts";
import { NewEmail } from "./schema.ts";

export const emailProcedures = {
  "emails.create": operation({
    area: "Communications",
    scope: "communications:write",
    readBy: "communications:read",
    showsMoreWith: "communications:content",
    route: "POST /emails",
    summary: "Record an email",
    description:
      "Records an email of a case or a lead from its file (`.eml`, at most 25 MiB), as `multipart/form-data` with the file in `file`. The file becomes a document, which the message has as its first attachment; the attachments inside it are listed, and stay in it. The message joins the conversation of the email that it replies to (`In-Reply-To`, then `References`), or begins one. Without a `Date` that can be read it occurred now. Fails with 409 for a `Message-ID` that is recorded already, and while the case is archived.",
    mayEmit: [
      "document.created",
      "conversation.created",
      "conversation.updated",
      "conversation.reopened",
      "message.received",
      "message.logged",
      "case.updated",
      "lead.contact_attempted",
      "lead.status_changed",
    ],
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    etag: "message.revision",
    created: { location: "/messages/{message.id}" },
    upload: true,
    bulk: false,
  })
    .input(NewEmail)
    .output(z.object({ message: Message }))
    .mutation(async ({ ctx, input }) => ({ message: await recordEmail(ctx, input) })),
};
