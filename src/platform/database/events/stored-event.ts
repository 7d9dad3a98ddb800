import { sql, type RawBuilder } from "kysely";
import { eventDays } from "../../../contract/events/event-types.ts";
import { lowestId } from "../ids.ts";
import type { Row } from "../tables.ts";

const dayMilliseconds = 86_400_000;

/** The columns that hold JSON. */
type JsonColumn = "actor" | "payload" | "diff" | "relatedIds" | "metadata";

/** An event whose JSON is text as it is stored, without the columns that only the database reads. */
export type StoredEvent = Omit<Row<"Event">, JsonColumn | "organizationId" | "actorId" | "bytes"> &
  Record<JsonColumn, string>;

/** The columns of a StoredEvent. pg would parse JSON, and a response would serialize it again. */
export const storedEventColumns = sql`
  number, id, entity, "entityId", "eventType", "occurredAt", actor::text, payload::text, diff::text, "relatedIds"::text, "correlationId", metadata::text
`;

/**
 * A bound for IDs of events that are kept, or from a time on, in milliseconds since 1970: a day less, because an ID is
 * made before its event is recorded, by another clock. With it a statement reads no older partition.
 */
export function lowestEventId(since = 0): string {
  return lowestId("event", new Date(Math.max(since, Date.now() - eventDays * dayMilliseconds) - dayMilliseconds));
}

/**
 * The organization's events, without the partitions of those that are no longer kept: begins a FROM clause with its
 * WHERE.
 */
export function ownEvents(organizationId: string): RawBuilder<unknown> {
  return sql`"Event" WHERE "organizationId" = ${organizationId} AND id >= ${lowestEventId()}`;
}

/** By the database's clock. Partitions are dropped later. */
export const isKeptEvent = sql<boolean>`"occurredAt" >= now() - make_interval(days => ${eventDays}::integer)`;

/**
 * The number of the oldest event that is kept; no row if none is. Numbers and times rise together: the counter is
 * locked for both.
 */
export function selectOldestNumber(organizationId: string): RawBuilder<unknown> {
  return sql`SELECT number FROM ${ownEvents(organizationId)} AND ${isKeptEvent} ORDER BY "occurredAt", number LIMIT 1`;
}
