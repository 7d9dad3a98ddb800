import { AppError, invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { messages } from "../../../contract/messages.ts";
import { clockToleranceMilliseconds } from "../../../contract/values/clock-tolerance.ts";
import { maxAttachmentBytes } from "../../../platform/mail/mail-queue.ts";
import { countSegments } from "../../../platform/text-messages/segments.ts";
import { assertScopes } from "../../../rpc/authorize.ts";
import type { Context } from "../../../rpc/context.ts";
import { onBehalfOf } from "../../../rpc/principal.ts";
import { findConversion } from "../../leads/domain.ts";
import { findLiveConnection } from "../connections/store.ts";
import { findConversation, type ConversationRow } from "../conversations/store.ts";
import type { Place } from "../effects/domain.ts";
import type { NewMessage } from "../messages/schema.ts";
import type { NewMessageRows, NewParty } from "../messages/store.ts";
import { findSending } from "../settings/domain.sending.ts";
import { fillTemplate } from "../templates/domain.ts";
import { findCounterparts, findRecipients, type Recipient } from "./domain.recipients.ts";
import { listAttachments } from "./store.ts";

/** What carriers bill; more is an email. */
const maxSegments = 10;
const maxTextLength = 1_600;
const maxSubjectLength = 300;
const maxEmailLength = 100_000;
const dayMilliseconds = 86_400_000;
const maxAheadMilliseconds = 180 * dayMilliseconds;
/** The firm's number in the outbox: one of those that are reserved for fiction. */
const outboxNumber = "+12025550100";

/** A message that a request asks for, complete but for its rows. */
export interface Composed {
  channel: "text" | "email";
  place: Place;
  /** Null for one that is begun. */
  conversation: ConversationRow | null;
  recipients: Recipient[];
  subject: string | null;
  bodyText: string;
  /** Of a text. */
  segments: number | null;
  /** When it is asked for. */
  at: Date;
  isAutomated: boolean;
}

/**
 * Composes the message that a request, or its preview, asks for.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for an address, time, merge field or text; INVALID_STATE_TRANSITION for an
 *   archived template
 */
export async function composeMessage(context: Context, given: NewMessage): Promise<Composed> {
  const { channel } = given;
  const now = new Date();
  const at = readSendAt(given.sendAt, now);
  const conversation = given.conversationId === undefined ? null : await getConversation(context, given);
  const place = conversation ?? (await findPlace(context, given));
  const recipients =
    conversation === null
      ? await findRecipients(context, channel, given.to ?? [])
      : await findCounterparts(context, channel, conversation);
  const { subject, bodyText } = await readContent(context, given, place);
  const segments = channel === "text" ? checkText(bodyText, given) : checkEmail({ subject, bodyText });
  return {
    channel,
    place: { caseId: place.caseId, leadId: place.leadId },
    conversation,
    recipients,
    subject,
    bodyText,
    segments,
    at,
    isAutomated: given.isAutomated ?? false,
  };
}

/** The case, or the lead with the case that it became. */
async function findPlace(context: Context, { caseId, leadId }: NewMessage): Promise<Place> {
  if (leadId === undefined) return { caseId: caseId ?? null, leadId: null };
  return { caseId: (await findConversion(context, leadId))?.caseId ?? null, leadId };
}

function readSendAt(sendAt: string | undefined, now: Date): Date {
  if (sendAt === undefined) return now;
  const at = new Date(sendAt);
  if (at.getTime() < now.getTime() - clockToleranceMilliseconds)
    throw invalidInput({ path: "sendAt", message: "must not be in the past" });
  if (at.getTime() > now.getTime() + maxAheadMilliseconds)
    throw invalidInput({ path: "sendAt", message: "must be at most 180 days ahead" });
  return at > now ? at : now;
}

async function getConversation(context: Context, { conversationId = "", channel }: NewMessage) {
  const row = await findConversation(context, conversationId);
  if (row === undefined) throw notFound("Conversation");
  if (row.channel !== channel)
    throw invalidInput({ path: "channel", message: `the conversation goes by ${row.channel}` });
  return row;
}

async function readContent(context: Context, given: NewMessage, place: Place) {
  const { messageTemplateId, channel, subject = null, bodyText = "", input = {} } = given;
  if (messageTemplateId === undefined) return { subject, bodyText };
  const { caseId, leadId } = place;
  const scope = { caseId, leadId, authorMemberId: onBehalfOf(context.principal), input };
  return fillTemplate(context, { messageTemplateId, channel, ...scope });
}

/** @returns the segments of a text */
function checkText(bodyText: string, { messageTemplateId }: NewMessage): number {
  const path = messageTemplateId === undefined ? "bodyText" : "messageTemplateId";
  if (bodyText.trim() === "") throw invalidInput({ path, message: "the text is blank" });
  if (bodyText.length > maxTextLength)
    throw invalidInput({ path, message: "a text has at most 1,600 characters, with the values of its merge fields" });
  const { segments } = countSegments(bodyText);
  if (segments > maxSegments)
    throw invalidInput({ path, message: `a text has at most ${maxSegments} segments, and this one has ${segments}` });
  return segments;
}

/** What a template makes with the values of its merge fields; what is given as text is checked when it is read. */
function checkEmail({ subject, bodyText }: { subject: string | null; bodyText: string }): null {
  const path = "messageTemplateId";
  if ((subject ?? "").trim() === "") throw invalidInput({ path, message: "the subject is blank" });
  if ((subject ?? "").length > maxSubjectLength)
    throw invalidInput({ path, message: "a subject has at most 300 characters, with the values of its merge fields" });
  if (bodyText.trim() === "") throw invalidInput({ path, message: "the text is blank" });
  if (bodyText.length > maxEmailLength)
    throw invalidInput({
      path,
      message: "an email has at most 100,000 characters, with the values of its merge fields",
    });
  return null;
}

/** The 409 of a message that the firm has not set up sending for; `X-Error-Detail` is `not_configured`. */
const notConfigured = (message: string): AppError =>
  invalidState(message, { errorReason: "message_blocked", detail: "not_configured" });

/** The firm as the sender of a message. */
export type FirmParty = NewParty & { address: string };

/**
 * From whom a message goes: a number of the firm, that of the conversation if it has one; of an email the address of
 * replies.
 *
 * @throws INVALID_STATE_TRANSITION where the firm has no number, or no address
 */
export async function getFrom(
  context: Context,
  { channel, conversation }: Pick<Composed, "channel" | "conversation">,
): Promise<FirmParty> {
  const { provider, replyTo, senderName } = await findSending(context);
  if (channel === "email") {
    if (replyTo === null)
      throw notConfigured("Emails need an address for replies: set it in Settings → Communications");
    return { name: senderName, address: replyTo.toLowerCase() };
  }
  const former = conversation?.firmAddress ?? null;
  if (provider === "outbox") return { name: senderName, address: former ?? outboxNumber };
  const connection = await findLiveConnection(context);
  const [first] = connection?.numbers ?? [];
  if (connection?.provider !== provider || first === undefined)
    throw notConfigured("Texts need a number: connect a provider in Settings → Communications");
  return { name: senderName, address: former !== null && connection.numbers.includes(former) ? former : first };
}

/**
 * The attachments of an email. The documents are locked.
 *
 * @throws FORBIDDEN without `documents:read`; VALIDATION_FAILED for files that have not arrived, or are too large
 */
export async function readAttachments(
  context: Context,
  documentIds: readonly string[],
): Promise<NewMessageRows["attachments"]> {
  const attachments = await listAttachments(context, documentIds);
  if (attachments.length < documentIds.length)
    throw invalidInput({ path: "attachments", message: "must be documents whose file has arrived" });
  const total = attachments.reduce((sum, { sizeBytes }) => sum + Number(sizeBytes), 0);
  if (total > maxAttachmentBytes)
    throw invalidInput({ path: "attachments", message: "must have at most 15 MiB together" });
  return attachments;
}

/** @throws FORBIDDEN without `documents:read` */
export function requireAttaching(context: Context, documentIds: readonly string[]): void {
  const { principal } = context;
  if (documentIds.length === 0 || principal.kind === "system") return;
  if (principal.kind !== "member") return assertScopes(context, ["documents:read"]);
  if (!principal.permissions.has("documents:view")) throw new AppError("FORBIDDEN", messages.permissionMissing);
}
