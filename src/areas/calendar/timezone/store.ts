import { sql } from "kysely";
import { writeEach } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";
import type { EventRow } from "../store.ts";

/** Locks the events of whole days that are not over, in the order of their IDs. */
export async function lockWholeDayEventsForUpdate(
  { organizationId, transaction }: Context,
  now: string,
): Promise<void> {
  await sql`
    SELECT FROM "CalendarEvent" e WHERE e."organizationId" = ${organizationId} AND e."deletedAt" IS NULL AND e."seriesEndAt" > ${now}::timestamptz AND e."allDay"
    ORDER BY e.id FOR NO KEY UPDATE`.execute(transaction);
}

export type WholeDays = Pick<EventRow, "id" | "rule" | "startAt" | "endAt" | "startOn" | "endOn" | "timeZone"> & {
  hasReminder: boolean;
  /** Of the occurrences that have days of their own. */
  moved: { occurrenceOn: string; startOn: string; endOn: string }[];
};

/** The events of whole days that are not over, in the order of their start. */
export async function listWholeDays({ organizationId, transaction }: Context, now: string): Promise<WholeDays[]> {
  const { rows } = await sql<WholeDays>`
    SELECT e.id, e.rule, e."startAt", e."endAt", e."startOn", e."endOn", e."timeZone",
      EXISTS (SELECT FROM "CalendarReminder" r WHERE r."organizationId" = ${organizationId} AND r."eventId" = e.id AND r.status = 'scheduled') AS "hasReminder",
      coalesce((SELECT json_agg(json_build_object('occurrenceOn', x."occurrenceOn", 'startOn', x."startOn", 'endOn', x."endOn"))
        FROM "CalendarException" x WHERE x."organizationId" = ${organizationId} AND x."eventId" = e.id AND x."startOn" IS NOT NULL), '[]') AS moved
    FROM "CalendarEvent" e WHERE e."organizationId" = ${organizationId} AND e."deletedAt" IS NULL AND e."seriesEndAt" > ${now}::timestamptz AND e."allDay"
    ORDER BY e."startAt", e.id`.execute(transaction);
  return rows;
}

/** Moves whole-day events to another time zone. The days, and the revision, stay. */
export const moveEvents = (
  context: Context,
  moved: readonly Pick<EventRow, "id" | "startAt" | "endAt" | "seriesEndAt" | "timeZone">[],
): Promise<void> =>
  writeEach(context, "CalendarEvent", moved, { by: ["id"], columns: ["startAt", "endAt", "seriesEndAt", "timeZone"] });

/** Moves occurrences with days of their own. */
export const moveOwnDays = (
  context: Context,
  moved: readonly { eventId: string; occurrenceOn: string; startAt: string; endAt: string }[],
): Promise<void> =>
  writeEach(context, "CalendarException", moved, { by: ["eventId", "occurrenceOn"], columns: ["startAt", "endAt"] });
