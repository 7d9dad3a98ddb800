import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import type { OptOutKeyword } from "../keywords/domain.words.ts";
import { getConversationRow, recordConversationEvent } from "./domain.ts";
import type { OpenedConversation } from "./domain.opening.ts";
import {
  findLastAnswer,
  findUnansweredAfter,
  lockConversationRowForUpdate,
  updateConversationRow,
  type ConversationRow,
} from "./store.ts";

/** A conversation with more goes on as another. */
export const maxMessages = 10_000;

/** A message that its conversation counts. */
export interface CountedMessage {
  direction: "inbound" | "outbound";
  occurredAt: string;
  /** Nobody decided to send it now: it answers nobody, and needs no answer. */
  isAutomated?: boolean | undefined;
  optOutKeyword?: OptOutKeyword | null;
}

const latest = (one: string | null, other: string): string => (one === null || one < other ? other : one);

/** Counts a message that was inserted in its conversation, which it opens again. The conversation is locked. */
export async function countMessage(
  context: Context,
  { row, isNew }: OpenedConversation,
  message: CountedMessage,
): Promise<void> {
  const { direction, occurredAt } = message;
  await updateConversationRow(withoutIfMatch(context), row.id, {
    status: "open",
    messageCount: row.messageCount + 1,
    lastMessageAt: latest(row.lastMessageAt, occurredAt),
    ...(direction === "inbound"
      ? { lastInboundAt: latest(row.lastInboundAt, occurredAt) }
      : { lastOutboundAt: latest(row.lastOutboundAt, occurredAt) }),
    unansweredSince: await findUnanswered(context, row, message),
    ...suspect(row, message),
  });
  await recordCounted(context, row, isNew);
}

/** Counts a message that is to be sent in its conversation, which goes on. What it answers, it answers when it is sent. */
export async function countQueued(context: Context, { row, isNew }: OpenedConversation): Promise<void> {
  await updateConversationRow(withoutIfMatch(context), row.id, {
    status: "open",
    messageCount: row.messageCount + 1,
  });
  await recordCounted(context, row, isNew);
}

/**
 * What a message that was counted and is sent now says in its conversation, which is locked: if a person wrote it, they
 * have answered.
 */
export async function countSent(
  context: Context,
  { conversationId, isAutomated }: { conversationId: string; isAutomated: boolean },
  at: string,
): Promise<void> {
  const before = await getConversationRow(context, conversationId);
  const sent = { direction: "outbound", isAutomated, occurredAt: at } as const;
  await updateConversationRow(withoutIfMatch(context), conversationId, {
    lastMessageAt: latest(before.lastMessageAt, at),
    lastOutboundAt: latest(before.lastOutboundAt, at),
    unansweredSince: await findUnanswered(context, before, sent),
    ...suspect(before, sent),
  });
  recordConversationEvent(context, "conversation.updated", before, await getConversationRow(context, conversationId));
}

async function recordCounted(context: Context, before: ConversationRow, isNew: boolean): Promise<void> {
  const after = await getConversationRow(context, before.id);
  if (isNew) recordConversationEvent(context, "conversation.created", null, after);
  else {
    const eventType = before.status === "closed" ? "conversation.reopened" : "conversation.updated";
    recordConversationEvent(context, eventType, before, after);
  }
}

/** Since when nobody of the firm has answered, after a message. */
async function findUnanswered(
  context: Context,
  { id, unansweredSince, lastOutboundAt }: ConversationRow,
  { direction, isAutomated = false, occurredAt }: CountedMessage,
): Promise<string | null> {
  if (direction === "inbound") {
    // Nobody wrote it, and nobody waits for an answer.
    if (isAutomated) return unansweredSince;
    if (unansweredSince !== null && unansweredSince <= occurredAt) return unansweredSince;
    // One that is recorded late may have been answered already; an automated message answers nobody.
    const isLate = lastOutboundAt !== null && occurredAt <= lastOutboundAt;
    const answeredAt = isLate ? await findLastAnswer(context, id) : null;
    return answeredAt !== null && occurredAt <= answeredAt ? unansweredSince : occurredAt;
  }
  if (isAutomated || unansweredSince === null || occurredAt < unansweredSince) return unansweredSince;
  return findUnansweredAfter(context, id, occurredAt);
}

/** What seems to ask for no more texts waits for a person: what they write decides, and so do STOP and START. */
function suspect(
  { optOutSuspectedAt }: ConversationRow,
  { direction, isAutomated = false, occurredAt, optOutKeyword = null }: CountedMessage,
) {
  if (optOutKeyword === "suspected") return { optOutSuspectedAt: optOutSuspectedAt ?? occurredAt };
  const isDecided = direction === "outbound" ? !isAutomated : optOutKeyword === "stop" || optOutKeyword === "start";
  return isDecided ? { optOutSuspectedAt: null } : {};
}

/**
 * Has a conversation wait for an answer as if a message had never been, which is void now. Messages of before that a
 * person had marked as answered count again if a void message had answered them.
 */
export async function discountMessage(
  context: Context,
  conversationId: string,
  { direction, isAutomated, occurredAt }: CountedMessage,
): Promise<void> {
  const row = await lockConversationRowForUpdate(context, conversationId);
  if (row === undefined) return;
  const { unansweredSince } = row;
  const isOfIt = isAutomated !== true && (direction === "outbound" || unansweredSince === occurredAt);
  if (!isOfIt) return;
  const since = await findUnansweredAfter(context, conversationId, await findLastAnswer(context, conversationId));
  const isLater = since !== null && unansweredSince !== null && direction === "outbound" && since >= unansweredSince;
  if (since === unansweredSince || isLater) return;
  await updateConversationRow(withoutIfMatch(context), conversationId, { unansweredSince: since });
  recordConversationEvent(context, "conversation.updated", row, await getConversationRow(context, conversationId));
}
