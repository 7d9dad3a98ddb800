import { notFound } from "../../../contract/errors/error-codes.ts";
import { listRecords, type SelectPage, type Sort } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import { getLiveCase } from "../../cases/domain.ts";
import { showCalls } from "../calls/domain.ts";
import { getConversationRow } from "../conversations/domain.ts";
import { showMessages } from "../messages/domain.ts";
import { LastClientContact, type Communication, type TimelineQuery } from "./schema.ts";
import {
  findLastContact,
  findSubject,
  selectClientPage,
  selectConversationPage,
  selectTimelinePage,
  type SubjectRow,
  type TimelineRow,
} from "./store.ts";

const timelineSorts = {
  newest: { column: "at", type: "timestamptz", descending: true },
  oldest: { column: "at", type: "timestamptz", descending: false },
} as const satisfies Record<string, Sort>;

type TimelinePage = Omit<TimelineQuery, "caseId">;
interface Timeline {
  communications: Communication[];
  nextCursor: string | null;
}

/** A page of a timeline, each entry as it is shown. */
async function showTimeline(
  context: Context,
  name: string,
  query: TimelinePage,
  select: SelectPage<TimelineRow>,
): Promise<Timeline> {
  const list = { name: `communications.${name}`, alias: "t", sorts: timelineSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, select);
  const idsOf = (type: string) => rows.flatMap((row) => (row.type === type ? [row.id] : []));
  const messages = await showMessages(context, idsOf("message"));
  const calls = await showCalls(context, idsOf("call"));
  const communications = rows.map(({ type, id, at }) => ({
    type,
    id,
    at,
    message: messages.get(id) ?? null,
    call: calls.get(id) ?? null,
  }));
  return { communications, nextCursor };
}

/**
 * A page of the messages and calls of a case, by time.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listCommunications(context: Context, { caseId, ...query }: TimelineQuery): Promise<Timeline> {
  await getLiveCase(context, caseId);
  return showTimeline(context, caseId, query, (page) => selectTimelinePage(context, caseId, page));
}

/**
 * A page of the messages of a conversation, by time.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listOfConversation(
  context: Context,
  conversationId: string,
  query: TimelinePage,
): Promise<Timeline> {
  await getConversationRow(context, conversationId);
  return showTimeline(context, conversationId, query, (page) => selectConversationPage(context, conversationId, page));
}

/**
 * A page of the messages and calls with a client, by time, of all their cases.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listOfClient(context: Context, clientId: string, query: TimelinePage): Promise<Timeline> {
  await getSubject(context, { caseId: null, clientId });
  return showTimeline(context, clientId, query, (page) => selectClientPage(context, clientId, page));
}

export { findChangedAt } from "./store.ts";

/**
 * Of whom a timeline is: a case with its client, or a client.
 *
 * @throws NOT_FOUND
 */
export async function getSubject(
  context: Context,
  subject: { caseId: string | null; clientId: string | null },
): Promise<SubjectRow> {
  const found = await findSubject(context, subject);
  if (found === undefined) throw notFound(subject.caseId === null ? "Client" : "Case");
  return found;
}

/**
 * When the firm last spoke with the client of a case, and since when the client waits for an answer.
 *
 * @throws NOT_FOUND
 */
export async function getLastClientContact(context: Context, caseId: string): Promise<LastClientContact> {
  const found = await findLastContact(context, caseId);
  if (found === undefined) throw notFound("Case");
  return LastClientContact.parse(found);
}
