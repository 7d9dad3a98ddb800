import { countSegments } from "../../../platform/text-messages/segments.ts";
import type { Context } from "../../../rpc/context.ts";
import { isLinkWanted } from "../../esign/signing/domain.links.ts";
import { findConnection, type Connection } from "../connections/domain.ts";
import { getConversationRow } from "../conversations/domain.ts";
import { MessageAutomation, type MessageFailure } from "../messages/schema.ts";
import { lockMessageRowForUpdate, type MessageRow } from "../messages/store.ts";
import { blocked, checkSending, type SendVerdict } from "../sending/domain.checking.ts";
import { findCounterparts, type Recipient } from "../sending/domain.recipients.ts";
import { decryptTextSecret } from "../sending/domain.secrets.ts";
import { findSending } from "../settings/domain.sending.ts";
import { endWith, recordBlock, recordFailure } from "./domain.outcomes.ts";
import { enqueueTextAt, findTurn } from "./store.queue.ts";
import {
  findWait,
  lockNumberForUpdate,
  lockRejectionForUpdate,
  markAttempted,
  postponeMessage,
  type WaitingText,
} from "./store.ts";

/** A message that could not be sent for a day is not sent: it would surprise its recipient. */
const maxLateMilliseconds = 86_400_000;
/** A code that its recipient asked for is worth nothing later: they have asked for another. */
const maxCodeMilliseconds = 10 * 60_000;
/** How long a number waits after its provider rejected the credentials. */
const rejectionMilliseconds = 5 * 60_000;

/** A text whose provider is called now, or was called before. */
export interface ClaimedText {
  /** `attempt`: nobody was called for it yet. `ask`: somebody was, and nobody knows what became of it. */
  step: "attempt" | "ask";
  id: string;
  from: string;
  to: string;
  /** What the recipient reads; never in a log. */
  body: string;
  /** Of the body. */
  segments: number;
  attemptAt: Date;
  provider: string;
  /** Whether the recipient just asked for it. */
  isRequested: boolean;
  /** Null for the outbox, and for an account that ended. */
  connection: Connection | null;
}

const addressOf = ({ parties }: MessageRow, role: "from" | "to"): string =>
  parties.find((party) => party.role === role)?.address ?? "";

interface TextContent {
  body: string;
  /** Of the page that the body links to, where it is a signer's. */
  path: string | null;
  isRequested: boolean;
}

/** What a text says to its recipient: of one to a signer, what nobody else reads; null where that is lost. */
function readBody(context: Context, row: MessageRow, baseUrl: string): TextContent | null {
  if (row.automation !== "esign") return { body: row.bodyText ?? "", path: null, isRequested: false };
  const secret = row.sealedSecret === null ? null : decryptTextSecret(context, row.id, row.sealedSecret);
  if (secret === null) return null;
  const { text, path, isRequested } = secret;
  return { body: path === null ? text : `${text} ${baseUrl}${path}`, path, isRequested };
}

/** Whether a message was asked for by its recipient: replies to keywords always are. */
const isReplyToKeyword = ({ automation }: MessageRow) => automation !== null && automation !== "esign";

/** Checks a message that is about to leave by the rules that the request was checked by. */
export async function checkQueued(context: Context, row: MessageRow, isRequested: boolean): Promise<SendVerdict> {
  const { channel, caseId, leadId, parties, isAutomated, automation, queuedAt, id, conversationId } = row;
  const counterparts = parties.filter(({ role }) => role !== "from");
  const { lastInboundAt } = await getConversationRow(context, conversationId);
  const kind = channel === "email" ? "email" : "text";
  const recipients = await findCounterparts(context, kind, { counterparts, lastInboundAt });
  return checkSending(context, {
    channel: kind,
    place: { caseId, leadId },
    recipients: automation === "esign" ? keepAddresses(recipients, counterparts) : recipients,
    isAutomated,
    isRequested,
    automation: MessageAutomation.nullable().parse(automation),
    at: new Date(),
    limit: queuedAt === null ? "new" : { queuedAt, id },
  });
}

/** As {@link checkQueued}. A signer's link may have ended while its text waited. */
async function checkText(
  context: Context,
  row: MessageRow,
  { path, isRequested }: Pick<TextContent, "path" | "isRequested">,
): Promise<SendVerdict> {
  if (path !== null && !(await isLinkWanted(context, path))) return blocked("record_closed");
  return checkQueued(context, row, isRequested);
}

/** A signer's number is that of their signature request, whatever their record has. */
const keepAddresses = (recipients: readonly Recipient[], counterparts: MessageRow["parties"]): Recipient[] =>
  recipients.map((recipient, index) => ({ ...recipient, address: counterparts[index]?.address ?? null }));

/** Whether a message could not be sent for a day since it was to go. */
export const isTooLate = (row: MessageRow): boolean => isOlderThan(row, maxLateMilliseconds);

const isOlderThan = ({ sendAt, queuedAt, occurredAt }: MessageRow, milliseconds: number): boolean =>
  Date.now() - Date.parse(sendAt ?? queuedAt ?? occurredAt) > milliseconds;

interface Carrier {
  provider: string;
  connection: Connection | null;
  from: string;
}

/** Why a text fails whose turn it is: it comes too late, or the firm can no longer send it. Null for no reason. */
function findFailure(row: MessageRow, { isCode, ...carrier }: Carrier & { isCode: boolean }): MessageFailure | null {
  if (isTooLate(row) || (isCode && isOlderThan(row, maxCodeMilliseconds))) return "too_late";
  return canStillCarry(row, carrier) ? null : "not_configured";
}

/**
 * Whether the firm still has the provider that a text was queued for, and the number that it goes from. Otherwise it
 * fails: the outbox of a firm that disconnected its account sends nothing, and another account has other numbers.
 */
function canStillCarry({ provider: queuedFor }: MessageRow, { provider, connection, from }: Carrier): boolean {
  if (queuedFor !== null && queuedFor !== provider) return false;
  if (provider === "outbox") return true;
  return connection?.credentials.provider === provider && connection.numbers.includes(from);
}

/**
 * Decides what happens with a text whose turn it is: checked again, it is blocked, put off, or attempted. The attempt
 * is committed before the provider is called.
 *
 * @param baseUrl the installation's, of links in texts
 * @returns null if there is nothing to do now
 */
export async function claimText(
  context: Context,
  { id, isRequested: isAskedFor, baseUrl }: { id: string; isRequested: boolean; baseUrl: string },
): Promise<ClaimedText | null> {
  const row = await lockMessageRowForUpdate(context, id);
  if (row?.status !== "queued") return null;
  const connection = await findConnection(context);
  const [from, to] = [addressOf(row, "from"), addressOf(row, "to")];
  const content = readBody(context, row, baseUrl);
  if (content === null) return endWith(recordFailure(context, row, "other"));
  const { body } = content;
  const isRequested = isAskedFor || content.isRequested;
  const { segments } = countSegments(body);
  const text = { id, from, to, body, segments, isRequested, connection };
  if (row.attemptAt !== null)
    return { ...text, step: "ask", attemptAt: new Date(row.attemptAt), provider: row.provider ?? "" };
  const { provider } = await findSending(context);
  const failure = findFailure(row, { from, isCode: content.isRequested, provider, connection });
  if (failure !== null) return endWith(recordFailure(context, row, failure));
  const goesFirst = isRequested || isReplyToKeyword(row);
  const verdict = await checkText(context, row, { path: content.path, isRequested: goesFirst });
  if (verdict.block !== null) return endWith(recordBlock(context, row, verdict.block));
  if (verdict.deferral !== null) {
    const deferral = JSON.stringify(verdict.deferral);
    await postponeMessage(context, id, { sendAt: verdict.sendAt.toISOString(), deferral });
    return endWith(enqueueTextAt(context, { id, number: from, at: verdict.sendAt, isRequested }));
  }
  const waiting = { id, from, to, queuedAt: row.queuedAt ?? row.occurredAt, isRequested: goesFirst };
  const waitsUntil = await lockTurnForUpdate(context, connection, waiting);
  if (waitsUntil !== null) return endWith(enqueueTextAt(context, { id, number: from, at: waitsUntil, isRequested }));
  const attemptAt = await markAttempted(context, id, { provider, segments });
  return { ...text, step: "attempt", attemptAt, provider };
}

/**
 * Locks the text's number and account until commit. A text that has to wait is put off to a turn of its own, after all
 * that go before it: put off by a moment, all that wait would look again at the same moment, each time one is sent.
 *
 * @returns until when it waits for them; null for not at all
 */
async function lockTurnForUpdate(
  context: Context,
  connection: Connection | null,
  waiting: WaitingText,
): Promise<Date | null> {
  await lockNumberForUpdate(context, waiting.from);
  const rejectedAt = connection === null ? null : await lockRejectionForUpdate(context, connection.id);
  const tryAt = new Date(rejectedAt === null ? 0 : Date.parse(rejectedAt) + rejectionMilliseconds);
  const isRejected = tryAt.getTime() > Date.now();
  const wait = isRejected ? { numberFreeAt: tryAt, notBefore: tryAt } : await findWait(context, waiting);
  return wait === null ? null : findTurn(context, waiting, wait);
}
