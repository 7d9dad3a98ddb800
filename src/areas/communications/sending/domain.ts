import { AppError, invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { formatMessageId } from "../../../platform/mail/mail-transport.ts";
import { getBaseUrl, type Context } from "../../../rpc/context.ts";
import { describeActor, onBehalfOf } from "../../../rpc/principal.ts";
import { getLiveCase, lockLiveCaseForShare } from "../../cases/domain.ts";
import { getLeadReferences, lockLeadForShare } from "../../leads/domain.ts";
import { lockDocumentsForShare } from "../../notes/domain.locks.ts";
import { countQueued, maxMessages } from "../conversations/domain.counting.ts";
import { getConversationRow } from "../conversations/domain.ts";
import { beginConversation, type OpenedConversation } from "../conversations/domain.opening.ts";
import {
  findConversationWith,
  lockCorrespondenceForUpdate,
  lockConversationRowForUpdate,
} from "../conversations/store.ts";
import { lockPlaceOfForShare, type Place } from "../effects/domain.ts";
import { getMessageRow, recordMessageEvent } from "../messages/domain.ts";
import type { Deferral, Message, MessageAutomation, MessagePreview, NewMessage } from "../messages/schema.ts";
import { insertMessage, type NewMessageRows } from "../messages/store.ts";
import { enqueueMessage } from "../delivery/store.queue.ts";
import {
  composeMessage,
  getFrom,
  readAttachments,
  requireAttaching,
  type Composed,
  type FirmParty,
} from "./domain.composing.ts";
import { findSending } from "../settings/domain.sending.ts";
import { blockedError, checkSending } from "./domain.checking.ts";
import { findRecipients } from "./domain.recipients.ts";
import { encryptTextSecret, type TextSecret } from "./domain.secrets.ts";
import { findThread, type Thread } from "./store.ts";

/**
 * Whether a message would be sent, and when: what POST /messages would do, without doing it.
 *
 * @throws as {@link sendMessage}, except that a message that may not be sent is described
 */
export async function previewMessage(context: Context, given: NewMessage): Promise<MessagePreview> {
  const attachments = [...new Set(given.attachments)];
  requireAttaching(context, attachments);
  if (attachments.length > 0) await readAttachments(context, attachments);
  if (given.caseId !== undefined) await getLiveCase(context, given.caseId);
  if (given.leadId !== undefined) await getLeadReferences(context, given.leadId);
  const composed = await composeMessage(context, given);
  const { segments, subject, bodyText } = composed;
  const shown = { segments, subject, bodyText };
  const unsent = { maySend: false, sendAt: null, deferral: null, ...shown };
  try {
    await getFrom(context, composed);
  } catch (error) {
    if (!(error instanceof AppError) || error.errorReason !== "message_blocked") throw error;
    return { ...unsent, block: null, message: error.message };
  }
  const verdict = await checkComposed(context, composed);
  if (verdict.block !== null) return { ...unsent, ...verdict };
  const { deferral, sendAt } = verdict;
  return { maySend: true, block: null, message: null, sendAt: sendAt.toISOString(), deferral, ...shown };
}

/** A message for later counts against the limit of its day. */
const checkComposed = (context: Context, composed: Composed) =>
  checkSending(context, {
    ...composed,
    isRequested: false,
    automation: null,
    limit: composed.at.getTime() > Date.now() ? "ignored" : "new",
  });

/**
 * Sends a message to records of the firm, at once or later. The worker checks it again right before.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED; FORBIDDEN for attachments without `documents:read`; INVALID_STATE_TRANSITION
 *   where it may not be sent, or the firm cannot; DUPLICATE_ENTRY of externalId
 */
export async function sendMessage(context: Context, given: NewMessage): Promise<Message> {
  const { attachments: documentIds = [] } = given;
  requireAttaching(context, documentIds);
  await lockCorrespondenceOfMessageForUpdate(context, given);
  await lockGivenForShare(context, given);
  const composed = await composeMessage(context, given);
  const from = await getFrom(context, composed);
  const verdict = await checkComposed(context, composed);
  if (verdict.block !== null) throw blockedError(verdict.block, verdict.message);
  const attachments = await attach(context, composed.place, documentIds);
  return createMessage(context, {
    ...composed,
    from,
    attachments,
    sendAt: verdict.sendAt,
    deferral: verdict.deferral,
    automation: null,
    isRequested: false,
    inReplyToMessageId: given.inReplyToMessageId ?? null,
    messageTemplateId: given.messageTemplateId ?? null,
    externalId: given.externalId ?? null,
  });
}

/** Two first texts to a number at once begin one conversation. */
async function lockCorrespondenceOfMessageForUpdate(
  context: Context,
  { channel, conversationId, to = [] }: NewMessage,
): Promise<void> {
  if (channel !== "text" || conversationId !== undefined) return;
  const [recipient] = await findRecipients(context, channel, to);
  const address = recipient?.address ?? null;
  if (address !== null) await lockCorrespondenceForUpdate(context, channel, address);
}

/** Locks the case or lead of a message, against deletion, and the conversation that it goes on with. */
async function lockGivenForShare(context: Context, { conversationId, caseId, leadId }: NewMessage): Promise<void> {
  if (caseId !== undefined) await lockLiveCaseForShare(context, caseId);
  else if (leadId !== undefined) {
    const converted = (await lockLeadForShare(context, leadId)).find(({ entity }) => entity === "case");
    if (converted !== undefined) await lockLiveCaseForShare(context, converted.id);
  } else if (conversationId !== undefined) {
    const conversation = await getConversationRow(context, conversationId);
    await lockPlaceOfForShare(context, "Conversation", conversationId, conversation);
  }
}

async function attach(
  context: Context,
  { caseId, leadId }: Place,
  documentIds: readonly string[],
): Promise<NewMessageRows["attachments"]> {
  const distinct = [...new Set(documentIds)];
  if (distinct.length === 0) return [];
  if (caseId === null && leadId === null)
    throw invalidInput({ path: "attachments", message: "must be empty: the conversation is unlinked" });
  await lockDocumentsForShare(context, { caseId, leadId, clientId: null, contactId: null }, distinct);
  return readAttachments(context, distinct);
}

/** A message with all that its rows need. */
export interface MessageToCreate extends Pick<Composed, "channel" | "place" | "conversation" | "recipients"> {
  subject: string | null;
  bodyText: string;
  segments: number | null;
  from: FirmParty;
  attachments: NewMessageRows["attachments"];
  /** When it goes: now, or later. */
  sendAt: Date;
  deferral: Deferral | null;
  isAutomated: boolean;
  automation: MessageAutomation | null;
  /** Whether the recipient just asked for it: it goes before the others. */
  isRequested: boolean;
  /** What the recipient alone reads, in place of `bodyText`. */
  secret?: TextSecret;
  inReplyToMessageId: string | null;
  messageTemplateId: string | null;
  externalId: string | null;
}

/** Creates the rows of a message, and the job that sends it. Its place is locked. */
export async function createMessage(context: Context, given: MessageToCreate): Promise<Message> {
  const now = new Date();
  const conversation = await openConversation(context, given);
  const id = createId("message");
  const isLater = given.sendAt.getTime() > now.getTime();
  const thread = given.channel === "email" ? await findThreadOf(context, conversation, given) : null;
  const replied = given.channel === "text" ? await findReplied(context, conversation, given) : thread;
  // A text goes by the provider that the firm has now, or not at all: never to the outbox of a firm that disconnects it.
  const provider = given.channel === "text" ? (await findSending(context)).provider : null;
  await insertMessage(context, {
    message: {
      id,
      conversationId: conversation.row.id,
      caseId: conversation.row.caseId,
      leadId: conversation.row.leadId,
      channel: given.channel,
      direction: "outbound",
      status: isLater ? "scheduled" : "queued",
      subject: given.subject,
      bodyText: given.bodyText,
      isAutomated: given.isAutomated,
      automation: given.automation,
      occurredAt: now.toISOString(),
      sendAt: isLater ? given.sendAt.toISOString() : null,
      deferral: given.deferral === null ? null : JSON.stringify(given.deferral),
      queuedAt: isLater ? null : now.toISOString(),
      segments: given.segments,
      provider,
      ...(given.secret !== undefined && { sealedSecret: encryptTextSecret(context, id, given.secret) }),
      ...(given.channel === "email" && { messageIdHeader: formatMessageId(id, getBaseUrl(context)) }),
      referencesHeader: thread === null ? [] : listReferences(thread),
      inReplyToMessageId: replied?.id ?? null,
      messageTemplateId: given.messageTemplateId,
      externalId: given.externalId,
      createdBy: JSON.stringify(describeActor(context.principal)),
      onBehalfOfAttorneyId: onBehalfOf(context.principal),
    },
    from: given.from,
    to: given.recipients.map(({ party }) => party),
    cc: [],
    attachments: given.attachments,
  });
  await countQueued(context, conversation);
  if (!isLater) await enqueueMessage(context, { id, isRequested: given.isRequested });
  return recordMessageEvent(context, "message.created", null, await getMessageRow(context, id));
}

/** An email continues the latest of its conversation, or the one that the request names. */
async function findThreadOf(
  context: Context,
  { row, isNew }: OpenedConversation,
  { inReplyToMessageId }: MessageToCreate,
): Promise<Thread | null> {
  if (isNew) return null;
  const found = await findThread(context, row.id, inReplyToMessageId);
  if (found === undefined && inReplyToMessageId !== null) throw notFound("Message");
  return found ?? null;
}

async function findReplied(
  context: Context,
  opened: OpenedConversation,
  given: MessageToCreate,
): Promise<Thread | null> {
  return given.inReplyToMessageId === null ? null : findThreadOf(context, opened, given);
}

/** Of a long thread, the header has its first email and the latest ones: mail servers refuse one without end. */
const maxReferences = 100;

function listReferences({ referencesHeader, messageIdHeader }: Thread): string[] {
  const all = messageIdHeader === null ? referencesHeader : [...referencesHeader, messageIdHeader];
  return all.length <= maxReferences ? all : [...all.slice(0, 1), ...all.slice(1 - maxReferences)];
}

/**
 * Locks the conversation of a message until commit, or begins one: an email without one begins a thread, and a message
 * of a full conversation begins the next.
 */
async function openConversation(context: Context, given: MessageToCreate): Promise<OpenedConversation> {
  const id = given.conversation?.id ?? (await findExisting(context, given));
  if (id !== null) {
    const row = await lockConversationRowForUpdate(context, id);
    if (row === undefined) throw notFound("Conversation");
    if (row.messageCount < maxMessages) return { row, isNew: false };
    // It is full: the message goes into the one that continues it, or begins that.
    const continuing = await findExisting(context, given);
    const continued = continuing === null ? undefined : await lockConversationRowForUpdate(context, continuing);
    if (continued !== undefined) return { row: continued, isNew: false };
  }
  const { channel, place, from, recipients } = given;
  const subject = given.subject ?? given.conversation?.subject ?? null;
  return beginConversation(
    context,
    { channel, caseId: place.caseId, leadId: place.leadId, firmAddress: from.address, subject },
    recipients.map(({ party }) => party),
  );
}

async function findExisting(
  context: Context,
  { channel, recipients, place, from }: Pick<MessageToCreate, "channel" | "recipients" | "place" | "from">,
): Promise<string | null> {
  const address = recipients[0]?.address ?? null;
  if (channel === "email" || address === null) return null;
  return (await findConversationWith(context, { channel, address, firmAddress: from.address, ...place }))?.id ?? null;
}
