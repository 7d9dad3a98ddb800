import { AppError } from "../../../contract/errors/error-codes.ts";
import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { countSent } from "../conversations/domain.counting.ts";
import { lockConversationRowForUpdate } from "../conversations/store.ts";
import { followCommunication, lockPlaceForUpdate } from "../effects/domain.ts";
import { recordMessageEvent } from "../messages/domain.ts";
import type { MessageFailure, SendBlock } from "../messages/schema.ts";
import {
  findMessage,
  findMessagePlace,
  lockMessageRowForUpdate,
  updateMessageRow,
  type MessageColumns,
  type MessageRow,
} from "../messages/store.ts";

/** What a message that leaves may cause: what its jobs and reports declare. */
export const outcomeEvents = [
  "message.sent",
  "message.failed",
  "message.blocked",
  "conversation.updated",
  "case.updated",
  "lead.contact_attempted",
  "lead.status_changed",
] as const;

/** Updates a locked message and records what became of it. */
async function endMessage(
  context: Context,
  before: MessageRow,
  eventType: "message.sent" | "message.failed" | "message.blocked",
  columns: MessageColumns,
): Promise<void> {
  await updateMessageRow(withoutIfMatch(context), before.id, columns);
  const after = await findMessage(context, before.id);
  if (after !== undefined) recordMessageEvent(context, eventType, before, after);
}

/** The provider, or the mail server, did not take a message. It is locked. */
export const recordFailure = (context: Context, before: MessageRow, failure: MessageFailure): Promise<void> =>
  endMessage(context, before, "message.failed", { status: "failed", failure, failedAt: new Date().toISOString() });

/** A message may not be sent any more. It is locked. */
export const recordBlock = (context: Context, before: MessageRow, block: SendBlock): Promise<void> =>
  endMessage(context, before, "message.blocked", { status: "blocked", block });

/** Locks what a sent message changes: lead and case, conversation, message. A lead that was deleted since is let alone. */
async function lockSentForUpdate(
  context: Context,
  id: string,
): Promise<{ row: MessageRow; isPlaceLive: boolean } | undefined> {
  const place = await findMessagePlace(context, id);
  if (place === undefined) return undefined;
  const isPlaceLive = await lockPlaceForUpdate(context, place).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === "NOT_FOUND") return false;
      throw error;
    },
  );
  await lockConversationRowForUpdate(context, place.conversationId);
  const row = await lockMessageRowForUpdate(context, id);
  return row === undefined ? undefined : { row, isPlaceLive };
}

/**
 * The provider, or the mail server, took a message. A delivery report may have come first: then only the provider's ID
 * is added.
 *
 * @returns false if that was recorded before
 */
export async function recordSent(
  context: Context,
  id: string,
  { providerMessageId, at = new Date().toISOString() }: { providerMessageId?: string; at?: string } = {},
): Promise<boolean> {
  const locked = await lockSentForUpdate(context, id);
  if (locked === undefined) return false;
  const { row, isPlaceLive } = locked;
  const named = providerMessageId === undefined || row.providerMessageId !== null ? {} : { providerMessageId };
  if (row.status !== "queued") {
    if (Object.keys(named).length > 0) await updateMessageRow(withoutIfMatch(context), id, named);
    return false;
  }
  await endMessage(context, row, "message.sent", { ...named, status: "sent", sentAt: at, occurredAt: at });
  await countSent(context, row, at);
  if (isPlaceLive) await followCommunication(withoutIfMatch(context), { messageId: id });
  return true;
}

/** Ends a step that leaves nothing to send. */
export async function endWith(work: Promise<void>): Promise<null> {
  await work;
  return null;
}
