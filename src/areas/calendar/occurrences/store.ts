import { sql, type RawBuilder } from "kysely";
import { wireInstant } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeFilters, ofLiveCase, type EventFilters, type EventRow, type ExceptionRow, type Reader } from "../store.ts";

export interface Position {
  startAt: string;
  eventId: string;
  occurrenceOn: string;
}

/** What an occurrence's place is computed from. */
export type SeriesRow = Pick<EventRow, "id" | "status" | "allDay" | "startAt" | "endAt" | "startOn" | "endOn" | "timeZone"> & {
  rule: string;
  exceptions: Pick<ExceptionRow, "occurrenceOn" | "isCancelled" | "status" | "startAt" | "endAt" | "startOn" | "endOn">[];
};

export interface Window {
  from: string;
  to: string;
}

export interface WindowFilters extends EventFilters {
  includeCancelled: boolean;
}

/** An event spans at most 31 days. */
const longest = sql`interval '32 days'`;
const off = sql`('cancelled', 'continued', 'adjourned')`;

const conditions = (organizationId: string, { status: _status, includeCancelled: _includeCancelled, ...filters }: WindowFilters, reader: Reader) => [
  sql`e."organizationId" = ${organizationId}`,
  sql`e."deletedAt" IS NULL`,
  ...describeFilters(organizationId, filters, reader),
  ofLiveCase(organizationId),
];

/** The only member of the filters. Their events have an index by start; by the index of events, a page would read those of all members. */
function findOnlyMember({ memberId, memberIds }: WindowFilters): string | undefined {
  const [first, second] = [...(memberId === undefined ? [] : [memberId]), ...(memberIds ?? [])];
  return second === undefined ? first : undefined;
}

export function selectSingles({ organizationId }: Pick<Context, "organizationId">, { from, to }: Window, filters: WindowFilters, reader: Reader, after: Position | null, limit: number): RawBuilder<{ id: string; startAt: string }> {
  const { status, includeCancelled } = filters;
  const memberId = findOnlyMember(filters);
  // That both starts are equal is no condition: of two PostgreSQL would expect hardly a row.
  const [start, id] = memberId === undefined ? [sql.ref("e.startAt"), sql.ref("e.id")] : [sql.ref("y.startAt"), sql.ref("y.eventId")];
  // An event names a member once.
  const ofMember = memberId === undefined ? sql`` : sql`JOIN "CalendarAttendee" y ON y."organizationId" = ${organizationId} AND y."memberId" = ${memberId} AND y."occurrenceOn" IS NULL AND y."eventId" = e.id`;
  const next: RawBuilder<unknown> = after === null ? sql`true` : sql`(${start}, ${id}) > (${after.startAt}::timestamptz, ${after.eventId})`;
  const stands = status !== undefined ? sql`e.status = ${status}` : includeCancelled ? sql`true` : sql`e.status NOT IN ${off}`;
  return sql<{ id: string; startAt: string }>`
    SELECT e.id, e."startAt" FROM "CalendarEvent" e ${ofMember}
    WHERE ${sql.join(conditions(organizationId, filters, reader), sql` AND `)} AND NOT e."isSeries" AND ${stands}
      AND ${start} > ${from}::timestamptz - ${longest} AND ${start} < ${to}::timestamptz AND e."endAt" > ${from}::timestamptz AND ${next}
    ORDER BY ${start}, ${id} LIMIT ${limit}::integer`;
}

/** The single events of a window after a position, in order: IDs and starts. */
export async function listSingles(context: Context, window: Window, filters: WindowFilters, reader: Reader, after: Position | null, limit: number): Promise<{ id: string; startAt: string }[]> {
  return (await selectSingles(context, window, filters, reader, after, limit).execute(context.transaction)).rows;
}

export function selectSeries({ organizationId }: Pick<Context, "organizationId">, { from, to }: Window, filters: WindowFilters, reader: Reader, limit: number): RawBuilder<SeriesRow> {
  return sql<SeriesRow>`
    SELECT e.id, e.rule, e.status, e."allDay", e."startAt", e."endAt", e."startOn", e."endOn", e."timeZone",
      coalesce((SELECT json_agg(json_build_object('occurrenceOn', x."occurrenceOn", 'isCancelled', x."isCancelled", 'status', x.status, 'startAt', ${wireInstant("x.startAt")}, 'endAt', ${wireInstant("x.endAt")},
        'startOn', x."startOn", 'endOn', x."endOn")) FROM "CalendarException" x WHERE x."organizationId" = ${organizationId} AND x."eventId" = e.id), '[]') AS exceptions
    FROM "CalendarEvent" e
    WHERE ${sql.join(conditions(organizationId, filters, reader), sql` AND `)} AND e."isSeries"
      AND ((e."startAt" < ${to}::timestamptz AND e."seriesEndAt" > ${from}::timestamptz)
        OR e.id IN (SELECT x."eventId" FROM "CalendarException" x WHERE x."organizationId" = ${organizationId} AND x."startAt" < ${to}::timestamptz AND x."endAt" > ${from}::timestamptz))
    ORDER BY e.id LIMIT ${limit}::integer`;
}

/** The series that can have occurrences in a window, with their exceptions. */
export async function listSeries(context: Context, window: Window, filters: WindowFilters, reader: Reader, limit: number): Promise<SeriesRow[]> {
  return (await selectSeries(context, window, filters, reader, limit).execute(context.transaction)).rows;
}
