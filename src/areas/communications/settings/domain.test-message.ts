import { invalidState } from "../../../contract/errors/error-codes.ts";
import { countSegments } from "../../../platform/text-messages/segments.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Message } from "../messages/schema.ts";
import { createMessage } from "../sending/domain.ts";
import { getFrom } from "../sending/domain.composing.ts";
import { findRecipients } from "../sending/domain.recipients.ts";

const bodyText = "This is a test from Caseport: texts of your firm come from this number.";

/**
 * Sends a text to the number of the member who asks for it, at once, as the firm's texts are sent.
 *
 * @throws INVALID_STATE_TRANSITION without a number of theirs, or without a provider
 */
export async function sendTestMessage(context: Context): Promise<Message> {
  const { principal } = context;
  if (principal.kind !== "member") throw new Error("only members send tests");
  const recipients = await findRecipients(context, "text", [{ memberId: principal.memberId }]);
  if (recipients.every(({ address }) => address === null))
    throw invalidState("You have no phone number in your member profile. A member who manages members can add it");
  const composed = { channel: "text", conversation: null } as const;
  return createMessage(context, {
    ...composed,
    place: { caseId: null, leadId: null },
    recipients,
    subject: null,
    bodyText,
    segments: countSegments(bodyText).segments,
    from: await getFrom(context, composed),
    attachments: [],
    sendAt: new Date(),
    deferral: null,
    isAutomated: true,
    automation: null,
    isRequested: true,
    inReplyToMessageId: null,
    messageTemplateId: null,
    externalId: null,
  });
}
