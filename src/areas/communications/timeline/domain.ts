import { notFound } from "../../../contract/errors/error-codes.ts";
import { listRecords, type Sort } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import { getLiveCase } from "../../cases/domain.ts";
import { showCalls } from "../calls/domain.ts";
import { showMessages } from "../messages/domain.ts";
import { LastClientContact, type Communication, type TimelineQuery } from "./schema.ts";
import { findLastContact, selectTimelinePage } from "./store.ts";

const timelineSorts = {
  newest: { column: "at", type: "timestamptz", descending: true },
  oldest: { column: "at", type: "timestamptz", descending: false },
} as const satisfies Record<string, Sort>;

/**
 * A page of the messages and calls of a case, by time.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listCommunications(
  context: Context,
  { caseId, ...query }: TimelineQuery,
): Promise<{ communications: Communication[]; nextCursor: string | null }> {
  await getLiveCase(context, caseId);
  const list = { name: `communications.${caseId}`, alias: "t", sorts: timelineSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    selectTimelinePage(context, caseId, page),
  );
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
 * When the firm last spoke with the client of a case, and since when the client waits for an answer.
 *
 * @throws NOT_FOUND
 */
export async function getLastClientContact(context: Context, caseId: string): Promise<LastClientContact> {
  const found = await findLastContact(context, caseId);
  if (found === undefined) throw notFound("Case");
  return LastClientContact.parse(found);
}
