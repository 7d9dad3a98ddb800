import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { EventEntity, EventType } from "../../contract/event-types.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";

/**
 * Which events a page may show. Where several kinds or types fit, each is walked by itself and in its own index: so that a
 * page costs what it shows, however many events of others lie between.
 */
export type Choice =
  | { by: "everything" }
  | { by: "entity"; entities: readonly EventEntity[] }
  | { by: "eventType"; eventTypes: readonly EventType[] }
  | { by: "record"; entityId: string; eventTypes: readonly EventType[] };

export interface FeedRequest {
  choice: Choice;
  /** The number behind which the page begins. */
  after: number;
  /** Milliseconds since 1970: nothing before the first event of this time or later. Null for no such bound. */
  since: number | null;
  limit: number;
}

export interface FeedPage {
  events: Row<"Event">[];
  /** More events may follow at once: the page has as many as it may, or as large ones. */
  isFull: boolean;
  /** The number of the organization's newest event; 0 before the first. */
  newest: number;
  /** The number of the oldest event that is kept, or would be if there were one. */
  oldest: number;
}

/** What the records of a page may come to, as text, in bytes: a page is held in memory, and many at once. One event is always shown. */
export const pageBytes = 4 * 1024 * 1024;

/** Of rows with the `sumOfBytes` up to them in the page's order, those that the page shows; the row of an empty page too. */
export const fitsPage = sql<boolean>`("sumOfBytes" <= ${pageBytes}::bigint OR "sumOfBytes" = bytes) IS NOT FALSE`;

/**
 * Events after a number, in order; fewer than the limit at the feed's end and where they are large. Newest and oldest are of the
 * same snapshot, so that a reader may move on to the newest without missing an event, and a cursor is checked by what the page could show.
 */
export async function listEvents(context: Context, request: FeedRequest): Promise<FeedPage> {
  const { rows } = await selectEvents(context, request).execute(context.transaction);
  const [{ newest, oldest, found } = { newest: 0, oldest: null, found: 0 }] = rows;
  const events = rows.filter((row) => row.id !== null);
  return { newest, oldest: oldest ?? newest + 1, events, isFull: found === request.limit || events.length < found };
}

/** `found`: how many there are within the limit, however large. */
type FeedRow = Row<"Event"> & { newest: number; oldest: number | null; found: number; id: string | null };

/**
 * One statement: first numbers alone, out of an index, then the rows of those that are shown. A large payload lies outside of
 * its row, and is read only where the row comes out of the statement.
 */
export function selectEvents({ organizationId }: Pick<Context, "organizationId">, { choice, after, since, limit }: FeedRequest): RawBuilder<FeedRow> {
  const own = sql`"Event" WHERE "organizationId" = ${organizationId}`;
  const newest = sql`coalesce((SELECT last FROM "EventCounter" WHERE "organizationId" = ${organizationId}), 0)`;
  // Without an event that late, the page begins behind the newest.
  const begin =
    since === null
      ? sql`${after}::bigint`
      : sql`greatest(${after}::bigint, coalesce((SELECT number - 1 FROM ${own} AND "occurredAt" >= to_timestamp(${since}::double precision / 1000)
                                                  ORDER BY "occurredAt", number LIMIT 1), ${newest}))`;
  // Materialized: under row-level security a bound that is still an expression would be a filter of rows, and not of the index.
  return sql<FeedRow>`
    WITH f AS MATERIALIZED (SELECT ${newest} AS newest, (SELECT number FROM ${own} ORDER BY number LIMIT 1) AS oldest, ${begin} AS begin)
    SELECT * FROM (
      SELECT f.newest, f.oldest, e.*, count(e.number) OVER ()::integer AS found, sum(e.bytes) OVER (ORDER BY p.number) AS "sumOfBytes" FROM f
      LEFT JOIN LATERAL (${selectNumbers(own, choice, limit)}) p ON true
      LEFT JOIN LATERAL (SELECT * FROM ${own} AND number = p.number LIMIT 1) e ON true
    ) page
    WHERE ${fitsPage}
    ORDER BY number`;
}

function selectNumbers(own: RawBuilder<unknown>, choice: Choice, limit: number): RawBuilder<unknown> {
  const page = sql`number > f.begin ORDER BY number LIMIT ${limit}::integer`;
  if (choice.by === "everything") return sql`SELECT number FROM ${own} AND ${page}`;
  const { values, fits } = describeWalks(choice);
  return sql`SELECT n.number FROM unnest(${[...values]}::text[]) AS w(value)
      CROSS JOIN LATERAL (SELECT number FROM ${own} AND ${fits} AND ${page}) n
      ORDER BY n.number LIMIT ${limit}::integer`;
}

/** What is walked one by one, and what an event of such a walk must fit. */
function describeWalks(choice: Exclude<Choice, { by: "everything" }>): { values: readonly string[]; fits: RawBuilder<unknown> } {
  if (choice.by === "entity") return { values: choice.entities, fits: sql`entity = w.value` };
  const fits = sql`"eventType" = w.value`;
  return { values: choice.eventTypes, fits: choice.by === "eventType" ? fits : sql`"entityId" = ${choice.entityId} AND ${fits}` };
}

export function findEvent({ organizationId, transaction }: Context, eventId: string): Promise<Row<"Event"> | undefined> {
  return transaction
    .selectFrom("Event")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", eventId)
    .executeTakeFirst();
}
