import { visibleEntities } from "../../../contract/events/event-types.ts";
import type { JsonText } from "../../../contract/values/json-text.ts";
import { decodeCursor, encodeCursor } from "../../../platform/database/lists/cursor.ts";
import type { Context } from "../../../rpc/context.ts";
import { getLiveCase } from "../../cases/domain.ts";
import { eventList, feedList } from "../domain.cursors.ts";
import { describeEvent } from "../domain.redaction.ts";
import { noteReading } from "../domain.ts";
import type { EventRecord } from "../schema.ts";
import { listCaseEvents } from "./store.ts";

/**
 * A page of a case's events, newest first, redacted by the caller's scopes. Each carries its cursor in the feed.
 *
 * @throws NOT_FOUND for the case; VALIDATION_FAILED for an invalid cursor
 */
export async function readCaseActivity(
  context: Context,
  caseId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ activity: JsonText<EventRecord>[]; nextCursor: string | null }> {
  await getLiveCase(context, caseId);
  const list = eventList(context, `activity of ${caseId}`);
  const before = after === undefined ? null : decodeCursor(list, after);
  const { events, hasMore } = await listCaseEvents(context, caseId, visibleEntities(context.principal.scopes), {
    before,
    limit,
  });
  noteReading(context, events);
  const last = hasMore ? events.at(-1) : undefined;
  return {
    activity: events.map((row) => describeEvent(context, feedList, row)),
    nextCursor: last === undefined ? null : encodeCursor(list, last.number),
  };
}
