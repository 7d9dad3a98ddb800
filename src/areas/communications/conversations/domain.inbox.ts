import * as z from "zod";
import { namedEnum } from "../../../contract/enumeration.ts";
import { listPageLimit, pageInput } from "../../../contract/page.ts";
import { listRecords, type Sort } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import { getConversationRow } from "./domain.ts";
import { Conversation } from "./schema.ts";
import { findConversations } from "./store.ts";
import { listSuggestedPlaces, selectInboxPage, type SuggestedPlace } from "./store.inbox.ts";

const Box = namedEnum("ConversationBox", ["waiting", "unlinked", "all"]);

export const InboxQuery = z.strictObject({ ...pageInput(listPageLimit), box: Box });
type InboxQuery = z.infer<typeof InboxQuery>;

const inboxSorts = {
  waiting: { column: "unansweredSince", type: "timestamptz", descending: false },
  unlinked: { column: "updatedAt", type: "timestamptz", descending: true },
  all: { column: "updatedAt", type: "timestamptz", descending: true },
} as const satisfies Record<z.infer<typeof Box>, Sort>;

/**
 * A page of conversations as the portal lists them: who waits for an answer, the longest first; else what changed last
 * first. Without subjects, so that a list that is fetched again and again fills no audit log.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listInbox(
  context: Context,
  { box, ...query }: InboxQuery,
): Promise<{ conversations: Conversation[]; nextCursor: string | null }> {
  const list = { name: `inbox.${box}`, alias: "t", sorts: inboxSorts };
  const { rows, nextCursor } = await listRecords(context, list, { ...query, sort: box }, (page) =>
    selectInboxPage(context, box, page),
  );
  const found = await findConversations(
    context,
    rows.map(({ id }) => id),
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  const conversations = rows.flatMap(({ id }) => {
    const row = byId.get(id);
    return row === undefined ? [] : [Conversation.parse({ ...row, subject: null, contentVisible: false })];
  });
  return { conversations, nextCursor };
}

/**
 * The cases and leads of the people with a conversation's addresses: a person decides which it belongs to.
 *
 * @throws NOT_FOUND
 */
export async function suggestPlaces(context: Context, conversationId: string): Promise<SuggestedPlace[]> {
  await getConversationRow(context, conversationId);
  return listSuggestedPlaces(context, conversationId);
}
