import { sql, type RawBuilder } from "kysely";
import type { EventEntity } from "../../../contract/events/event-types.ts";
import { isKeptEvent, lowestEventId, ownEvents } from "../../../platform/database/events/stored-event.ts";
import type { Context } from "../../../rpc/context.ts";
import { cutPage, type NewestPage, type NewestRow } from "../newest/store.ts";

interface ActivityPage {
  /** Below this number; null for the newest. */
  before: number | null;
  limit: number;
}

/** Events related to a case, of these entities, newest first. May return fewer than the limit if events are large. */
export async function listCaseEvents(
  context: Context,
  caseId: string,
  entities: readonly EventEntity[],
  { before, limit }: ActivityPage,
): Promise<NewestPage> {
  // The row beyond the page shows whether there is a next one.
  const query = selectCaseEvents(context, caseId, entities, { before, limit: limit + 1 });
  const { rows } = await query.execute(context.transaction);
  const events = rows.slice(0, limit);
  return { events, hasMore: (rows[0]?.found ?? 0) > events.length };
}

/** Reads numbers from the index of the case's events first, then only the events of the page. */
export function selectCaseEvents(
  { organizationId }: Pick<Context, "organizationId">,
  caseId: string,
  entities: readonly EventEntity[],
  { before, limit }: ActivityPage,
): RawBuilder<NewestRow> {
  return cutPage(sql`
    SELECT e.* FROM (
      SELECT number, "eventId" FROM "EventCase"
      WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId} AND "eventId" >= ${lowestEventId()}
        AND number < ${before ?? Number.MAX_SAFE_INTEGER}::bigint AND entity = ANY(${[...entities]}::text[])
      ORDER BY number DESC LIMIT ${limit}::integer) n
    CROSS JOIN LATERAL (SELECT * FROM ${ownEvents(organizationId)} AND id = n."eventId" AND ${isKeptEvent} LIMIT 1) e
    ORDER BY number DESC LIMIT ${limit}::integer`);
}
