import { sql, type RawBuilder } from "kysely";
import { wireInstant } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeFilters, ofLiveCase, type EventFilters, type Reader } from "../store.ts";

export interface Position {
  startAt: string;
  eventId: string;
  occurrenceOn: string;
}

/** What an occurrence's place is computed from. */
export interface SeriesRow {
  id: string;
  rule: string;
  status: string;
  allDay: boolean;
  startAt: string;
  endAt: string;
  startOn: string;
  endOn: string;
  timeZone: string;
  exceptions: { occurrenceOn: string; isCancelled: boolean; status: string | null; startAt: string | null; endAt: string | null; startOn: string | null; endOn: string | null }[];
}

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

/** The single events of a window after a position, in order: IDs and starts. */
export async function listSingles({ organizationId, transaction }: Context, { from, to }: Window, filters: WindowFilters, reader: Reader, after: Position | null, limit: number): Promise<{ id: string; startAt: string }[]> {
  const { status, includeCancelled } = filters;
  const next: RawBuilder<unknown> = after === null ? sql`true` : sql`(e."startAt", e.id) > (${after.startAt}::timestamptz, ${after.eventId})`;
  const stands = status !== undefined ? sql`e.status = ${status}` : includeCancelled ? sql`true` : sql`e.status NOT IN ${off}`;
  const { rows } = await sql<{ id: string; startAt: string }>`
    SELECT e.id, e."startAt" FROM "CalendarEvent" e
    WHERE ${sql.join(conditions(organizationId, filters, reader), sql` AND `)} AND NOT e."isSeries" AND ${stands}
      AND e."startAt" > ${from}::timestamptz - ${longest} AND e."startAt" < ${to}::timestamptz AND e."endAt" > ${from}::timestamptz AND ${next}
    ORDER BY e."startAt", e.id LIMIT ${limit}::integer`.execute(transaction);
  return rows;
}

/** The series that can have occurrences in a window, with their exceptions. */
export async function listSeries({ organizationId, transaction }: Context, { from, to }: Window, filters: WindowFilters, reader: Reader, limit: number): Promise<SeriesRow[]> {
  const { rows } = await sql<SeriesRow>`
    SELECT e.id, e.rule, e.status, e."allDay", e."startAt", e."endAt", e."startOn", e."endOn", e."timeZone",
      coalesce((SELECT json_agg(json_build_object('occurrenceOn', x."occurrenceOn", 'isCancelled', x."isCancelled", 'status', x.status, 'startAt', ${wireInstant("x.startAt")}, 'endAt', ${wireInstant("x.endAt")},
        'startOn', x."startOn", 'endOn', x."endOn")) FROM "CalendarException" x WHERE x."organizationId" = ${organizationId} AND x."eventId" = e.id), '[]') AS exceptions
    FROM "CalendarEvent" e
    WHERE ${sql.join(conditions(organizationId, filters, reader), sql` AND `)} AND e."isSeries"
      AND ((e."startAt" < ${to}::timestamptz AND e."seriesEndAt" > ${from}::timestamptz)
        OR e.id IN (SELECT x."eventId" FROM "CalendarException" x WHERE x."organizationId" = ${organizationId} AND x."startAt" < ${to}::timestamptz AND x."endAt" > ${from}::timestamptz))
    ORDER BY e.id LIMIT ${limit}::integer`.execute(transaction);
  return rows;
}
