import { sql, type RawBuilder } from "kysely";
import { eventTypeNames } from "../../../contract/events/event-types.ts";
import {
  ownEvents,
  selectOldestNumber,
  storedEventColumns,
  type StoredEvent,
} from "../../../platform/database/events/stored-event.ts";
import type { Context } from "../../../rpc/context.ts";
import type { NewestQuery } from "../schema.ts";
import { fitsPage } from "../store.ts";

export type NewestFilters = Omit<NewestQuery, "after" | "limit">;

export type NewestRow = StoredEvent & { found: number };

export interface NewestPage {
  events: StoredEvent[];
  hasMore: boolean;
}

/** Events below a number that match all filters, newest first. May return fewer than the limit if events are large. */
export async function listNewest(
  context: Context,
  filters: NewestFilters,
  before: number | null,
  limit: number,
): Promise<NewestPage> {
  // The row beyond the page shows whether there is a next one.
  const { rows } = await selectNewest(context, filters, before, limit + 1).execute(context.transaction);
  const events = rows.slice(0, limit);
  return { events, hasMore: (rows[0]?.found ?? 0) > events.length };
}

/**
 * The statement contains only the given filters: an optional condition would hide the index from the planner. Times are
 * converted to event numbers first, so that the index of the page (number, entity, event type or actor) is read from
 * its end. The index of a record's events leads with the event type, so each type is read separately.
 */
export function selectNewest(
  { organizationId }: Pick<Context, "organizationId">,
  { entity, eventType, entityId, actorId, since, until }: NewestFilters,
  before: number | null,
  limit: number,
): RawBuilder<NewestRow> {
  const own = ownEvents(organizationId);
  const page = sql.join(
    [
      sql`${own} AND number < ${before ?? Number.MAX_SAFE_INTEGER}::bigint AND number >= (${selectOldestNumber(organizationId)})`,
      ...(entity === undefined ? [] : [sql`entity = ${entity}`]),
      ...(actorId === undefined ? [] : [sql`"actorId" = ${actorId}`]),
      ...(since === undefined
        ? []
        : [
            sql`number >= (SELECT number FROM ${own} AND "occurredAt" >= ${instantOf(since)} ORDER BY "occurredAt", number LIMIT 1)`,
          ]),
      ...(until === undefined
        ? []
        : [
            sql`number <= (SELECT number FROM ${own} AND "occurredAt" <= ${instantOf(until)} ORDER BY "occurredAt" DESC, number DESC LIMIT 1)`,
          ]),
    ],
    sql` AND `,
  );
  const newest = sql`ORDER BY number DESC LIMIT ${limit}::integer`;
  if (entityId === undefined) {
    return cutPage(
      sql`SELECT * FROM ${page} ${eventType === undefined ? sql`` : sql`AND "eventType" = ${eventType}`} ${newest}`,
    );
  }
  const types = eventType === undefined ? eventTypeNames : [eventType];
  return cutPage(sql`
    SELECT e.* FROM unnest(${[...types]}::text[]) AS w(type)
    CROSS JOIN LATERAL (SELECT * FROM ${page} AND "entityId" = ${entityId} AND "eventType" = w.type ${newest}) e ${newest}`);
}

/** Ends a page before it becomes too large. `found` counts the rows that did not fit, too. */
export function cutPage(rows: RawBuilder<unknown>): RawBuilder<NewestRow> {
  return sql<NewestRow>`/* kept */
    SELECT found, ${storedEventColumns} FROM (SELECT e.*, count(*) OVER ()::integer AS found, sum(bytes) OVER (ORDER BY number DESC) AS "sumOfBytes" FROM (${rows}) e) page
    WHERE ${fitsPage} ORDER BY number DESC`;
}

/** In milliseconds, because PostgreSQL formats extreme years differently. */
function instantOf(instant: string): RawBuilder<unknown> {
  return sql`to_timestamp(${Date.parse(instant)}::double precision / 1000)`;
}
