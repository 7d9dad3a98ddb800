import { listMergeSources } from "../../src/areas/communications/templates/domain.merge.ts";
import { toE164 } from "../../src/platform/phone-number.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import {
  buildCall,
  buildConsent,
  buildConversation,
  buildConversationCounterpart,
  buildMessage,
  buildMessageParty,
  buildMessageTemplate,
} from "./builders/communications.ts";
import type { Values } from "./builders/records.ts";
import {
  emails,
  summaries,
  suspectedOptOut,
  templates,
  texts,
  unlinked,
  waiting,
  type Turn,
} from "./communication-words.ts";
import { endOf, relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { describeActor, type RelatedId } from "./history.ts";
import { dayMilliseconds, hourMilliseconds, toDay, toInstant } from "./random.ts";

/** How much the headquarters has; the other firms have a few of each. */
const extent = { headquarters: { conversations: 87, calls: 200 }, other: { conversations: 8, calls: 8 } } as const;

/**
 * Texts, emails and calls with clients in the last year, with consents as the clients' `textConsent` says. Made by
 * place, not by chance. Some clients wait for an answer, one may have opted out, and some messages are of nobody whom
 * the firm knows.
 */
export function buildCommunications(firm: Firm, cases: readonly FirmCase[]): void {
  const { isHeadquarters } = firm.definition;
  const { conversations, calls } = isHeadquarters ? extent.headquarters : extent.other;
  addConsents(firm);
  addTemplates(firm);
  firm.add({
    CommunicationSetting: {
      organizationId: firm.organizationId,
      replyTo: `office@${firm.definition.emailDomain}`,
      createdAt: toInstant(firm.now - 200 * dayMilliseconds),
    },
  });
  const reachable = cases.filter(({ client }) => client.phoneE164 !== null && !client.doNotContact);
  const live = reachable.filter(({ row }) => ["pending", "open"].includes(row.matterStatus));
  const made: Made = { texted: new Set(), contacts: new Map() };
  let count = 0;
  for (let place = 0; count < conversations && place < 4 * reachable.length; place += 1) {
    const isWaiting = count < waitingCount(firm);
    const from = isWaiting ? live : reachable;
    const firmCase = from[(place * 7) % from.length];
    if (firmCase !== undefined && converse(firm, firmCase, { place: count, isWaiting }, made)) count += 1;
  }
  if (isHeadquarters) for (const [place, text] of unlinked.entries()) addUnlinked(firm, place, text);
  for (let place = 0; place < calls && reachable.length > 0; place += 1) {
    const firmCase = reachable[(place * 5) % reachable.length];
    if (firmCase !== undefined) call(firm, firmCase, place, made);
  }
  for (const firmCase of cases) keepDate(firm, firmCase, made);
}

/** Who waits for an answer: six of the headquarters. */
const waitingCount = ({ definition }: Firm): number => (definition.isHeadquarters ? 6 : 1);

/** What the conversations of a firm were so far. */
interface Made {
  /** IDs of cases whose client has a conversation by text: there is one. */
  texted: Set<string>;
  /** By the ID of the case: when the firm last reached its client, in milliseconds, and by which message. */
  contacts: Map<string, { at: number; message: Row<"Message"> | null }>;
}

function noteContact({ contacts }: Made, caseId: string | null, at: number, message: Row<"Message"> | null): void {
  if (caseId !== null && at > (contacts.get(caseId)?.at ?? 0)) contacts.set(caseId, { at, message });
}

const touched: ReadonlySet<string> = new Set(["pending", "open", "on_hold"]);

/** The date of last client contact of a case that goes on follows its messages and calls. */
function keepDate({ now, history, plainActor }: Firm, firmCase: FirmCase, { contacts }: Made): void {
  const { row } = firmCase;
  const contact = contacts.get(row.id);
  if (contact === undefined || !touched.has(row.matterStatus)) return;
  const [day, before] = [toDay(contact.at), row.lastClientContactOn];
  const at = Math.max(contact.at, Date.parse(row.updatedAt)) + 60_000;
  if ((before !== null && before >= day) || at >= now) return;
  if (contact.message !== null) Object.assign(contact.message, { contactOn: day, contactBefore: before });
  const patch: Partial<Row<"Case">> = { lastClientContactOn: day };
  history.recordChange("case.updated", row, patch, { at, relatedIds: relateToCase(firmCase), actor: plainActor });
}

/** The lead attorney of a case. */
const attorneyOf = ({ rows }: Firm, caseId: string): string | null =>
  rows.CaseAttorney.find((attorney) => attorney.caseId === caseId && attorney.role === "lead")?.attorneyId ?? null;

/** What each client said of texts at the intake. */
function addConsents({ organizationId, rows, add, plainActor }: Firm): void {
  for (const { id: clientId, textConsent, createdAt } of rows.Client) {
    if (textConsent === null) continue;
    const { status, source, at } = textConsent as { status: string; source: string | null; at: string | null };
    const state = { status, source, at };
    const { Consent: consent } = add({ Consent: buildConsent({ organizationId, clientId, ...state, createdAt }) });
    add({
      ConsentChange: {
        organizationId,
        consentId: consent.id,
        number: 1,
        ...state,
        actor: describeActor(plainActor),
        recordedAt: createdAt,
      },
    });
  }
}

function addTemplates({ organizationId, add, now }: Firm): void {
  const createdAt = toInstant(now - 200 * dayMilliseconds);
  add({
    MessageTemplate: templates.map((template) => {
      const subject = "subject" in template ? template.subject : null;
      const mergeSources = listMergeSources(subject, template.body);
      return buildMessageTemplate({ organizationId, ...template, subject, mergeSources, createdAt });
    }),
  });
}

const nameOf = ({ firstName, lastName }: Row<"Client">): string =>
  [firstName, lastName].filter((part) => part !== "").join(" ");

/** With whom a conversation is, and by what. */
interface Correspondence {
  channel: "text" | "email";
  firmAddress: string;
  party: { name: string | null; address: string; clientId: string | null };
  relatedIds: RelatedId[];
  onBehalfOfAttorneyId: string | null;
}

/**
 * One conversation of a case: by text where the client agreed to texts, otherwise by email.
 *
 * @returns false where there is none: the client has one by text, agreed to nothing, or the case is too young
 */
function converse(
  firm: Firm,
  firmCase: FirmCase,
  { place, isWaiting }: { place: number; isWaiting: boolean },
  made: Made,
): boolean {
  const { row } = firmCase;
  const channel = chooseChannel(firmCase, place, made);
  if (channel === null) return false;
  const { subject, said } = chooseWords(channel, place);
  // Who waits wrote after the firm had answered everything else.
  const turns = isWaiting ? said.slice(0, said.findLastIndex(({ by }) => by === "firm") + 1) : said;
  const asked = isWaiting ? waitingSince(firm, place) : null;
  const begin = chooseBegin(firm, firmCase, { turns, asked, place });
  if (begin === null) return false;
  if (channel === "text") made.texted.add(row.id);
  write(firm, correspond(firm, firmCase, channel), made, {
    caseId: row.id,
    subject,
    turns,
    begin,
    ending: asked === null ? null : { at: asked, ...chooseQuestion(channel, place) },
    assignedToMemberId: attorneyOf(firm, row.id),
    place,
  });
  return true;
}

/** Every fourth conversation is by email; null where the client can be reached by neither. */
function chooseChannel({ row, client }: FirmCase, place: number, { texted }: Made): "text" | "email" | null {
  const agreed = (client.textConsent as { status: string } | null)?.status === "opted_in";
  if (client.email !== null && (!agreed || place % 4 === 3)) return "email";
  return agreed && !texted.has(row.id) ? "text" : null;
}

function chooseWords(channel: "text" | "email", place: number): { subject: string | null; said: readonly Turn[] } {
  const thread = emails[place % emails.length];
  if (channel === "email" && thread !== undefined) return { subject: thread.subject, said: thread.turns };
  return { subject: null, said: texts[place % texts.length] ?? [] };
}

/** What the client of a place asked last: the first text may be an opt-out. */
function chooseQuestion(channel: "text" | "email", place: number): { text: string; isSuspected: boolean } {
  const isSuspected = channel === "text" && place === 0;
  return { isSuspected, text: isSuspected ? suspectedOptOut : (waiting[place % waiting.length] ?? "") };
}

function correspond(firm: Firm, firmCase: FirmCase, channel: "text" | "email"): Correspondence {
  const { definition, actor } = firm;
  const { row, client } = firmCase;
  const isText = channel === "text";
  return {
    channel,
    firmAddress: isText ? (toE164(definition.phone) ?? "") : `office@${definition.emailDomain}`,
    party: {
      name: nameOf(client),
      address: isText ? (client.phoneE164 ?? "") : (client.email ?? "").toLowerCase(),
      clientId: client.id,
    },
    relatedIds: relateToCase(firmCase),
    onBehalfOfAttorneyId: attorneyOf(firm, row.id) ?? actor.onBehalfOfAttorneyId,
  };
}

/** When a conversation began, within the case and the last year; null where it does not fit. */
function chooseBegin(
  firm: Firm,
  firmCase: FirmCase,
  { turns, asked, place }: { turns: readonly Turn[]; asked: number | null; place: number },
): number | null {
  const lasts = turns.reduce((sum, { hours }) => sum + hours, 0) * hourMilliseconds;
  const earliest = Math.max(Date.parse(firmCase.row.createdAt), firm.now - 361 * dayMilliseconds) + dayMilliseconds;
  const latest = Math.min(endOf(firm, firmCase), firm.now - 2 * dayMilliseconds) - lasts;
  if (latest <= earliest) return null;
  const begin = latest - Math.floor(((latest - earliest) * (place % 29)) / 29);
  const begun = asked === null ? begin : Math.min(begin, asked - lasts - dayMilliseconds);
  return begun < earliest ? null : begun;
}

/** Since when the client of a place waits: the first for a few hours, the last for more than a week. */
const waitingSince = ({ now }: Firm, place: number): number => now - (5 + place * 37) * hourMilliseconds;

interface Conversed {
  caseId: string | null;
  subject: string | null;
  turns: readonly Turn[];
  /** When the first message was written, in milliseconds. */
  begin: number;
  /** What the client wrote last, and nobody answered. */
  ending: { at: number; text: string; isSuspected: boolean } | null;
  assignedToMemberId: string | null;
  place: number;
}

function write(firm: Firm, correspondence: Correspondence, made: Made, conversed: Conversed): void {
  const { organizationId, add, plainActor } = firm;
  const { channel, firmAddress, party } = correspondence;
  const { caseId, subject, turns, begin, ending, assignedToMemberId } = conversed;
  let at = begin;
  const said = turns.map((turn) => {
    at += turn.hours * hourMilliseconds;
    return { ...turn, at, isSuspected: false };
  });
  if (ending !== null) said.push({ by: "client", hours: 0, ...ending });
  const last = (by?: Turn["by"]) => {
    const found = said.findLast((turn) => by === undefined || turn.by === by);
    return found === undefined ? null : toInstant(found.at);
  };
  const createdAt = toInstant(begin);
  const { Conversation: conversation } = add({
    Conversation: buildConversation({
      organizationId,
      channel,
      caseId,
      firmAddress,
      subject,
      assignedToMemberId,
      messageCount: said.length,
      lastMessageAt: last(),
      lastInboundAt: last("client"),
      lastOutboundAt: last("firm"),
      unansweredSince: ending === null ? null : toInstant(ending.at),
      optOutSuspectedAt: ending?.isSuspected === true ? toInstant(ending.at) : null,
      createdBy: describeActor(plainActor),
      revision: said.length,
      createdAt,
      updatedAt: last() ?? createdAt,
    }),
  });
  const of = { organizationId, conversationId: conversation.id };
  add({ ConversationCounterpart: buildConversationCounterpart({ ...of, ...party }) });
  for (const [index, turn] of said.entries())
    addMessage(firm, correspondence, made, {
      conversation,
      turn,
      // One number of the headquarters is out of service.
      isFailed: conversed.place === 11 && turn.by === "firm" && index === said.length - 1,
    });
}

interface Said {
  conversation: Row<"Conversation">;
  turn: Turn & { at: number; isSuspected: boolean };
  isFailed: boolean;
}

function addMessage(
  firm: Firm,
  correspondence: Correspondence,
  made: Made,
  { conversation, turn, isFailed }: Said,
): void {
  const { organizationId, add, history, actor, plainActor } = firm;
  const { channel, firmAddress, party, relatedIds, onBehalfOfAttorneyId } = correspondence;
  const at = toInstant(turn.at);
  const isInbound = turn.by === "client";
  const { Message: message } = add({
    Message: buildMessage({
      organizationId,
      conversationId: conversation.id,
      caseId: conversation.caseId,
      channel,
      direction: isInbound ? "inbound" : "outbound",
      subject: conversation.subject,
      bodyText: turn.text,
      occurredAt: at,
      createdAt: at,
      ...(isInbound
        ? { provider: "external", optOutKeyword: turn.isSuspected ? "suspected" : null }
        : describeSent(channel, at, isFailed)),
      createdBy: describeActor(isInbound ? plainActor : actor),
      onBehalfOfAttorneyId: isInbound ? null : onBehalfOfAttorneyId,
    }),
  });
  const of = { organizationId, messageId: message.id };
  const own = { name: firm.definition.name, address: firmAddress, clientId: null };
  add({
    MessageParty: [
      buildMessageParty({ ...of, role: "from", ...(isInbound ? party : own) }),
      buildMessageParty({ ...of, role: "to", ...(isInbound ? own : party) }),
    ],
  });
  if (!isInbound && !isFailed) noteContact(made, conversation.caseId, turn.at, message);
  history.recordCreation(
    isInbound ? "message.received" : "message.logged",
    message,
    [{ entity: "message", id: message.id }, ...relatedIds, { entity: "conversation", id: conversation.id }],
    isInbound ? plainActor : actor,
  );
}

/** What became of a message that the firm sent: a text is delivered at once, of an email only its sending is known. */
function describeSent(channel: "text" | "email", at: string, isFailed: boolean): Partial<Values<"Message">> {
  const sent = { provider: "outbox", queuedAt: at, attemptAt: at, ...(channel === "text" && { segments: 1 }) };
  if (isFailed) return { ...sent, status: "failed", failure: "number_invalid", failedAt: at };
  return channel === "text"
    ? { ...sent, status: "delivered", sentAt: at, deliveredAt: at }
    : { ...sent, status: "sent", sentAt: at };
}

/** A message of a number that belongs to nobody, or to more than one. */
function addUnlinked(firm: Firm, place: number, text: string): void {
  write(
    firm,
    {
      channel: "text",
      firmAddress: toE164(firm.definition.phone) ?? "",
      party: { name: null, address: `+1856555018${place}`, clientId: null },
      relatedIds: [],
      onBehalfOfAttorneyId: null,
    },
    { texted: new Set(), contacts: new Map() },
    {
      caseId: null,
      subject: null,
      turns: [],
      begin: firm.now - (9 + place * 20) * hourMilliseconds,
      ending: { at: firm.now - (9 + place * 20) * hourMilliseconds, text, isSuspected: false },
      assignedToMemberId: null,
      place: -1,
    },
  );
}

const kindsOfCalls = [
  ["outbound", "completed"],
  ["inbound", "completed"],
  ["outbound", "completed"],
  ["outbound", "voicemail"],
  ["inbound", "completed"],
  ["inbound", "missed"],
  ["outbound", "no_answer"],
] as const;
/** What the firm noted of a call, by its status. */
const notesOfCalls = { ...summaries, missed: [], no_answer: [] };
const dispositions = { completed: "connected", voicemail: "left_voicemail", missed: null, no_answer: null };

/** A call of a case with its client. */
function call(firm: Firm, firmCase: FirmCase, place: number, made: Made): void {
  const { organizationId, now, add, rows, history, plainActor } = firm;
  const { row, client } = firmCase;
  const [direction, status] = kindsOfCalls[place % kindsOfCalls.length] ?? kindsOfCalls[0];
  const earliest = Math.max(Date.parse(row.createdAt) + hourMilliseconds, now - 360 * dayMilliseconds);
  const latest = Math.min(endOf(firm, firmCase), now) - dayMilliseconds;
  const started = Math.max(earliest, latest - Math.floor(((latest - earliest) * ((place * 11) % 31)) / 31));
  const staff = rows.Member.filter(
    (member) => member.status === "active" && ["paralegal", "case_manager", "attorney", "owner"].includes(member.role),
  );
  const spoke = status === "completed";
  const seconds = 90 + ((place * 53) % 1_100);
  const notes = notesOfCalls[status];
  const createdAt = toInstant(started);
  const { Call: added } = add({
    Call: buildCall({
      organizationId,
      caseId: row.id,
      direction,
      status,
      partyName: nameOf(client),
      partyNumber: client.phoneE164,
      partyClientId: client.id,
      firmNumber: toE164(firm.definition.phone),
      memberId: status === "missed" ? null : (staff[place % staff.length]?.id ?? null),
      startedAt: createdAt,
      answeredAt: spoke ? toInstant(started + 8_000) : null,
      endedAt: spoke ? toInstant(started + (8 + seconds) * 1_000) : null,
      durationSeconds: spoke ? seconds : null,
      disposition: dispositions[status],
      summary: notes[place % Math.max(notes.length, 1)] ?? null,
      createdBy: describeActor(plainActor),
      onBehalfOfAttorneyId: attorneyOf(firm, row.id),
      createdAt,
    }),
  });
  if (spoke) noteContact(made, row.id, started, null);
  const relatedIds = [{ entity: "call", id: added.id }, ...relateToCase(firmCase)];
  history.recordCreation("call.created", added, relatedIds, plainActor);
}
