import { invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import { clockToleranceMilliseconds } from "../../../contract/values/clock-tolerance.ts";
import { createId } from "../../../platform/database/ids.ts";
import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { describeActor, onBehalfOf } from "../../../rpc/principal.ts";
import { notifyOfCommunications } from "../../notifications/domain.communications.ts";
import { countMessage, maxMessages } from "../conversations/domain.counting.ts";
import { beginConversation, type OpenedConversation } from "../conversations/domain.opening.ts";
import type { MessageChannel } from "../conversations/schema.ts";
import {
  findConversationWith,
  findPlace,
  lockConversationRowForUpdate,
  lockCorrespondenceForUpdate,
  type ConversationRow,
} from "../conversations/store.ts";
import { followCommunication, lockLeadOfPlaceForUpdate, lockPlaceForUpdate, type Place } from "../effects/domain.ts";
import { applyKeyword, type KeywordEffect } from "../keywords/domain.ts";
import { readKeyword } from "../keywords/domain.words.ts";
import { sendAutomatedReply } from "../sending/domain.automated-reply.ts";
import { repliesToKeywords } from "../settings/domain.sending.ts";
import { canBeTexted, normalizeAddress } from "./domain.addresses.ts";
import { blockTextsTo } from "./domain.blocking.ts";
import { findLink } from "./domain.linking.ts";
import { getMessageRow, recordMessageEvent } from "./domain.ts";
import type { LoggedMessage, Message } from "./schema.ts";
import { findPersons } from "./store.persons.ts";
import { findMessagePlace, insertMessage, type MessageRow, type NewMessageRows, type NewParty } from "./store.ts";

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
  /** Whether the provider replies to STOP, START and HELP itself. */
  isAnswered?: boolean | undefined;
  /** Whether the provider took it as an opt-out, whatever it says. */
  isOptOut?: boolean | undefined;
}

/**
 * Records a message that came in or was sent elsewhere, in the conversation that it belongs to: the given one, that of
 * the email it replies to, or the one with the same address in the same case or lead; a text or an email without either
 * is linked by its number or address ({@link findLink}). A text that says STOP, START or HELP has its effect. Archived
 * cases take messages, too.
 *
 * @throws NOT_FOUND of conversation, case or lead; VALIDATION_FAILED for an address or a time in the future;
 *   DUPLICATE_ENTRY of providerMessageId, messageIdHeader or externalId
 */
export async function recordMessage(context: Context, given: RecordedMessage): Promise<Message> {
  const occurredAt = (given.occurredAt === undefined ? new Date() : new Date(given.occurredAt)).toISOString();
  if (Date.parse(occurredAt) > Date.now() + clockToleranceMilliseconds)
    throw invalidInput({ path: "occurredAt", message: "must not be in the future" });
  const parties = normalizeParties(given);
  const other = otherOf(given, parties);
  // An email begins a thread of its own.
  if (other !== null && given.channel !== "email") await lockCorrespondenceForUpdate(context, given.channel, other);
  const keyword = await applyKeywordOf(context, { ...given, occurredAt }, parties);
  const chosen = await lockPlaceOfMessageForUpdate(context, { ...given, occurredAt }, other);
  await lockPlaceForUpdate(context, chosen.place);
  const known = await findPersons(
    context,
    chosen.place,
    [parties.from, ...parties.to, ...parties.cc].map(({ address }) => address),
  );
  const identify = (party: { name: string | null; address: string }): NewParty => {
    const person = known.find(({ address }) => address === party.address);
    const { clientId = null, leadId = null, contactId = null } = person ?? {};
    return { ...party, clientId, leadId, contactId };
  };
  const people = { from: identify(parties.from), to: parties.to.map(identify), cc: parties.cc.map(identify) };
  const conversation = await openConversation(context, { given, place: chosen, people, occurredAt });
  const id = createId("message");
  const { optOutKeyword } = keyword;
  await insertMessage(context, {
    message: { ...composeMessage(context, { ...given, id, occurredAt }, conversation.row), optOutKeyword },
    ...people,
    attachments: given.attachments ?? [],
  });
  await countMessage(context, conversation, { ...given, occurredAt, optOutKeyword });
  const row = await getMessageRow(context, id);
  const message = recordMessageEvent(
    context,
    given.direction === "outbound" ? "message.logged" : "message.received",
    null,
    row,
  );
  await followCommunication(withoutIfMatch(context), { messageId: id });
  await followKeyword(context, row, keyword);
  if (given.direction === "inbound") await notifyOf(context, conversation, { optOutKeyword, occurredAt });
  return message;
}

/** What is older was logged as a history, about which nobody needs to do anything at once. */
const newsMilliseconds = 24 * 3_600_000;

/** Notifies members of a new conversation that belongs to nothing yet, and of a text that seems to ask for no more. */
async function notifyOf(
  context: Context,
  { row, isNew }: OpenedConversation,
  { optOutKeyword, occurredAt }: { optOutKeyword: KeywordEffect["optOutKeyword"]; occurredAt: string },
): Promise<void> {
  if (Date.parse(occurredAt) < Date.now() - newsMilliseconds) return;
  const { id: conversationId, caseId, leadId, assignedToMemberId, optOutSuspectedAt } = row;
  const parameters = { conversationId, caseNumber: row.case?.sequenceId ?? null };
  const assigned = assignedToMemberId === null ? [] : [assignedToMemberId];
  if (isNew && caseId === null && leadId === null)
    await notifyOfCommunications(context, { kind: "communications.unlinked", parameters });
  if (optOutKeyword === "suspected" && (isNew || optOutSuspectedAt === null))
    await notifyOfCommunications(context, { kind: "communications.opt_out_suspected", parameters }, assigned);
}

/** To whom the firm writes, or who writes, if it is one. */
function otherOf({ direction }: RecordedMessage, { from, to, cc }: ReturnType<typeof normalizeParties>): string | null {
  if (direction === "inbound") return from.address;
  return to.length + cc.length === 1 ? (to[0]?.address ?? null) : null;
}

/** A reply that comes later than this is no confirmation any more (47 C.F.R. § 64.1200(a)(12)). */
const confirmationMilliseconds = 5 * 60_000;
const noEffect: KeywordEffect = { optOutKeyword: null, reply: null };

/**
 * Applies what an inbound text asks for to consents and suppressions. Locks the persons with its number: before leads
 * and cases.
 */
async function applyKeywordOf(
  context: Context,
  {
    channel,
    direction,
    bodyText = "",
    isAnswered = false,
    isOptOut = false,
    occurredAt,
  }: RecordedMessage & { occurredAt: string },
  { from, to }: ReturnType<typeof normalizeParties>,
): Promise<KeywordEffect> {
  if (channel !== "text" || direction !== "inbound") return noEffect;
  const keyword = isOptOut ? "stop" : readKeyword(bodyText);
  if (keyword === null) return noEffect;
  // Nobody texts a name: there is nothing to end.
  if (!canBeTexted(from.address)) return { optOutKeyword: keyword, reply: null };
  const isLate = Date.parse(occurredAt) < Date.now() - confirmationMilliseconds;
  return applyKeyword(context, {
    from: from.address,
    keyword,
    occurredAt,
    isAnswered: isAnswered || isLate || !(await repliesToKeywords(context, to[0]?.address ?? "")),
  });
}

/** What follows from an inbound text that is recorded: after STOP nothing waits any more, and the reply goes out. */
async function followKeyword(
  context: Context,
  row: MessageRow,
  { optOutKeyword, reply }: KeywordEffect,
): Promise<void> {
  if (optOutKeyword === "stop") {
    const sender = row.parties.find(({ role }) => role === "from");
    recordMessageEvent(context, "message.opted_out", null, row);
    if (sender !== undefined) await blockTextsTo(context, sender.address);
  }
  if (reply !== null) await sendAutomatedReply(context, { conversationId: row.conversationId, ...reply });
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

function normalizeParties({ channel, direction, provider, from, to, cc = [] }: RecordedMessage) {
  // Only a provider knows of a name in place of a number that it is none that was mistyped.
  const isFromProvider = direction === "inbound" && provider !== "external";
  const normalize = ({ name, address }: GivenParty, path: string) => ({
    name: name ?? null,
    address: normalizeAddress(channel, address, path, { isFromProvider }),
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

/**
 * The case or lead that a message is for, and the conversation if that is given, replied to, or follows from the
 * number. A lead that is given is locked.
 */
async function lockPlaceOfMessageForUpdate(
  context: Context,
  given: RecordedMessage & { occurredAt: string },
  other: string | null,
): Promise<Chosen> {
  if (given.inReplyToMessageId !== undefined) {
    const replied = await findMessagePlace(context, given.inReplyToMessageId);
    if (replied === undefined) throw notFound("Message");
    return { place: replied, conversationId: replied.conversationId };
  }
  if (given.conversationId !== undefined) {
    const place = await findPlace(context, given.conversationId);
    if (place === undefined) throw notFound("Conversation");
    requireSame(place, given);
    return { place, conversationId: given.conversationId };
  }
  const { caseId = null, leadId = null, channel, occurredAt } = given;
  if (leadId !== null) {
    const place = await lockLeadOfPlaceForUpdate(context, { caseId, leadId });
    return { place, conversationId: null };
  }
  if (caseId === null && (channel === "text" || channel === "email") && other !== null)
    return {
      place: await findLink(context, { channel, address: other, at: occurredAt }),
      conversationId: null,
    };
  return { place: { caseId, leadId }, conversationId: null };
}

/**
 * A message belongs to what its conversation does.
 *
 * @throws VALIDATION_FAILED where the request names another case or lead
 */
function requireSame(place: Place, { caseId, leadId }: Pick<RecordedMessage, "caseId" | "leadId">): void {
  const message = "must be that of the conversation";
  if (caseId !== undefined && caseId !== place.caseId) throw invalidInput({ path: "caseId", message });
  if (leadId !== undefined && leadId !== place.leadId) throw invalidInput({ path: "leadId", message });
}

interface Opening {
  given: RecordedMessage;
  place: Chosen;
  people: Pick<NewMessageRows, "from" | "to" | "cc">;
  occurredAt: string;
}

/** Locks the conversation of a message until commit, or begins one. */
async function openConversation(context: Context, { given, place, people }: Opening): Promise<OpenedConversation> {
  const others = given.direction === "inbound" ? [people.from] : [...people.to, ...people.cc];
  const firm = given.direction === "inbound" ? people.to[0] : people.from;
  const id = place.conversationId ?? (await findExisting(context, { given, others, firm, place: place.place }));
  if (id !== null) {
    const row = await lockConversationRowForUpdate(context, id);
    if (row === undefined) throw notFound("Conversation");
    if (row.channel !== given.channel)
      throw invalidInput({ path: "channel", message: `the conversation goes by ${row.channel}` });
    if (row.messageCount < maxMessages) return continueConversation(context, row, place.place);
    // It is full: the message goes into the one that continues it, or begins that.
    const continuing = await findExisting(context, { given, others, firm, place: place.place });
    const continued = continuing === null ? undefined : await lockConversationRowForUpdate(context, continuing);
    if (continued !== undefined) return continueConversation(context, continued, place.place);
  }
  const { caseId, leadId } = place.place;
  const firmAddress = typeof firm?.address === "string" ? firm.address : null;
  return beginConversation(
    context,
    { channel: given.channel, caseId, leadId, firmAddress, subject: given.subject ?? null },
    others.slice(0, 20),
  );
}

/** Goes on with a locked conversation; what it was linked to since the place was locked is locked now. */
async function continueConversation(context: Context, row: ConversationRow, place: Place): Promise<OpenedConversation> {
  const { caseId, leadId } = row;
  if (caseId !== place.caseId || leadId !== place.leadId) await lockPlaceForUpdate(context, { caseId, leadId });
  return { row, isNew: false };
}

interface Searched {
  given: RecordedMessage;
  others: readonly NewParty[];
  firm: NewParty | undefined;
  place: Place;
}

/** An email begins a thread of its own; what else goes between the same addresses is one conversation. */
async function findExisting(context: Context, { given, others, firm, place }: Searched): Promise<string | null> {
  const { channel } = given;
  const [other] = others;
  if (channel === "email" || others.length !== 1 || typeof other?.address !== "string") return null;
  const firmAddress = channel === "letter" || typeof firm?.address !== "string" ? null : firm.address;
  const { caseId, leadId } = place;
  const found = await findConversationWith(context, { channel, address: other.address, firmAddress, caseId, leadId });
  return found?.id ?? null;
}

/** Logs a message for an integration. */
export const logMessage = (context: Context, given: LoggedMessage): Promise<Message> =>
  recordMessage(context, { ...given, provider: "external" });
