import { sql, type RawBuilder } from "kysely";
import type { EventEntity, EventType } from "../../contract/events/event-types.ts";
import {
  isKeptEvent,
  lowestEventId,
  ownEvents,
  selectOldestNumber,
  storedEventColumns,
  type StoredEvent,
} from "../../platform/database/events/stored-event.ts";
import type { Context } from "../../rpc/context.ts";

/**
 * The events a page may show. Each matching entity or type is read through its own index, so that the cost of a page
 * depends on what it shows, not on other events in between.
 */
export type Choice =
  | { by: "everything" }
  | { by: "entity"; entities: readonly EventEntity[] }
  | { by: "eventType"; eventTypes: readonly EventType[] }
  | { by: "record"; entityId: string; eventTypes: readonly EventType[] }
  | { by: "bulkJob"; jobId: string; entityId: string | null; eventTypes: readonly EventType[] };

export interface FeedRequest {
  choice: Choice;
  after: number;
  /** Milliseconds since 1970: excludes events before the first one of this time or later. Null for no bound. */
  since: number | null;
  limit: number;
}

export interface FeedPage {
  events: StoredEvent[];
  /** The page is full, by rows or by bytes; more events may follow. */
  isFull: boolean;
  /** The number of the organization's newest event; 0 if there is none. */
  newest: number;
  /** The number of the oldest event that is kept. */
  oldest: number;
}

/**
 * Maximum bytes of a page's records as text: pages are held in memory, many at once. At least one event is always
 * shown.
 */
export const pageBytes = 4 * 1024 * 1024;

/** Of rows with the running total `sumOfBytes`, those that the page shows; the row of an empty page too. */
export const fitsPage = sql<boolean>`("sumOfBytes" <= ${pageBytes}::bigint OR "sumOfBytes" = bytes) IS NOT FALSE`;

/**
 * Events after a number, in order; fewer than the limit at the end of the feed or if they are large. Newest and oldest
 * come from the same snapshot, so a reader can advance to the newest without missing an event, and the cursor is
 * checked against what the page could show.
 */
export async function listEvents(context: Context, request: FeedRequest): Promise<FeedPage> {
  const { rows } = await selectEvents(context, request).execute(context.transaction);
  const [{ newest, oldest, found } = { newest: 0, oldest: null, found: 0 }] = rows;
  const events = rows.filter((row) => row.id !== null);
  return { newest, oldest: oldest ?? newest + 1, events, isFull: found === request.limit || events.length < found };
}

/** `found`: number of events within the limit, regardless of size. */
type FeedRow = StoredEvent & { newest: number; oldest: number | null; found: number; id: string | null };

/**
 * One statement. Every part of it names the lowest id, so that its cost is that of the months that are kept, however
 * many partitions there are.
 */
export function selectEvents(
  { organizationId }: Pick<Context, "organizationId">,
  { choice, after, since, limit }: FeedRequest,
): RawBuilder<FeedRow> {
  const own = ownEvents(organizationId);
  const newest = sql`coalesce((SELECT last FROM "EventCounter" WHERE "organizationId" = ${organizationId}), 0)`;
  // If no event is that late, the page starts after the newest.
  const begin =
    since === null
      ? sql`${after}::bigint`
      : sql`greatest(${after}::bigint, coalesce((SELECT number - 1 FROM ${own} AND id >= ${lowestEventId(since)} AND "occurredAt" >= to_timestamp(${since}::double precision / 1000)
                                                  ORDER BY "occurredAt", number LIMIT 1), ${newest}))`;
  // Materialized: under row-level security a bound that is an expression would filter rows instead of limiting the index scan. OFFSET
  // keeps the oldest number from being looked up for each of its uses.
  return sql<FeedRow>`/* kept */
    WITH f AS MATERIALIZED (
      SELECT newest, oldest, greatest(begin, coalesce(oldest - 1, newest)) AS begin
      FROM (SELECT ${newest} AS newest, (${selectOldestNumber(organizationId)}) AS oldest, ${begin} AS begin OFFSET 0) b
    )
    SELECT newest, oldest, found, ${storedEventColumns} FROM (
      SELECT f.newest, f.oldest, e.*, count(e.number) OVER ()::integer AS found, sum(e.bytes) OVER (ORDER BY e.number) AS "sumOfBytes"
      FROM f LEFT JOIN LATERAL (${choice.by === "bulkJob" ? selectOfJob(organizationId, choice, limit) : selectPage(own, choice, limit)}) e ON true
    ) page
    WHERE ${fitsPage}
    ORDER BY number`;
}

type OfJob = Extract<Choice, { by: "bulkJob" }>;

/**
 * The events between a bulk job's start and end, of which those with its ID are shown: an index on correlation IDs
 * would be written for every event of every request. A minute more on both sides, since clocks and commits differ.
 */
function selectOfJob(
  organizationId: string,
  { jobId, entityId, eventTypes }: OfJob,
  limit: number,
): RawBuilder<unknown> {
  const own = ownEvents(organizationId);
  return sql`SELECT n.* FROM (
      SELECT (SELECT number FROM ${own} AND "occurredAt" >= j."from" ORDER BY "occurredAt", number LIMIT 1) AS first,
        (SELECT number FROM ${own} AND "occurredAt" <= j."until" ORDER BY "occurredAt" DESC, number DESC LIMIT 1) AS last
      FROM (SELECT "startedAt" - interval '1 minute' AS "from", coalesce("finishedAt", now()) + interval '1 minute' AS "until"
        FROM "BulkJob" WHERE "organizationId" = ${organizationId} AND id = ${jobId}) j OFFSET 0) b
    CROSS JOIN LATERAL (SELECT * FROM ${own} AND number > f.begin AND number BETWEEN b.first AND b.last AND "correlationId" = ${jobId}
      AND "eventType" = ANY(${[...eventTypes]}::text[]) AND (${entityId}::text IS NULL OR "entityId" = ${entityId}::text)) n
    ORDER BY n.number LIMIT ${limit}::integer`;
}

function selectPage(own: RawBuilder<unknown>, choice: Exclude<Choice, OfJob>, limit: number): RawBuilder<unknown> {
  const page = sql`number > f.begin ORDER BY number LIMIT ${limit}::integer`;
  if (choice.by === "everything") return sql`SELECT * FROM ${own} AND ${page}`;
  const { values, fits } = describeWalks(choice);
  return sql`SELECT n.* FROM unnest(${[...values]}::text[]) AS w(value)
      CROSS JOIN LATERAL (SELECT * FROM ${own} AND ${fits} AND ${page}) n
      ORDER BY n.number LIMIT ${limit}::integer`;
}

/** The values that are read one by one, and the condition for each. */
function describeWalks(choice: Exclude<Choice, OfJob | { by: "everything" }>): {
  values: readonly string[];
  fits: RawBuilder<unknown>;
} {
  if (choice.by === "entity") return { values: choice.entities, fits: sql`entity = w.value` };
  const fits = sql`"eventType" = w.value`;
  return {
    values: choice.eventTypes,
    fits: choice.by === "eventType" ? fits : sql`"entityId" = ${choice.entityId} AND ${fits}`,
  };
}

export async function findEvent(
  { organizationId, transaction }: Context,
  eventId: string,
): Promise<StoredEvent | undefined> {
  const { rows } =
    await sql<StoredEvent>`SELECT ${storedEventColumns} FROM ${ownEvents(organizationId)} AND id = ${eventId} AND ${isKeptEvent}`.execute(
      transaction,
    );
  return rows[0];
}
