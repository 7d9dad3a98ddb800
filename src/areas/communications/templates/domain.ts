import { type Fault, invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { createOutputPicker } from "../../../rpc/pick-output.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { resolveMergeSources, type MergeScope } from "../../esign/merge/domain.ts";
import { fillMergeFields, listMergeSources } from "./domain.merge.ts";
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

/**
 * The subject and text of a message that begins with a template.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived template; VALIDATION_FAILED for another channel, and for
 *   merge fields without a value and fallback
 */
export async function fillTemplate(
  context: Context,
  { messageTemplateId, channel, ...scope }: MergeScope & { messageTemplateId: string; channel: string },
): Promise<{ subject: string | null; bodyText: string }> {
  const template = await messageTemplates.getRow(context, { id: messageTemplateId });
  if (template.archived) throw invalidState("The message template is archived");
  if (template.channel !== channel)
    throw invalidInput({ path: "messageTemplateId", message: `must be a template for ${channel}` });
  const values = await resolveMergeSources(context, scope, template.mergeSources);
  const subject = template.subject === null ? null : fillMergeFields(template.subject, values);
  const body = fillMergeFields(template.body, values);
  const missing = [...new Set([...(subject?.missing ?? []), ...body.missing])];
  const faults = missing.map((source): Fault => ({
    path: source.startsWith("input.") ? source : "messageTemplateId",
    message: `${source} has no value, and the merge field no fallback`,
  }));
  if (faults.length > 0) throw invalidInput(...faults);
  // A value may have line breaks, of which a subject has none.
  return { subject: subject === null ? null : subject.text.replaceAll(/\s+/gu, " ").trim(), bodyText: body.text };
}
