import { sql, type RawBuilder } from "kysely";
import type { Snapshot } from "../../../platform/database/statements/row-stream.ts";
import {
  isKeptEvent,
  lowestEventId,
  storedEventColumns,
  type StoredEvent,
} from "../../../platform/database/events/stored-event.ts";
import type { Extent } from "./store.ts";

type Reading = Pick<Snapshot, "transaction" | "read">;

/** Small batches: an event can be a megabyte. */
const batchRows = 20;

/** Events of these entities in feed order, of the organization or related to the case. */
export function readEvents(
  snapshot: Reading,
  extent: Extent,
  entities: readonly string[],
): AsyncGenerator<StoredEvent[], void> {
  const query = sql<StoredEvent>`SELECT ${storedEventColumns} FROM (SELECT e.* ${fromEvents(extent, entities)}) e ORDER BY number`;
  return snapshot.read(query.compile(snapshot.transaction), batchRows);
}

export async function countEvents(
  { transaction }: Reading,
  extent: Extent,
  entities: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count ${fromEvents(extent, entities)}`.execute(
    transaction,
  );
  return rows[0]?.count ?? 0;
}

function fromEvents({ organizationId, caseId }: Extent, entities: readonly string[]): RawBuilder<unknown> {
  const shown = sql`e."organizationId" = ${organizationId} AND e.id >= ${lowestEventId()} AND ${isKeptEvent} AND e.entity = ANY (${[...entities]}::text[])`;
  if (caseId === null) return sql`FROM "Event" e WHERE ${shown}`;
  return sql`FROM "EventCase" k JOIN "Event" e ON e."organizationId" = k."organizationId" AND e.id = k."eventId"
    WHERE k."organizationId" = ${organizationId} AND k."caseId" = ${caseId} AND ${shown}`;
}
