import { limitReached } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { trackCallChanges } from "./calls/domain.ts";
import { trackConversationChanges } from "./conversations/domain.ts";
import { followCommunicationsOfCase } from "./effects/domain.ts";
import {
  assignToCase,
  lockCallsOfPersonForUpdate,
  lockRecordsOfPersonForUpdate,
  lockRowsOfLeadForUpdate,
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
  const describe = (many: string) => `The record that is to be merged has ${many}; merge in the other direction`;
  const lock = async (record: "Conversation" | "Message", noun: "conversations" | "messages") =>
    requireFew(
      await lockRecordsOfPersonForUpdate(context, record, { person, personId: from }, most[noun] + 1),
      noun,
      describe,
    );
  const conversationIds = await lock("Conversation", "conversations");
  const messageIds = await lock("Message", "messages");
  const callIds = requireFew(
    await lockCallsOfPersonForUpdate(context, person, from, most.calls + 1),
    "calls",
    describe,
  );
  if ([conversationIds, messageIds, callIds].every(({ length }) => length === 0)) return () => Promise.resolve();
  const recordConversationEvents = await trackConversationChanges(context, conversationIds);
  const recordCallEvents = await trackCallChanges(context, callIds);
  await replacePerson(context, { conversationIds, messageIds, callIds }, person, change);
  return async () => {
    await recordConversationEvents();
    await recordCallEvents();
  };
}

/**
 * Gives the conversations, messages and calls of a locked lead its case, too, and records `conversation.updated` and
 * `call.updated` for each. They name the client where they named the lead, whose date of last contact counts for the
 * case.
 *
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
export async function handOverCommunications(
  context: Context,
  change: { leadId: string; caseId: string; clientId: string },
): Promise<void> {
  const lock = async (table: "Conversation" | "Message" | "Call", noun: keyof typeof most) =>
    requireFew(
      await lockRowsOfLeadForUpdate(context, table, change.leadId, most[noun] + 1),
      noun,
      (many) => `The lead has ${many}, which one conversion cannot hand over`,
    );
  const conversationIds = await lock("Conversation", "conversations");
  const messageIds = await lock("Message", "messages");
  const callIds = await lock("Call", "calls");
  if (conversationIds.length === 0 && callIds.length === 0) return;
  const recordConversationEvents = await trackConversationChanges(context, conversationIds);
  const recordCallEvents = await trackCallChanges(context, callIds);
  await assignToCase(context, { conversationIds, messageIds, callIds }, change);
  await recordConversationEvents();
  await recordCallEvents();
  await followCommunicationsOfCase(context, change.caseId);
}

/**
 * @returns the IDs
 * @throws INVALID_STATE_TRANSITION for more than one transaction changes
 */
function requireFew(ids: string[], noun: keyof typeof most, describe: (most: string) => string): string[] {
  if (ids.length <= most[noun]) return ids;
  const message = describe(`more than ${most[noun].toLocaleString("en-US")} ${noun}`);
  throw limitReached(message);
}
