import type { Row } from "../../platform/tables.ts";
import type { Context } from "../../rpc/context.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import type { EventRecord } from "./schema.ts";
import { listDocumentEvents } from "./store.ts";

const list = "document-events";

/**
 * A page of the documents-only feed, oldest first. There is always a next cursor: on a page that is not full it lies behind
 * the newest event of any kind, so that a poller keeps its place.
 * @throws VALIDATION_FAILED for a foreign or edited cursor
 */
export async function readDocumentEvents(
  context: Context,
  query: { after?: string | undefined; limit: number },
): Promise<{ events: EventRecord[]; nextCursor: string }> {
  const { organizationId } = context;
  const after = query.after === undefined ? 0 : readCursor(organizationId, list, query.after);
  const page = await listDocumentEvents(context, after, query.limit);
  const last = page.events.length === query.limit ? page.events.at(-1)?.number : undefined;
  return {
    events: page.events.map((row) => describeEvent(organizationId, row)),
    nextCursor: writeCursor(organizationId, list, last ?? Math.max(after, page.newest)),
  };
}

function describeEvent(organizationId: string, row: Row<"Event">): EventRecord {
  const { number, actor, payload, diff, relatedIds, metadata, ...columns } = row;
  return {
    ...columns,
    cursor: writeCursor(organizationId, list, number),
    actor: actor as EventRecord["actor"],
    payload: payload as EventRecord["payload"],
    diff: diff as EventRecord["diff"],
    relatedIds: relatedIds as EventRecord["relatedIds"],
    metadata: metadata as EventRecord["metadata"],
  };
}
