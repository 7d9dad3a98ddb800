import { notFound, rejectTransition } from "../../../contract/errors/error-codes.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { discountMessage } from "../conversations/domain.counting.ts";
import { lockConversationRowForUpdate } from "../conversations/store.ts";
import { followCommunication, lockPlaceForUpdate, lockPlaceOfForShare } from "../effects/domain.ts";
import { listMessageTransitions } from "./domain.states.ts";
import { getMessageRow, recordMessageEvent } from "./domain.ts";
import type { Message, MessageTransition } from "./schema.ts";
import { findMessage, findMessagePlace, lockMessageRowForUpdate, updateMessageRow } from "./store.ts";

/**
 * Cancels a message that was not sent yet, or marks a logged one as wrong.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION; STALE_REVISION
 */
export async function transitionMessage(
  context: Context,
  id: string,
  { status, reason }: MessageTransition,
): Promise<Message> {
  const place = await findMessagePlace(context, id);
  if (place === undefined || (await findMessage(context, id)) === undefined) throw notFound("Message");
  // A void message may take a date of its case back, and have its conversation wait for an answer again.
  if (status === "voided") {
    await lockPlaceForUpdate(context, place);
    await lockConversationRowForUpdate(context, place.conversationId);
  } else await lockPlaceOfForShare(context, "Message", id, place);
  const before = await lockMessageRowForUpdate(context, id);
  if (before === undefined) throw notFound("Message");
  requireExpected(context.expectedRevisions, "message", before.revision);
  const moves = listMessageTransitions(before);
  if (!moves.includes(status)) throw rejectTransition("A message", before.status, status, moves);
  const columns =
    status === "voided" ? { voidedAt: new Date().toISOString(), voidReason: reason ?? null } : { status: "cancelled" };
  await updateMessageRow(context, id, columns);
  const message = recordMessageEvent(context, `message.${status}`, before, await getMessageRow(context, id));
  if (status === "voided") {
    await followCommunication(withoutIfMatch(context), { messageId: id });
    await discountMessage(context, place.conversationId, message);
  }
  return message;
}
