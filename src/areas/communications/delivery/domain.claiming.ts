import type { Context } from "../../../rpc/context.ts";
import { findConnection, type Connection } from "../connections/domain.ts";
import { getConversationRow } from "../conversations/domain.ts";
import { lockMessageRowForUpdate, type MessageRow } from "../messages/store.ts";
import { checkSending, type SendVerdict } from "../sending/domain.checking.ts";
import { findCounterparts } from "../sending/domain.recipients.ts";
import { findSending } from "../settings/domain.sending.ts";
import { endWith, recordBlock, recordFailure } from "./domain.outcomes.ts";
import { enqueueTextAt } from "./store.queue.ts";
import {
  findNextTurn,
  lockNumberForUpdate,
  lockRejectionForUpdate,
  markAttempted,
  postponeMessage,
  type WaitingText,
} from "./store.ts";

/** A message that could not be sent for a day is not sent: it would surprise its recipient. */
const maxLateMilliseconds = 86_400_000;
/** How long a number waits after its provider rejected the credentials. */
const rejectionMilliseconds = 5 * 60_000;

/** A text whose provider is called now, or was called before. */
export interface ClaimedText {
  /** `attempt`: nobody was called for it yet. `ask`: somebody was, and nobody knows what became of it. */
  step: "attempt" | "ask";
  id: string;
  from: string;
  to: string;
  body: string;
  attemptAt: Date;
  provider: string;
  /** Whether the recipient just asked for it. */
  isRequested: boolean;
  /** Null for the outbox, and for an account that ended. */
  connection: Connection | null;
}

const addressOf = ({ parties }: MessageRow, role: "from" | "to"): string =>
  parties.find((party) => party.role === role)?.address ?? "";

/** Whether a message was asked for by its recipient: replies to keywords always are. */
const isReplyToKeyword = ({ automation }: MessageRow) => automation !== null && automation !== "esign";

/** Checks a message that is about to leave by the rules that the request was checked by. */
export async function checkQueued(context: Context, row: MessageRow, isRequested: boolean): Promise<SendVerdict> {
  const { channel, caseId, leadId, parties, isAutomated, queuedAt, id, conversationId } = row;
  const counterparts = parties.filter(({ role }) => role !== "from");
  const { lastInboundAt } = await getConversationRow(context, conversationId);
  const kind = channel === "email" ? "email" : "text";
  return checkSending(context, {
    channel: kind,
    place: { caseId, leadId },
    recipients: await findCounterparts(context, kind, { counterparts, lastInboundAt }),
    isAutomated,
    isRequested,
    at: new Date(),
    limit: queuedAt === null ? "new" : { queuedAt, id },
  });
}

/** Whether a message could not be sent for a day since it was to go. */
export const isTooLate = ({ sendAt, queuedAt, occurredAt }: MessageRow): boolean =>
  Date.now() - Date.parse(sendAt ?? queuedAt ?? occurredAt) > maxLateMilliseconds;

/**
 * Decides what happens with a text whose turn it is: checked again, it is blocked, put off, or attempted. The attempt
 * is committed before the provider is called.
 *
 * @returns null if there is nothing to do now
 */
export async function claimText(context: Context, id: string, isRequested: boolean): Promise<ClaimedText | null> {
  const row = await lockMessageRowForUpdate(context, id);
  if (row?.status !== "queued") return null;
  const connection = await findConnection(context);
  const [from, to] = [addressOf(row, "from"), addressOf(row, "to")];
  const text = { id, from, to, body: row.bodyText ?? "", isRequested, connection };
  if (row.attemptAt !== null)
    return { ...text, step: "ask", attemptAt: new Date(row.attemptAt), provider: row.provider ?? "" };
  if (isTooLate(row)) return endWith(recordFailure(context, row, "too_late"));
  const { provider } = await findSending(context);
  if (provider !== "outbox" && connection?.credentials.provider !== provider)
    return endWith(recordFailure(context, row, "not_configured"));
  const goesFirst = isRequested || isReplyToKeyword(row);
  const verdict = await checkQueued(context, row, goesFirst);
  if (verdict.block !== null) return endWith(recordBlock(context, row, verdict.block));
  if (verdict.deferral !== null) {
    const deferral = JSON.stringify(verdict.deferral);
    await postponeMessage(context, id, { sendAt: verdict.sendAt.toISOString(), deferral });
    return endWith(enqueueTextAt(context, { id, number: from, at: verdict.sendAt, isRequested }));
  }
  const waiting = { id, from, to, queuedAt: row.queuedAt ?? row.occurredAt, isRequested: goesFirst };
  const waitsUntil = await lockTurnForUpdate(context, connection, waiting);
  if (waitsUntil !== null) return endWith(enqueueTextAt(context, { id, number: from, at: waitsUntil, isRequested }));
  return { ...text, step: "attempt", attemptAt: await markAttempted(context, id, provider), provider };
}

/** Locks the text's number and account until commit. @returns until when it waits for them; null for not at all */
async function lockTurnForUpdate(
  context: Context,
  connection: Connection | null,
  waiting: WaitingText,
): Promise<Date | null> {
  await lockNumberForUpdate(context, waiting.from);
  const rejectedAt = connection === null ? null : await lockRejectionForUpdate(context, connection.id);
  const tryAt = rejectedAt === null ? 0 : Date.parse(rejectedAt) + rejectionMilliseconds;
  if (tryAt > Date.now()) return new Date(tryAt);
  return findNextTurn(context, waiting);
}
