import { invalidInput } from "../../../contract/errors/error-codes.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { createOutputPicker } from "../../../rpc/pick-output.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { listMergeSources } from "./domain.merge.ts";
import {
  maxBody,
  MessageTemplate,
  MessageTemplateInEvent,
  type MessageTemplateChanges,
  type NewMessageTemplate,
} from "./schema.ts";

export { MessageTemplate };

type TemplateRow = Row<"MessageTemplate"> & { id: string };

interface Texts {
  channel: string;
  subject: string | null;
  body: string;
}

/** @throws VALIDATION_FAILED for a subject where there is none, and for a text that is too long for its channel */
function describeTexts({ channel, subject, body }: Texts) {
  const isEmail = channel === "email";
  if (isEmail !== (subject !== null))
    throw invalidInput({ path: "subject", message: isEmail ? "required for email" : "must be null for text" });
  const longest = isEmail ? maxBody.email : maxBody.text;
  if (body.length > longest) throw invalidInput({ path: "body", message: `must have at most ${longest} characters` });
  return { subject, body, mergeSources: listMergeSources(subject, body) };
}

const prepareInsert = (_context: Context, { subject = null, ...values }: NewMessageTemplate) => ({
  ...values,
  ...describeTexts({ channel: values.channel, subject, body: values.body }),
});

const prepareUpdate = (_context: Context, changes: MessageTemplateChanges, before: TemplateRow) => ({
  ...changes,
  ...describeTexts({
    channel: before.channel,
    subject: changes.subject === undefined ? before.subject : changes.subject,
    body: changes.body ?? before.body,
  }),
});

/** The texts that messages begin with. */
export const messageTemplates = defineResource({
  table: "MessageTemplate",
  noun: "Message template",
  idKind: "messageTemplate",
  schema: MessageTemplate,
  isPermanent: true,
  events: { created: "message_template.created", updated: "message_template.updated" },
  describeInEvent: createOutputPicker(MessageTemplateInEvent),
  relate: ({ id }) => [{ entity: "message_template", id }],
  unique: {
    MessageTemplate_name: "name: used by another message template",
    MessageTemplate_organizationId_externalId_key: "externalId: used by another message template",
  },
  prepareInsert,
  prepareUpdate,
});
