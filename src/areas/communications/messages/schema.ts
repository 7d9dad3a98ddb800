import * as z from "zod";
import { Actor, Person } from "../../../contract/actor.ts";
import { namedEnum, oneOf } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import { GivenInstant, Id, Instant, text, versionFields } from "../../../contract/values/values.ts";
import { ShortCase, withheldMembers } from "../../../contract/values/withheld.ts";
import { Correspondent, CorrespondentInEvent, MessageChannel } from "../conversations/schema.ts";
import { communicationEnumerations } from "../enumerations.ts";
import { SendableChannel } from "../consents/enumerations.ts";

export const MessageStatus = oneOf(communicationEnumerations.messageStatus);
export type MessageStatus = z.infer<typeof MessageStatus>;
export const MessageFailure = oneOf(communicationEnumerations.messageFailure);
export type MessageFailure = z.infer<typeof MessageFailure>;
export const SendBlock = oneOf(communicationEnumerations.sendBlock);
export type SendBlock = z.infer<typeof SendBlock>;
const RequestedStatus = namedEnum("RequestedMessageStatus", ["cancelled", "voided"]);
export const MessageDirection = oneOf(communicationEnumerations.messageDirection);
export const MessageAutomation = oneOf(communicationEnumerations.messageAutomation);
export type MessageAutomation = z.infer<typeof MessageAutomation>;

const ofContent = "null without `communications:content`";

export const Deferral = z
  .object({
    until: Instant,
    requestedAt: Instant,
    timeZones: z.array(z.string()),
    ruleKey: z.string().nullable().meta({ description: "The jurisdiction rule that narrows the hours, if one does." }),
  })
  .meta({ id: "MessageDeferral" });
export type Deferral = z.infer<typeof Deferral>;

const Attachment = z
  .object({
    documentId: Id.nullable().meta({ description: "null: it is only in the stored email." }),
    name: z
      .string()
      .nullable()
      .meta({ description: `The file's name; ${ofContent}.` }),
    sizeBytes: z.int(),
    contentType: z.string(),
  })
  .meta({ id: "MessageAttachment" });
withheldMembers.add(Attachment, { scope: "communications:content", members: ["name"] });

export const Message = z
  .object({
    id: Id,
    organizationId: Id,
    conversationId: Id,
    caseId: Id.nullable(),
    leadId: Id.nullable(),
    case: ShortCase.nullable(),
    channel: MessageChannel,
    direction: MessageDirection,
    status: MessageStatus,
    availableTransitions: z.array(RequestedStatus).meta({ description: "What a request may do to it from here." }),
    failure: MessageFailure.nullable(),
    block: SendBlock.nullable(),
    from: Correspondent,
    to: z.array(Correspondent),
    cc: z.array(Correspondent),
    subject: z
      .string()
      .nullable()
      .meta({ description: `Of an email; ${ofContent}.` }),
    bodyText: z
      .string()
      .nullable()
      .meta({ description: `Plain text; ${ofContent}.` }),
    contentVisible: z.boolean().meta({ description: "Whether you see subject and text." }),
    attachments: z.array(Attachment),
    isAutomated: z.boolean().meta({ description: "No one decided to send it now." }),
    automation: MessageAutomation.nullable(),
    optOutKeyword: oneOf(communicationEnumerations.optOutKeyword).nullable(),
    occurredAt: Instant.meta({ description: "When it was sent or came in; until then when it was requested." }),
    sendAt: Instant.nullable(),
    deferral: Deferral.nullable().meta({ description: "Why it waits for quiet hours to end." }),
    queuedAt: Instant.nullable(),
    sentAt: Instant.nullable(),
    deliveredAt: Instant.nullable(),
    readAt: Instant.nullable(),
    failedAt: Instant.nullable(),
    voidedAt: Instant.nullable(),
    voidReason: z
      .string()
      .nullable()
      .meta({ description: `Why a wrong entry counts no more; ${ofContent}.` }),
    segments: z.int().nullable().meta({ description: "Of a text: as carriers count them." }),
    provider: oneOf(communicationEnumerations.messageProvider).nullable(),
    providerMessageId: z.string().nullable(),
    messageIdHeader: z.string().nullable().meta({ description: "Of an email, with its angle brackets." }),
    inReplyToMessageId: Id.nullable(),
    messageTemplateId: Id.nullable().meta({ description: "The template with which it began." }),
    onBehalfOf: Person.nullable(),
    externalId: z.string().nullable(),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "Message" });
export type Message = z.infer<typeof Message>;
withheldMembers.add(Message, { scope: "communications:content", members: ["subject", "bodyText", "voidReason"] });

export const MessageInEvent = Message.omit({ case: true, contentVisible: true })
  .extend({
    from: CorrespondentInEvent,
    to: z.array(CorrespondentInEvent),
    cc: z.array(CorrespondentInEvent),
    subject: Redacted,
    bodyText: Redacted,
    voidReason: Redacted,
    // It has the address of the sender's host, and what others wrote.
    messageIdHeader: Redacted,
    attachments: z.array(Attachment.omit({ name: true }).meta({ id: "MessageAttachmentInEvent" })),
  })
  .meta({ id: "MessageInEvent" });
export type MessageInEvent = z.infer<typeof MessageInEvent>;

export const MessageFilter = z.strictObject({
  ...sortedPageInput,
  conversationId: Id.optional(),
  caseId: Id.optional(),
  leadId: Id.optional(),
  clientId: Id.optional().meta({ description: "Who wrote it, or is written to." }),
  channel: MessageChannel.optional(),
  direction: MessageDirection.optional(),
  status: MessageStatus.optional(),
  occurredFrom: GivenInstant.optional().meta({ description: "Occurred at or after this instant." }),
  occurredTo: GivenInstant.optional().meta({ description: "Occurred before this instant." }),
});
export type MessageFilter = z.infer<typeof MessageFilter>;

const GivenCorrespondent = z.strictObject({
  name: text(1, 200)
    .refine((given) => !/\p{Cc}/u.test(given), "must be one line")
    .optional(),
  address: text(1, 320).meta({ description: "A phone number, an email address, or a postal address." }),
});
const Content = {
  subject: text(1, 300).optional(),
  bodyText: text(0, 100_000).optional(),
};

/** A message that came in, or was sent elsewhere. */
export const LoggedMessage = z
  .strictObject({
    channel: MessageChannel,
    direction: MessageDirection,
    conversationId: Id.optional().meta({ description: "By default found by the addresses." }),
    caseId: Id.optional(),
    leadId: Id.optional(),
    from: GivenCorrespondent,
    to: z.array(GivenCorrespondent).min(1).max(20),
    cc: z.array(GivenCorrespondent).max(20).optional(),
    ...Content,
    status: z.enum(["sent", "delivered"]).optional().meta({
      description: "Of an outbound one, if you know more than that it was sent. By default `logged`.",
    }),
    occurredAt: GivenInstant.refine((given) => Date.parse(given) >= 0, "must be from 1970 on")
      .optional()
      .meta({ description: "By default now. Not in the future." }),
    isAutomated: z.boolean().optional().meta({ description: "By default false." }),
    providerMessageId: text(1, 200).optional().meta({
      description: "The other system's ID: a second message with it fails with 409.",
    }),
    externalId: text(1, 200).optional(),
  })
  .superRefine((given, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (given.channel === "text") {
      if (given.to.length !== 1) fault("to", "a text has one recipient");
      if (given.cc !== undefined && given.cc.length > 0) fault("cc", "a text has no copies");
      if (given.subject !== undefined) fault("subject", "a text has no subject");
      if (given.bodyText === undefined) fault("bodyText", "required of a text");
    }
    if (/[\r\n]/.test(given.subject ?? "")) fault("subject", "must be one line");
    if (given.direction === "inbound" && given.status !== undefined) fault("status", "only of outbound messages");
    if (given.caseId !== undefined && given.leadId !== undefined) fault("leadId", "only one of caseId and leadId");
  });
export type LoggedMessage = z.infer<typeof LoggedMessage>;

export const MessageTransition = z
  .strictObject({
    status: RequestedStatus,
    reason: text(1, 1_000).optional().meta({ description: "Required for `voided`, and allowed only with it." }),
  })
  .refine((given) => (given.status === "voided") === (given.reason !== undefined), {
    path: ["reason"],
    message: "required for voided, and allowed only with it",
  });
export type MessageTransition = z.infer<typeof MessageTransition>;

export const DeliveryReport = z.strictObject({
  messageId: Id.optional(),
  providerMessageId: text(1, 200).optional().meta({ description: "In place of `messageId`: as it was logged." }),
  status: z.enum(["sent", "delivered", "read", "undelivered", "bounced", "failed"]),
  failure: MessageFailure.optional(),
  at: GivenInstant.optional().meta({ description: "By default now." }),
});
export type DeliveryReport = z.infer<typeof DeliveryReport>;

export const DeliveryReports = z.strictObject({
  reports: z
    .array(
      DeliveryReport.refine((given) => (given.messageId === undefined) !== (given.providerMessageId === undefined), {
        path: ["messageId"],
        message: "exactly one of messageId and providerMessageId is required",
      }),
    )
    .min(1)
    .max(100),
});

export const DeliveryReportResult = z
  .object({
    position: z.int().meta({ description: "Of the report in the request, from 1." }),
    messageId: Id.nullable(),
    result: z.enum(["applied", "ignored", "not_found"]).meta({
      description: "`ignored`: the message has gone on already, or has ended.",
    }),
    status: MessageStatus.nullable().meta({ description: "Of the message afterwards." }),
  })
  .meta({ id: "DeliveryReportResult" });
export type DeliveryReportResult = z.infer<typeof DeliveryReportResult>;

const Recipient = z.strictObject({
  clientId: Id.optional(),
  leadId: Id.optional(),
  contactId: Id.optional(),
  memberId: Id.optional(),
  address: text(1, 320).optional().meta({ description: "One of the record's. By default its first." }),
});
export type Recipient = z.infer<typeof Recipient>;

/** A message to send. */
const NewMessageFields = {
  conversationId: Id.optional().meta({ description: "In place of `caseId`, `leadId` and `to`." }),
  caseId: Id.optional(),
  leadId: Id.optional(),
  channel: SendableChannel,
  to: z
    .array(
      Recipient.refine(
        (given) =>
          [given.clientId, given.leadId, given.contactId, given.memberId].filter((id) => id !== undefined).length === 1,
        { message: "exactly one of clientId, leadId, contactId and memberId is required" },
      ),
    )
    .min(1)
    .max(20)
    .optional()
    .meta({ description: "Records of the firm. A text has one." }),
  subject: text(1, 300)
    .refine((given) => !/\p{Cc}/u.test(given), "must be one line")
    .optional()
    .meta({ description: "Required of an email without a template." }),
  bodyText: text(1, 100_000).optional().meta({
    description: "Plain text; a text has at most 1,600 characters, and at most 10 segments.",
  }),
  messageTemplateId: Id.optional().meta({
    description:
      "In place of `bodyText`; of an email in place of `subject`, too. A merge field without a value and fallback fails with 400.",
  }),
  input: z
    .record(z.string().regex(/^[a-zA-Z][a-zA-Z0-9_]{0,59}$/), text(1, 2_000))
    .refine((given) => Object.keys(given).length <= 50, "must have at most 50 values")
    .optional()
    .meta({ description: "With `messageTemplateId`: the values of its merge fields `{{input.<key>}}`." }),
  attachments: z.array(Id).max(10).optional().meta({
    description: "IDs of documents of the case or lead; of emails only. Requires `documents:read`.",
  }),
  inReplyToMessageId: Id.optional().meta({ description: "A message of the conversation." }),
  sendAt: GivenInstant.optional().meta({ description: "At most 180 days from now. By default at once." }),
  isAutomated: z.boolean().optional().meta({ description: "No one decided to send it now. By default false." }),
  externalId: text(1, 200).optional(),
};
const NewMessageObject = z.strictObject(NewMessageFields);
export type NewMessage = z.infer<typeof NewMessageObject>;

function checkNewMessage(given: NewMessage, context: z.RefinementCtx): void {
  const fault = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  const places = [given.conversationId, given.caseId, given.leadId].filter((id) => id !== undefined);
  if (places.length !== 1) fault("caseId", "exactly one of conversationId, caseId and leadId is required");
  if (given.conversationId === undefined && given.to === undefined) fault("to", "required without conversationId");
  if (given.conversationId !== undefined && given.to !== undefined) fault("to", "not allowed with conversationId");
  if (given.conversationId === undefined && given.inReplyToMessageId !== undefined)
    fault("inReplyToMessageId", "allowed only with conversationId");
  checkContent(given, fault);
  if (given.channel === "text") checkText(given, fault);
}

/** A message has its own text, or begins with a template. */
function checkContent(given: NewMessage, fault: (path: string, message: string) => void): void {
  const { messageTemplateId, bodyText, subject, input, channel } = given;
  if (messageTemplateId === undefined) {
    if (bodyText === undefined) fault("bodyText", "required without messageTemplateId");
    if (channel === "email" && subject === undefined) fault("subject", "required of an email");
    if (input !== undefined) fault("input", "allowed only with messageTemplateId");
    return;
  }
  if (bodyText !== undefined) fault("bodyText", "not allowed with messageTemplateId");
  if (subject !== undefined) fault("subject", "not allowed with messageTemplateId");
}

function checkText(given: NewMessage, fault: (path: string, message: string) => void): void {
  if (given.to !== undefined && given.to.length !== 1) fault("to", "a text has one recipient");
  if (given.subject !== undefined) fault("subject", "a text has no subject");
  if (given.attachments !== undefined) fault("attachments", "a text has no attachments");
  if ((given.bodyText?.length ?? 0) > 1_600) fault("bodyText", "a text has at most 1,600 characters");
}

export const NewMessage = NewMessageObject.superRefine(checkNewMessage);

export const MessagePreview = z
  .object({
    maySend: z.boolean(),
    block: SendBlock.nullable(),
    message: z.string().nullable().meta({ description: "The sentence with which `POST /messages` would fail." }),
    sendAt: Instant.nullable().meta({ description: "When it would go: now, at `sendAt`, or when quiet hours end." }),
    deferral: Deferral.nullable(),
    segments: z.int().nullable().meta({ description: "Of a text: as carriers count them." }),
    subject: z
      .string()
      .nullable()
      .meta({ description: `Of an email; ${ofContent}.` }),
    bodyText: z
      .string()
      .nullable()
      .meta({ description: `With the values of merge fields; ${ofContent}.` }),
  })
  .meta({ id: "MessagePreview" });
withheldMembers.add(MessagePreview, { scope: "communications:content", members: ["subject", "bodyText"] });
export type MessagePreview = z.infer<typeof MessagePreview>;
