import { AppError } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { trackCallChanges } from "./calls/domain.ts";
import { trackConversationChanges } from "./conversations/domain.ts";
import {
  lockCallsOfPersonForUpdate,
  lockRecordsOfPersonForUpdate,
  replacePerson,
  type PersonColumn,
} from "./store.handover.ts";

/** Each conversation and each call needs an event in the same transaction; messages have that of their conversation. */
const most = { conversations: 500, messages: 10_000, calls: 500 };

/**
 * Puts a contact or client in the place of one that is merged into it, in conversations, their messages and calls.
 *
 * @returns records `conversation.updated` for each conversation and `call.updated` for each call
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
export async function mergeCommunications(
  context: Context,
  person: PersonColumn,
  change: { from: string; to: string },
): Promise<() => Promise<void>> {
  const { from } = change;
  const conversationIds = assertFew(
    await lockRecordsOfPersonForUpdate(context, "Conversation", { person, personId: from }, most.conversations + 1),
    "conversations",
  );
  const messageIds = assertFew(
    await lockRecordsOfPersonForUpdate(context, "Message", { person, personId: from }, most.messages + 1),
    "messages",
  );
  const callIds = assertFew(await lockCallsOfPersonForUpdate(context, person, from, most.calls + 1), "calls");
  if ([conversationIds, messageIds, callIds].every(({ length }) => length === 0)) return () => Promise.resolve();
  const recordConversationEvents = await trackConversationChanges(context, conversationIds);
  const recordCallEvents = await trackCallChanges(context, callIds);
  await replacePerson(context, { conversationIds, messageIds, callIds }, person, change);
  return async () => {
    await recordConversationEvents();
    await recordCallEvents();
  };
}

function assertFew(ids: string[], noun: keyof typeof most): string[] {
  if (ids.length <= most[noun]) return ids;
  throw new AppError(
    "INVALID_STATE_TRANSITION",
    `More than ${most[noun].toLocaleString("en-US")} ${noun} are with it; merge in the other direction`,
    { errorReason: "limit_reached" },
  );
}
