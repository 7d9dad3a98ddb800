import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";
import { insertRows, writeEach, type NewRow } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import { insertJobs } from "../../../platform/jobs/job-rows.ts";
import type { Reading } from "../store.ts";

/** A job stores occurrences of an organization's series that were too many for the transaction of their change. */
export const expansionQueue = {
  name: "place-calendar-occurrences",
  options: {
    retryLimit: 20,
    retryDelay: 30,
    expireInSeconds: 600,
    retentionSeconds: 86_400,
    deleteAfterSeconds: 3_600,
  },
} as const;

export interface Expansion {
  organizationId: string;
}

/**
 * Enqueues the job in the transaction of the change.
 *
 * @throws if the queue is not installed
 */
export async function enqueueExpansion({ organizationId, transaction }: Reading): Promise<void> {
  const data = JSON.stringify({ organizationId } satisfies Expansion);
  await insertJobs(
    expansionQueue.name,
    sql`(SELECT gen_random_uuid() AS id, ${organizationId}::text AS "groupId", now() AS due, ${data}::jsonb AS data)`,
  ).execute(transaction);
}

/** Series of all organizations of which occurrences are to be stored, the longest due first. */
export const listUnexpandedSeries = (database: Database, batch: number) =>
  listDue(database, sql`list_unplaced_calendar_series(${batch}::integer)`);

/** Those of one organization: IDs. */
export async function listUnexpandedOf(
  { organizationId, transaction }: Reading,
  now: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT e.id FROM "CalendarEvent" e WHERE e."organizationId" = ${organizationId} AND e."isSeries" AND e."deletedAt" IS NULL AND e."placeAt" <= ${now}::timestamptz
    ORDER BY e."placeAt", e.id LIMIT ${limit}::integer`.execute(transaction);
  return rows.map(({ id }) => id);
}

export type ExpandedDays = Pick<Row<"CalendarEvent">, "placedFromOn" | "placedThroughOn" | "placeAt">;

/**
 * Stores occurrences of a locked series, and which of its days are stored then. Neither revision nor `updatedAt`
 * change.
 */
export async function storeOccurrences(
  context: Reading,
  seriesId: string,
  rows: readonly NewRow<"CalendarOccurrence">[],
  days: ExpandedDays,
): Promise<void> {
  await insertRows(context, "CalendarOccurrence", rows);
  await writeEach(context, "CalendarEvent", [{ id: seriesId, ...days }], {
    by: ["id"],
    columns: ["placedFromOn", "placedThroughOn", "placeAt"],
  });
}

type ExpandedSeries = Pick<Row<"CalendarEvent">, "id" | "placedFromOn" | "placedThroughOn">;

/**
 * Stores an occurrence where its rule puts it, which an exception moved. One that was stored only because it was moved
 * is not stored any more.
 *
 * @param status whether its own stays, or it has that of the series again
 */
export async function restoreStored(
  { organizationId, transaction }: Reading,
  { id, placedFromOn, placedThroughOn }: ExpandedSeries,
  {
    occurrenceOn,
    startAt,
    endAt,
    startOn,
    endOn,
  }: Pick<Row<"CalendarOccurrence">, "occurrenceOn" | "startAt" | "endAt" | "startOn" | "endOn">,
  status: "kept" | "of_series" = "kept",
): Promise<void> {
  const isStored = occurrenceOn >= placedFromOn && occurrenceOn <= placedThroughOn;
  const ofOne = sql`"organizationId" = ${organizationId} AND "eventId" = ${id} AND "occurrenceOn" = ${occurrenceOn}::date`;
  if (!isStored) {
    await sql`DELETE FROM "CalendarOccurrence" WHERE ${ofOne}`.execute(transaction);
    return;
  }
  await sql`UPDATE "CalendarOccurrence" SET "startAt" = ${startAt}::timestamptz, "endAt" = ${endAt}::timestamptz,
      "startOn" = ${startOn}::date, "endOn" = ${endOn}::date, status = CASE WHEN ${status === "of_series"}::boolean THEN NULL ELSE status END
    WHERE ${ofOne}`.execute(transaction);
}
