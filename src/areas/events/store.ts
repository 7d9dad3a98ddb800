import { sql } from "kysely";
import type { Row } from "../../platform/tables.ts";
import type { Context } from "../../rpc/context.ts";

export interface FeedPage {
  events: Row<"Event">[];
  /** The number of the organization's newest event, of the same snapshot as the page; 0 before the first. */
  newest: number;
}

/**
 * Events of documents and folders after a number, in order. The newest number comes from the same statement, so a reader
 * may move on to it without missing an event. Carried by the partial index Event_documents.
 */
export async function listDocumentEvents(context: Context, after: number, limit: number): Promise<FeedPage> {
  const { organizationId, transaction } = context;
  const { rows } = await sql<Row<"Event"> & { newest: number; id: string | null }>`
    SELECT c.newest, e.*
    FROM (SELECT coalesce((SELECT last FROM "EventCounter" WHERE "organizationId" = ${organizationId}), 0) AS newest) c
    LEFT JOIN LATERAL (
      SELECT * FROM "Event"
      WHERE "organizationId" = ${organizationId} AND number > ${after}::bigint AND entity IN ('document', 'folder')
      ORDER BY number LIMIT ${limit}::integer
    ) e ON true
    ORDER BY e.number`.execute(transaction);
  return { newest: rows[0]?.newest ?? 0, events: rows.filter((row) => row.id !== null) };
}
