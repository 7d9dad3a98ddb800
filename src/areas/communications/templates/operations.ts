import * as z from "zod";
import { changesSomething, Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { messageTemplates } from "./domain.ts";
import { MessageTemplate, MessageTemplateChanges, MessageTemplateQuery, NewMessageTemplate } from "./schema.ts";

const reading = { area: "Communications", scope: "communications:read" } as const;
const changing = {
  area: "Communications",
  scope: "communications:write",
  readBy: "communications:read",
  etag: "messageTemplate.revision",
} as const;
const Chosen = z.strictObject({ messageTemplateId: Id });
const Shown = z.object({ messageTemplate: MessageTemplate });

export const messageTemplateProcedures = {
  "messageTemplates.list": operation({
    ...reading,
    route: "GET /message-templates",
    summary: "List message templates",
    description: "Returns the templates that match all filters, newest first by default, also archived ones.",
  })
    .input(MessageTemplateQuery)
    .output(z.object({ messageTemplates: z.array(MessageTemplate), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input }) => {
      const { records, nextCursor } = await messageTemplates.list(ctx, input);
      return { messageTemplates: records, nextCursor };
    }),

  "messageTemplates.get": operation({
    ...reading,
    route: "GET /message-templates/{messageTemplateId}",
    summary: "Get a message template",
    etag: "messageTemplate.revision",
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({
      messageTemplate: await messageTemplates.get(ctx, { id: input.messageTemplateId }),
    })),

  "messageTemplates.create": operation({
    ...changing,
    route: "POST /message-templates",
    summary: "Create a message template",
    description:
      "Merge fields take values of the case, lead and firm when a message is created: `{{client.firstName}}`, or `{{client.firstName|friend}}` with a fallback. A field without a value and fallback fails the message with 400. Fails with 409 if another template has the name, ignoring case.",
    emits: ["message_template.created"],
    errors: ["DUPLICATE_ENTRY"],
    created: { location: "/message-templates/{messageTemplate.id}" },
  })
    .input(NewMessageTemplate)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ messageTemplate: await messageTemplates.create(ctx, input) })),

  "messageTemplates.update": operation({
    ...changing,
    route: "PATCH /message-templates/{messageTemplateId}",
    summary: "Update a message template",
    description: "Changes the fields that you send, at least one. Messages that began with it do not change.",
    emits: ["message_template.updated"],
    errors: ["DUPLICATE_ENTRY", "STALE_REVISION"],
  })
    .input(MessageTemplateChanges.extend(Chosen.shape).refine(...changesSomething("messageTemplateId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { messageTemplateId, ...changes } }) => ({
      messageTemplate: await messageTemplates.update(ctx, { id: messageTemplateId }, changes),
    })),
};
