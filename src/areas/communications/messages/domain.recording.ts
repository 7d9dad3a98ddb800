import { AppError, invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor, onBehalfOf } from "../../../rpc/principal.ts";
import { getConversationRow, recordConversationEvent } from "../conversations/domain.ts";
import type { MessageChannel } from "../conversations/schema.ts";
import {
  findConversationWith,
  findPlace,
  insertConversation,
  lockConversationRowForUpdate,
  updateConversationRow,
  type ConversationRow,
} from "../conversations/store.ts";
import { followCommunication, lockPlaceForUpdate, type Place } from "../effects/domain.ts";
import { normalizeAddress } from "./domain.addresses.ts";
import { getMessageRow, recordMessageEvent } from "./domain.ts";
import type { LoggedMessage, Message } from "./schema.ts";
import { findPersons } from "./store.persons.ts";
import { findMessagePlace, insertMessage, type NewMessageRows, type NewParty } from "./store.ts";

interface GivenParty {
  name?: string | undefined;
  address: string;
}

/** A message that came in, or was sent elsewhere, whatever brings it. */
export interface RecordedMessage {
  channel: MessageChannel;
  direction: "inbound" | "outbound";
  conversationId?: string | undefined;
  caseId?: string | undefined;
  leadId?: string | undefined;
  from: GivenParty;
  to: readonly GivenParty[];
  cc?: readonly GivenParty[] | undefined;
  subject?: string | undefined;
  bodyText?: string | undefined;
  status?: "sent" | "delivered" | undefined;
  occurredAt?: string | undefined;
  isAutomated?: boolean | undefined;
  provider: "external" | "twilio" | "telnyx";
  providerMessageId?: string | undefined;
  messageIdHeader?: string | undefined;
  referencesHeader?: string[] | undefined;
  inReplyToMessageId?: string | undefined;
  attachments?: NewMessageRows["attachments"];
  externalId?: string | undefined;
}

/** Tolerance for a client's clock that is ahead. */
const clockToleranceMilliseconds = 5 * 60_000;
/** A conversation with more goes on as another. */
const maxMessages = 10_000;

/**
 * Records a message that came in or was sent elsewhere, in the conversation that it belongs to: the given one, that of
 * the email it replies to, or the one with the same address in the same case or lead. Archived cases take it, too.
 *
 * @throws NOT_FOUND of conversation, case or lead; VALIDATION_FAILED for an address or a time in the future;
 *   DUPLICATE_ENTRY of providerMessageId, messageIdHeader or externalId; INVALID_STATE_TRANSITION for a full
 *   conversation
 */
export async function recordMessage(context: Context, given: RecordedMessage): Promise<Message> {
  const occurredAt = given.occurredAt ?? new Date().toISOString();
  if (Date.parse(occurredAt) > Date.now() + clockToleranceMilliseconds)
    throw invalidInput({ path: "occurredAt", message: "must not be in the future" });
  const parties = normalizeParties(given);
  const chosen = await findPlaceOf(context, given);
  await lockPlaceForUpdate(context, chosen.place);
  const known = await findPersons(
    context,
    chosen.place,
    [parties.from, ...parties.to, ...parties.cc].map(({ address }) => address),
  );
  const identify = (party: { name: string | null; address: string }): NewParty => {
    const person = known.find(({ address }) => address === party.address);
    return { ...party, clientId: person?.clientId ?? null, leadId: person?.leadId ?? null };
  };
  const people = { from: identify(parties.from), to: parties.to.map(identify), cc: parties.cc.map(identify) };
  const conversation = await openConversation(context, { given, place: chosen, people, occurredAt });
  const id = createId("message");
  await insertMessage(context, {
    message: composeMessage(context, { ...given, id, occurredAt }, conversation.row),
    ...people,
    attachments: given.attachments ?? [],
  });
  await countMessage(context, conversation, { ...given, occurredAt });
  const message = recordMessageEvent(
    context,
    given.direction === "outbound" ? "message.logged" : "message.received",
    null,
    await getMessageRow(context, id),
  );
  await followCommunication({ ...context, expectedRevisions: null }, { messageId: id });
  return message;
}

/** The row of a message in its conversation. */
function composeMessage(
  { principal }: Context,
  given: RecordedMessage & { id: string; occurredAt: string },
  { id: conversationId, caseId, leadId }: ConversationRow,
): NewMessageRows["message"] {
  const { id, channel, direction, occurredAt, provider, isAutomated = false, referencesHeader = [] } = given;
  const status = direction === "outbound" ? (given.status ?? "logged") : "received";
  const optional = {
    subject: given.subject,
    bodyText: given.bodyText,
    providerMessageId: given.providerMessageId,
    messageIdHeader: given.messageIdHeader,
    inReplyToMessageId: given.inReplyToMessageId,
    externalId: given.externalId,
  };
  return {
    id,
    conversationId,
    caseId,
    leadId,
    channel,
    direction,
    status,
    isAutomated,
    occurredAt,
    provider,
    referencesHeader,
    sentAt: status === "sent" || status === "delivered" ? occurredAt : null,
    deliveredAt: status === "delivered" ? occurredAt : null,
    createdBy: JSON.stringify(describeActor(principal)),
    onBehalfOfAttorneyId: onBehalfOf(principal),
    ...optional,
  };
}

function normalizeParties({ channel, from, to, cc = [] }: RecordedMessage) {
  const normalize = ({ name, address }: GivenParty, path: string) => ({
    name: name ?? null,
    address: normalizeAddress(channel, address, path),
  });
  return {
    from: normalize(from, "from.address"),
    to: to.map((party, index) => normalize(party, `to.${index}.address`)),
    cc: cc.map((party, index) => normalize(party, `cc.${index}.address`)),
  };
}

interface Chosen {
  place: Place;
  conversationId: string | null;
}

/** The case or lead that a message is given for, and the conversation if that is given or replied to. */
async function findPlaceOf(context: Context, given: RecordedMessage): Promise<Chosen> {
  if (given.inReplyToMessageId !== undefined) {
    const replied = await findMessagePlace(context, given.inReplyToMessageId);
    if (replied === undefined) throw notFound("Message");
    return { place: replied, conversationId: replied.conversationId };
  }
  if (given.conversationId !== undefined) {
    const place = await findPlace(context, given.conversationId);
    if (place === undefined) throw notFound("Conversation");
    return { place, conversationId: given.conversationId };
  }
  return { place: { caseId: given.caseId ?? null, leadId: given.leadId ?? null }, conversationId: null };
}

interface Opening {
  given: RecordedMessage;
  place: Chosen;
  people: Pick<NewMessageRows, "from" | "to" | "cc">;
  occurredAt: string;
}

interface Opened {
  row: ConversationRow;
  isNew: boolean;
}

/** Locks the conversation of a message until commit, or begins one. */
async function openConversation(context: Context, { given, place, people }: Opening): Promise<Opened> {
  const others = given.direction === "inbound" ? [people.from] : [...people.to, ...people.cc];
  const firm = given.direction === "inbound" ? people.to[0] : people.from;
  const id = place.conversationId ?? (await findExisting(context, { given, others, place: place.place }));
  if (id !== null) {
    const row = await lockConversationRowForUpdate(context, id);
    if (row === undefined) throw notFound("Conversation");
    if (row.channel !== given.channel)
      throw invalidInput({ path: "channel", message: `the conversation goes by ${row.channel}` });
    if (row.messageCount >= maxMessages)
      throw new AppError("INVALID_STATE_TRANSITION", "The conversation is full: it has 10,000 messages");
    return { row, isNew: false };
  }
  const created = createId("conversation");
  const { caseId, leadId } = place.place;
  await insertConversation(
    context,
    {
      id: created,
      channel: given.channel,
      caseId,
      leadId,
      firmAddress: typeof firm?.address === "string" ? firm.address : null,
      subject: given.subject ?? null,
      createdBy: JSON.stringify(describeActor(context.principal)),
    },
    others.slice(0, 20),
  );
  return { row: await getConversationRow(context, created), isNew: true };
}

/** An email begins a thread of its own; what else goes between the same addresses is one conversation. */
async function findExisting(
  context: Context,
  { given, others, place }: { given: RecordedMessage; others: readonly NewParty[]; place: Place },
): Promise<string | null> {
  const [other] = others;
  if (given.channel === "email" || others.length !== 1 || typeof other?.address !== "string") return null;
  const found = await findConversationWith(context, { channel: given.channel, address: other.address, ...place });
  return found?.id ?? null;
}

const latest = (one: string | null, other: string): string => (one === null || one < other ? other : one);

/** Counts a message in its conversation, which it opens again. */
async function countMessage(
  context: Context,
  { row, isNew }: Opened,
  {
    direction,
    occurredAt,
    isAutomated = false,
  }: Pick<RecordedMessage, "direction" | "isAutomated"> & { occurredAt: string },
): Promise<void> {
  const within = { ...context, expectedRevisions: null };
  const isInbound = direction === "inbound";
  await updateConversationRow(within, row.id, {
    status: "open",
    messageCount: row.messageCount + 1,
    lastMessageAt: latest(row.lastMessageAt, occurredAt),
    ...(isInbound
      ? { lastInboundAt: latest(row.lastInboundAt, occurredAt) }
      : { lastOutboundAt: latest(row.lastOutboundAt, occurredAt) }),
    unansweredSince: findUnanswered(row, { isInbound, isAutomated, occurredAt }),
  });
  const after = await getConversationRow(context, row.id);
  if (isNew) recordConversationEvent(context, "conversation.created", null, after);
  else
    recordConversationEvent(
      context,
      row.status === "closed" ? "conversation.reopened" : "conversation.updated",
      row,
      after,
    );
}

/** Since when nobody of the firm has answered, after a message. */
function findUnanswered(
  { unansweredSince, lastOutboundAt }: ConversationRow,
  { isInbound, isAutomated, occurredAt }: { isInbound: boolean; isAutomated: boolean; occurredAt: string },
): string | null {
  if (isInbound) {
    if (lastOutboundAt !== null && occurredAt <= lastOutboundAt) return unansweredSince;
    return unansweredSince === null || occurredAt < unansweredSince ? occurredAt : unansweredSince;
  }
  if (isAutomated || unansweredSince === null) return unansweredSince;
  return occurredAt >= unansweredSince ? null : unansweredSince;
}

/** Logs a message for an integration. */
export const logMessage = (context: Context, given: LoggedMessage): Promise<Message> =>
  recordMessage(context, { ...given, provider: "external" });
