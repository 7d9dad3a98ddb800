import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { logMessage } from "./domain.recording.ts";
import { recordDeliveryReports } from "./domain.reports.ts";
import { transitionMessage } from "./domain.transitions.ts";
import { getMessage, listMessages } from "./domain.ts";
import { previewMessage, sendMessage } from "../sending/domain.ts";
import {
  DeliveryReportResult,
  DeliveryReports,
  LoggedMessage,
  Message,
  MessageFilter,
  MessagePreview,
  MessageTransition,
  NewMessage,
} from "./schema.ts";

const reading = {
  area: "Communications",
  scope: "communications:read",
  showsMoreWith: "communications:content",
} as const;
const writing = {
  area: "Communications",
  scope: "communications:write",
  readBy: "communications:read",
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

  "messages.preview": operation({
    ...reading,
    tier: "read",
    idempotency: "none",
    route: "POST /messages/preview",
    summary: "Preview a message",
    description:
      "Says whether `POST /messages` would send a message, when, and why not; nothing is stored. A message that is rejected there with 409 has `maySend: false` here, with `block` and the sentence. Subject and text, with the values of merge fields, require `communications:content`, too.",
  })
    .input(NewMessage)
    .output(z.object({ preview: MessagePreview }))
    .query(async ({ ctx, input }) => ({ preview: await previewMessage(ctx, input) })),

  "messages.create": operation({
    ...writing,
    showsMoreWith: "communications:content",
    etag: "message.revision",
    route: "POST /messages",
    summary: "Send a message",
    description:
      "Sends a text or an email to records of the firm, now or at `sendAt`. The message is `queued`, or `scheduled` where it goes later: quiet hours of the recipient's state defer a text, unless the firm rejects it then. It is checked again right before it goes, so that an opt-out in the meantime counts. A text is sent once: if the provider never says what became of it, it ends as `failed` with `outcome_unknown`. " +
      "Fails with 409 and `X-Error-Detail` where it may not be sent: the first rule of `sendBlock` that applies. Texts require that the person opted in (`PUT /consents`), emails that they did not opt out.",
    mayEmit: ["conversation.created", "conversation.updated", "conversation.reopened", "message.created"],
    errors: ["FORBIDDEN", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    created: { location: "/messages/{message.id}" },
  })
    .input(NewMessage)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ message: await sendMessage(ctx, input) })),

  "messages.log": operation({
    ...writing,
    showsMoreWith: "communications:content",
    etag: "message.revision",
    route: "POST /messages/log",
    summary: "Log a message",
    description:
      "Records a message that came in, or that another system sent. It joins the conversation that you name, or the one with the same address in the same case or lead; an email begins one. A text or an email without case and lead belongs to what the firm's last one to that number or address within 30 days does, or to the only case or lead of the only person with it; otherwise it is unlinked. A closed conversation is open again. Cases that are archived take it, too. A text that came in and says STOP, START or HELP has its effect: the number is suppressed for the whole firm, and everyone with it is opted out.",
    mayEmit: [
      "conversation.created",
      "conversation.updated",
      "conversation.reopened",
      "message.created",
      "message.received",
      "message.logged",
      "message.opted_out",
      "message.blocked",
      "consent.updated",
      "client.updated",
      "case.updated",
      "lead.contact_attempted",
      "lead.status_changed",
    ],
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    created: { location: "/messages/{message.id}" },
  })
    .input(LoggedMessage)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ message: await logMessage(ctx, input) })),

  "messages.transition": operation({
    ...writing,
    showsMoreWith: "communications:content",
    etag: "message.revision",
    route: "POST /messages/{messageId}/transitions",
    echoes: ["message.status", "message.availableTransitions"],
    summary: "Cancel or void a message",
    description:
      "`cancelled` stops a message that was not sent yet. `voided` marks a logged one as wrong, with a reason: it stays, and takes back the date of last client contact that it moved. What was said is never changed.",
    mayEmit: ["message.cancelled", "message.voided", "conversation.updated", "case.updated"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(MessageTransition.safeExtend(Chosen.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { messageId, ...transition } }) => ({
      message: await transitionMessage(ctx, messageId, transition),
    })),

  "messageDeliveryReports.create": operation({
    ...writing,
    route: "POST /message-delivery-reports",
    summary: "Report what became of messages",
    description:
      "Records up to 100 reports of outbound messages, each with a result. Reports come out of order: one that says less than the message's status, or is of a message that has ended, is `ignored`. Fails with 404 if none of the messages exists.",
    mayEmit: [
      "message.sent",
      "message.delivered",
      "message.read",
      "message.undelivered",
      "message.bounced",
      "message.failed",
      "conversation.updated",
      "case.updated",
      "lead.contact_attempted",
      "lead.status_changed",
    ],
    errors: ["NOT_FOUND"],
    bulk: false,
  })
    .input(DeliveryReports)
    .output(z.object({ results: z.array(DeliveryReportResult) }))
    .mutation(async ({ ctx, input }) => ({ results: await recordDeliveryReports(ctx, input.reports) })),
};
